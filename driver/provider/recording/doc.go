// Package recording keeps the answers of language models in a file, and answers from
// it: it records, it is the cache of a run, and it replays.
//
// A recording is a file of JSON lines. The first is a [Header], which says who
// answered. Each further line is an [Entry]: a request, and the answer or why there is
// none. Lines are only appended, each by one write that reaches the disk before the
// answer is used, so that a run that is killed pays for no answer twice. A last line
// that was cut off is removed when the file is opened for appending; one that lacks only
// its line end is kept.
//
// Answers are found by the key of the request ([provider.Request.Key]), which is made
// of all that determines them. [Log.Record] also compares the provider; [Log.Replay]
// does not, so that a recording can be replayed without any.
//
// This package is not part of the supported API, and may change.
package recording
