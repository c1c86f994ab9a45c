package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
)

// The commands of the server.
const (
	commandValidate = "mantrac.validate"     // of a file, or of one case of it
	commandConflict = "mantrac.showConflict" // of a case
	commandSave     = "mantrac.saveConflict" // of a case, as a case of its own
	commandInspect  = "mantrac.inspect"      // a model, with all suites about it
	commandCompare  = "mantrac.compare"      // a model, with all suites about it, with what it was
	commandChange   = "mantrac.showChange"   // of a transition or a case
)

// codeLens says what is known of each case, of each transition, with the cases
// that name it, and of each check.
func (s background) codeLens(_ context.Context, now *snapshot, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	list := []protocol.CodeLens{}
	v, c, err := now.open(p.TextDocument.URI)
	if err != nil || c.tree == nil {
		return list, nil
	}
	for _, sub := range v.subjects(v.snapshot.settings) {
		if sub.key.suite == c.path {
			list = append(list, s.lensesOf(now, sub)...)
		}
	}
	for _, m := range v.result.Models {
		if m.File == c.tree {
			list = append(list, usageLenses(now, v, m)...)
		}
	}
	list = append(list, s.reviewLenses(now, v, c)...)
	return append(list, s.inspectionLenses(now, v, c)...), nil
}

func lens(r protocol.Range, title, command string, args ...any) protocol.CodeLens {
	return protocol.CodeLens{Range: r, Command: &protocol.Command{Title: title, Command: command, Arguments: args}}
}

func (s background) lensesOf(now *snapshot, sub subject) []protocol.CodeLens {
	at := now.mapper.span(headerOf(sub.suite, sub.decl))
	arg := caseArgument{URI: string(now.uri(sub.key.suite)), Case: sub.key.name}
	p, v := s.verification.phaseOf(sub)
	list := []protocol.CodeLens{lens(at, titleOf(sub, p, v), commandValidate, arg)}
	switch {
	case p == unknown && v.result != nil:
		list = append(list, lens(at, "show what is known", commandConflict, arg))
	case p == conflict:
		list = append(list, lens(at, "show conflict", commandConflict, arg))
		if _, err := (&keeper{subject: sub}).choose(v.result); err == nil {
			list = append(list, lens(at, "save as case", commandSave, arg))
		}
	case (p == obsolete || p == broken) && v.result != nil && v.result.phase() == conflict:
		list = append(list, lens(at, "show the earlier conflict", commandConflict, arg))
	}
	return list
}

// titleOf says what is known of a case, in a few words.
func titleOf(s subject, p phase, v verdict) string {
	switch p {
	case unverified, broken:
		return titleUnknown(s, v)
	case verifying:
		return "verifying…"
	case proved:
		return "consistent (proved)"
	case bounded:
		return fmt.Sprintf("consistent up to %d calls", v.result.Bound)
	case conflict:
		return v.result.Verdict
	case obsolete:
		title := "changed since it was validated"
		if v.result != nil {
			title = "changed since it was " + v.result.Verdict
		}
		if s.trouble != noTrouble {
			title += "; " + string(s.trouble)
		}
		return title
	}
	if v.failure != "" {
		return "unknown: " + v.failure
	}
	return "unknown: " + v.result.unanswered()
}

// titleUnknown is the title of a case of whose text nothing is known.
func titleUnknown(s subject, v verdict) string {
	switch {
	case s.trouble == noTrouble:
		return "validate"
	case v.result != nil:
		return string(s.trouble) + "; it was " + v.result.Verdict
	}
	return "not validated: " + string(s.trouble)
}

// usageLenses says of each transition which cases name its tool.
func usageLenses(s *snapshot, v *view, m *checker.Model) []protocol.CodeLens {
	users := make(map[string][]string)
	for _, suite := range v.result.Suites {
		if suite.Model != m {
			continue
		}
		for _, k := range suite.Cases {
			for _, tool := range toolsOf(k) {
				users[tool] = append(users[tool], k.Decl.Name().Name)
			}
		}
	}
	var list []protocol.CodeLens
	for _, t := range m.Transitions {
		title := "no case names it"
		switch n := len(users[t.Name()]); {
		case n == 1:
			title = "named by the case " + users[t.Name()][0]
		case n > 1:
			title = fmt.Sprintf("named by %d cases", n)
		}
		at := m.File.Tree.Resolve(t.Declared())
		list = append(list, lens(s.mapper.span(at), title, "mantrac.showReferences", s.location(source.Span(at))))
	}
	return list
}

// toolsOf returns the tools that a case names, each once.
func toolsOf(k *checker.Case) []string {
	var list []string
	if k.Decl.Name() == nil {
		return nil
	}
	for _, c := range k.Checks {
		for _, a := range checker.Atoms(c.Form) {
			if a.Tool != nil && !slices.Contains(list, a.Tool.Name) {
				list = append(list, a.Tool.Name)
			}
		}
	}
	return list
}

// A caseArgument names a case in a command.
type caseArgument struct {
	URI  string `json:"uri"`
	Case string `json:"case,omitempty"` // "" is all of them
}
