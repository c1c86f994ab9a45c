package server

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

const dataTools = `[
  {"name": "look", "inputSchema": {"type": "object", "properties": {"item": {"type": "string"}, "count": {"type": "integer"}}, "required": ["item"]}}
]
`

const yamlTools = `- name: look
  inputSchema:
    type: object
    properties:
      item: {type: string}
      count: {type: integer}
    required: [item]
`

const dataModel = `(model
  ; @manual handbook.md#Looking up
  (var seen Bool)
  (transition look (params (item i)) (pre (= (param i) "x")) (post (= (next seen) true)))
  (transition buy (params (price p)) (pre (< (param p) 3)) (post)))
`

// Completion in files of data, and behind @manual: ‸ is the cursor, and the first
// labels have to be these.
func TestCompletionOfData(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"keys", "mantra.yaml", "‸\n", "model tools"},
		{"keys that are there", "mantra.yaml", "model: m.wm\n‸\n", "tools cache"},
		{"a key that is begun", "mantra.yaml", "mod‸\n", "model tools"},
		{"keys of a mapping", "mantra.yaml", "tools:\n  ‸\n", "source format"},
		{"keys of a mapping in braces", "mantra.yaml", "tools: {format: auto, ‸}\n", "source"},
		{"a value", "mantra.yaml", "tools: {format: ‸}\n", "auto openai anthropic mcp"},
		{"a model", "mantra.yaml", "model: ‸\n", "m.wm"},
		{"tools", "mantra.yaml", "tools: ‸\n", "tools.json"},
		{"a manual", "mantra.yaml", "document_path: ‸\n", "handbook.md"},
		{"tools of effects", "mantra.yaml", "model: m.wm\ntools: tools.json\neffects:\n  buy: write\n  ‸\n", "look"},
		{"an effect", "mantra.yaml", "effects:\n  look: ‸\n", "read write generic"},
		{"a switch", "mantra.yaml", "cache:\n  enabled: ‸\n", "true false"},

		{"keys of an event", "mantra.yaml", "events:\n  ask:\n    ‸\n", "by approval"},
		{"whose event", "mantra.yaml", "events:\n  ask:\n    by: ‸\n", "user agent"},
		{"keys of bindings", "bindings.yaml", "‸\n", "tools failures"},
		{"bound tools", "bindings.yaml", "tools:\n  ‸\n", "buy look"},
		{"bindings of a tool", "bindings.yaml", "tools:\n  look:\n    ‸\n", "answers failures fields"},
		{"conversions", "bindings.yaml", "tools:\n  look:\n    fields:\n      price: {‸}\n", "as date from map"},
		{"a conversion", "bindings.yaml", "tools:\n  look:\n    fields:\n      price: {as: ‸}\n", "integer number"},

		{"keys of a tool", "tools.json", strings.Replace(dataTools, "}}\n]", "}},\n  {‸}\n]", 1), "description inputSchema name"},
		{"its name", "tools.json", strings.Replace(dataTools, "}}\n]", "}},\n  {\"name\": ‸}\n]", 1), "buy look"},
		{"its name in quotes", "tools.json", strings.Replace(dataTools, "}}\n]", "}},\n  {\"name\": \"‸\"}\n]", 1), "buy look"},
		{"parameters", "tools.json", `[{"name": "buy", "inputSchema": {"type": "object", "properties": {‸}}}]`, "price"},
		{"keys of a schema", "tools.json", `[{"name": "buy", "inputSchema": {"type": "object", ‸}}]`, "properties"},
		{"types", "tools.json", `[{"name": "buy", "inputSchema": {"type": ‸`, "array boolean integer"},
		{"required", "tools.json", strings.Replace(dataTools, `["item"]`, `[‸]`, 1), "count item"},
		{"nothing in a text", "tools.json", strings.Replace(dataTools, `"look"`, `"look", "description": "‸"`, 1), ""},

		{"keys of a tool in YAML", "tools.yaml", yamlTools + "- ‸\n", "description inputSchema name"},
		{"its name in YAML", "tools.yaml", yamlTools + "- name: ‸\n", "buy look"},
		{"keys after its name", "tools.yaml", "- name: buy\n  ‸\n  description: Buy.\n", "function inputSchema input_schema"},
		{"the end of a text in YAML", "tools.yaml", "- name: buy\n  inputSchema:\n    type: string\n‸", ""},
		{"an item at the end", "tools.yaml", yamlTools + "- ‸", "description inputSchema name"},
		{"tools under a key", "tools.yaml", "tools:\n- name: ‸", "buy look"},
		{"parameters in YAML", "tools.yaml", "- name: buy\n  inputSchema:\n    type: object\n    properties:\n      ‸\n", "price"},
		{"parameters that are there", "tools.yaml", yamlTools + "- name: look\n  inputSchema:\n    type: object\n    properties:\n      it‸\n      count: {type: integer}\n", "item"},
		{"keys of a schema in YAML", "tools.yaml", "- name: buy\n  inputSchema:\n    type: object\n    ‸\n", "properties"},
		{"types in YAML", "tools.yaml", "- name: buy\n  inputSchema:\n    type: ‸\n", "array boolean integer"},
		{"required in YAML", "tools.yaml", strings.Replace(yamlTools, "[item]", "[‸]", 1), "count item"},
		{"required line by line", "tools.yaml", strings.Replace(yamlTools, "required: [item]", "required:\n      - ‸", 1), "count item"},
		{"nothing in a text in YAML", "tools.yaml", strings.Replace(yamlTools, "name: look", "name: look\n  description: ‸", 1), ""},

		{"manuals", "m.wm", strings.Replace(dataModel, "handbook.md#Looking up", "‸", 1), "handbook.md notes/more.md"},
		{"headings", "m.wm", strings.Replace(dataModel, "#Looking up", "#‸", 1), "Handbook Looking up"},
		{"headings of a file below", "m.wm", strings.Replace(dataModel, "handbook.md#Looking up", "notes/more.md#Mo‸", 1), "More"},
		{"nothing in a comment", "m.wm", strings.Replace(dataModel, "@manual handbook.md#Looking up", "words ‸", 1), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := connect(t, folder(t, "mantra.yaml", "model: m.wm\ntools: tools.json\n", "m.wm", dataModel, "tools.json", dataTools,
				"handbook.md", "# Handbook\n\n## Looking up\n\nLook.\n", "notes/more.md", "# More\n"), nil)
			at := strings.Index(test.text, "‸")
			text := strings.Replace(test.text, "‸", "", 1)
			c.openAs(test.file, text)
			var list protocol.CompletionList
			line := strings.Count(text[:at], "\n")
			c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri(test.file)},
				"position": position(line, at-strings.LastIndex(text[:at], "\n")-1)}, &list)
			slices.SortStableFunc(list.Items, func(a, b protocol.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
			var got []string
			for _, i := range list.Items {
				if slices.Contains(got, i.Label) {
					t.Errorf("%s is offered twice", i.Label)
				}
				got = append(got, i.Label)
				if r := i.TextEdit.Range; r.Start.Line != uint32(line) || r.Start.Character > uint32(at-strings.LastIndex(text[:at], "\n")-1) {
					t.Errorf("%s replaces %v", i.Label, r)
				}
			}
			if said := strings.Join(got, " "); !strings.HasPrefix(said+" ", strings.TrimPrefix(test.want+" ", " ")) || test.want == "" && said != "" {
				t.Errorf("offered are %q, want %q first", said, test.want)
			}
		})
	}
}

// Completion of data answers at every place of every unfinished text.
func TestCompletionOfUnfinishedData(t *testing.T) {
	c := connect(t, folder(t, "mantra.yaml", "model: m.wm\ntools: tools.json\n", "m.wm", dataModel, "tools.json", dataTools), nil)
	c.openAs("tools.json", dataTools)
	v := c.server.current().View(snapshot.PathOf(c.uri("tools.json")))
	config := "tools: {format: auto, source: tools.json}\neffects:\n  look: read\nllm:\n  stage_overrides:\n    fix_repair:\n      a: \"é\\\n"
	for n := range len(dataTools) {
		for _, text := range []string{dataTools[:n], dataTools[n:], dataTools[:n] + "\\" + dataTools[n:]} {
			for at := 0; at <= len(text); at += 3 {
				if _, from, to := completion.JSONSuggestions(v, text, at); from > at || to < at {
					t.Fatalf("at %d of %q: from %d to %d", at, text, from, to)
				}
			}
		}
	}
	for at := range len(yamlTools) {
		for _, text := range []string{yamlTools[:at], yamlTools, "- \n" + yamlTools[at:], yamlTools[:at] + "- - x: [" + yamlTools[at:]} {
			if _, from, to := completion.YAMLToolSuggestions(v, text, min(at, len(text))); from > at || to < min(at, len(text)) {
				t.Fatalf("at %d of %q: from %d to %d", at, text, from, to)
			}
		}
	}
	for at := range len(config) {
		if _, from := completion.YAMLSuggestions(c.server.current(), v, snapshot.PathOf(c.uri("mantra.yaml")), config[:at], at); from > at || from < 0 {
			t.Fatalf("at %d: from %d", at, from)
		}
	}
}
