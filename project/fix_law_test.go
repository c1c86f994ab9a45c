package project_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A certain fix leaves the behaviour of files that check as it is; and on files
// made wrong by one mistake, certain fixes that make them check give back the
// behaviour that they had before the mistake.
func TestCertainFixesKeepTheMeaning(t *testing.T) {
	folder, examples := t.TempDir(), readExamples(t)
	count := make(map[string]int)
	modeltest.Law(t, 150, func(t *rapid.T) {
		right := drawLaidOut(t, examples)
		if fixed, n := certainlyFixed(t, folder, right); n > 0 {
			count["right"]++
			if after, err := load(fixed); err != nil || difference(t, right, after) != "" {
				t.Fatalf("%v %s", err, udiff.Unified("right", "fixed", right.String(), fixed.String()))
			}
		}
		for range rapid.IntRange(1, 3).Draw(t, "mistakes") {
			m := anyOf(t, "mistake", mistakes)
			wrong := m.make(t, right)
			if wrong == nil {
				continue
			}
			fixed, n := certainlyFixed(t, folder, wrong)
			now, err := load(wrong)
			if err == nil {
				right = now // it is no mistake, but another project
			}
			after, err := load(fixed)
			switch {
			case n == 0:
				count[m.name+": no fix"]++
				continue
			case err != nil:
				count[m.name+": not all"]++
				continue
			}
			count[m.name+": fixed"]++
			if d := difference(t, right, after); d != "" {
				t.Fatalf("%s; %s:\n%s\nfixed:\n%s\nof\n%s", d, m.name, udiff.Unified("right", "wrong", right.String(), wrong.String()), udiff.Unified("wrong", "fixed", wrong.String(), fixed.String()), right)
			}
		}
	})
	if testing.Verbose() {
		for _, m := range mistakes {
			t.Logf("%-20s fixed %d, not all %d, no fix %d", m.name, count[m.name+": fixed"], count[m.name+": not all"], count[m.name+": no fix"])
		}
	}
}

// readExamples returns some of the projects that people have written.
func readExamples(t *testing.T) []*modeltest.Project {
	var list []*modeltest.Project
	for _, name := range []string{"procurement/procurement.wm after.checks", "airline/desk.wm desk.checks", "arrays/dock.wm dock.checks", "arrays/stacking.wm stacking.checks"} {
		model, suite, _ := strings.Cut(name, " ")
		folder := filepath.Join("../examples", filepath.Dir(model))
		var texts []string
		for _, path := range []string{"tools.json", filepath.Base(model), suite} {
			text, err := os.ReadFile(filepath.Join(folder, path))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		suiteText := strings.Replace(texts[2], filepath.Base(model), "model.wm", 1)
		p, err := modeltest.Load(texts[0], texts[1], suiteText)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// drawLaidOut draws one of the examples, or a random project in the canonical
// layout.
func drawLaidOut(t *rapid.T, examples []*modeltest.Project) *modeltest.Project {
	if rapid.IntRange(0, 3).Draw(t, "example") == 0 {
		return anyOf(t, "example", examples)
	}
	p := modeltest.Projects(rapid.SampledFrom([]modeltest.Size{modeltest.Tiny, modeltest.Small}).Draw(t, "size")).Draw(t, "project")
	model, err := format.Source(source.NewFile("model.wm", p.ModelText), ast.ModelFile)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := format.Source(source.NewFile("suite.checks", p.SuiteText), ast.ChecksFile)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.With(string(model), string(suite))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func load(p *modeltest.Project) (*modeltest.Project, error) {
	return p.With(p.ModelText, p.SuiteText)
}

// certainlyFixed returns the texts that check --fix makes of a project, and how
// many fixes it applies.
func certainlyFixed(t *rapid.T, folder string, p *modeltest.Project) (*modeltest.Project, int) {
	names := map[string]string{"mantra.yaml": "tools: tools.json\nmodel: model.wm\n", "tools.json": p.ToolsText, "model.wm": p.ModelText, "suite.checks": p.SuiteText}
	for name, text := range names {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, errs := project.Find([]string{folder}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	fixed := project.Fix(files, project.Options{}, diag.Certain)
	q := &modeltest.Project{ToolsText: p.ToolsText, ModelText: p.ModelText, SuiteText: p.SuiteText}
	for _, f := range fixed.Files {
		switch filepath.Base(f.Name) {
		case "model.wm":
			q.ModelText = f.New
		case "suite.checks":
			q.SuiteText = f.New
		default:
			t.Fatalf("%s has changed", f.Name)
		}
	}
	return q, len(fixed.Taken)
}

// difference says how two projects behave differently, or returns "".
func difference(t *rapid.T, old, new *modeltest.Project) string {
	if laidOut(old.ModelText, ast.ModelFile) != laidOut(new.ModelText, ast.ModelFile) {
		o := behaviour.Options{Options: validate.Options{Bound: 3, States: 500, Engine: validate.Explicit}, Any: true}
		version := func(p *modeltest.Project) behaviour.Version { return behaviour.Version{Model: p.Model} }
		c, err := behaviour.Compare(context.Background(), version(old), version(new), o)
		if err != nil {
			t.Fatal(err)
		}
		if class := c.Whole.Class(); class != behaviour.Equal && class != behaviour.Unknown {
			return fmt.Sprintf("the model is %s", class)
		}
	}
	if laidOut(old.SuiteText, ast.ChecksFile) == laidOut(new.SuiteText, ast.ChecksFile) {
		return ""
	}
	if len(old.Suite.Cases) != len(new.Suite.Cases) {
		return "the cases are others"
	}
	for i, k := range old.Suite.Cases {
		if d := caseDifference(t, old, new, k, new.Suite.Cases[i]); d != "" {
			return fmt.Sprintf("case %d: %s", i+1, d)
		}
	}
	return ""
}

func laidOut(text string, kind ast.Kind) string {
	out, err := format.Source(source.NewFile("file", text), kind)
	if err != nil {
		return text
	}
	return string(out)
}

// caseDifference compares the checks of two cases on random traces, and their
// starts and goals.
func caseDifference(t *rapid.T, old, new *modeltest.Project, k, l *checker.Case) string {
	if len(k.Checks) != len(l.Checks) {
		return "the checks are others"
	}
	calls := modeltest.Calls(old)
	for range 20 {
		trace := calls.Draw(t, "trace")
		for i := range k.Checks {
			if monitor.In(old.Suite, k.Checks[i]).Holds(trace) != monitor.In(new.Suite, l.Checks[i]).Holds(trace) {
				return fmt.Sprintf("check %d differs on %v", i+1, trace)
			}
		}
	}
	knownOld, _ := interp.New(old.Model).Initial(k)
	knownNew, _ := interp.New(new.Model).Initial(l)
	if !knownOld.Equal(knownNew) {
		return "the starts are others"
	}
	return goalDifference(t, old, new, k, l)
}

func goalDifference(t *rapid.T, old, new *modeltest.Project, k, l *checker.Case) string {
	if k.Decl.Goal == nil || l.Decl.Goal == nil {
		if k.Decl.Goal != l.Decl.Goal {
			return "one has a goal"
		}
		return ""
	}
	holds := func(p *modeltest.Project, k *checker.Case, s interp.State) bool {
		block := k.Decl.Goal.Node.(*ast.Block)
		for _, e := range block.Exprs {
			if ok, _ := interp.New(p.Model).Goal(p.Suite, k.Decl.Goal, e, s); !ok {
				return false
			}
		}
		return true
	}
	states := modeltest.States(old)
	for range 20 {
		s := interp.State(states.Draw(t, "state"))
		if holds(old, k, s) != holds(new, l, s) {
			return fmt.Sprintf("the goals differ in %v", s)
		}
	}
	return ""
}

// A mistake makes one thing of a project wrong, or returns nil where the project
// has no place for it.
type mistake struct {
	name string
	make func(t *rapid.T, p *modeltest.Project) *modeltest.Project
}

// edited returns the mistake that changes the text of a model or of a suite.
func edited(name string, change func(t *rapid.T, text string) string) mistake {
	return mistake{name, func(t *rapid.T, p *modeltest.Project) *modeltest.Project {
		q := &modeltest.Project{ToolsText: p.ToolsText, ModelText: p.ModelText, SuiteText: p.SuiteText}
		text := &q.ModelText
		if rapid.Bool().Draw(t, "suite") {
			text = &q.SuiteText
		}
		before := *text
		*text = change(t, before)
		if *text == before {
			return nil
		}
		return q
	}}
}

// somewhere returns a text with one of the places that a pattern matches
// replaced.
func somewhere(t *rapid.T, text string, places [][]int, with func(s []string) string) string {
	if len(places) == 0 {
		return text
	}
	at := anyOf(t, "place", places)
	var groups []string
	for i := 0; i < len(at); i += 2 {
		if at[i] < 0 {
			groups = append(groups, "")
			continue
		}
		groups = append(groups, text[at[i]:at[i+1]])
	}
	return text[:at[0]] + with(groups) + text[at[1]:]
}

// anyOf draws an element, each as likely as any other, which rapid does not.
func anyOf[T any](t *rapid.T, label string, list []T) T {
	return list[rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 0)).IntN(len(list))]
}

// slip makes a slip of the pen in a word.
func slip(t *rapid.T, word string) string {
	i := rapid.IntRange(0, len(word)-1).Draw(t, "letter")
	switch rapid.IntRange(0, 3).Draw(t, "slip") {
	case 0:
		return word[:i] + word[i+1:]
	case 1:
		return word[:i] + word[i:i+1] + word[i:]
	case 2:
		return word[:i] + "x" + word[i+1:]
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
