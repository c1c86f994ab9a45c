// Package format writes files of both languages in their one canonical
// layout. There are no options.
package format
