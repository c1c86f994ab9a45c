package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
	"pgregory.net/rapid"
)

// MapProjects draws small projects whose state is mostly maps: of each kind of
// key, closed, open and free at first, assigned whole, by key, or in relations.
func MapProjects() *rapid.Generator[*Project] { return mapProjects(false) }

// TinyMapProjects draws such projects that are for brute force: [TinyCalls] and
// [TinyStates] list all calls and states.
func TinyMapProjects() *rapid.Generator[*Project] { return mapProjects(true) }

func mapProjects(tiny bool) *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		g := &mapper{drawer: drawer{t}, tiny: tiny}
		return Load(g.draft())
	})
}

// A mapper draws a project with maps.
type mapper struct {
	drawer
	typ       *types.Map // of all maps
	maps      []string
	tools     []mapTool
	constants bool
	tiny      bool
}

// A mapTool is a tool whose arguments k and j are keys and v is a value.
type mapTool struct {
	name   string
	params []string
	schema map[string]string
	needed []string
}

func (g *mapper) draft() (tools, model, suite string) {
	letters := &types.Enum{Names: []string{"y", "x"}}
	g.typ = &types.Map{
		Key: pick(g.drawer, []types.Type{&types.Enum{Names: []string{"b", "a"}}, types.String, types.Int, types.String}),
		Value: pick(g.drawer, []types.Type{types.Bool, letters, types.Int, types.String, types.Real,
			&types.Record{Fields: []types.Field{{Name: "g", Type: types.Bool}, {Name: "f", Type: letters}}},
			&types.Array{Elem: letters}, &types.Array{Elem: types.String}}),
	}
	// Brute force lists all states, so keys and values have few values.
	if g.tiny {
		g.typ = &types.Map{Key: g.typ.Key, Value: pick(g.drawer, []types.Type{types.Bool, letters})}
		g.typ.Key = &types.Enum{Names: []string{"b", "a"}}
	}
	g.maps = []string{"m", "w"}[:g.between(1, 2)]
	g.constants = g.oneIn(3)
	for i := range g.between(1, 3) {
		g.tools = append(g.tools, g.tool(fmt.Sprintf("t%d", i)))
	}
	return g.toolsText(), g.modelText(), g.suiteText()
}

func (g *mapper) tool(name string) mapTool {
	t := mapTool{name: name, schema: make(map[string]string)}
	for _, p := range []string{"k", "j", "v"}[:g.between(1, 3)] {
		typ := g.typ.Key
		if p == "v" {
			typ = g.typ.Value
		}
		t.params = append(t.params, p)
		t.schema[p] = g.schema(typ)
		if !g.oneIn(4) {
			t.needed = append(t.needed, types.Quote(p))
		}
	}
	return t
}

// schema draws the schema of an argument.
func (g *mapper) schema(t types.Type) string {
	switch t := t.(type) {
	case *types.Array:
		return `{"type": "array", "items": {"type": "string"}}`
	case *types.Record:
		return `{"type": "object", "properties": {"g": {"type": "boolean"}, "f": {"type": "string"}}, "required": ["g", "f"]}`
	case *types.Enum:
		if g.tiny && g.flip() {
			// "z" is a value of the schema that the enum of the model lacks.
			return fmt.Sprintf(`{"type": "string", "enum": [%s, %s, "z"]}`, types.Quote(t.Names[0]), types.Quote(t.Names[1]))
		}
		if !g.tiny && g.flip() {
			return `{"type": "string"}`
		}
		return fmt.Sprintf(`{"type": "string", "enum": [%s, %s]}`, types.Quote(t.Names[0]), types.Quote(t.Names[1]))
	}
	switch t {
	case types.Bool:
		return `{"type": "boolean"}`
	case types.Int:
		return pick(g.drawer, []string{`{"type": "integer"}`, `{"type": "integer", "minimum": 0, "maximum": 2}`})
	case types.Real:
		return pick(g.drawer, []string{`{"type": "number"}`, `{"type": "integer"}`})
	}
	return pick(g.drawer, []string{`{"type": "string"}`, `{"type": "string", "enum": ["a", "b"]}`})
}

func (g *mapper) toolsText() string {
	var list []string
	for _, t := range g.tools {
		properties := lists.Map(t.params, func(p string) string { return types.Quote(p) + ": " + t.schema[p] })
		list = append(list, fmt.Sprintf("\n  {\"name\": %q, \"inputSchema\": {\"type\": \"object\", \"properties\": {%s}, \"required\": [%s]}}",
			t.name, strings.Join(properties, ", "), strings.Join(t.needed, ", ")))
	}
	return "{\"tools\": [" + strings.Join(list, ",") + "\n]}\n"
}

func (g *mapper) modelText() string {
	var b strings.Builder
	b.WriteString("(model")
	if g.constants {
		fmt.Fprintf(&b, "\n  (const c %s %s)", g.typ, g.written(false))
	}
	for i, m := range g.maps {
		fmt.Fprintf(&b, "\n  (var %s %s)", m, turned(g.typ, i))
	}
	b.WriteString("\n  (var p Bool)")
	if !g.tiny {
		b.WriteString("\n  (var s String)\n  (var n Int)")
	}
	for _, t := range g.tools {
		fmt.Fprintf(&b, "\n  (transition %s\n    (params", t.name)
		for _, p := range t.params {
			fmt.Fprintf(&b, " (%s %s)", p, p)
		}
		b.WriteString(")")
		var pre []string
		for range g.between(0, 2) {
			pre = append(pre, g.atom(t, "", 1))
		}
		writeSections(&b, pre, g.post(t))
	}
	return b.String() + ")\n"
}

// post draws what a call does.
func (g *mapper) post(t mapTool) []string {
	var list []string
	guarded := func(s string) string {
		if g.oneIn(4) {
			return "(=> " + g.atom(t, "", 0) + " " + s + ")"
		}
		return s
	}
	for _, m := range g.maps {
		// Single keys most often, then the whole map or a relation, and sometimes no change.
		switch g.between(0, 5) {
		case 0, 1, 2:
			// Two assignments may meet on one key, which breaks an implicit precondition.
			for range g.between(1, 2) {
				list = append(list, guarded(fmt.Sprintf("(= (get (next %s) %s) %s)", m, g.key(t), g.value(t))))
			}
			if g.oneIn(8) {
				list = append(list, g.atom(t, "(next "+m+")", 0))
			}
		case 3:
			list = append(list, guarded(fmt.Sprintf("(= (next %s) %s)", m, g.mapping(t, 1))))
		case 4:
			list = append(list, g.atom(t, "(next "+m+")", 1))
		}
	}
	if g.oneIn(3) {
		list = append(list, "(= (next p) "+g.atom(t, "", 0)+")")
	}
	if g.typ.Value == types.Int && g.oneIn(3) {
		list = append(list, "(= (next n) (+ 1 (get m "+g.key(t)+")))")
	}
	return list
}

// key draws a key: a constant or an argument.
func (g *mapper) key(t mapTool) string {
	keys := []string{`"a"`, `"b"`}
	if g.typ.Key == types.Int {
		keys = []string{"0", "1"}
	}
	for _, p := range t.params {
		if p != "v" {
			keys = append(keys, "(param "+p+")", "(param "+p+")")
		}
	}
	switch {
	case g.typ.Key == types.String && g.oneIn(4):
		return "s"
	case g.typ.Key == types.String && g.typ.Value == types.String && g.oneIn(4):
		return "(get m " + pick(g.drawer, keys) + ")"
	case g.typ.Key == types.Int && g.oneIn(4):
		return "n"
	}
	return pick(g.drawer, keys)
}

// constant draws a value that is written out.
func (g *mapper) constant(t types.Type) string {
	switch t := t.(type) {
	case *types.Enum:
		return types.Quote(pick(g.drawer, t.Names))
	case *types.Record:
		return fmt.Sprintf("(record (g %s) (f %s))", g.constant(t.Fields[0].Type), g.constant(t.Fields[1].Type))
	case *types.Array:
		list := "(array"
		for range g.between(0, 2) {
			list += " " + g.constant(t.Elem)
		}
		return list + ")"
	}
	switch t {
	case types.Bool:
		return pick(g.drawer, []string{"false", "true"})
	case types.Int:
		return pick(g.drawer, []string{"0", "1", "2", "-1"})
	case types.Real:
		return pick(g.drawer, []string{"0", "0.5", "2"})
	}
	return pick(g.drawer, []string{`"a"`, `"b"`, `"d"`})
}

// value draws a value of a key.
func (g *mapper) value(t mapTool) string {
	list := []string{g.constant(g.typ.Value), "(get " + pick(g.drawer, g.maps) + " " + g.key(t) + ")"}
	if len(t.params) == 3 {
		list = append(list, "(param v)", "(param v)")
	}
	switch g.typ.Value {
	case types.Int, types.Real:
		list = append(list, "(+ 1 "+list[1]+")", "n")
	case types.String:
		list = append(list, "s")
	case types.Bool:
		list = append(list, "p")
	}
	if a, ok := g.typ.Value.(*types.Array); ok {
		list = append(list, "(insert "+list[1]+" "+g.constant(a.Elem)+")")
	}
	if g.oneIn(6) {
		return "(if p " + pick(g.drawer, list) + " " + pick(g.drawer, list) + ")"
	}
	return pick(g.drawer, list)
}

// written draws a map that is written out.
func (g *mapper) written(open bool) string {
	keys := []string{`"a"`, `"b"`}
	if g.typ.Key == types.Int {
		keys = []string{"0", "1"}
	}
	text := "(map"
	for _, k := range some(g.drawer, keys, 0, 2) {
		text += " (" + k + " " + g.constant(g.typ.Value) + ")"
	}
	if open {
		text += " open"
	}
	return text + ")"
}

// mapping draws a map.
func (g *mapper) mapping(t mapTool, depth int) string {
	list := append([]string{g.written(false)}, g.maps...)
	if g.constants {
		list = append(list, "c")
	}
	// depth bounds the nesting of put and remove.
	if depth > 0 {
		list = append(list,
			"(put "+g.mapping(t, depth-1)+" "+g.key(t)+" "+g.value(t)+")",
			"(remove "+g.mapping(t, depth-1)+" "+g.key(t)+")",
			"(map ("+g.key(t)+" "+g.value(t)+"))")
		if g.oneIn(4) {
			list = append(list, "(if p "+g.mapping(t, 0)+" "+g.mapping(t, 0)+")")
		}
	}
	return pick(g.drawer, list)
}

// atom draws a condition about a map; any of the state if it is empty.
func (g *mapper) atom(t mapTool, m string, depth int) string {
	if m == "" {
		if m = pick(g.drawer, g.maps); g.oneIn(6) {
			m = g.mapping(t, 1)
		}
	}
	get := "(get " + m + " " + g.key(t) + ")"
	list := []string{
		"(= " + get + " " + g.value(t) + ")",
		"(contains " + m + " " + g.key(t) + ")",
		"(= " + m + " " + g.mapping(t, 1) + ")",
		"(= " + get + " (get " + m + " " + g.key(t) + "))",
	}
	if g.oneIn(3) {
		list = append(list, pick(g.drawer, []string{"(= (size " + m + ") 1)", "(< 1 (size " + m + "))", "(<= (size m) (size " + m + "))"}))
	}
	switch v := g.typ.Value.(type) {
	case *types.Record:
		list = append(list, "(field "+get+" g)", "(= (field "+get+" f) \"x\")")
	case *types.Array:
		list = append(list, "(contains "+get+" "+g.constant(v.Elem)+")")
	}
	switch g.typ.Value {
	case types.Bool:
		list = append(list, get)
	case types.Int, types.Real:
		list = append(list, "(< "+get+" "+g.constant(g.typ.Value)+")", "(<= 1 "+get+")")
	}
	if depth > 0 && g.oneIn(3) {
		return "(" + pick(g.drawer, []string{"or ", "and "}) + pick(g.drawer, list) + " " + g.atom(t, m, depth-1) + ")"
	}
	if g.oneIn(4) {
		return "(not " + pick(g.drawer, list) + ")"
	}
	return pick(g.drawer, list)
}

func (g *mapper) suiteText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(case one\n  (prompt \"\")\n  (init")
	for _, m := range g.maps {
		if !g.oneIn(3) {
			fmt.Fprintf(&b, " (%s %s)", m, g.written(g.oneIn(3)))
		}
	}
	if g.flip() {
		fmt.Fprintf(&b, " (p %s)", g.constant(types.Bool))
	}
	if !g.tiny && !g.oneIn(4) {
		fmt.Fprintf(&b, " (s %s)", g.constant(types.String))
	}
	if !g.tiny && !g.oneIn(4) {
		fmt.Fprintf(&b, " (n %s)", g.constant(types.Int))
	}
	b.WriteString(")\n  (checks")
	for i := range g.between(1, 2) {
		fmt.Fprintf(&b, "\n    (c%d %s)", i, g.check())
	}
	b.WriteString(")")
	if g.oneIn(3) {
		b.WriteString("\n  (goal " + g.atom(mapTool{}, "", 1) + ")")
	}
	return b.String() + ")\n"
}

// check draws a check, mostly that something is called.
func (g *mapper) check() string {
	switch g.between(0, 4) {
	case 0:
		return "(" + g.pattern("no_call") + ")"
	case 1:
		return "(after (" + g.pattern("call") + ") (" + g.pattern("call") + "))"
	}
	return "(" + g.pattern("call") + ")"
}

func (g *mapper) pattern(word string) string {
	t := pick(g.drawer, g.tools)
	text := word + " " + t.name
	if g.flip() {
		key := pick(g.drawer, []string{`"a"`, `"b"`, `"z"`})
		if g.typ.Key == types.Int {
			key = pick(g.drawer, []string{"0", "1"})
		}
		text += " (k " + key + ")"
	}
	return text
}
