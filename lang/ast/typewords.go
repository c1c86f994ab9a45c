package ast

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
)

var (
	generic   = lazyregexp.New(`^(?i:array|list|set|sequence|seq|vec|vector)[<\[](\w+)[>\]]$`)
	bracketed = lazyregexp.New(`^(\w+)\[\]$`)
	optional  = lazyregexp.New(`^(\w+)\?$`)
)

// foreignType returns our name of a type in another notation, or "".
func foreignType(text string) (string, diag.Level) {
	for _, form := range []*lazyregexp.Regexp{generic, bracketed} {
		if m := form.FindStringSubmatch(text); m != nil {
			if kind := strings.ToLower(text[:3]); form == generic && kind != "set" && kind != "arr" {
				return "(Array " + basicName(m[1]) + ")", diag.Suggestion // a list has an order, and an Array of a model has none
			}
			return "(Array " + basicName(m[1]) + ")", diag.Certain
		}
	}
	if m := optional.FindStringSubmatch(text); m != nil {
		return basicName(m[1]), diag.Suggestion
	}
	if name := strings.Trim(text, `"':`); name != text {
		if _, ok := basics[basicName(name)]; ok {
			return basicName(name), diag.Certain
		}
	}
	if text == "Array" {
		return "(Array TYPE)", diag.Placeholder
	}
	return "", diag.Suggestion
}

// basicName returns our name of a type without structure, or the name itself.
func basicName(name string) string {
	if s := typeSynonyms[strings.ToLower(name)]; s != "" {
		return s
	}
	return name
}

// lackingTypes says what to write in place of types that the language does not
// have.
var lackingTypes = []struct{ words, instead string }{
	{"date time datetime timestamp duration instant", "declare what matters of it: an `Int` of days or hours, or a `Bool` such as `too_late`"},
	{"object json any unknown", "declare a set of the keys with the property, `(Array String)`, or a `(Record (NAME TYPE) …)` with the fields that matter"},
	{"optional maybe option nullable union", "a variable always has a value: declare the type alone, and a `Bool` beside it that says whether the value counts"},
	{"tuple pair", "declare a `(Record (NAME TYPE) …)`, or a variable for each part"},
	{"func function lambda", "a model has no functions; declare a variable for the value that is needed"},
}
