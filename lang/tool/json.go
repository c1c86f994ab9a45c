package tool

import (
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// AppendJSON appends the schema as JSON Schema. Keywords that are not modelled are
// as they are in the file, but for those with references, which are left out: what
// they refer to is not there.
func (s *Schema) AppendJSON(b []byte) []byte {
	w := schemaWriter{append(b, '{')}
	w.types(s)
	if s.Description != "" {
		w.member("description")
		w.b = document.AppendString(w.b, s.Description)
	}
	if s.Enum != nil {
		values := types.List(s.Enum)
		if s.Nullable {
			// Enum has no null, which JSON Schema lists like any other value.
			values = append(values[:len(values):len(values)], types.Null{})
		}
		w.value("enum", values)
	}
	w.value("const", s.Const)
	w.value("default", s.Default)
	w.bound("minimum", "exclusiveMinimum", s.Minimum)
	w.bound("maximum", "exclusiveMaximum", s.Maximum)
	w.properties(s)
	w.schema("items", s.Items)
	for _, k := range s.Unmodelled {
		// A target of $ref is not written, so the reference would lead nowhere.
		if text := k.Value(); !strings.Contains(text, `"$ref"`) {
			w.member(k.Name)
			w.b = append(w.b, text...)
		}
	}
	return append(w.b, '}')
}

// A schemaWriter is an object of JSON that is being written.
type schemaWriter struct{ b []byte }

// member begins a member.
func (w *schemaWriter) member(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(document.AppendString(w.b, name), ':')
}

func (w *schemaWriter) value(name string, v types.Value) {
	if v != nil {
		w.member(name)
		w.b = document.AppendJSON(w.b, v)
	}
}

func (w *schemaWriter) schema(name string, s *Schema) {
	if s != nil {
		w.member(name)
		w.b = s.AppendJSON(w.b)
	}
}

// types writes the types that are accepted: one by itself, several as a list.
func (w *schemaWriter) types(s *Schema) {
	var kinds types.List
	for _, k := range s.Types {
		kinds = append(kinds, types.Text(k.String()))
	}
	if s.Nullable && len(kinds) > 0 && !s.Only(KindNull) {
		kinds = append(kinds, types.Text(KindNull.String()))
	}
	switch len(kinds) {
	case 0:
		// Every type is accepted, and `type` is left out.
	case 1:
		w.value("type", kinds[0])
	default:
		w.value("type", kinds)
	}
}

func (w *schemaWriter) bound(name, exclusive string, b *Bound) {
	if b == nil {
		return
	}
	if b.Exclusive {
		name = exclusive
	}
	w.value(name, b.Value)
}

// properties writes what is said of the members of objects.
func (w *schemaWriter) properties(s *Schema) {
	var required types.List
	for _, p := range s.Properties {
		if p.Required {
			required = append(required, types.Text(p.Name))
		}
	}
	for _, r := range s.required {
		required = append(required, types.Text(r.name))
	}
	if len(s.Properties) > 0 {
		w.member("properties")
		w.b = append(w.b, '{')
		for _, p := range s.Properties {
			w.schema(p.Name, p.Schema)
		}
		w.b = append(w.b, '}')
	}
	if len(required) > 0 {
		w.value("required", required)
	}
	if s.Closed {
		w.value("additionalProperties", types.Boolean(false))
	} else {
		w.schema("additionalProperties", s.Additional)
	}
}
