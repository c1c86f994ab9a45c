package edit_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

func mergeOf(t *rapid.T, base, ours, theirs *modeltest.Project) *edit.Merged {
	m, err := edit.Merge(setOf(base), setOf(ours), setOf(theirs), edit.MergeOptions{})
	if err != nil {
		t.Fatalf("%v\nbase%sours%stheirs%s", err, base, ours, theirs)
	}
	return m
}

// texts returns the model and the suite of a merge without the lines that show
// conflicts, which have to be free of errors when they are read from scratch.
func texts(t *rapid.T, base *modeltest.Project, m *edit.Merged) (model, suite string) {
	model, suite = inBase(m.Set.Models[0].File.Tree.File.Text()), inBase(m.Set.Suites[0].File.Tree.File.Text())
	if _, err := base.With(model, suite); err != nil {
		t.Fatalf("the result has errors: %v\n%s\n%s", err, model, suite)
	}
	return model, suite
}

// inBase returns a text without the lines that show conflicts: what base says
// stays.
func inBase(text string) string {
	var b strings.Builder
	shown := false
	for line := range strings.Lines(text) {
		switch word := strings.TrimSpace(line); {
		case strings.HasPrefix(word, "; conflict: "):
			shown = true
		case word == "; base:":
			shown = false
		case word == "; end of conflict" || shown:
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

func mustMean(t *rapid.T, base *modeltest.Project, m *edit.Merged, want *modeltest.Project) {
	model, suite := texts(t, base, m)
	if len(m.Conflicts) > 0 {
		t.Fatalf("conflicts %v", m.Conflicts)
	}
	if canonical(model) != canonical(want.ModelText) || canonical(suite) != canonical(want.SuiteText) {
		t.Fatalf("%s\n%s\nis not%s", model, suite, want)
	}
}

// If one side has changed nothing, or both the same, the result is the other.
func TestMergeOfOneSide(t *testing.T) {
	modeltest.Law(t, 20, func(t *rapid.T) {
		base := projects(modeltest.Small).Draw(t, "base")
		other := another(t, base)
		mustMean(t, base, mergeOf(t, base, base, other), other)
		mustMean(t, base, mergeOf(t, base, formatted(t, base), other), other)
		mustMean(t, base, mergeOf(t, base, formatted(t, other), other), other)
		m := mergeOf(t, base, other, base)
		mustMean(t, base, m, other)
		if model, suite := texts(t, base, m); model != other.ModelText || suite != other.SuiteText {
			t.Fatalf("what nobody else has changed is not as it was:\n%s\n%s\nand not%s", model, suite, other)
		}
	})
}

// Which side is called ours makes no difference but for the labels, the layout
// and the comments; the result always checks, and nothing in it is lost or
// there more often than the sides say.
func TestMergeIsSymmetric(t *testing.T) {
	modeltest.Law(t, 40, func(t *rapid.T) { mergeBoth(t, modeltest.Small) })
	modeltest.Law(t, 3, func(t *rapid.T) { mergeBoth(t, modeltest.Wide) })
}

// FuzzMerge merges versions that are drawn from the input.
func FuzzMerge(f *testing.F) {
	for _, seed := range syntaxtest.Seeds() {
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { mergeBoth(t, modeltest.Small) }))
}

// mergeBoth draws three versions, and merges them both ways.
func mergeBoth(t *rapid.T, size modeltest.Size) {
	base := projects(size).Draw(t, "base")
	ours, theirs := another(t, base), another(t, base)
	a, b := mergeOf(t, base, ours, theirs), mergeOf(t, base, theirs, ours)
	model, suite := texts(t, base, a)
	model2, suite2 := texts(t, base, b)
	if canonical(model) != canonical(model2) || canonical(suite) != canonical(suite2) {
		t.Fatalf("%s\n%s\nis not\n%s\n%s\nbase%sours%stheirs%s", model, suite, model2, suite2, base, ours, theirs)
	}
	for _, file := range a.Set.Files() {
		text, conflicts := file.Tree.File.Text(), false
		if _, err := format.Source(source.NewFile(file.Tree.File.Name(), inBase(text)), file.Kind); err != nil {
			t.Fatalf("%v\n%s\n%s", err, model, suite)
		}
		if conflicts = inBase(text) != text; conflicts != file.Broken() {
			t.Fatalf("a conflict is no error, or there is an error: %v\n%s", file.Faults, text)
		}
	}
	if len(a.Conflicts) != len(b.Conflicts) {
		t.Fatalf("%d conflicts, or %d", len(a.Conflicts), len(b.Conflicts))
	}
	for i, c := range a.Conflicts {
		d := b.Conflicts[i]
		if c.At.String() != d.At.String() || c.Why != d.Why || !reflect.DeepEqual(outcomes(c.Ours), outcomes(d.Theirs)) || !reflect.DeepEqual(outcomes(c.Theirs), outcomes(d.Ours)) {
			t.Fatalf("the conflict\n%v\nis\n%v", c, d)
		}
		if len(c.Ours)+len(c.Theirs) == 0 {
			t.Fatal("a conflict without a change")
		}
	}
	if renames(t, base, ours) || renames(t, base, theirs) {
		return // items are not spelled as in the versions then
	}
	if why := miscounted(itemsOf(base.ModelText, base.SuiteText), itemsOf(ours.ModelText, ours.SuiteText),
		itemsOf(theirs.ModelText, theirs.SuiteText), itemsOf(model, suite), len(a.Conflicts) == 0); why != "" {
		t.Fatalf("%s\nin%s\n%s\nbase%sours%stheirs%s", why, model, suite, base, ours, theirs)
	}
}

// renames reports whether something has another name in another version.
func renames(t *rapid.T, a, b *modeltest.Project) bool {
	return slices.ContainsFunc(diffOf(t, a, b, edit.DiffOptions{}), func(e edit.Edit) bool { return e.Op == edit.Rename })
}

// itemsOf counts the items of texts, each with what it is in: declarations,
// cases and checks by their names, others by what they say.
func itemsOf(files ...string) map[string]int {
	count := make(map[string]int)
	for _, text := range files {
		for _, s := range stretches(text) {
			item := canonical(text[s.start:s.end])
			switch words := strings.Fields(item); {
			case slices.Contains([]string{"(var", "(const", "(transition", "(case", "(define"}, words[0]):
				count[words[0]+" "+strings.Trim(words[1], "()")]++
			case s.index == 0:
			case s.head == "checks":
				count[holder(text, s.start)+" check "+words[0]]++
			case slices.Contains([]string{"params", "pre", "post", "init", "goal"}, s.head):
				count[holder(text, s.start)+" "+s.head+" "+item]++
			}
		}
	}
	return count
}

// holder returns the beginning of the last transition, case or list of common
// checks that begins in front of an offset.
func holder(text string, offset int) string {
	start := max(strings.LastIndex(text[:offset], "(transition "), strings.LastIndex(text[:offset], "(case "), strings.LastIndex(text[:offset], "(common"))
	words := strings.Fields(text[start:])
	return words[0] + " " + words[1]
}

// miscounted says which item is there too often or too rarely, if one is. What
// both sides add or remove counts once or twice; with a conflict, what a side
// does may not have been done.
func miscounted(base, ours, theirs, result map[string]int, clean bool) string {
	all := make(map[string]bool)
	for _, m := range []map[string]int{base, ours, theirs, result} {
		for text := range m {
			all[text] = true
		}
	}
	for text := range all {
		n, a, b := base[text], ours[text]-base[text], theirs[text]-base[text]
		least, most := n+min(a, 0)+min(b, 0), n+max(a, 0)+max(b, 0)
		if clean && a >= 0 && b >= 0 {
			least = n + max(a, b)
		}
		if clean && a <= 0 && b <= 0 {
			most = n + min(a, b)
		}
		if got := result[text]; got < least || got > most {
			return text + " is lost, or there too often"
		}
	}
	return ""
}

// outcomes returns what edits say, without the places of what they add.
func outcomes(edits []edit.Edit) []edit.Edit {
	list := make([]edit.Edit, len(edits))
	for i, e := range edits {
		e.Before = ""
		list[i] = e
	}
	return list
}
