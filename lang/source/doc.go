// Package source holds source texts and converts byte offsets to lines and
// columns.
//
// A position is a byte offset, always. Lines and columns are questions that
// a reader asks of a position, in the unit of that reader: a compiler's
// message counts bytes, an editor counts UTF-16 code units, a terminal counts
// cells. [File.Location] answers each on demand, so that no node ever carries
// a line number that an edit elsewhere makes stale.
//
// A [File] is immutable. It stands for a file on disk, standard input, or a
// fragment of another file: the parser gives every unit of a file (a clause,
// a part of a case) a fragment of its own, so that the tree of a unit stays
// valid wherever later edits move it. Spans into fragments are translated
// to spans of the whole file by the tree that owns them.
//
// The idea of spans without columns is bufbuild/protocompile's
// (experimental/source).
package source
