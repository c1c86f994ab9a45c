package edit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Merges of versions that differ in code, comments, provenance and prompts, held
// against an oracle that counts and shares no code with the merge: what one
// side alone has changed is in the result, or in a conflict; nothing is lost,
// and nothing is there that no version has.
func TestMergeAgainstCounting(t *testing.T) {
	conflicts, clean := 0, 0
	modeltest.Law(t, 5, func(t *rapid.T) {
		plain := projects(modeltest.Small).Draw(t, "base")
		base := reworded(t, plain, "base")
		ours, theirs := reworded(t, another(t, base), "ours"), reworded(t, another(t, base), "theirs")
		a, b := mergeOf(t, base, ours, theirs), mergeOf(t, base, theirs, ours)
		show := func() string {
			return fmt.Sprintf("\nresult\n%s\n%s\nbase%sours%stheirs%s", fileText(a, 0), fileText(a, 1), base, ours, theirs)
		}
		if len(a.Lost)+len(b.Lost) > 0 {
			t.Fatalf("lost %v %v%s", a.Lost, b.Lost, show())
		}
		if len(a.Conflicts) > 0 {
			conflicts++
		} else {
			clean++
		}
		if why := asymmetry(a, b); why != "" {
			t.Fatalf("%s%s\nthe other way\n%s\n%s", why, show(), fileText(b, 0), fileText(b, 1))
		}
		texts(t, base, a)
		for i := range 2 {
			v := [3]string{textOf(base, i), textOf(ours, i), textOf(theirs, i)}
			if why := countComments(v, a, i); why != "" {
				t.Fatalf("%s%s", why, show())
			}
			for k, side := range []string{"ours", "theirs"} {
				if why := keepsSide(v, resolvedTo(t, a, i, k), k+1); why != "" {
					t.Fatalf("taking %s: %s%s", side, why, show())
				}
			}
		}
		equalSides(t, base, ours)
	})
	t.Logf("%d merges with conflicts, %d without", conflicts, clean)
	if drawn := conflicts + clean; drawn >= 50 && (conflicts == 0 || clean == 0) {
		t.Error("one of the two was never drawn: the law says too little")
	}
}

func fileText(m *edit.Merged, i int) string { return m.Set.Files()[i].Tree.File.Text() }

func textOf(p *modeltest.Project, i int) string {
	if i == 0 {
		return p.ModelText
	}
	return p.SuiteText
}

// equalSides checks that merging a version with itself, or with base, is it.
func equalSides(t *rapid.T, base, x *modeltest.Project) {
	for n, m := range []*edit.Merged{mergeOf(t, base, x, x), mergeOf(t, base, x, base), mergeOf(t, base, base, x)} {
		for i := range 2 {
			got := fileText(m, i)
			if len(m.Conflicts)+len(m.Lost) > 0 || canonical(got) != canonical(textOf(x, i)) || !slices.Equal(commentsIn(got), commentsIn(textOf(x, i))) {
				t.Fatalf("%d: conflicts %s, lost %v\n%s\nis not%sbase%s", n, conflictsOf(m), m.Lost, got, x, base)
			}
		}
	}
}

// asymmetry says in what two merges differ whose sides are swapped, apart from
// layout and order.
func asymmetry(a, b *edit.Merged) string {
	for i := range 2 {
		x, y := inBase(fileText(a, i)), inBase(fileText(b, i))
		switch {
		case canonical(x) != canonical(y):
			return "the code differs"
		case !slices.Equal(commentsIn(x), commentsIn(y)):
			return fmt.Sprintf("the comments differ: %q and %q", commentsIn(x), commentsIn(y))
		}
	}
	if len(a.Conflicts) != len(b.Conflicts) {
		return fmt.Sprintf("%d conflicts, or %d", len(a.Conflicts), len(b.Conflicts))
	}
	return ""
}

func tally(list []string) map[string]int {
	count := make(map[string]int)
	for _, s := range list {
		count[s]++
	}
	return count
}

// countComments says which comment is lost or invented in a file of a merge.
func countComments(v [3]string, m *edit.Merged, file int) string {
	whole := fileText(m, file)
	base, ours, theirs := tally(commentsIn(v[0]+"\n")), tally(commentsIn(v[1]+"\n")), tally(commentsIn(v[2]+"\n"))
	result := tally(commentsIn(inBase(whole) + "\n"))
	visible := commentsIn(strings.ReplaceAll(whole, ";|", "") + "\n") // those on both sides of conflicts too
	for c := range result {
		if base[c]+ours[c]+theirs[c] == 0 {
			return c + " is in no version"
		}
	}
	all := make(map[string]bool)
	for _, m := range []map[string]int{base, ours, theirs} {
		for c := range m {
			all[c] = true
		}
	}
	for c := range all {
		n, a, b := base[c], ours[c]-base[c], theirs[c]-base[c]
		shown := slices.Contains(visible, c)
		switch {
		case (a > 0 || b > 0) && !shown:
			return c + " is new on a side, and lost"
		case n > 0 && a == 0 && b == 0 && !shown:
			return c + " is in all versions, and lost"
		case len(m.Conflicts) > 0:
		case result[c] < n+min(a, 0)+min(b, 0) || a >= 0 && b >= 0 && result[c] < n+max(a, b):
			return fmt.Sprintf("%s is there %d times, too rarely", c, result[c])
		case result[c] > n+max(a, 0)+max(b, 0) || a <= 0 && b <= 0 && result[c] > n+min(a, b):
			return fmt.Sprintf("%s is there %d times, too often", c, result[c])
		}
	}
	return ""
}

// resolvedTo returns a file of a merge after a fix of every conflict: the first
// takes ours, the second theirs.
func resolvedTo(t *rapid.T, m *edit.Merged, file, fix int) string {
	f := m.Set.Files()[file].Tree.File
	kind := m.Set.Files()[file].Kind
	for range 1000 {
		faults := ast.Parse(f, kind, nil).Faults
		i := slices.IndexFunc(faults, func(d diag.Diagnostic) bool { return d.Code == syntax.UnresolvedCode })
		if i < 0 {
			return f.Text()
		}
		if len(faults[i].Fixes) != 2 {
			t.Fatalf("a conflict without both sides as fixes\n%s", f.Text())
		}
		text, err := diag.Apply(f, faults[i].Fixes[fix].Edits)
		if err != nil {
			t.Fatal(err)
		}
		f = source.NewFile(f.Name(), text)
	}
	t.Fatal("conflicts remain")
	return ""
}

// keepsSide says what a side has changed that is not there when its side of all
// conflicts has been taken.
func keepsSide(v [3]string, result string, side int) string {
	base, mine, got := tally(commentsIn(v[0]+"\n")), tally(commentsIn(v[side]+"\n")), tally(commentsIn(result+"\n"))
	for c, n := range mine {
		if n > base[c] && got[c] == 0 {
			return c + " is new, and lost"
		}
	}
	prompts := func(text string) []string {
		var list []string
		for _, s := range stretches(text) {
			if s.head == "prompt" && s.index == 1 {
				list = append(list, text[s.start:s.end])
			}
		}
		return list
	}
	for _, p := range prompts(v[side]) {
		if !slices.Contains(prompts(v[0]), p) && !strings.Contains(result, p) {
			return "the prompt " + p + " is lost"
		}
	}
	return ""
}

// reworded draws a version of a project in which comments are added, changed and
// removed, some of them @manual lines, and prompts are changed.
func reworded(t *rapid.T, p *modeltest.Project, who string) *modeltest.Project {
	next, err := p.With(rewordedText(t, p.ModelText, who, "m"), rewordedText(t, p.SuiteText, who, "s"))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// rewordedText draws with a generator of its own: nobody shrinks comments.
func rewordedText(t *rapid.T, text, who, mark string) string {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	var b strings.Builder
	n, head := 0, ""
	comment := func() string { n++; return fmt.Sprintf("; %s %s%d", who, mark, n) }
	often := []int{30, 300}[r.IntN(2)]
	if who == "base" {
		often = 6
	}
	for _, k := range syntax.Lex(text) {
		word, chance := text[k.Start:k.End], r.IntN(often)
		switch {
		case k.Kind == syntax.Space && chance < 4:
			word = [4]string{" " + comment() + "\n" + word, "\n  " + comment() + "\n  ", word + "\n\n" + comment() + "\n\n  ", " " + comment() + "\n\n" + comment() + "\n"}[chance]
		case who == "base":
		case k.Kind == syntax.Comment && chance < 4:
			word = strings.TrimSpace(word) + " by " + who
		case k.Kind == syntax.Comment && chance == 4:
			word = strings.TrimSpace(word) + " by both"
		case k.Kind == syntax.Comment && chance == 5:
			word = strings.Replace(word, "; ", "; @manual manual.md#", 1)
		case k.Kind == syntax.Comment && chance < 8:
			word = ""
		case k.Kind == syntax.String && head == "prompt" && chance < 8:
			word = word[:len(word)-1] + " says " + who + `"`
		}
		if !k.Kind.IsTrivia() {
			head = word
		}
		b.WriteString(word)
	}
	return b.String()
}
