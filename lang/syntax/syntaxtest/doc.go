// Package syntaxtest draws random files of both languages for property tests.
//
// A file is drawn in two steps. [Model] and [Suite] draw the tokens of a file
// that is well formed: package ast finds no error in it, though names need
// not be declared nor types fit. [Spread] then writes tokens with white
// space, and with comments if it is told so, between any two of them.
package syntaxtest
