package project

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// A validator holds the values of a file against its schema.
type validator struct{ found []diag.Problem }

// validate returns what is wrong with a file.
func validate(root *value) []diag.Problem {
	var v validator
	v.value(root, configSchema(), "", source.Span{})
	return v.found
}

func (v *validator) report(p diag.Problem) { v.found = append(v.found, p) }

// value reports how a value differs from its schema. Path is its key with
// those of the mappings around it, key the place of that key.
func (v *validator) value(x *value, s *schema, path string, key source.Span) {
	if len(s.AnyOf) > 0 {
		if !slices.ContainsFunc(s.AnyOf, func(a *schema) bool { return accepts(x, a) }) {
			v.report(wrongValue{path: path, value: x, wanted: wanted(s), names: s.AnyOf[0].Enum})
		}
		return
	}
	if !fits(x, s) {
		v.report(wrongValue{path: path, value: x, wanted: wanted(s), names: s.Enum})
		return
	}
	if x.kind != mappingValue {
		return
	}
	for _, name := range s.Required {
		if x.get(name) == nil {
			v.report(lacksKey{path: path, name: name, at: key})
		}
	}
	for _, e := range x.entries {
		v.entry(e, s, path)
	}
}

func (v *validator) entry(e entry, s *schema, path string) {
	full := e.name
	if path != "" {
		full = path + "." + e.name
	}
	switch p := s.Properties[e.name]; {
	case p != nil:
		v.value(e.value, p, full, e.at)
	case s.Additional.schema != nil:
		v.value(e.value, s.Additional.schema, full, e.at)
	case s.Additional.none:
		names := slices.Sorted(maps.Keys(s.Properties))
		v.report(unknownKey{name: e.name, in: path, at: e.at, near: spell.Nearest(e.name, names), known: names})
	}
}

// accepts reports whether nothing is wrong with a value.
func accepts(x *value, s *schema) bool {
	var v validator
	v.value(x, s, "", source.Span{})
	return len(v.found) == 0
}

// fits reports whether a value by itself is of the kind and in the range that
// a schema wants.
func fits(x *value, s *schema) bool {
	if len(s.Type) > 0 && !slices.ContainsFunc(s.Type, func(t string) bool { return isOf(x, t) }) {
		return false
	}
	switch x.kind {
	case textValue:
		return (s.Enum == nil || slices.Contains(s.Enum, x.text)) && s.pattern.MatchString(x.text)
	case integerValue, numberValue:
		n, ok := number(x)
		return ok && s.Enum == nil && (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum)
	}
	return s.Enum == nil
}

func isOf(x *value, name string) bool {
	switch name {
	case "string":
		return x.kind == textValue
	case "boolean":
		return x.kind == truthValue
	case "integer":
		n, ok := number(x)
		return ok && n == math.Trunc(n)
	case "number":
		_, ok := number(x)
		return ok
	case "object":
		return x.kind == mappingValue
	}
	return false
}

// number returns the value of a number. YAML's infinities and what is not a
// number are none.
func number(x *value) (float64, bool) {
	text := strings.ReplaceAll(x.text, "_", "")
	switch x.kind {
	case integerValue:
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			return float64(n), true
		}
		fallthrough
	case numberValue:
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
	}
	return 0, false
}

// wanted says in words what a schema wants.
func wanted(s *schema) string {
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
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "`" + n + "`"
	}
	return strings.Join(quoted, ", ")
}

// described says in words what a value is.
func (v *value) described() string {
	switch v.kind {
	case nullValue:
		return "nothing"
	case mappingValue:
		return "a mapping"
	case listValue:
		return "a list"
	case textValue:
		if v.text == "" {
			return "an empty text"
		}
	}
	return fmt.Sprintf("`%s`", diag.Excerpt(v.text))
}
