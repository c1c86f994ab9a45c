package completion

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A jsonFrame is an object or a list of a JSON text, which may be unfinished.
type jsonFrame struct {
	list     bool
	key      string // in the object that it is in
	parent   *jsonFrame
	children map[string]*jsonFrame
	keys     []string
	texts    map[string]string // of values that are texts, by key

	current string // the key whose value comes next
}

// A jsonPlace is where the cursor is in a JSON text.
type jsonPlace struct {
	frame    *jsonFrame // nil at the top
	isKey    bool
	key      string // of the value
	from, to int    // what is replaced
}

// jsonPlaceAt finds out where an offset is. It needs no text that is well
// formed, and reads all of it, so that keys after the cursor are known.
func jsonPlaceAt(text string, offset int) jsonPlace {
	r := jsonReader{text: text, offset: offset}
	for r.i < len(text) {
		r.step()
	}
	if !r.found {
		// The cursor is after the last token of the text.
		r.note(offset, offset)
	}
	return r.place
}

type jsonReader struct {
	text      string
	i, offset int
	at        *jsonFrame
	place     jsonPlace
	found     bool
}

// note notes that the cursor is in or before what is between two offsets.
func (r *jsonReader) note(from, to int) {
	r.found = true
	r.place = jsonPlace{frame: r.at, from: from, to: to}
	if r.at != nil {
		r.place.key = r.at.current
		// In an object without a current key, the next string is a key.
		r.place.isKey = !r.at.list && r.at.current == ""
	}
}

func (r *jsonReader) step() {
	c := r.text[r.i]
	if !r.found && r.i >= r.offset {
		// The cursor is between tokens. Tokens note it themselves if it is inside them.
		r.note(r.offset, r.offset)
	}
	switch {
	case c == '{' || c == '[':
		r.open(c == '[')
	case c == '}' || c == ']':
		// A closing bracket that closes nothing is ignored. Its kind is not compared.
		if r.at != nil {
			r.at = r.at.parent
		}
	case c == ',':
		// After a comma the object expects a key again.
		if r.at != nil && !r.at.list {
			r.at.current = ""
		}
	case c == '"':
		// string and word advance the offset themselves.
		r.string()
		return
	case strings.IndexByte(": \t\r\n", c) < 0:
		r.word()
		return
	}
	r.i++
}

func (r *jsonReader) open(list bool) { r.at = newFrame(r.at, list) }

// newFrame returns a collection at the current place of another one, which may
// be nil.
func newFrame(parent *jsonFrame, list bool) *jsonFrame {
	f := &jsonFrame{list: list, parent: parent, children: make(map[string]*jsonFrame), texts: make(map[string]string)}
	if parent != nil {
		// An element of a list has no key of its own.
		f.key = parent.current
		if !parent.list {
			parent.children[f.key] = f
		}
	}
	return f
}

// string reads a string, which ends with its line if nothing closes it.
func (r *jsonReader) string() {
	from := r.i
	for r.i++; r.i < len(r.text) && r.text[r.i] != '"' && r.text[r.i] != '\n'; r.i++ {
		// The escaped character may be a quote, which does not end the string.
		if r.text[r.i] == '\\' {
			r.i++
		}
	}
	// A backslash at the end of the text moves the offset past it.
	r.i = min(r.i, len(r.text))
	value := r.text[from+1 : r.i]
	if r.i < len(r.text) && r.text[r.i] == '"' {
		r.i++
	}
	// Just after the closing quote the cursor is out of the string.
	here := !r.found && from < r.offset && r.offset <= r.i && !(r.offset == r.i && strings.HasSuffix(r.text[from:r.i], `"`) && r.i-from > 1)
	if here {
		r.note(from, r.i)
	}
	if r.at == nil || r.at.list {
		return
	}
	if r.at.current != "" {
		// The string is a value.
		r.at.texts[r.at.current] = value
		return
	}
	// The key under the cursor is about to be replaced and does not count as present.
	if !here {
		r.at.keys = append(r.at.keys, value)
	}
	// A key without a colon is unfinished. The frame still expects a key.
	if rest := strings.TrimLeft(r.text[r.i:], " \t\r\n"); strings.HasPrefix(rest, ":") {
		r.at.current = value
	}
}

func (r *jsonReader) word() {
	from := r.i
	for r.i < len(r.text) && strings.IndexByte("{}[],:\" \t\r\n", r.text[r.i]) < 0 {
		r.i++
	}
	if !r.found && from < r.offset && r.offset <= r.i {
		r.note(from, r.i)
	}
}

// Words of the formats of tool schemas.
var (
	schemaKeys = map[string]string{
		"type": "what a value is", "description": "what it means, in words", "properties": "the fields of an object, by name",
		"required": "the fields that have to be there", "enum": "the values that are allowed", "const": "the one value that is allowed",
		"default": "the value of an argument that is left out", "items": "what the elements of a list are", "minimum": "the least number",
		"maximum": "the greatest number", "minLength": "the least length", "maxLength": "the greatest length", "pattern": "a regular expression",
		"format": "as date-time", "additionalProperties": "whether there may be other fields", "anyOf": "one of these schemas", "nullable": "whether null is allowed",
	}
	toolKeys = map[string][]string{
		"function": {"type", "function"}, "input_schema": {"name", "description", "input_schema"}, "inputSchema": {"name", "description", "inputSchema"},
	}
	schemaHolders = []string{"parameters", "input_schema", "inputSchema", "outputSchema", "items", "additionalProperties"}
	schemaTypes   = []string{"string", "integer", "number", "boolean", "object", "array", "null"}
	schemaFormats = []string{"date", "date-time", "time", "email", "uri", "uuid"}
)

// isSchema reports whether an object is a JSON Schema.
func (f *jsonFrame) isSchema() bool {
	switch {
	case f == nil || f.list:
		return false
	case slices.Contains(schemaHolders, f.key):
		return true
	case f.parent != nil && f.parent.list:
		// An element of a list is a schema only under anyOf.
		return f.parent.key == "anyOf"
	}
	// A key of properties is a name of the user's. The properties belong to a schema, not to a
	// field of that name.
	return f.parent != nil && f.parent.key == "properties" && f.parent.parent.isSchema()
}

// isTool reports whether an object is a tool.
func (f *jsonFrame) isTool() bool {
	// OpenAI nests a tool under "function". Others have it in a list at the top or under "tools".
	return f != nil && !f.list && (f.key == "function" || f.parent != nil && f.parent.list && (f.parent.parent == nil || f.parent.key == "tools"))
}

// JSONSuggestions lists what can be put into a file of tools: names that the
// model expects first.
func JSONSuggestions(v *snapshot.View, text string, offset int) (list []suggestion, from, to int) {
	p := jsonPlaceAt(text, offset)
	return toolSuggestions(v, p, text, func(name string) string {
		quoted, _ := json.Marshal(name) // a string can be written
		return string(quoted)
	}), p.from, p.to
}

// YAMLToolSuggestions is [JSONSuggestions] for files in YAML.
func YAMLToolSuggestions(v *snapshot.View, text string, offset int) (list []suggestion, from, to int) {
	p := yamlToolPlace(text, offset)
	return toolSuggestions(v, p, text, func(name string) string { return name }), p.from, p.to
}

// toolSuggestions lists what can be put at a place of a file of tools.
func toolSuggestions(v *snapshot.View, p jsonPlace, text string, written func(name string) string) (list []suggestion) {
	f := p.frame
	// A key that already has its colon gets no second one.
	colon := ": "
	if strings.HasPrefix(strings.TrimLeft(text[p.to:], " \t\r\n"), ":") {
		colon = ""
	}
	add := func(rank int, kind protocol.CompletionItemKind, detail string, names ...string) {
		for _, name := range names {
			c := suggestion{text: written(name), label: name, detail: detail, kind: kind, rank: rank}
			if p.isKey {
				c.text += colon
			}
			list = append(list, c)
		}
	}
	switch {
	case f == nil:
	case p.isKey && f.key == "properties" && f.parent.isSchema():
		// The names of properties come from the model: the parameters that transitions bind.
		add(0, protocol.CompletionItemKindField, "bound by the transition", without(boundIn(v, f), f.keys)...)
	case p.isKey && f.isSchema():
		for _, name := range without(slices.Sorted(maps.Keys(schemaKeys)), f.keys) {
			rank := 1
			// What the type of the schema calls for comes first.
			if name == "type" || name == "properties" && f.texts["type"] == "object" || name == "items" && f.texts["type"] == "array" {
				rank = 0
			}
			add(rank, protocol.CompletionItemKindProperty, schemaKeys[name], name)
		}
	case p.isKey && f.key == "function":
		add(0, protocol.CompletionItemKindProperty, "", without([]string{"name", "description", "parameters", "strict"}, f.keys)...)
	case p.isKey && f.isTool():
		// Keys of the format that the file uses rank before those of the other formats.
		first := toolKeys[commonFormat(text)]
		add(0, protocol.CompletionItemKindProperty, "", without(first, f.keys)...)
		for _, keys := range toolKeys {
			add(1, protocol.CompletionItemKindProperty, "", without(without(keys, f.keys), first)...)
		}
	case f.isTool() && p.key == "name":
		missing, others := missingTools(v)
		add(0, protocol.CompletionItemKindFunction, "a transition without a schema", missing...)
		add(2, protocol.CompletionItemKindFunction, "has a schema", others...)
	case f.isTool() && p.key == "type":
		add(0, protocol.CompletionItemKindEnumMember, "", "function")
	case f.isSchema() && p.key == "type":
		add(0, protocol.CompletionItemKindEnumMember, "", schemaTypes...)
	case f.isSchema() && p.key == "format":
		add(0, protocol.CompletionItemKindEnumMember, "", schemaFormats...)
	case f.list && f.key == "required" && f.parent.isSchema():
		if fields := f.parent.children["properties"]; fields != nil {
			add(0, protocol.CompletionItemKindField, "", fields.keys...)
		}
	case !p.isKey && (p.key == "additionalProperties" || p.key == "nullable" || p.key == "strict"):
		list = append(list, suggestion{text: "true", kind: protocol.CompletionItemKindValue}, suggestion{text: "false", kind: protocol.CompletionItemKindValue})
	}
	// Maps were ranged over in random order. The sort makes the list deterministic, and
	// brings equal suggestions of two formats together.
	slices.SortStableFunc(list, func(a, b suggestion) int { return strings.Compare(a.label, b.label) })
	return slices.CompactFunc(list, func(a, b suggestion) bool { return a.text == b.text && a.rank == b.rank })
}

func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(others, n) })
}

// commonFormat returns the key that tells the format of most tools of a text.
func commonFormat(text string) string {
	best, most := "", 0
	for _, format := range []string{"function", "input_schema", "inputSchema"} {
		// JSON quotes the key, YAML does not.
		if n := strings.Count(text, format+`":`) + strings.Count(text, format+":"); n > most {
			best, most = format, n
		}
	}
	return best
}

// boundIn returns the parameters that the transition of a tool binds.
func boundIn(v *snapshot.View, f *jsonFrame) []string {
	name := ""
	// The tool may be several schemas out.
	for g := f; g != nil && name == ""; g = g.parent {
		if g.isTool() {
			name = g.texts["name"]
		}
	}
	var list []string
	for _, m := range v.Result.Models {
		if t := m.Transition(name); t != nil {
			for _, p := range t.Params {
				if p.Bind.Param != nil {
					list = append(list, p.Bind.Param.Name)
				}
			}
		}
	}
	return list
}

// missingTools returns the tools of transitions that have no schema, and those
// that have one.
func missingTools(v *snapshot.View) (missing, others []string) {
	for _, m := range v.Result.Models {
		for _, t := range m.Transitions {
			if t.Tool == nil {
				missing = append(missing, t.Name())
			} else {
				others = append(others, t.Name())
			}
		}
	}
	return missing, others
}
