// Package document reads JSON and YAML, and keeps the digits of numbers and the
// place of each value: files as nodes with their faults and fixes, and large,
// streamed and damaged JSON as tables.
//
// # Nodes
//
// [ReadJSON] and [ReadYAML] read files that people write into a tree of [Node]s,
// each with its place in the file. What is wrong is a [Fault] with its place and,
// where it is plain, its fix; reading goes on after the mistakes that people and
// programs make most. [Options] bound what is read.
//
// # Tables
//
// [Document.Parse] reads one text, as logs have it by the million, into a table, in one
// pass and without recursion; a [Value] is a place in that table. Strings are
// decoded when they are asked for, numbers when they are needed as
// [types.Value]s, and nothing is copied that need not be. A value knows its JSON
// pointer.
//
// What the grammar forbids is a [*SyntaxError], with two exceptions that
// programs write all the time: NaN and the infinities, and halves of surrogate
// pairs. Both are read, and counted.
//
// # Streams
//
// A [Stream] cuts a file of any size into lines or into values, without reading
// what is inside them. It keeps one value at a time, and of a value that is
// larger than the limit nothing at all. The texts that it returns are never
// overwritten, so that strings may point into them.
package document
