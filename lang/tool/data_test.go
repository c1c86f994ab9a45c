package tool_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// dataDir returns the folder of the reference data, and skips the test where
// there is none.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MANTRAC_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the reference data is not there; name its folder in MANTRAC_DATA: %v", err)
	}
	return dir
}

func load(t *testing.T, path string) *source.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return source.NewFile(filepath.Base(path), string(text))
}

func wantNone(t *testing.T, list []diag.Diagnostic) {
	t.Helper()
	for _, d := range list {
		t.Errorf("%s: %s %s", d.Primary, d.Code, d.Message)
	}
}

func TestReferenceTools(t *testing.T) {
	dir := dataDir(t)
	for file, count := range map[string]int{
		"tau-airline/tools.openai.json":       14,
		"tau-retail/tools.openai.json":        16,
		"tau2-airline/tools.openai.json":      14,
		"tau2-retail/tools.openai.json":       16,
		"tau2-telecom/tools.openai.json":      13,
		"tau2-telecom/user_tools.openai.json": 30,
		"agentce/course.tools.openai.json":    11,
	} {
		t.Run(file, func(t *testing.T) {
			set, problems := tool.Read(load(t, filepath.Join(dir, file)), tool.Auto)
			wantNone(t, problems)
			if len(set.Tools) != count || set.Format != tool.OpenAI {
				t.Errorf("%d tools as %s, want %d as openai", len(set.Tools), set.Format, count)
			}
			for _, x := range set.Tools {
				if got := x.NameSpan.Text(); got != `"`+x.Name+`"` {
					t.Errorf("the name %q is said to stand at %q", x.Name, got)
				}
			}
		})
	}
}

// Every tool of the reference data has a label, and every label is of a tool.
func TestReferenceLabels(t *testing.T) {
	dir := dataDir(t)
	for _, c := range []struct{ folder, tools, side string }{
		{"tau-airline", "tools.openai.json", ""},
		{"tau-retail", "tools.openai.json", ""},
		{"tau2-airline", "tools.openai.json", "agent"},
		{"tau2-retail", "tools.openai.json", "agent"},
		{"tau2-telecom", "tools.openai.json", "agent"},
		{"tau2-telecom", "user_tools.openai.json", "user"},
	} {
		labels, problems := tool.ReadEffects(load(t, filepath.Join(dir, c.folder, "tool_types.json")))
		wantNone(t, problems)
		set, _ := tool.Read(load(t, filepath.Join(dir, c.folder, c.tools)), tool.OpenAI)
		var names []string
		for _, l := range labels {
			if l.Side == c.side {
				names = append(names, l.Tool)
			}
			if l.Effect == tool.EffectUnknown {
				t.Errorf("%s: %s has no effect", c.folder, l.Tool)
			}
		}
		slices.Sort(names)
		if want := slices.Sorted(slices.Values(set.Names())); !slices.Equal(names, want) {
			t.Errorf("%s %s: labels of %q, want %q", c.folder, c.side, names, want)
		}
	}
}

// The JSON Schema of tool definitions is not itself a list of tools.
func TestReferenceSchemaOfTools(t *testing.T) {
	file := load(t, filepath.Join(dataDir(t), "formats", "otel", "gen-ai-tool-definitions.json"))
	set, problems := tool.Read(file, tool.Auto)
	if len(set.Tools) != 0 || len(problems) != 1 || problems[0].Code != "MC0502" {
		t.Errorf("%d tools, %v", len(set.Tools), problems)
	}
}
