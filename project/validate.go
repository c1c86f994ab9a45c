package project

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// A validator holds the values of a file against its schema.
type validator struct {
	file  string // as messages call it
	found []diag.Problem
}

// validate returns what is wrong with a file that should keep to a schema.
func validate(root *document.Node, s *ValueSchema) []diag.Problem {
	v := validator{file: s.Title}
	v.value(root, s, "", source.Span{})
	return v.found
}

func (v *validator) report(p diag.Problem) { v.found = append(v.found, p) }

// value reports how a value differs from its schema. Path is its key with
// those of the mappings around it, key the place of that key.
func (v *validator) value(x *document.Node, s *ValueSchema, path string, key source.Span) {
	if len(s.AnyOf) > 0 {
		if !slices.ContainsFunc(s.AnyOf, func(a *ValueSchema) bool { return accepts(x, a) }) {
			v.report(wrongValue{file: v.file, path: path, value: x, wanted: wanted(s), names: s.AnyOf[0].Enum})
		}
		return
	}
	if !fits(x, s) {
		v.report(wrongValue{file: v.file, path: path, value: x, wanted: wanted(s), names: s.Enum})
		return
	}
	if x.Kind == document.List && s.Items != nil {
		for i, item := range x.Items {
			v.value(item, s.Items, fmt.Sprintf("%s[%d]", path, i), place(item))
		}
	}
	if x.Kind != document.Object {
		return
	}
	for _, name := range s.Required {
		if x.Get(name) == nil {
			v.report(lacksKey{path: path, name: name, at: key})
		}
	}
	for _, e := range x.Members {
		v.entry(e, s, path)
	}
}

func (v *validator) entry(e document.Member, s *ValueSchema, path string) {
	full := e.Name
	if path != "" {
		full = path + "." + e.Name
	}
	switch p := s.Properties[e.Name]; {
	case p != nil:
		v.value(e.Value, p, full, e.At)
	case s.Additional.schema != nil:
		v.value(e.Value, s.Additional.schema, full, e.At)
	case s.Additional.none:
		names := slices.Sorted(maps.Keys(s.Properties))
		v.report(unknownKey{file: v.file, name: e.Name, in: path, at: e.At, near: spell.Nearest(e.Name, names), known: names})
	}
}

// accepts reports whether nothing is wrong with a value.
func accepts(x *document.Node, s *ValueSchema) bool {
	var v validator
	v.value(x, s, "", source.Span{})
	return len(v.found) == 0
}

// fits reports whether a value by itself is of the kind and in the range that
// a schema wants.
func fits(x *document.Node, s *ValueSchema) bool {
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(t string) bool { return isOfType[t](x) }) {
		return false
	}
	switch x.Kind {
	case document.String:
		return (s.Enum == nil || slices.Contains(s.Enum, x.Text)) && s.pattern.MatchString(x.Text)
	case document.Number:
		n, ok := number(x)
		return ok && s.Enum == nil && (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum)
	}
	return s.Enum == nil
}

// isOfType says by the name of a type of JSON Schema what values are of it.
var isOfType = map[string]func(*document.Node) bool{
	"string":  func(x *document.Node) bool { return x.Kind == document.String },
	"boolean": func(x *document.Node) bool { return x.Kind == document.Bool },
	"object":  func(x *document.Node) bool { return x.Kind == document.Object },
	"array":   func(x *document.Node) bool { return x.Kind == document.List },
	"integer": func(x *document.Node) bool {
		n, ok := number(x)
		return ok && n == math.Trunc(n)
	},
	"number": func(x *document.Node) bool {
		_, ok := number(x)
		return ok
	},
}

// number returns the value of a number.
func number(x *document.Node) (float64, bool) {
	if x.Kind != document.Number {
		return 0, false
	}
	n, err := strconv.ParseFloat(x.Text, 64)
	return n, err == nil
}

// wanted says in words what a schema expects.
func wanted(s *ValueSchema) string {
	switch {
	case s.Title != "":
		return s.Title
	case len(s.AnyOf) > 0:
		return wanted(s.AnyOf[0])
	case s.Enum != nil:
		return "one of " + quotedList(s.Enum)
	case slices.Contains(s.Type, "object"):
		return "a mapping"
	}
	return strings.Join(s.Type, " or ")
}

func quotedList(names []string) string {
	quoted := lists.Map(names, func(n string) string { return "`" + n + "`" })
	return strings.Join(quoted, ", ")
}

// inWords says in words what a value is.
func inWords(n *document.Node) string {
	switch n.Kind {
	case document.Null:
		return "nothing"
	case document.Object:
		return "a mapping"
	case document.List:
		return "a list"
	case document.String:
		if n.Text == "" {
			return "an empty text"
		}
	}
	return fmt.Sprintf("`%s`", diag.Excerpt(n.Text))
}
