package stage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// toolsJSON writes tools as the result of MCP's tools/list, whatever format they came in.
func toolsJSON(list []*tool.Tool) []byte {
	var tools []json.RawMessage
	for _, t := range list {
		o := object{{"name", t.Name}, {"description", t.Description}, {"inputSchema", json.RawMessage(t.Input.AppendJSON(nil))}}
		if t.Output != nil {
			o = append(o, member{"outputSchema", json.RawMessage(t.Output.AppendJSON(nil))})
		}
		tools = append(tools, o.raw())
	}
	var b bytes.Buffer
	// Indent keeps the order of the members, which a map would not.
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
	// The heading is taken back where nothing follows it.
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
		// Encode keeps <, > and &, which schemas have in their descriptions.
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(m.value); err != nil {
			panic(err) // texts, and JSON
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}
