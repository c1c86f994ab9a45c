// Package lazyregexp has regular expressions that are compiled on their first use. A
// program that starts compiles none: mantrac has some eighty, and most commands use few.
//
// The idea and the name are those of the Go project (internal/lazyregexp).
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// A Regexp is a regular expression that is compiled on its first use.
type Regexp struct {
	get func() *regexp.Regexp
}

// In tests all expressions are compiled at once, so that a wrong one is found.
var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// New returns the regular expression of a pattern. A wrong pattern panics on its first use.
func New(pattern string) *Regexp {
	x := &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	if inTest {
		x.get()
	}
	return x
}

// Each method does what that of [regexp.Regexp] does.

func (x *Regexp) MatchString(s string) bool                  { return x.get().MatchString(s) }
func (x *Regexp) FindString(s string) string                 { return x.get().FindString(s) }
func (x *Regexp) FindStringIndex(s string) []int             { return x.get().FindStringIndex(s) }
func (x *Regexp) FindStringSubmatch(s string) []string       { return x.get().FindStringSubmatch(s) }
func (x *Regexp) FindStringSubmatchIndex(s string) []int     { return x.get().FindStringSubmatchIndex(s) }
func (x *Regexp) FindSubmatch(b []byte) [][]byte             { return x.get().FindSubmatch(b) }
func (x *Regexp) FindAllString(s string, n int) []string     { return x.get().FindAllString(s, n) }
func (x *Regexp) FindAllStringIndex(s string, n int) [][]int { return x.get().FindAllStringIndex(s, n) }
func (x *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return x.get().FindAllStringSubmatch(s, n)
}
func (x *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return x.get().FindAllStringSubmatchIndex(s, n)
}
func (x *Regexp) ReplaceAllString(s, by string) string { return x.get().ReplaceAllString(s, by) }
func (x *Regexp) ReplaceAllLiteralString(s, by string) string {
	return x.get().ReplaceAllLiteralString(s, by)
}
func (x *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	return x.get().ReplaceAllStringFunc(s, by)
}
func (x *Regexp) Split(s string, n int) []string { return x.get().Split(s, n) }
