package diag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

var (
	fileA = source.NewFile("a.wm", "(var x Int)\n")
	fileB = source.NewFile("b.wm", "(var y 漢)\n")
)

func TestStrings(t *testing.T) {
	got := fmt.Sprintln(diag.Error, diag.Warning, diag.Lint, diag.Unnecessary, diag.Deprecated, diag.Code("MC0412").URL())
	want := "error warning lint unnecessary deprecated https://github.com/mantrac/mantrac/blob/main/docs/errors/MC0412.md\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestBuilding(t *testing.T) {
	var d diag.Diagnostic
	d.Notef("line %d", 3)
	d.Helpf("write %q", "x")
	d.Also(fileA.Span(0, 1), "here")
	d.Also(source.Span{}, "nowhere")
	d.Fix("do it", diag.Edit{Span: fileB.Span(0, 1)}, diag.Edit{Span: fileA.Span(5, 5), New: "x"}, diag.Edit{Span: fileA.Span(2, 3)})
	want := diag.Diagnostic{
		Notes:     []string{"line 3"},
		Help:      []string{`write "x"`},
		Secondary: []diag.Label{{Span: fileA.Span(0, 1), Role: "here"}},
		Fixes: []diag.Fix{{Message: "do it", Edits: []diag.Edit{
			{Span: fileA.Span(2, 3)}, {Span: fileA.Span(5, 5), New: "x"}, {Span: fileB.Span(0, 1)},
		}}},
	}
	equal(t, want, d)
}

func TestShortForms(t *testing.T) {
	at := fileA.Span(5, 6)
	e, w, l := diag.Errorf("MC0101", at, "no %s", "x"), diag.Warningf("MC0102", at, "m"), diag.Lintf("MC0103", at, "m")
	equal(t, diag.Diagnostic{Code: "MC0101", Severity: diag.Error, Message: "no x", Primary: at}, e)
	equal(t, diag.Diagnostic{Code: "MC0102", Severity: diag.Warning, Message: "m", Primary: at}, w)
	equal(t, diag.Diagnostic{Code: "MC0103", Severity: diag.Lint, Message: "m", Primary: at}, l)
	e.Replace("write y", "y")
	if got, err := diag.Apply(fileA, e.Fixes[0].Edits); err != nil || got != "(var y Int)\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestMap moves every span, and leaves the diagnostic that it is given alone.
func TestMap(t *testing.T) {
	moved := source.NewFile("whole.wm", "(model (var x Int)\n)")
	rapid.Check(t, func(t *rapid.T) {
		d := diagnostics.Draw(t, "diagnostic")
		before := flat(d)
		got := d.Map(func(s source.Span) source.Span { return moved.Span(s.Start+7, s.End+7) })
		if after := flat(d); after != before {
			t.Fatalf("the original became %s, was %s", after, before)
		}
		for _, s := range spans(got) {
			if s.File != moved {
				t.Fatalf("%s was left behind", s)
			}
		}
		back := got.Map(func(s source.Span) source.Span {
			return source.Span{File: fileA, Start: s.Start - 7, End: s.End - 7}
		})
		same := d.Map(func(s source.Span) source.Span { return source.Span{File: fileA, Start: s.Start, End: s.End} })
		if flat(back) != flat(same) {
			t.Fatalf("%s came back as %s", flat(same), flat(back))
		}
	})
}

func TestTally(t *testing.T) {
	list := []diag.Diagnostic{{Severity: diag.Lint}, {}, {Severity: diag.Warning}, {}, {Severity: diag.Lint}, {}}
	if got := diag.Tally(list); got != (diag.Count{Errors: 3, Warnings: 1, Lints: 2}) {
		t.Errorf("%+v", got)
	}
}

// TestCompareIsTotal holds Compare against the laws of an order, and against
// the words of which it says that they decide.
func TestCompareIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := diagnostics.Draw(t, "a"), diagnostics.Draw(t, "b"), diagnostics.Draw(t, "c")
		if rapid.Bool().Draw(t, "twins") {
			b = drawTwin(t, a)
		}
		if sign(diag.Compare(a, b)) != -sign(diag.Compare(b, a)) {
			t.Fatal("a against b is not the opposite of b against a")
		}
		if diag.Compare(a, b) <= 0 && diag.Compare(b, c) <= 0 && diag.Compare(a, c) > 0 {
			t.Fatal("a <= b <= c < a")
		}
		if same := flat(a) == flat(b); same != (diag.Compare(a, b) == 0) {
			t.Fatalf("equal: %t, compared: %d\n%s\n%s", same, diag.Compare(a, b), flat(a), flat(b))
		}
	})
}

func TestCompareOrder(t *testing.T) {
	at := func(f *source.File, start, end int, s diag.Severity, code diag.Code, message string) diag.Diagnostic {
		return diag.Diagnostic{Primary: f.Span(start, end), Severity: s, Code: code, Message: message}
	}
	ascending := []diag.Diagnostic{
		{Code: "MC0701", Severity: diag.Lint},
		at(fileA, 1, 2, diag.Lint, "MC0801", "m"),
		at(fileA, 1, 4, diag.Error, "MC0301", "m"),
		at(fileA, 1, 4, diag.Error, "MC0302", "a"),
		at(fileA, 1, 4, diag.Error, "MC0302", "b"),
		at(fileA, 1, 4, diag.Warning, "MC0101", "m"),
		at(fileA, 2, 2, diag.Error, "MC0101", "m"),
		at(fileB, 0, 0, diag.Error, "MC0101", "m"),
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := diag.Compare(a, b); sign(got) != sign(i-j) {
				t.Errorf("%d against %d is %d", i, j, got)
			}
		}
	}
}

// TestCanonicalLaws: sorted, nothing invented, nothing twice, the same for
// every order of the input, and canonical itself.
func TestCanonicalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(diagnostics, 0, 8).Draw(t, "list")
		for _, d := range list[:len(list)/2] {
			list = append(list, drawTwin(t, d))
		}
		given := strings.Join(flatten(list), "\n")
		got := diag.Canonical(list)
		if strings.Join(flatten(list), "\n") != given {
			t.Fatal("the input was changed")
		}
		for i := range got {
			if i > 0 && diag.Compare(got[i-1], got[i]) >= 0 {
				t.Fatalf("%d does not come before %d", i-1, i)
			}
			if !slices.Contains(flatten(list), flat(got[i])) {
				t.Fatalf("%s was not given", flat(got[i]))
			}
		}
		equalStrings(t, "again", flatten(got), flatten(diag.Canonical(got)))
		shuffled := rapid.Permutation(list).Draw(t, "shuffled")
		equalStrings(t, "shuffled", flatten(got), flatten(diag.Canonical(shuffled)))
		for _, d := range list {
			if !slices.Contains(flatten(got), flat(d)) && !followOn(d, list) {
				t.Fatalf("%s is lost", flat(d))
			}
		}
	})
}

// followOn reports whether an error rests on another one of the list.
func followOn(d diag.Diagnostic, list []diag.Diagnostic) bool {
	return d.Severity == diag.Error && slices.ContainsFunc(list, func(e diag.Diagnostic) bool {
		return e.Severity == diag.Error && e.Primary.Compare(d.Primary) == 0 && e.Code[:4] < d.Code[:4]
	})
}

func TestCanonicalSuppressesFollowOns(t *testing.T) {
	at := func(code diag.Code, s diag.Severity, start int) diag.Diagnostic {
		return diag.Diagnostic{Code: code, Severity: s, Primary: fileA.Span(start, 4)}
	}
	got := diag.Canonical([]diag.Diagnostic{
		at("MC0403", diag.Error, 1),
		at("MC0301", diag.Error, 1),
		at("MC0201", diag.Error, 1),
		at("MC0202", diag.Error, 1),
		at("MC0801", diag.Warning, 1),
		at("MC0301", diag.Error, 2),
		at("MC0201", diag.Error, 1),
	})
	var codes []string
	for _, d := range got {
		codes = append(codes, fmt.Sprintf("%s@%d", d.Code, d.Primary.Start))
	}
	equalStrings(t, "codes", []string{"MC0201@1", "MC0202@1", "MC0801@1", "MC0301@2"}, codes)
}

// spans returns every span of a diagnostic.
func spans(d diag.Diagnostic) []source.Span {
	out := []source.Span{d.Primary}
	for _, l := range d.Secondary {
		out = append(out, l.Span)
	}
	for _, f := range d.Fixes {
		for _, e := range f.Edits {
			out = append(out, e.Span)
		}
	}
	return out
}

// flat writes out everything that tells a diagnostic from another.
func flat(d diag.Diagnostic) string {
	at := func(s source.Span) string {
		if s.IsZero() {
			return "nowhere"
		}
		return fmt.Sprintf("%s[%d:%d]", s.File.Name(), s.Start, s.End)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %q %s %q", d.Severity, d.Code, d.Message, at(d.Primary), d.Role)
	for _, l := range d.Secondary {
		fmt.Fprintf(&b, " also %s %q", at(l.Span), l.Role)
	}
	fmt.Fprintf(&b, " notes %q help %q tags %v", d.Notes, d.Help, d.Tags)
	for _, f := range d.Fixes {
		fmt.Fprintf(&b, " %s fix %q", f.Level, f.Message)
		for _, e := range f.Edits {
			fmt.Fprintf(&b, " %s→%q", at(e.Span), e.New)
		}
	}
	return b.String()
}

func flatten(list []diag.Diagnostic) []string {
	out := make([]string, len(list))
	for i, d := range list {
		out[i] = flat(d)
	}
	return out
}

// diagnostics come from so few places and words that they often collide.
var diagnostics = rapid.Custom(func(t *rapid.T) diag.Diagnostic {
	word := rapid.SampledFrom([]string{"", "x", "y"})
	span := rapid.Custom(func(t *rapid.T) source.Span {
		f := rapid.SampledFrom([]*source.File{fileA, fileA, fileB}).Draw(t, "file")
		start := rapid.IntRange(0, 1).Draw(t, "start")
		return f.Span(start, start+rapid.IntRange(0, 1).Draw(t, "length"))
	})
	d := diag.Diagnostic{
		Code:     rapid.SampledFrom([]diag.Code{"MC0201", "MC0202", "MC0301"}).Draw(t, "code"),
		Severity: rapid.SampledFrom([]diag.Severity{diag.Error, diag.Error, diag.Warning}).Draw(t, "severity"),
		Message:  word.Draw(t, "message"),
		Primary:  span.Draw(t, "primary"),
	}
	if rapid.Bool().Draw(t, "bare") {
		return d
	}
	d.Role = word.Draw(t, "role")
	d.Notes = rapid.SliceOfN(word, 0, 1).Draw(t, "notes")
	d.Help = rapid.SliceOfN(word, 0, 1).Draw(t, "help")
	d.Tags = rapid.SliceOfN(rapid.Just(diag.Deprecated), 0, 1).Draw(t, "tags")
	if rapid.Bool().Draw(t, "has label") {
		d.Also(span.Draw(t, "label"), word.Draw(t, "label role"))
	}
	if rapid.Bool().Draw(t, "has fix") {
		d.Fix(word.Draw(t, "fix"), diag.Edit{Span: span.Draw(t, "edit"), New: word.Draw(t, "new")}).As(rapid.SampledFrom(levels).Draw(t, "level"))
	}
	return d
})

// drawTwin returns a diagnostic that differs in one thing at most.
func drawTwin(t *rapid.T, d diag.Diagnostic) diag.Diagnostic {
	switch rapid.IntRange(0, 3).Draw(t, "difference") {
	case 0:
		d.Notes, d.Help = d.Help, d.Notes
	case 1:
		d.Tags = []diag.Tag{diag.Unnecessary}
	case 2:
		d.Notes = append(slices.Clone(d.Notes), d.Role)
	}
	return d
}

func sign(n int) int { return max(-1, min(1, n)) }

func equal(t *testing.T, want, got diag.Diagnostic) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(source.Span{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func equalStrings(t interface{ Fatalf(string, ...any) }, name string, want, got []string) {
	if !slices.Equal(want, got) {
		t.Fatalf("%s:\nwant %s\ngot  %s", name, strings.Join(want, "\n     "), strings.Join(got, "\n     "))
	}
}

type wrong struct{ name string }

func (w wrong) Diagnose() diag.Diagnostic { return diag.Diagnostic{Message: w.name + " is wrong"} }

type other struct{ wrong }

// TestAs: a diagnostic carries its problem, also after it has been moved.
func TestAs(t *testing.T) {
	d := diag.Of(wrong{"a"}).Map(func(s source.Span) source.Span { return s })
	if p, ok := diag.As[wrong](d); !ok || p.name != "a" || d.Message != "a is wrong" {
		t.Errorf("%v, %t", p, ok)
	}
	if _, ok := diag.As[other](d); ok {
		t.Error("it is another problem")
	}
	if _, ok := diag.As[wrong](diag.Diagnostic{}); ok {
		t.Error("a diagnostic without a problem has one")
	}
}
