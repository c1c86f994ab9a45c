// Package lsp is the language server: `mantrac lsp`.
//
// # From text to answers
//
// The server holds the text of the open documents and nothing else that
// changes. Each notification about documents makes a new [snapshot], which is
// immutable; a request is answered from the snapshot that stood when it came,
// in a goroutine of its own, while edits go on. A snapshot checks a project
// when it is first asked about it, with what the last check of that project
// found out at hand (project.Cache), so that an edit costs the forms that it
// touched.
//
// # Names
//
// What an identifier stands for is answered in one place, occurrences.go: it
// lists every identifier in the files of a project with the thing that it
// names, in models, suites, and tool schemas alike. Definition, references,
// highlights, rename, hover and semantic tokens are questions to that list. It
// is kept by forms (names.go), so that a keystroke costs the forms that it
// touches here, too.
//
// # Unfinished text
//
// Who types is mostly in the middle of something that is not well formed, and
// of which the tree has nothing. Completion, signatures, indentation and
// selections go by the tokens instead: forms.go nests them as their
// parentheses stand and finds the list that the cursor is in, and wanted.go
// says from the heads of the lists around it what belongs there, and of which
// type. What can be named comes from the last check of the other forms.
//
// # What takes long
//
// Verdicts of cases (verify.go), what package lint finds out about models
// (inspect.go), and what their changes since the merge base mean (review.go),
// come from child processes. All belong to a text (subjects.go): a verdict is
// shown as long as nothing that it depends on changes, as obsolete from then on,
// and never dropped because of a mistake; a request about a text that is gone is
// ended. What takes
// longer than a moment is shown by clients that can show it (progress.go), and
// ended when the user says so.
//
// # Positions
//
// Everything here counts bytes. Lines and columns in the client's unit, UTF-16
// or, if the client can, UTF-8, are made and read by the mapper in position.go
// and nowhere else.
//
// This package is not part of the supported API, and may change.
package lsp
