// Package project finds the files of a project and checks them.
//
// # From arguments to files
//
// [Find] turns arguments into a list of [File]: files as they are, folders by
// walking them, patterns by matching them, and "-" as standard input. It
// reads nothing but names, and reports what cannot be used without giving up
// on the rest.
//
// # Projects
//
// A file's project is the folder of the nearest mantra.yaml above it, or else
// its own folder. The project says which tools there are and which model a
// suite is about. Files that are named inside a project (by `use` in a suite,
// by keys of mantra.yaml) are relative to the file that names them and may
// not lie outside the project, links resolved: a project can be handed to
// somebody else as a whole, and a suite that was received from somebody else
// reads nothing but the project.
//
// # Checking
//
// [Check] reads each file once, checks each model once, however many suites
// use it, and returns one list of diagnostics. It is about the files that it
// was given: findings in a model that is reached only through a suite are
// left to a check of that model, except that the suite is told if there
// are errors. The settings and the tools of a project belong to every file in
// it, so their findings are always there.
//
// The lints that need all suites of a model are made with all of them, the
// ones that were not asked about included; so a file has the same findings
// whatever else is checked in the same run.
//
// # mantra.yaml
//
// The keys of seed 000, App. 0.C.4 and ours are described by a JSON Schema
// ([Schema]) that editors can use. It is also what the file is checked by:
// schema.go reads the few keywords that it uses, validate.go walks the file
// along it. A text like `${NAME:-default}`, which the pipeline replaces from
// the environment, is accepted for any setting that is not the name of a file
// that has to be read here, and left alone.
//
// # Limits
//
// Only regular files are read, of at most [MaxSize] bytes (mantra.yaml:
// 1 MiB). Folders whose name begins with a dot, node_modules, and links to
// folders are not walked into, so a walk always ends.
//
// This package is not part of the supported API, and may change.
package project
