package syntax_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

func parse(text string, prev *syntax.Tree) *syntax.Tree {
	return syntax.Parse(source.NewFile("file", text), prev)
}

// addTexts adds the seeds of the fuzz targets.
func addTexts(f *testing.F, add func(text string)) {
	for _, s := range syntax.Texts {
		add(s)
	}
	names, err := filepath.Glob("../../examples/*/*.[wc][mh]*")
	if err != nil || len(names) == 0 {
		f.Fatalf("no examples: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		add(string(text[:min(len(text), 4000)]))
	}
}

// The tree of any text is lossless, its faults point into the file, and it
// is the same every time.
func FuzzParse(f *testing.F) {
	addTexts(f, func(text string) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text string) {
		tree := parse(text, nil)
		if tree.Print() != text {
			t.Errorf("printed, it is %q", tree.Print())
		}
		checkPieces(t, tree)
		for _, d := range tree.Faults {
			checkFault(t, tree.File, d)
		}
		checkSame(t, tree, parse(text, nil))
	})
}

// A failer is a test of package testing or of rapid.
type failer interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// checkPieces fails unless the pieces cover the file, and the forms of units
// lie in each other.
func checkPieces(t failer, tree *syntax.Tree) {
	at := 0
	for _, p := range tree.Pieces {
		text := p.Source.Text()
		if p.Start != at || text == "" && len(tree.File.Text()) > 0 {
			t.Fatalf("a piece of %d bytes starts at %d, where the one before ended at %d", len(text), p.Start, at)
		}
		at += len(text)
		for _, form := range p.Forms {
			checkForm(t, form, 0, len(text))
		}
	}
	if at != len(tree.File.Text()) {
		t.Errorf("the pieces end at %d of %d", at, len(tree.File.Text()))
	}
}

func checkForm(t failer, f *syntax.Form, start, end int) {
	if f.Start < start || f.End > end || f.End <= f.Start {
		t.Errorf("a form reaches from %d to %d, the one around it from %d to %d", f.Start, f.End, start, end)
	}
	at := f.Start
	for _, item := range f.Items {
		checkForm(t, item, at, f.End)
		at = item.End
	}
}

// checkFault fails unless everything in a diagnostic lies in the file and
// its fixes can be applied.
func checkFault(t failer, file *source.File, d diag.Diagnostic) {
	inside := func(s source.Span) source.Span {
		if s.File != file || s.Start < 0 || s.End < s.Start || s.End > len(file.Text()) {
			t.Errorf("%s: %s: the span %d to %d is not in the file", d.Code, d.Message, s.Start, s.End)
		}
		return s
	}
	d.Map(inside)
	for _, fix := range d.Fixes {
		if _, err := diag.Apply(file, fix.Edits); err != nil {
			t.Errorf("%s: %s: %v", d.Code, fix.Message, err)
		}
	}
}

// checkSame fails unless two trees of one text are the same.
func checkSame(t failer, a, b *syntax.Tree) {
	if len(a.Pieces) != len(b.Pieces) {
		t.Fatalf("%d pieces or %d:\n%s\n%s", len(a.Pieces), len(b.Pieces), outline(a), outline(b))
	}
	for i := range a.Pieces {
		p, q := a.Pieces[i], b.Pieces[i]
		if p.Kind != q.Kind || p.Start != q.Start || p.Source.Text() != q.Source.Text() {
			t.Fatalf("the pieces differ:\n%s\n%s", outline(a), outline(b))
		}
		if !reflect.DeepEqual(p.Tokens, q.Tokens) || !reflect.DeepEqual(p.Forms, q.Forms) || p.Broken() != q.Broken() {
			t.Errorf("piece %d is read in two ways: %q", i, p.Source.Text())
		}
	}
	to := func(s source.Span) source.Span {
		if s.File == a.File {
			s.File = b.File
		}
		return s
	}
	if len(a.Faults) != len(b.Faults) {
		t.Fatalf("%d faults or %d", len(a.Faults), len(b.Faults))
	}
	for i := range a.Faults {
		if !reflect.DeepEqual(a.Faults[i].Map(to), b.Faults[i].Map(to)) {
			t.Errorf("fault %d is\n%+v or\n%+v", i, a.Faults[i], b.Faults[i])
		}
	}
}

// FuzzReuse edits a text: what is read with the help of the tree before the
// edit is what is read without.
func FuzzReuse(f *testing.F) {
	addTexts(f, func(text string) {
		for i := 0; i < len(text); i += 1 + len(text)/3 {
			f.Add(text, uint(i), uint(1), "")
			f.Add(text, uint(i), uint(0), ")")
			f.Add(text, uint(i), uint(0), "(")
			f.Add(text, uint(i), uint(4), "\n(post)\n")
		}
	})
	// The opening of a container and a unit that is not closed may have one text.
	f.Add(";1\n (;2\nmodel\n\n(const x Int 1))", uint(0), uint(3), "(model\n")
	f.Fuzz(func(t *testing.T, text string, at, cut uint, insert string) {
		start := min(at, uint(len(text)))
		end := min(start+min(cut, uint(len(text))), uint(len(text)))
		edited := text[:start] + insert + text[end:]
		before := parse(text, nil)
		after := parse(edited, before)
		if after.Print() != edited {
			t.Fatalf("printed, it is %q", after.Print())
		}
		checkPieces(t, after)
		checkSame(t, after, parse(edited, nil))
		checkSame(t, before, parse(text, nil)) // trees are immutable
		checkSame(t, parse(text, after), before)
	})
}
