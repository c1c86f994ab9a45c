package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// verified opens the example operations in a server whose verifier has had its
// say: every case has a verdict. No solver runs.
func verified(t testing.TB) (c *client, model, suite string) {
	t.Helper()
	var list []string
	for _, name := range []string{"mantra.yaml", "operations.wm", "operations.checks", "tools.json", "manual.md"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "examples", "operations", name))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, name, string(data))
	}
	c = connectWith(t, folder(t, list...), nil, map[string]any{"verify": "never"})
	c.open("operations.wm")
	c.open("operations.checks")
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri("operations.checks")}}, nil)
	s := c.server
	s.Verification.Mu.Lock()
	defer s.Verification.Mu.Unlock()
	for _, sub := range s.current().View(snapshot.PathOf(c.uri("operations.checks"))).Subjects(s.current().Settings) {
		s.Verification.Answers[sub.Key] = jobs.Verdict{Text: sub.Text, Result: &jobs.CaseReport{Verdict: "consistent", Bound: 16, Raw: json.RawMessage("{}")}}
	}
	return c, list[3], list[5]
}

// phases returns how the cases are after an edit, by name.
func (c *client) phasesAfter(name, text string) map[string]jobs.Phase {
	c.t.Helper()
	s := c.server
	path := snapshot.PathOf(c.uri(name))
	s.change(func(next *snapshot.Snapshot) {
		d := next.Documents[path]
		d.Text = text
		d.Version++
		next.Documents[path] = d
	})
	now := s.current()
	phases := make(map[string]jobs.Phase)
	for _, sub := range now.View(path).Subjects(s.current().Settings) {
		phases[sub.Key.Name], _ = s.Verification.PhaseOf(sub)
	}
	return phases
}

func count(phases map[string]jobs.Phase, p jobs.Phase) int {
	n := 0
	for _, q := range phases {
		if q == p {
			n++
		}
	}
	return n
}

// A mistake in a case is a matter of that case alone: all others keep their
// verdicts, wherever in the case it is and whatever is typed.
func TestMistakeInOneCase(t *testing.T) {
	c, _, suite := verified(t)
	f := ast.Parse(source.NewFile("s", suite), ast.ChecksFile, nil)
	modeltest.Law(t, 150, func(t *rapid.T) {
		i := rapid.IntRange(0, len(f.Cases)-1).Draw(t, "case")
		whole := feature.ClosedCase(f, f.Cases[i])
		// The opening of a case is what tells it from the one before it.
		from := f.Tree.Resolve(f.Cases[i].Header.Span(f.Cases[i].Header.Node)).End
		at := rapid.IntRange(from, whole.End-1).Draw(t, "at")
		typed := rapid.SampledFrom([]string{"x", "(", ")", "\"", ";", "(call nothing", "\n", "(foo)"}).Draw(t, "typed")
		gone := rapid.IntRange(0, 1).Draw(t, "gone")
		text := suite[:at] + typed + suite[at+gone:]
		phases := c.phasesAfter("operations.checks", text)
		kept := count(phases, jobs.Bounded) + count(phases, jobs.Proved)
		if kept < len(f.Cases)-1 {
			t.Errorf("%q in place of %q in %s: %d of %d cases keep their verdicts\n%s", typed, suite[at:at+gone], f.Cases[i].Name().Name, kept, len(f.Cases), nearby(text, at))
		}
	})
	if phases := c.phasesAfter("operations.checks", suite); count(phases, jobs.Bounded) != len(f.Cases) {
		t.Errorf("after all is undone: %v", phases)
	}
}

func nearby(text string, at int) string {
	return text[max(0, at-80):at] + "⟨here⟩" + text[at:min(len(text), at+80)]
}

// What a comment says and how a text is laid out is no matter of any verdict.
func TestCommentKeepsVerdicts(t *testing.T) {
	c, model, suite := verified(t)
	for _, e := range []struct{ file, text string }{
		{"operations.wm", strings.Replace(model, "\n(model", "\n; more\n(model", 1)},
		{"operations.wm", strings.Replace(model, "(transition ", "\n\n  ; more\n  (transition ", 1)},
		{"operations.checks", strings.Replace(suite, "(prompt \"", "(prompt \"Please: ", 1)},
		{"operations.checks", strings.Replace(suite, "(checks\n", "(checks ; these\n\n", 1)},
	} {
		phases := c.phasesAfter(e.file, e.text)
		if n := count(phases, jobs.Bounded); n != len(phases) || n == 0 {
			t.Errorf("%s: %d of %d cases keep their verdicts", e.file, n, len(phases))
		}
	}
}

// A mistake in the model leaves the verdicts as obsolete, says why, and leaves
// every lens in its place; so does one in the schemas or in mantra.yaml. They
// are as before once it is mended.
func TestMistakeInModel(t *testing.T) {
	c, model, suite := verified(t)
	lenses := strings.Count(c.lenses("operations.checks"), ",")
	for _, text := range []string{
		strings.Replace(model, "(var ticket_read Bool)", "(var ticket_rea Bool)", 1),
		strings.Replace(model, "(transition get_ticket", "(transition get_ticket)", 1),
		strings.Replace(model, "(model", "(mode", 1),
	} {
		phases := c.phasesAfter("operations.wm", text)
		if n := count(phases, jobs.Obsolete) + count(phases, jobs.Broken); n != strings.Count(suite, "\n(case ") {
			t.Errorf("phases: %v", phases)
		}
		if said := c.lenses("operations.checks"); strings.Count(said, ",") != lenses || !strings.Contains(said, "changed since it was consistent; the model has errors") {
			t.Errorf("the lenses say %s", said)
		}
	}
	if phases := c.phasesAfter("operations.wm", model); count(phases, jobs.Bounded) != len(phases) {
		t.Errorf("after it is mended: %v", phases)
	}
	phases := c.phasesAfter("operations.checks", strings.Replace(suite, "operations.wm", "operation.wm", 1))
	if count(phases, jobs.Obsolete) != len(phases) || len(phases) == 0 {
		t.Errorf("without the model: %v", phases)
	}
}
