// Package lsp is the language server: `mantrac lsp`.
//
// The code is in its subpackages, each of which imports only those above it:
//
//   - worker: the process that validates, inspects, compares, repairs and mutates, and its parent's side
//   - snapshot: texts and checked projects, which never change; names and positions
//   - cursor: forms by their tokens, well formed or not, and the place in them
//   - completion: what can be written at a place
//   - jobs: questions that the worker answers in the background
//   - feature: what an editor asks for, one file for each feature
//   - server: the protocol, and what is published without being asked for
//
// # From text to answers
//
// The server holds the text of the open documents and nothing else that
// changes. Each notification about documents makes a new snapshot, which is
// immutable; a request is answered from the snapshot that was current when it
// came, in a goroutine of its own, while edits go on. A snapshot checks a
// project when it is first asked about it, with what the last check of that
// project found out at hand (project.Cache), so that an edit costs the forms
// that it touched.
//
// # Names
//
// What an identifier refers to is answered in one place, snapshot/occurrences.go:
// it lists every identifier in the files of a project with the thing that it
// names, in models, suites, and tool schemas alike. Definition, references,
// highlights, rename, hover and semantic tokens query that list. It is kept by
// forms (names.go), so that a keystroke costs the forms that it touches here,
// too.
//
// # Unfinished text
//
// While somebody types, the text is mostly not well formed, and the tree has
// nothing of that part. Completion, signatures, indentation and selections use
// the tokens instead: package cursor nests them by their parentheses and finds
// the list that the cursor is in; package completion decides from the heads of
// the lists around it what is expected there, and of which type. What can be
// named comes from the last check of the other forms.
//
// # Background work
//
// Verdicts of cases, what package lint finds out about models, and what their
// changes since the merge base mean come from worker processes. Each is a job
// (package jobs). An answer belongs to a text: it is shown as long as nothing
// that it depends on changes, as outdated from then on, and never dropped
// because of a mistake; a request about a text that is gone is given up. Work
// that takes long is shown by clients that can show it (server/progress.go), and
// ended when the user says so.
//
// # Positions
//
// Everything here counts bytes. Lines and columns in the client's unit, UTF-16
// or, if the client can, UTF-8, are made and read by snapshot.Mapper and nowhere
// else.
//
// This package is not part of the supported API, and may change.
package lsp
