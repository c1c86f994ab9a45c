package diag_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

func TestApply(t *testing.T) {
	f := source.NewFile("a.wm", "(= itm 1)\n")
	other := source.NewFile("b.wm", "(= itm 1)\n")
	edit := func(start, end int, text string) diag.Edit { return diag.Edit{Span: f.Span(start, end), New: text} }
	for name, c := range map[string]struct {
		edits []diag.Edit
		want  string
	}{
		"nothing":                 {nil, "(= itm 1)\n"},
		"insert":                  {[]diag.Edit{edit(3, 3, "(param "), edit(6, 6, ")")}, "(= (param itm) 1)\n"},
		"out of order":            {[]diag.Edit{edit(6, 6, ")"), edit(3, 3, "(param ")}, "(= (param itm) 1)\n"},
		"delete":                  {[]diag.Edit{edit(2, 6, "")}, "(= 1)\n"},
		"replace":                 {[]diag.Edit{edit(3, 6, "x"), edit(7, 8, "2")}, "(= x 2)\n"},
		"next to each other":      {[]diag.Edit{edit(3, 4, "a"), edit(4, 5, "b"), edit(5, 5, "c")}, "(= abcm 1)\n"},
		"insert before what goes": {[]diag.Edit{edit(3, 6, ""), edit(3, 3, "x")}, "(= x 1)\n"},
		"twice at one place":      {[]diag.Edit{edit(3, 3, "a"), edit(3, 3, "b")}, "(= abitm 1)\n"},
		"at the ends":             {[]diag.Edit{edit(0, 0, "<"), edit(10, 10, ">")}, "<(= itm 1)\n>"},
		"another file":            {[]diag.Edit{{Span: other.Span(0, 5), New: "x"}, {New: "nowhere"}}, "(= itm 1)\n"},
	} {
		got, err := diag.Apply(f, c.edits)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	f := source.NewFile("a.wm", "(= itm 1)\n")
	for name, edits := range map[string][]diag.Edit{
		"overlap":   {{Span: f.Span(1, 5)}, {Span: f.Span(4, 6)}},
		"inside":    {{Span: f.Span(1, 5)}, {Span: f.Span(3, 3), New: "x"}},
		"the same":  {{Span: f.Span(1, 5)}, {Span: f.Span(1, 5)}},
		"too far":   {{Span: source.Span{File: f, Start: 9, End: 11}}},
		"other one": {{Span: source.NewFile("a.wm", "a longer text").Span(10, 12)}},
	} {
		got, err := diag.Apply(f, edits)
		if err == nil || got != "" || !strings.HasPrefix(err.Error(), "a.wm:") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestApplyLaws holds Apply against one edit after the other, from the back,
// where no edit moves those that are still to come.
func TestApplyLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := source.NewFile("a.wm", rapid.String().Draw(t, "text"))
		edits := drawEdits(t, f)
		want := f.Text()
		for _, e := range slices.Backward(edits) {
			want = want[:e.Span.Start] + e.New + want[e.Span.End:]
		}
		got, err := diag.Apply(f, edits)
		if err != nil || got != want {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
		shuffled, err := diag.Apply(f, rapid.Permutation(edits).Draw(t, "shuffled"))
		if err != nil || shuffled != want {
			t.Fatalf("shuffled: %q, %v; want %q", shuffled, err, want)
		}
		same, err := diag.Apply(f, keeping(edits))
		if err != nil || same != f.Text() {
			t.Fatalf("replacing text by itself: %q, %v", same, err)
		}
		back, err := diag.Apply(source.NewFile("a.wm", got), inverse(edits, got))
		if err != nil || back != f.Text() {
			t.Fatalf("undone: %q, %v; want %q", back, err, f.Text())
		}
	})
}

func keeping(edits []diag.Edit) []diag.Edit {
	out := slices.Clone(edits)
	for i := range out {
		out[i].New = out[i].Span.Text()
	}
	return out
}

// inverse returns the edits that undo edits which led to a text.
func inverse(edits []diag.Edit, text string) []diag.Edit {
	f := source.NewFile("a.wm", text)
	moved := 0
	var out []diag.Edit
	for _, e := range edits {
		start := e.Span.Start + moved
		out = append(out, diag.Edit{Span: f.Span(start, start+len(e.New)), New: e.Span.Text()})
		moved += len(e.New) - (e.Span.End - e.Span.Start)
	}
	return out
}

// TestCompatibleLaws: what is taken can be applied, is the only fix of some
// diagnostic up to the level, and is left out only for a clash with an earlier
// one.
func TestCompatibleLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := source.NewFile("a.wm", rapid.StringN(0, 20, -1).Draw(t, "text"))
		var list []diag.Diagnostic
		for range rapid.IntRange(0, 5).Draw(t, "diagnostics") {
			var d diag.Diagnostic
			for range rapid.SampledFrom([]int{0, 1, 1, 1, 2}).Draw(t, "fixes") {
				d.Fix("fix", drawEdits(t, f)...).As(rapid.SampledFrom(levels).Draw(t, "level"))
			}
			list = append(list, d)
		}
		upTo := rapid.SampledFrom(levels).Draw(t, "up to")
		edits, fixed := diag.Compatible(list, upTo)
		if _, err := diag.Apply(f, edits); err != nil {
			t.Fatal(err)
		}
		count, rest := 0, edits
		for i, d := range list {
			allowed := slices.DeleteFunc(slices.Clone(d.Fixes), func(f diag.Fix) bool { return f.Level > upTo })
			if len(allowed) != 1 {
				continue
			}
			first := allowed[0].Edits
			if n := len(first); n <= len(rest) && slices.Equal(first, rest[:n]) {
				rest = rest[n:]
				count++
			} else if !touches(first, edits[:len(edits)-len(rest)]) {
				t.Fatalf("the fix of %d was left out for nothing", i)
			}
		}
		if count != len(fixed) || len(rest) > 0 {
			t.Fatalf("%d taken, counted %d, left %v", len(fixed), count, rest)
		}
	})
}

var levels = []diag.Level{diag.Certain, diag.Suggestion, diag.Placeholder}

func touches(a, b []diag.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if max(x.Span.Start, y.Span.Start) <= min(x.Span.End, y.Span.End) {
				return true
			}
		}
	}
	return false
}

func TestCompatible(t *testing.T) {
	f, g := source.NewFile("a.wm", "abcdef"), source.NewFile("b.wm", "abcdef")
	again := source.NewFile("a.wm", "abcdef")
	with := func(fixes ...[]diag.Edit) (d diag.Diagnostic) {
		for _, edits := range fixes {
			d.Fix("fix", edits...)
		}
		return d
	}
	at := func(f *source.File, start, end int) []diag.Edit {
		return []diag.Edit{{Span: f.Span(start, end), New: "x"}}
	}
	placeholder := with(at(f, 4, 5))
	placeholder.Fixes[0].As(diag.Placeholder)
	edits, fixed := diag.Compatible([]diag.Diagnostic{
		placeholder,
		with(),
		with(at(f, 0, 2)),
		with(at(f, 3, 4), at(f, 5, 6)), // alternatives
		with(at(f, 1, 3)),              // overlaps
		with(at(f, 2, 2)),              // touches
		with(at(again, 0, 2)),          // the same file, read twice
		with(at(g, 1, 3)),              // in another file
		with(at(f, 4, 5)),
	}, diag.Suggestion)
	if want := slices.Concat(at(f, 0, 2), at(g, 1, 3), at(f, 4, 5)); len(fixed) != 3 || !slices.Equal(edits, want) {
		t.Errorf("%d taken: %v", len(fixed), edits)
	}
}

// TestLevelDefault: a fix that says nothing about its level is never applied
// by itself.
func TestLevelDefault(t *testing.T) {
	f := source.NewFile("a.wm", "abcdef")
	var d diag.Diagnostic
	d.Primary = f.Span(0, 1)
	d.Replace("write x", "x")
	d.Fix("write y", diag.Edit{Span: d.Primary, New: "y"})
	d.Fixes = append(d.Fixes, diag.Fix{Message: "write z", Edits: []diag.Edit{{Span: d.Primary, New: "z"}}})
	for _, f := range d.Fixes {
		if f.Level != diag.Suggestion {
			t.Errorf("%s: %s", f.Message, f.Level)
		}
	}
	if edits, _ := diag.Compatible([]diag.Diagnostic{d}, diag.Certain); len(edits) > 0 {
		t.Errorf("applied %v", edits)
	}
}

// drawEdits returns ascending edits of a file, no two at one place.
func drawEdits(t *rapid.T, f *source.File) []diag.Edit {
	at := rapid.SliceOfNDistinct(rapid.IntRange(0, len(f.Text())), 0, 6, rapid.ID).Draw(t, "places")
	slices.Sort(at)
	var edits []diag.Edit
	for i := 0; i+1 < len(at); i += 2 {
		s := f.Span(at[i], at[i+1])
		if rapid.Bool().Draw(t, "insert") {
			s.End = s.Start
		}
		edits = append(edits, diag.Edit{Span: s, New: rapid.StringN(0, 3, -1).Draw(t, "new")})
	}
	return edits
}
