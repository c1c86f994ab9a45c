package feature

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Conflicts returns the diagnostics of the current verdicts, by path: a
// conflict on the check and on the clause that it breaks, with the steps of the
// trace as related information. Verdicts of texts that have changed since say
// nothing here; a lens says that they are obsolete.
func Conflicts(f jobs.Verification, now *snapshot.Snapshot, o snapshot.Settings) map[string][]protocol.Diagnostic {
	out := make(map[string][]protocol.Diagnostic)
	for _, root := range now.Roots() {
		for _, s := range now.Project(root).Subjects(o) {
			if p, v := f.PhaseOf(s); p == jobs.Conflict {
				t := teller{Snapshot: now, Subject: s, out: out}
				t.tell(v.Result)
			}
		}
	}
	return out
}

// A teller makes diagnostics of one case's conflicts.
type teller struct {
	*snapshot.Snapshot
	snapshot.Subject
	out map[string][]protocol.Diagnostic
}

func (t teller) add(at source.Span, code, message string, related []protocol.DiagnosticRelatedInformation) {
	path := at.File.Name()
	t.out[path] = append(t.out[path], protocol.Diagnostic{
		Range: t.Mapper.Span(at), Severity: protocol.DiagnosticSeverityWarning, Code: code, Source: "mantrac validate",
		Message: message, RelatedInformation: related,
	})
}

func (t teller) tell(r *jobs.CaseReport) {
	name := t.Key.Name
	switch r.Verdict {
	case "unsatisfiable-checks":
		// Without a compliant trace there is nothing else to show.
		t.add(snapshot.HeaderOf(t.Suite, t.Decl), r.Verdict, "no trace "+within(r, r.Checks.Proved)+"passes the checks of "+name+", for any model", nil)
		return
	case "no-compliant-trace":
		reach := within(r, r.Compliant.Proved)
		t.add(snapshot.HeaderOf(t.Suite, t.Decl), r.Verdict, "no run of the model "+reach+"passes the checks of "+name, nil)
		return
	}
	if r.Forward.Result == "conflict" {
		t.forward(r)
	}
	for _, b := range r.Backward {
		if b.Result == "conflict" && b.Class == "commission" {
			message := fmt.Sprintf("over-restrictive: the model allows %s, and every other check of %s accepts it", b.Witness.Story(), name)
			t.add(t.check(b.Check), "over-restrictive", message, t.steps(b.Witness))
		}
	}
}

// within says how long the traces are that were looked at, if nothing is proved of
// longer ones.
func within(r *jobs.CaseReport, proved bool) string {
	if proved {
		return ""
	}
	return "of at most " + r.Lengths() + " "
}

// forward tells a trace that the checks accept and the model does not, where
// the model forbids it and where the checks let it pass.
func (t teller) forward(r *jobs.CaseReport) {
	w, step := r.Forward.Witness, r.Forward.Step
	// Reports come from another process, so the indices are checked.
	if w == nil || step < 1 || step > len(w.Steps) || r.Forward.Clause == nil {
		return
	}
	code := "forward-conflict[" + r.Forward.Class + "]"
	tool := w.Steps[step-1].Tool
	steps := t.steps(w)
	if at, ok := t.clause(tool, r.Forward.Clause.Text); ok {
		t.add(at, code, fmt.Sprintf("the checks of %s accept %s, in which this does not hold at step %d", t.Key.Name, w.Story(), step), steps)
		steps = append(steps, protocol.DiagnosticRelatedInformation{Location: t.Location(at), Message: fmt.Sprintf("does not hold at step %d", step)})
	}
	// The same conflict is shown twice: in the model at the clause, and in the suite at the check.
	t.add(t.speaker(tool), code, fmt.Sprintf("the checks accept %s; the model rejects step %d: %s does not hold", w.Story(), step, r.Forward.Clause.Text), steps)
}

// steps leads to the transition of each step.
func (t teller) steps(w *jobs.Witness) []protocol.DiagnosticRelatedInformation {
	list := []protocol.DiagnosticRelatedInformation{}
	if w == nil {
		return list
	}
	for i, s := range w.Steps {
		at := snapshot.HeaderOf(t.Suite, t.Decl)
		if tr := t.Suite.Model.Transition(s.Tool); tr != nil {
			at = t.Suite.Model.File.Tree.Resolve(tr.Declared())
		}
		call := strings.TrimSpace(s.Tool + " " + strings.TrimSuffix(string(s.Args), "{}"))
		list = append(list, protocol.DiagnosticRelatedInformation{Location: t.Location(at), Message: fmt.Sprintf("step %d: %s", i+1, call)})
	}
	return list
}

// clause returns the place of a clause of a tool's transition.
func (t teller) clause(tool, text string) (at source.Span, ok bool) {
	tr := t.Suite.Model.Transition(tool)
	if tr == nil {
		return at, false
	}
	for e := range ast.Each[ast.Expr](tr.Decl) {
		if tr.Unit.Compact(e) == text {
			return t.Suite.Model.File.Tree.Resolve(tr.Unit.Span(e)), true
		}
	}
	return at, false
}

// check returns the place of the name of a check; that of the case for its
// goal.
func (t teller) check(name string) source.Span {
	if c := t.Decl.CheckNamed(name); c != nil {
		return t.Suite.SpanOf(t.Decl, c.Name)
	}
	return snapshot.HeaderOf(t.Suite, t.Decl)
}

// speaker returns the first check that names a tool, or else the case.
func (t teller) speaker(tool string) source.Span {
	for _, c := range t.Decl.Checks {
		if slices.ContainsFunc(t.Suite.Patterns(c), func(a *ast.Atom) bool { return a.Tool.Name == tool && !a.No }) {
			return t.Suite.SpanOf(t.Decl, c.Name)
		}
	}
	return snapshot.HeaderOf(t.Suite, t.Decl)
}
