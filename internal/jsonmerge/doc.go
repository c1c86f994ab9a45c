// Package jsonmerge is a three-way merge of JSON documents by their members.
//
// Members of objects are told apart by their names. Elements of arrays are told
// apart by their member `at`, `name` or `function.name`, where all have a different
// one, and else by what they are; an array with equal elements is one value. The
// text is that of ours, with that of theirs where something is theirs.
package jsonmerge
