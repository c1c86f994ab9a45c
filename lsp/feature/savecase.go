package feature

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A counterexample is worth keeping: as a case that starts where it starts, so
// that nothing is left to chance, and that asks for what it got wrong. Where the
// checks accepted a call that the model forbids, the new case has these checks
// and one more, that rules the call out: it comes after the tool that makes the
// condition true, or, where no tool does, not at all. Where a check refused a
// run that the model allows, the new case has the other checks, and asks for the
// call that the check was against.

// SaveCase returns the edit that writes the counterexample of a case into its
// suite, after the case, and the name of the new case.
func SaveCase(s *snapshot.Snapshot, sub snapshot.Subject, r *jobs.CaseReport) (*protocol.WorkspaceEdit, string, error) {
	k := keeper{Subject: sub}
	w, err := k.choose(r)
	if err != nil {
		return nil, "", err
	}
	name := k.freeName()
	text, err := k.text(name, w)
	if err != nil {
		return nil, "", err
	}
	f := sub.Suite.File.Tree.File
	end := ClosedCase(sub.Suite.File, sub.Decl.Decl).End
	if rest, _, _ := strings.Cut(f.Text()[end:], "\n"); strings.HasPrefix(strings.TrimSpace(rest), ";") {
		end += len(strings.TrimRight(rest, " \t\r")) // the comment is about this case
	}
	written := f.Text()[:end] + text + f.Text()[end:]
	// The new text is checked as a whole, so that what is written is a valid case.
	suite := checker.CheckSuite(ast.Parse(source.NewFile(f.Name(), written), ast.ChecksFile, nil), sub.Suite.Model, sub.Suite.Tools, sub.Suite.Model.Options)
	if i := slices.IndexFunc(suite.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }); i >= 0 {
		return nil, "", fmt.Errorf("the counterexample cannot be written as a case: %s", suite.Diagnostics[i].Message)
	}
	return workspaceEdit(s, []diag.Edit{{Span: f.Span(end, end), New: text}}), name, nil
}

// A keeper makes a case of a counterexample.
type keeper struct {
	snapshot.Subject
	story string   // what the comment says
	drop  string   // the check that is left out
	extra string   // the form of the check that is added; "" for none
	named []string // tools that name it
}

var errNoCounterexample = errors.New("the verdict has no counterexample to save")

// choose settles which counterexample is saved, and what is asked for.
func (k *keeper) choose(r *jobs.CaseReport) (*jobs.Witness, error) {
	f := r.Forward
	if w := f.Witness; f.Result == "conflict" && w != nil && f.Clause != nil && f.Step >= 1 && f.Step <= len(w.Steps) {
		// Steps of a report count from 1.
		call := w.Steps[f.Step-1]
		k.story = fmt.Sprintf("The checks of %s accepted %s, in which step %d breaks %s.", k.Key.Name, w.Story(), f.Step, f.Clause.Text)
		k.named = []string{call.Tool}
		setter := k.setter(r, call.Tool, f.Clause.Text)
		switch {
		case setter == "":
			// Nobody can make the clause true, so the call must not happen at all.
			k.extra = "(no_call " + call.Tool + jobs.PinsOf(call.Args) + ")"
		case setter != call.Tool:
			// If the tool itself sets what the clause reads, no such order can be asked for.
			k.extra = "(after (call " + call.Tool + ") (call " + setter + "))"
		}
		return w, nil
	}
	for _, b := range r.Backward {
		// A common check cannot be dropped from a single case.
		if b.Result == "conflict" && b.Class == "commission" && b.Witness != nil && !k.common(b.Check) {
			k.story = fmt.Sprintf("The check %s of %s refused %s, which the model allows.", b.Check, k.Key.Name, b.Witness.Story())
			k.drop = b.Check
			if tool := k.spokenOf(b.Check, b.Witness); tool != "" {
				k.extra, k.named = "(call "+tool+")", []string{tool}
			}
			return b.Witness, nil
		}
	}
	return nil, errNoCounterexample
}

// common reports whether a check is one of all cases, which a case cannot leave
// out.
func (k *keeper) common(check string) bool {
	return slices.ContainsFunc(k.Decl.Checks, func(c *ast.Check) bool { return c.Name.Name == check && k.Suite.Shared(c) })
}

// setter returns a tool that sets what a clause reads: one that a compliant run
// calls first, if there is such a run; "" if nobody sets it.
func (k *keeper) setter(r *jobs.CaseReport, tool, clause string) string {
	m := k.Suite.Model
	tr := m.Transition(tool)
	if tr == nil {
		return ""
	}
	reads := make(map[string]bool)
	// The report has the clause as text, which identifies it within the transition.
	for e := range ast.Each[ast.Expr](tr.Decl) {
		if tr.Unit.Compact(e) == clause {
			for ref := range ast.Each[*ast.Ref](e) {
				reads[ref.Name] = true
			}
		}
	}
	var setters []string
	for _, t := range m.Transitions {
		if slices.ContainsFunc(m.Assignments(t), func(a checker.Assignment) bool { return reads[a.Var.Name()] }) {
			setters = append(setters, t.Name())
		}
	}
	// Prefer a tool that a compliant run calls: such an order is possible.
	if w := r.Compliant.Witness; w != nil {
		for _, s := range w.Steps {
			if slices.Contains(setters, s.Tool) {
				return s.Tool
			}
		}
	}
	if len(setters) > 0 {
		return setters[0]
	}
	return ""
}

// spokenOf returns the tool of the first call of a run that a check speaks of.
func (k *keeper) spokenOf(check string, w *jobs.Witness) string {
	for _, c := range k.Decl.Checks {
		if c.Name.Name != check {
			continue
		}
		for _, s := range w.Steps {
			// The call that a no-call pattern matches is the one that the check refuses.
			if slices.ContainsFunc(k.Suite.Patterns(c), func(a *ast.Atom) bool { return a.No && a.Tool.Name == s.Tool }) {
				return s.Tool
			}
		}
	}
	return ""
}

// freeName returns a name that no case of the suite has.
func (k *keeper) freeName() string {
	taken := func(name string) bool {
		return slices.ContainsFunc(k.Suite.Cases, func(c *checker.Case) bool { return c.Decl.Name() != nil && c.Decl.Name().Name == name })
	}
	base := k.Key.Name + "_counterexample"
	name := base
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return name
}

// text returns the case, in the canonical layout, as it is after another.
func (k *keeper) text(name string, w *jobs.Witness) (string, error) {
	var b strings.Builder
	// A line break in the story would end the comment.
	fmt.Fprintf(&b, "; %s\n(case %s\n", strings.ReplaceAll(k.story, "\n", " "), name)
	if p := k.Decl.Decl.Prompt; p != nil {
		b.WriteString(k.source(p, p.Node) + "\n")
	}
	if init := k.init(w); init != "" {
		b.WriteString("(init" + init + ")\n")
	}
	if checks := k.checks(); checks != "" {
		b.WriteString("(checks" + checks + ")\n")
	}
	if g := k.Decl.Decl.Goal; g != nil {
		b.WriteString(k.source(g, g.Node) + "\n")
	}
	b.WriteString(")\n")
	text, err := format.Source(source.NewFile(name, b.String()), ast.ChecksFile)
	if err != nil {
		return "", err
	}
	return "\n\n" + strings.TrimSuffix(string(text), "\n"), nil
}

func (k *keeper) source(u *ast.Unit, n ast.Node) string {
	return k.Suite.File.Tree.Resolve(u.Span(n)).Text()
}

// init returns the initial state of a witness, without what cannot be written: a
// fraction that is no decimal.
func (k *keeper) init(w *jobs.Witness) string {
	var b strings.Builder
	for _, v := range k.Suite.Model.Vars {
		raw, ok := w.Init[v.Name()]
		if !ok {
			continue
		}
		value, err := interp.FromJSON(raw, v.Type)
		if err == nil && writable(value) {
			b.WriteString("\n(" + v.Name() + " " + value.String() + ")")
		}
	}
	return b.String()
}

// writable reports whether a value is one of the source language.
func writable(v types.Value) bool {
	switch v := v.(type) {
	case types.Number:
		return !strings.Contains(v.String(), "/")
	case types.List:
		return !slices.ContainsFunc(v, func(m types.Value) bool { return !writable(m) })
	case types.Object:
		return !slices.ContainsFunc(v, func(m types.Member) bool { return !writable(m.Value) })
	}
	return true
}

func (k *keeper) checks() string {
	var b strings.Builder
	names := make(map[string]bool)
	extra := k.extra
	for _, c := range k.Decl.Checks {
		if c.Name.Name == k.drop {
			continue
		}
		// Names of common checks are taken as well.
		names[c.Name.Name] = true
		if k.Suite.TextOf(k.Decl, c.Form) == extra {
			extra = "" // it is there
		}
		if !k.Suite.Shared(c) { // the new case has the checks of all cases
			b.WriteString("\n" + k.Suite.SpanOf(k.Decl, c).Text())
		}
	}
	if extra == "" {
		return b.String()
	}
	base := strings.Join(append([]string{"counterexample"}, k.named...), "_")
	if !syntax.IsIdent(base) {
		base = "counterexample"
	}
	name := base
	for i := 2; names[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return b.String() + "\n(" + name + " " + extra + ")"
}

// saveActions offers to save the counterexample of the case at a place.
func (s Background) saveActions(now *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content, at source.Span) []offer {
	for _, sub := range v.Subjects(now.Settings) {
		if sub.Key.Suite != c.Path {
			continue
		}
		whole := ClosedCase(sub.Suite.File, sub.Decl.Decl)
		p, known := s.Verification.PhaseOf(sub)
		if p != jobs.Conflict || whole.Start > at.End || at.Start > whole.End {
			continue
		}
		k := keeper{Subject: sub}
		// Offer the action only if there is a counterexample to save.
		if _, err := k.choose(known.Result); err != nil {
			continue
		}
		title := "save the counterexample as the case " + k.freeName()
		return []offer{{protocol.CodeAction{Title: title, Kind: protocol.RefactorRewrite}, func() (*protocol.WorkspaceEdit, string) {
			edit, _, err := SaveCase(now, sub, known.Result)
			if err != nil {
				return nil, ""
			}
			return edit, ""
		}}}
	}
	return nil
}
