// Package selection finds the models, suites and cases that arguments name,
// and leaves out those with errors.
//
// An argument is a file, a folder or a pattern. A model that is named by itself
// includes all suites about it in its project. A suite is usable if it has a
// model, and if nothing that it rests on has an error: the suite itself, its model,
// and the settings and tools of its project. What cannot be used is returned as
// diagnostics and errors, and does not keep the rest from being used.
package selection
