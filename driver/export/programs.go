package export

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
)

//go:embed files
var files embed.FS

// copyFile puts a file that is the same in every benchmark.
func (b *Benchmark) copyFile(folder, name string) error {
	data, err := files.ReadFile("files/" + name)
	if err == nil {
		b.put(folder+"/"+name, data)
	}
	return err
}

// putJSON puts a file of JSON.
func (b *Benchmark) putJSON(name string, value any) error {
	data, err := jsontext.Indented(value)
	if err == nil {
		b.put(name, data)
	}
	return err
}

// renderInspect writes the dataset and the task of Inspect.
func (b *Benchmark) renderInspect() error {
	type metadata struct {
		Case   string   `json:"case"`
		Suite  string   `json:"suite"`
		Manual string   `json:"manual,omitempty"`
		Tools  []string `json:"tools"`
	}
	type sample struct {
		ID       string   `json:"id"`
		Input    string   `json:"input"`
		Target   string   `json:"target"`
		Metadata metadata `json:"metadata"`
	}
	list := lists.Map(b.Cases, func(c Case) sample {
		return sample{c.ID, c.Prompt, c.calls(), metadata{c.Case, c.Suite, c.Manual, c.Tools}}
	})
	data, err := jsonLines(list)
	if err != nil {
		return err
	}
	b.put("inspect/dataset.jsonl", data)
	return b.copyFile("inspect", "task.py")
}

// calls writes the reference trace for people, one call a line.
func (c Case) calls() string {
	lines := lists.Map(c.Reference, func(call Call) string { return call.Tool + " " + string(call.Args) })
	return strings.Join(lines, "\n")
}

// renderPromptfoo writes a configuration of promptfoo with its tests.
func (b *Benchmark) renderPromptfoo() error {
	type test struct {
		Description string            `json:"description"`
		Vars        map[string]string `json:"vars"`
	}
	var list []test
	for _, c := range b.Cases {
		// promptfoo renders all variables as templates.
		list = append(list, test{c.ID, map[string]string{"prompt": raw(c.Prompt), "id": c.ID, "case": c.Case, "suite": c.Suite}})
	}
	if err := b.putJSON("promptfoo/tests.json", list); err != nil {
		return err
	}
	// A string of JSON is one of YAML as well.
	title, err := json.Marshal(b.Name)
	if err != nil {
		return err
	}
	b.put("promptfoo/promptfooconfig.yaml", fmt.Appendf(nil, promptfooConfig, title))
	for _, name := range []string{"grade.js", "reference.js"} {
		if err := b.copyFile("promptfoo", name); err != nil {
			return err
		}
	}
	return nil
}

// promptfooConfig is a promptfooconfig.yaml without its description.
const promptfooConfig = `# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
# promptfoo eval, in this folder. Put your agent in the place of the reference: its answer
# has to be its trace, as JSON in any format that mantrac import knows.
description: %s
prompts:
  - '{{prompt}}'
providers:
  - file://reference.js
defaultTest:
  assert:
    - type: javascript
      value: file://grade.js
tests: file://tests.json
`

// raw keeps a text from being read as a template, as promptfoo reads all variables.
func raw(text string) string { return templateMarks.Replace(text) }

// templateMarks writes what begins an expression, a tag or a comment as a string, and what
// ends a comment, which is an error by itself. A raw block would not do: the text can have
// an {% endraw %}.
var templateMarks = strings.NewReplacer("{{", `{{ "{{" }}`, "{%", `{{ "{%" }}`, "{#", `{{ "{#" }}`, "#}", `{{ "#}" }}`)
