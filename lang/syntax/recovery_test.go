package syntax_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

var update = flag.Bool("update", false, "write the expected results")

// Each archive in testdata/recovery holds files NAME, and for each a file
// NAME.want: how it is cut, what is wrong with it, and what the first fixes
// make of it.
func TestRecovery(t *testing.T) {
	archives, err := filepath.Glob("testdata/recovery/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		comment, files, err := syntaxtest.ReadArchive(path)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]string)
		for _, f := range files {
			want[f.Name] = f.Text
		}
		var all []syntaxtest.File
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".want") {
				continue
			}
			got := recovered(f.Text)
			if !*update && got != want[f.Name+".want"] {
				t.Errorf("%s: %s is read otherwise:\n%s", path, f.Name, difference(want[f.Name+".want"], got))
			}
			all = append(all, f, syntaxtest.File{Name: f.Name + ".want", Text: got})
		}
		if *update {
			if err := syntaxtest.WriteArchive(path, comment, all); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// recovered shows how a text is read.
func recovered(text string) string {
	tree := parse(text, nil)
	list := diag.Canonical(tree.Faults)
	var b strings.Builder
	b.WriteString(outline(tree))
	for _, d := range list {
		fmt.Fprintf(&b, "%s %s %s\n", place(d.Primary.String()), d.Code, d.Message)
		for _, s := range d.Secondary {
			fmt.Fprintf(&b, "    %s %s\n", place(s.Span.String()), s.Role)
		}
	}
	edits, mended := diag.Compatible(list, diag.Suggestion)
	if len(mended) == 0 {
		return b.String()
	}
	fixed, err := diag.Apply(tree.File, edits)
	if err != nil {
		return err.Error()
	}
	for _, line := range strings.SplitAfter(difference(text, fixed), "\n") {
		if (strings.HasPrefix(line, "-") || strings.HasPrefix(line, "+")) && line[1] != line[0] {
			b.WriteString(line)
		}
	}
	return b.String()
}

// place drops the name of the file.
func place(s string) string { return strings.TrimPrefix(s, "file:") }

// outline shows how a file is cut: a line for each piece but gaps.
func outline(t *syntax.Tree) string {
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Kind != syntax.Gap {
			kind := [...]string{"gap", "open", "unit", "close", "stray"}[p.Kind]
			fmt.Fprintf(&b, "%-5s %s\n", kind, strings.Join(strings.Fields(p.Source.Text()), " "))
		}
	}
	return b.String()
}
