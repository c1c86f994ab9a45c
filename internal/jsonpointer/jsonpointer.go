// Package jsonpointer escapes, unescapes and reads the tokens of JSON Pointers (RFC 6901).
package jsonpointer

import (
	"strconv"
	"strings"
)

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~0", "~", "~1", "/")
)

// Escape returns the token of a pointer that refers to a member of this name.
func Escape(name string) string { return escaper.Replace(name) }

// Unescape returns the name of the member that a token refers to.
func Unescape(token string) string { return unescaper.Replace(token) }

// Index returns which of n elements a token refers to, and whether it refers to one. There are no
// signs and no leading zeros.
func Index(token string, n int) (i int, ok bool) {
	i, err := strconv.Atoi(token)
	return i, err == nil && i >= 0 && i < n && token == strconv.Itoa(i)
}
