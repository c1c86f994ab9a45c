package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// toolsText writes the tools that are no events as an MCP list, one parameter a line.
func toolsText(list []*toolDraft) string {
	var b strings.Builder
	b.WriteString("{\"tools\": [")
	for i, t := range list {
		if t.event != "" {
			continue
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  {\"name\": %s, \"inputSchema\": %s}", types.Quote(t.name), t.schemaText())
	}
	return b.String() + "\n]}\n"
}

// schemaText writes the schema of the arguments of a tool.
func (t *toolDraft) schemaText() string {
	text := "{\"type\": \"object\"" + objectText(t.params, ",\n      ")
	if t.closed {
		text += ", \"additionalProperties\": false"
	}
	return text + "}"
}

func objectText(list []*tool.Property, separator string) string {
	var b strings.Builder
	var required []string
	b.WriteString(", \"properties\": {")
	for i, p := range list {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(types.Quote(p.Name) + ": " + schemaText(p.Schema))
		if p.Required {
			required = append(required, types.Quote(p.Name))
		}
	}
	b.WriteString("}")
	if required != nil {
		b.WriteString(", \"required\": [" + strings.Join(required, ", ") + "]")
	}
	return b.String()
}

// schemaText writes a schema of one type, or of one type and null.
func schemaText(s *tool.Schema) string {
	var b strings.Builder
	kind := types.Quote(s.Types[0].String())
	if s.Nullable {
		kind = "[" + kind + ", \"null\"]"
	}
	b.WriteString("{\"type\": " + kind)
	if s.Enum != nil {
		list := types.List(s.Enum)
		if s.Nullable {
			list = append(list[:len(list):len(list)], types.Null{})
		}
		b.WriteString(", \"enum\": " + jsonText(list))
	}
	if s.Const != nil {
		b.WriteString(", \"const\": " + jsonText(s.Const))
	}
	if s.Default != nil {
		b.WriteString(", \"default\": " + jsonText(s.Default))
	}
	b.WriteString(boundText("Minimum", s.Minimum) + boundText("Maximum", s.Maximum))
	if s.Items != nil {
		b.WriteString(", \"items\": " + schemaText(s.Items))
	}
	if s.Properties != nil {
		b.WriteString(objectText(s.Properties, ", "))
	}
	if s.Closed {
		b.WriteString(", \"additionalProperties\": false")
	}
	return b.String() + "}"
}

func boundText(keyword string, b *tool.Bound) string {
	switch {
	case b == nil:
		return ""
	case b.Exclusive:
		keyword = "exclusive" + keyword
	default:
		keyword = strings.ToLower(keyword)
	}
	return fmt.Sprintf(", %q: %s", keyword, b.Value)
}

// jsonText writes a value whose numbers are finite decimals.
func jsonText(v types.Value) string {
	var parts []string
	switch v := v.(type) {
	case types.List:
		parts = append(parts, lists.Map(v, jsonText)...)
		return "[" + strings.Join(parts, ", ") + "]"
	case types.Object:
		for _, m := range v {
			parts = append(parts, types.Quote(m.Name)+": "+jsonText(m.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.String()
}
