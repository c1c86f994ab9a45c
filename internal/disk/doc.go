// Package disk writes results and changed files for the command line.
//
// A file is written as a whole or not at all, and several files are written
// together: if one cannot be written, the others get their old texts back. An
// interrupt waits until a file is in its place.
package disk
