// Package cursor finds the place of the cursor in a file, by its tokens. It needs no text that
// is well formed.
//
// This package is not part of the supported API, and may change.
package cursor
