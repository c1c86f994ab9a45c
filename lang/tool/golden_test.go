package tool_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each file in testdata/read has one file of tools or of labels, and then what
// is read from it and reported about it. A line `format: NAME` in the comment
// sets the wanted format.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "read", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	comment, rest, _ := strings.Cut(string(text), "-- ")
	name, rest, _ := strings.Cut(rest, " --\n")
	in, want, _ := strings.Cut(rest, "-- want --\n")
	file := source.NewFile(name, expand(in))
	var got string
	if strings.HasPrefix(name, "tool_types") {
		labels, problems := tool.ReadEffects(file)
		got = dumpLabels(labels) + dumpProblems(problems)
	} else {
		set, problems := tool.Read(file, wanted(comment))
		got = dumpSet(set) + dumpProblems(problems)
	}
	if *update {
		golden := comment + "-- " + name + " --\n" + in + "-- want --\n" + got
		if err := os.WriteFile(path, []byte(golden), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// expand writes characters that have no place in a golden file.
func expand(s string) string {
	return strings.NewReplacer("<BOM>", "\ufeff", "<NUL>", "\x00", "<FF>", "\xff", "<TAB>", "\t", "<CR>", "\r").Replace(s)
}

func wanted(comment string) tool.Format {
	for line := range strings.Lines(comment) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "format: "); ok {
			format, _ := tool.ParseFormat(name)
			return format
		}
	}
	return tool.Auto
}

func dumpSet(s *tool.Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "format %s\n", s.Format)
	for _, t := range s.Tools {
		fmt.Fprintf(&b, "tool %s (%s) at %s `%s`", t.Name, t.Effect, place(t.NameSpan), t.NameSpan.Text())
		if t.Description != "" {
			fmt.Fprintf(&b, " %q", t.Description)
		}
		b.WriteString("\n")
		dumpSchema(&b, t.Input, "  ")
	}
	return b.String()
}

func dumpSchema(b *strings.Builder, s *tool.Schema, indent string) {
	for _, k := range s.Unmodelled {
		fmt.Fprintf(b, "%sunmodelled %s: %s\n", indent, k.Name, k.Value())
	}
	if s.Closed {
		fmt.Fprintf(b, "%sclosed\n", indent)
	}
	for _, p := range s.Properties {
		mark := ""
		if p.Required {
			mark = "!"
		}
		fmt.Fprintf(b, "%s%s%s: %s\n", indent, p.Name, mark, summary(p.Schema))
		dumpSchema(b, p.Schema, indent+"  ")
	}
	if s.Additional != nil {
		fmt.Fprintf(b, "%sothers: %s\n", indent, summary(s.Additional))
		dumpSchema(b, s.Additional, indent+"  ")
	}
	if s.Items != nil {
		fmt.Fprintf(b, "%sitems: %s\n", indent, summary(s.Items))
		dumpSchema(b, s.Items, indent+"  ")
	}
}

func summary(s *tool.Schema) string {
	var words []string
	for _, k := range s.Types {
		words = append(words, k.String())
	}
	if len(words) == 0 {
		words = []string{"any"}
	}
	if s.Nullable {
		words = append(words, "or null")
	}
	if s.Enum != nil {
		words = append(words, fmt.Sprintf("enum %v", s.Enum))
	}
	if s.Const != nil {
		words = append(words, "const "+s.Const.String())
	}
	words = append(words, bound(s.Minimum, ">"), bound(s.Maximum, "<"))
	if s.Default != nil {
		words = append(words, "default "+s.Default.String())
	}
	if s.Description != "" {
		words = append(words, fmt.Sprintf("%q", s.Description))
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

func bound(b *tool.Bound, sign string) string {
	switch {
	case b == nil:
		return ""
	case b.Exclusive:
		return sign + " " + b.Value.String()
	}
	return sign + "= " + b.Value.String()
}

func dumpLabels(list []tool.Label) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "label %s %s %s at %s `%s`\n", l.Tool, l.Effect, l.Side, place(l.Span), l.Span.Text())
	}
	return b.String()
}

func place(s source.Span) string {
	from, to := s.From(source.Bytes), s.To(source.Bytes)
	return fmt.Sprintf("%d:%d-%d:%d", from.Line, from.Column, to.Line, to.Column)
}

func dumpProblems(list []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s %s[%s]: %s\n", place(d.Primary), d.Severity, d.Code, d.Message)
		for _, l := range d.Secondary {
			fmt.Fprintf(&b, "  %s %s\n", place(l.Span), l.Role)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "  note: %s\n", n)
		}
		for _, h := range d.Help {
			fmt.Fprintf(&b, "  help: %s\n", h)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "  fix: %s\n", f.Message)
			for _, e := range f.Edits {
				fmt.Fprintf(&b, "    %s %q -> %q\n", place(e.Span), e.Span.Text(), e.New)
			}
		}
	}
	return b.String()
}
