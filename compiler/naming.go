package compiler

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
)

// Symbols are named by what models and schemas call things, with marks of the encoder
// between: blanks, @ and words in parentheses. Schemas may have any text as the name of
// a field, and models any identifier. Names that could be taken for others are
// quoted, so that two things never share a symbol.

// word returns a name as a part of the name of a symbol.
func word(name string) string { return quoted(name, `@()"`) }

// quoted returns a name in quotes if it has blanks, or one of some marks.
func quoted(name, marks string) string {
	if name == "" || strings.ContainsFunc(name, unicode.IsSpace) || strings.ContainsAny(name, marks) {
		return strconv.Quote(name)
	}
	return name
}

// leafName returns what a leaf is called in the names of symbols: `v` or `r.f.g`.
func leafName(l system.Leaf) string {
	parts := append([]string{l.Var.Name()}, l.Path...)
	return strings.Join(lists.Map(parts, func(p string) string { return quoted(p, `.@()"`) }), ".")
}

// parameterName returns what a parameter of a tool is called in the names of symbols.
func parameterName(t *system.Tool, p *system.Parameter) string {
	name := word(p.Name)
	if p.Answer {
		name = "(answer) " + name
	}
	return word(t.Name) + " " + name
}

// argumentName returns what a parameter is called in a call, counted from 0.
func argumentName(t *system.Tool, p *system.Parameter, call int) string {
	return fmt.Sprintf("%s@%d", parameterName(t, p), call+1)
}
