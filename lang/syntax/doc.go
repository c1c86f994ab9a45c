// Package syntax parses the text of both languages into a lossless tree.
//
// # From text to tree
//
// Reading has three steps.
//
//  1. Splitting (split.go) makes one fast pass over the bytes, minding only
//     parentheses, strings and comments, and cuts the file into pieces: the
//     opening of a container, (model or (case NAME, the units inside it (the
//     clauses of a model, the parts of a case), its closing parenthesis, and
//     the gaps between. Pieces cover the file without a hole, so printing
//     them gives back every byte.
//  2. Each unit is lexed (token.go) and, where its parentheses do not match,
//     balanced (balance.go): the place of a missing one is inferred from the
//     indentation, a superfluous one is set aside.
//  3. The balanced tokens of the unit go to participle (reader.go), which
//     returns the unit's form: a tree of lists and atoms.
//
// What the forms mean is the business of package ast.
//
// # Recovery
//
// A file whose parentheses match is read as they say. If they do not, or if
// a clause has swallowed the one after it, the file is split again with
// recovery: an opening parenthesis in column 1 starts a form, the keyword of
// a clause at the usual indentation of its container starts a unit, and a
// container that was closed too early is opened again. A container that is
// not closed gets back the parenthesis of its last unit if the indentation
// shows that the unit lacks one inside, and gives up its own if it shows that
// the unit has one too many inside. So one forgotten parenthesis costs one
// diagnostic, which blames the parenthesis that was opened, one too many costs
// one that blames it, and every other unit of the file is still read.
//
// # Reuse
//
// A unit depends on nothing but its own text, and the column it starts in if
// its parentheses do not match. Positions in it are relative to the unit's
// fragment, and [Tree.Resolve] turns them into positions in
// the file. [Parse] takes the units of an earlier tree whose text it meets
// again: after an edit only the units that the edit touched are read anew.
//
// # Limits
//
// Files beyond [MaxSize] are not read, units nested beyond [MaxDepth] are
// not parsed, and after [MaxErrors] errors the rest of the file is not
// parsed; each limit is reported as a diagnostic. Apart from that nothing
// makes reading fail, and it takes time linear in the size of the file.
package syntax
