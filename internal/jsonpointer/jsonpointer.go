// Package jsonpointer escapes and unescapes the tokens of JSON Pointers (RFC 6901).
package jsonpointer

import "strings"

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~0", "~", "~1", "/")
)

// Escape returns the token of a pointer that refers to a member of this name.
func Escape(name string) string { return escaper.Replace(name) }

// Unescape returns the name of the member that a token refers to.
func Unescape(token string) string { return unescaper.Replace(token) }
