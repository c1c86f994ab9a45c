// Package importer reads the trace formats of other tools: one file for each
// format.
//
// [Read] opens a file, decompresses gzip, zstd and ZIP, recognises the format by
// the structure of the content and not by the name, and pushes canonical
// events into a sink. [Options.Format] overrides what would be recognised. A
// [Note] tells what had to be guessed: ids that were made from positions, an
// order that the file does not state, an error that is one by its text alone.
//
// # Records
//
// A file is lines of JSON, a list, one document, or several one after the other.
// It is cut into records without being read as a whole: lines, the elements of
// a list, the elements of that member of a document that its format streams, or
// the document. A record that is broken, too large, or of no known format is a
// problem, and the next one is read.
//
// Each record is offered to the format of the one before it; if that does not
// know it, to all. A record may be a trace, several, or a part of one: a
// message, a span. The format's handler knows, and keeps what it must until the
// records end.
//
// # Events
//
// Handlers put events on a trail. At its end calls and results are joined, by
// id where the log has usable ones and by order where not, each call learns how
// it ended, and the events are pushed. So a trace is kept as a whole, but not a
// file; the plain format, whose events say everything already, is not kept at
// all.
//
// A format is a file with a recogniser and a handler, an entry in the list of
// formats, an example in testdata, and a row in docs/traces.md.
//
// This package is not part of the supported API, and may change.
package importer
