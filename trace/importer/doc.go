// Package importer reads the traces that exist: one file a format.
//
// [Read] opens a file, sees through gzip and zstd, recognises the format by
// the structure of what stands in it and not by its name, and pushes canonical
// events into a sink. [Options.Format] overrides what would be recognised. A
// [Note] tells what had to be guessed: ids that were made from positions, an
// order that the file does not state, an error that is one by its text alone.
package importer
