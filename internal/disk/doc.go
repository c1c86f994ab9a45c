// Package disk writes files for the command line, each as a whole or not at
// all.
//
// A file is written as a whole or not at all, and several files are written
// together: if one cannot be written, the others get their old texts back. An
// interrupt waits until a file is in its place.
package disk
