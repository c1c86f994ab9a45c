package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

const (
	sections = 37
	perTopic = 4 // tools
	words    = 17_000
)

// actions are what the tools of a section do.
var actions = [perTopic]string{"look", "approve", "order", "close"}

// settings is the mantra.yaml of the project, but for the tools.
const settings = `document_path: manual.md
tools: tools.json
llm: {provider_default: replay, default_model: synthetic, recording: answers.jsonl}
chunking: {max_chunk_tokens: 1000}
sampling: {max_samples: 40, scenarios_per_sample: 4, min_nodes_per_sample: 2, max_nodes_per_sample: 4, max_parallel_samples: 2}
effects:
`

// writeProject writes a manual of 17,000 words, 148 tools and a mantra.yaml.
func writeProject(dir string) error {
	type schema map[string]any
	var tools []schema
	yaml := settings
	for s := range sections {
		for _, action := range actions {
			name := fmt.Sprintf("s%02d_%s", s, action)
			tools = append(tools, schema{
				"name": name, "description": "Does " + action + " for topic " + fmt.Sprint(s) + ".",
				"inputSchema": schema{"type": "object", "properties": schema{"item": schema{"type": "string"}}, "required": []string{"item"}},
			})
			effect := "write"
			if action == "look" {
				effect = "read"
			}
			yaml += "  " + name + ": " + effect + "\n"
		}
	}
	data, err := json.MarshalIndent(map[string]any{"tools": tools}, "", " ")
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"manual.md": manual(), "tools.json": string(data), "mantra.yaml": yaml} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// manual returns the text of the manual: the rules of each section, and words around them.
func manual() string {
	r := rand.New(rand.NewPCG(1, 1))
	vocabulary := strings.Fields("agent customer item approval ticket request desk report team shift record file list form page entry level region office partner")
	var b strings.Builder
	b.WriteString("# Manual\n\n")
	for s := range sections {
		rules := fmt.Sprintf("## Topic %02d\n\n1. Look the item up with s%02d_look before you approve or order it.\n"+
			"2. Approve it with s%02d_approve before you order it.\n3. Order with s%02d_order only what is in stock, and close the request with s%02d_close after the order, not earlier.\n\n", s, s, s, s, s)
		b.WriteString(rules)
		for left := words/sections - len(strings.Fields(rules)); left > 0; {
			n := min(8+r.IntN(10), left)
			for range n {
				b.WriteString(vocabulary[r.IntN(len(vocabulary))] + " ")
			}
			b.WriteString("\n")
			left -= n
		}
		b.WriteString("\n")
	}
	return b.String()
}
