package reader

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// data returns the folder of published manuals.
func data(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MANTRAC_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the published manuals are not there; name their folder in MANTRAC_DATA: %v", err)
	}
	return dir
}

// The manuals of tau2-bench have the words and tools that Table 2 of the paper
// gives: words within half a percent, each of them in one chunk.
func TestTable2(t *testing.T) {
	dir := data(t)
	for _, c := range []struct {
		domain       string
		manuals      []string
		words, tools int
		chunks       int
	}{
		{"tau2-retail", []string{"policy.md"}, 1158, 16, 12},
		{"tau2-airline", []string{"policy.md"}, 1313, 14, 9},
		{"tau2-telecom", []string{"main_policy.md", "tech_support_manual.md"}, 3715, 13, 52}, // its second manual has several headings of the first level,
	} {
		t.Run(c.domain, func(t *testing.T) {
			var docs []*document.Document
			for _, name := range c.manuals {
				d, err := Open(filepath.Join(dir, c.domain, name), Options{})
				if err != nil {
					t.Fatal(err)
				}
				docs = append(docs, d)
			}
			g, err := document.Build(docs, document.Options{MaxTokens: document.DefaultMaxTokens})
			if err != nil {
				t.Fatal(err)
			}
			words := 0
			for _, k := range g.Chunks {
				words += k.Words
			}
			if off := math.Abs(float64(words-c.words)) / float64(c.words); off > 0.005 || words != g.Words() {
				t.Errorf("%d words in chunks, %d in all; the paper has %d", words, g.Words(), c.words)
			}
			if len(g.Chunks) != c.chunks {
				t.Errorf("%d chunks, not %d", len(g.Chunks), c.chunks)
			}
			name := filepath.Join(dir, c.domain, "tools.openai.json")
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			set, found := tool.Read(source.NewFile(name, string(text)), tool.Auto)
			if len(found) > 0 || len(set.Tools) != c.tools {
				t.Errorf("%d tools, not %d: %v", len(set.Tools), c.tools, found)
			}
		})
	}
}
