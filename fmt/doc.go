// Package format formats files of both languages. There are no options.
//
// # The layout
//
//   - Two columns a step, lines of at most 100 columns of terminal cells where
//     atoms allow it, never two blank lines in a row, LF, no white space at
//     the end of a line, closing parentheses after what they close.
//   - A model, a transition, a case and its checks are blocks: the keyword and
//     the name, then each item on a line of its own, a step further in.
//   - Two or more clauses of `pre` and `post` are one a line.
//   - Every other form stays on one line if it fits. If not, its first operand
//     stays beside the head, and the others are below the first.
//   - The forms of checks on neighbouring lines are aligned after their
//     names, as gofmt aligns the types of fields: a blank line or a comment
//     line ends a run of checks, and a name of more than 24 columns does not
//     push the column.
//   - The parts of a case are in the order prompt, init, checks, goal. Order
//     is otherwise kept, and so is every token as it is spelled.
//   - A blank line is above each transition and each case. Other blank
//     lines stay where they are, one at most, but none at the start or end of
//     a form, and none in a form that fits on its line.
//
// # Comments
//
// A comment behind something on its line stays behind it, a comment on a line
// of its own stays above what follows it, and either makes the form that it
// is in take several lines. Three comments have to give way a little:
//
//   - one after the last operand floats out after the closing parentheses,
//     so that these can trail, as long as no other comment is there;
//   - those between the keyword and the name of a form follow the name, and
//     those in and around the owner of a transition follow the owner;
//   - below a comment in front of the first operand, all operands are a
//     step further in than the form.
//
// Where a comment on a line of its own is the last thing in a form, the
// parenthesis is on the next line.
//
// # How it works
//
// The tokens of the file become nodes, lists and atoms, with the comments
// around them (tree.go). A table says how the lists of each kind are laid out
// (style.go). One pass puts parts into order and settles where comments and
// blank lines go (arrange.go), one measures each form as it would be on one
// line, and the printer chooses between one line and several by that width
// (print.go). Nothing is tried twice, so the time is linear in the size of
// the file and of its layout.
//
// # The guard
//
// The layout is returned only if it is read again as the same tokens and the
// same comments, and if its own layout is the same text (guard.go). Otherwise
// the file is refused, with the place of the first difference: a formatter
// may fail, but not lose a comment. A file with errors is refused before that.
package format
