package stage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	read "github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// toolsJSON writes tools as the result of MCP's tools/list, whatever format they came in.
func toolsJSON(list []*tool.Tool) []byte {
	var tools []json.RawMessage
	for _, t := range list {
		o := object{{"name", t.Name}, {"description", t.Description}, {"inputSchema", schemaJSON(t.Input)}}
		if t.Output != nil {
			o = append(o, member{"outputSchema", schemaJSON(t.Output)})
		}
		tools = append(tools, o.raw())
	}
	var b bytes.Buffer
	if err := json.Indent(&b, object{{"tools", tools}}.raw(), "", "  "); err != nil {
		panic(err) // it was marshalled
	}
	return append(b.Bytes(), '\n')
}

// toolSettings are the keys of a mantra.yaml that say what tools do, and whose they are.
func toolSettings(list []*tool.Tool) string {
	var b strings.Builder
	b.WriteString("effects:\n")
	var users []string
	for _, t := range list {
		if t.Effect != tool.EffectUnknown {
			fmt.Fprintf(&b, "  %s: %s\n", types.Quote(t.Name), t.Effect)
		}
		if t.Owner == tool.User {
			users = append(users, types.Quote(t.Name))
		}
	}
	text := strings.TrimSuffix(b.String(), "effects:\n") // where there are none
	if len(users) > 0 {
		text += "user_tools: [" + strings.Join(users, ", ") + "]\n"
	}
	return text
}

// A member of an object, which is written in the order of its members.
type member struct {
	name  string
	value any
}

type object []member

func (o object) raw() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(m.name)
		b.Write(append(name, ':'))
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(m.value); err != nil {
			panic(err) // texts, and JSON
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

// schemaJSON writes a schema as JSON Schema: what of it is modelled.
func schemaJSON(s *tool.Schema) json.RawMessage {
	var o object
	add := func(name string, value any) { o = append(o, member{name, value}) }
	var kinds []string
	for _, k := range s.Types {
		kinds = append(kinds, k.String())
	}
	if s.Nullable && len(kinds) > 0 {
		kinds = append(kinds, tool.KindNull.String())
	}
	switch len(kinds) {
	case 0:
	case 1:
		add("type", kinds[0])
	default:
		add("type", kinds)
	}
	if s.Description != "" {
		add("description", s.Description)
	}
	if s.Enum != nil {
		values := []json.RawMessage{}
		for _, v := range s.Enum {
			values = append(values, read.AppendJSON(nil, v))
		}
		if s.Nullable {
			values = append(values, json.RawMessage("null"))
		}
		add("enum", values)
	}
	for _, x := range []struct {
		name  string
		value types.Value
	}{{"const", s.Const}, {"default", s.Default}} {
		if x.value != nil {
			add(x.name, json.RawMessage(read.AppendJSON(nil, x.value)))
		}
	}
	return append(append(o, limits(s)...), contents(s)...).raw()
}

// limits are the members of a schema about numbers.
func limits(s *tool.Schema) object {
	var o object
	for _, x := range []struct {
		name, exclusive string
		bound           *tool.Bound
	}{{"minimum", "exclusiveMinimum", s.Minimum}, {"maximum", "exclusiveMaximum", s.Maximum}} {
		if x.bound == nil {
			continue
		}
		name := x.name
		if x.bound.Exclusive {
			name = x.exclusive
		}
		o = append(o, member{name, json.RawMessage(read.AppendJSON(nil, x.bound.Value))})
	}
	return o
}

// contents are the members of a schema about what is in objects and arrays.
func contents(s *tool.Schema) object {
	var o, properties object
	var required []string
	for _, p := range s.Properties {
		properties = append(properties, member{p.Name, schemaJSON(p.Schema)})
		if p.Required {
			required = append(required, p.Name)
		}
	}
	if len(properties) > 0 {
		o = append(o, member{"properties", properties.raw()})
	}
	if len(required) > 0 {
		o = append(o, member{"required", required})
	}
	switch {
	case s.Closed:
		o = append(o, member{"additionalProperties", false})
	case s.Additional != nil:
		o = append(o, member{"additionalProperties", schemaJSON(s.Additional)})
	}
	if s.Items != nil {
		o = append(o, member{"items", schemaJSON(s.Items)})
	}
	return o
}
