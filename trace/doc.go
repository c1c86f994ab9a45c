// Package trace defines the canonical form of a trace: a header and a sequence
// of events.
//
// # Events
//
// An [Event] is a call of a tool, the result of one, a message, or an
// approval. Its order is that of the file, and where the file says that calls
// were made side by side they share a group, inside which no order is
// invented. Arguments are kept as they were written, numbers digit by digit,
// together with whether they could be read: what a log leaves out or hides is
// said to be absent or redacted, and a value beyond the limits is said to be
// there and not known, since grading must then say inconclusive and
// not fail.
//
// # Streams
//
// Readers push: they tell a [Sink] where a trace begins, its events, and where
// it ends, so that a file of any size is read in constant memory as long as
// its format lets a reader do so. What could not be read is a [Problem] of one
// record; the rest of the file is read on.
//
// Package importer has a reader for each format that is known, package grade
// judges a stream by a suite, package metrics computes rates over many
// graded traces.
package trace
