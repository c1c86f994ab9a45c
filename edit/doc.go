// Package edit defines typed edits of models and suites: how to apply, compute
// and merge them.
//
// It is the typed edit language of seed 000, §3: a repair, a person's decision
// and a change under review are all the same few sentences about variables,
// clauses and checks, and never a patch of lines.
//
// # Edits
//
// There are five operations: [Add], [Remove], [Replace], [Rename], [Move]. What
// an edit is about is an [Address], whose [Kind] says which of them it takes: a
// variable is added, removed, renamed or moved, and its type replaced.
//
// An edit carries what it expects to find, in Expect: the source of the item on
// one line, without comments ((= in_stock true), (var in_stock Bool)); for a
// replacement the source of what is replaced; for a renaming the name, for a
// parameter its local name. Where something else is there, the edit is
// stale and refused. There is one exception. A clause of pre, post or goal has
// no name but its index, and the index says nothing, since the clauses are a
// conjunction; so if what is expected is elsewhere in the same list, and
// once, the edit is applied there, and the result says so ([Followed]).
//
// Text is source of the language. For an item that is added it is the whole
// item as it would be in the file, with the name that the address has:
// (var in_stock Bool), (in_stock true) in init, (item itm) in params, (order
// (call pay)) in checks, "open" in an enum. Comments above and in it are kept.
//
// # Lists of edits
//
// Edits of a list are simultaneous. All addresses, and everything in Expect and
// Before, are those of the files before the list is applied; everything in Text
// and To is as it is afterwards. So the order of a list does not matter, but
// for several items that are added at the same place, which are in the order
// of the list; any part of a list can be applied without the rest, as long as
// the result checks; and two lists over the same files can be merged. Two edits
// of one list that touch the same thing, or a thing and something inside it,
// are refused, except that something may be renamed or moved while something
// in it is edited, and that a thing may be removed and another one of its name
// added.
//
// Renaming a variable or constant, a local name, a tool, a group, or a name of an
// enum renames its uses in all files of the set, but not in the texts of the list. A
// name of an enum is renamed in every declaration of that enum, for two enums
// with the same names are one type.
//
// # Applying
//
// [Apply] works on the text. Outside of what is edited every byte survives,
// comments and line ends included. An item that is removed takes the comment
// directly above it and the one after it on its line with it, and leaves no
// hole. What is added is laid out as the formatter would. A clause of a model
// or a part of a case that was laid out canonically before stays so; only there
// the spaces between the names and forms of checks may change elsewhere.
//
// It is all or nothing: the result must parse and check, or else the list is
// refused with the findings, each as far as possible with the edit that is to
// blame and the place in it.
//
// The forms (common …) and (rules …) of a suite come with the first item that is
// added to them, and go with the last.
//
// What a person has decided can be locked ([Lock]); edits that touch it are
// refused, unless they are those of a person.
//
// # Comparing
//
// [Diff] finds the list of edits of least cost. The cost of an edit is what has
// to be read: 4 for the edit, and the tokens other than parentheses that are
// added and removed. Two clauses are one that has been replaced only if they
// have half of their names and values in common (operators, true and false do
// not count), and a renaming of a variable, a constant or a name of an enum
// costs what removing the one and adding the other does, so that it has to pay
// for itself by what else need not be changed. So a variable that is replaced
// by another is not called renamed just because there is one fewer and one
// more.
//
// What has no meaning makes no difference: layout, comments, and the order of
// declarations, clauses, cases, checks, pins, fields and names of enums. (The
// order of names and of tools decides which of several equally good witnesses
// is shown, and that of clauses which broken precondition is named first;
// neither changes a verdict.) [DiffOptions.Order] asks for moves as well.
//
// Renamings are found first, by what the uses of names that went away have
// turned into, and the rest is compared with the names of the new version: by
// name where things have one, and clauses by their text, then by an assignment
// of least cost between those that are left.
//
// # Merging
//
// [Merge] merges two versions of a base, as their edits. First all three are
// made to speak of the same things by the same names: a renaming by one side
// is made in the others too. What differs from the base then is edits whose
// addresses can be compared. Comments are merged beside them: each belongs to
// the item below it, before it or around it, or, between blank lines, to the list
// around it.
//
// At the end the comments are counted. One that the result has too rarely or too
// often, because one side moves it and the other moves or removes it, is a
// conflict too.
//
// A conflict leaves the base as it was, between marks that show both sides. The
// marks are comments, and an error of the grammar (MC0012) of their own: nothing
// but that is wrong with the result of a merge, and nothing accepts it until a
// side has been taken.
//
// This package is not part of the supported API, and may change.
package edit
