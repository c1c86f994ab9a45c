package feature

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// The commands of the server.
const (
	CommandValidate = "mantrac.validate"     // of a file, or of one case of it
	CommandConflict = "mantrac.showConflict" // of a case
	CommandSave     = "mantrac.saveConflict" // of a case, as a case of its own
	CommandInspect  = "mantrac.inspect"      // a model, with all suites about it
	CommandCompare  = "mantrac.compare"      // a model, with all suites about it, with what it was
	CommandChange   = "mantrac.showChange"   // of a transition or a case
	CommandTest     = "mantrac.test"         // of a file: its kept traces
	CommandRepair   = "mantrac.repair"       // of a case: what closes its conflicts
	CommandMutate   = "mantrac.mutate"       // a model, with all suites about it
)

// CodeLens says what is known of each case, of each transition, with the cases
// that name it, and of each check.
func (s Background) CodeLens(_ context.Context, now *snapshot.Snapshot, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	list := []protocol.CodeLens{}
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	for _, sub := range v.Subjects(v.Snapshot.Settings) {
		if sub.Key.Suite == c.Path {
			list = append(list, s.lensesOf(v, sub)...)
		}
	}
	for _, m := range v.Result.Models {
		if m.File == c.Tree {
			list = append(list, usageLenses(now, v, m)...)
		}
	}
	list = append(list, s.mutationLenses(v, c)...)
	list = append(list, s.reviewLenses(now, v, c)...)
	return append(list, s.inspectionLenses(now, v, c)...), nil
}

func lens(r protocol.Range, title, command string, args ...any) protocol.CodeLens {
	return protocol.CodeLens{Range: r, Command: &protocol.Command{Title: title, Command: command, Arguments: args}}
}

func (s Background) lensesOf(v *snapshot.View, sub snapshot.Subject) []protocol.CodeLens {
	at := v.Snapshot.Mapper.Span(snapshot.HeaderOf(sub.Suite, sub.Decl))
	arg := argumentFor(v.Snapshot, sub)
	p, known := s.Verification.PhaseOf(sub)
	list := []protocol.CodeLens{lens(at, TitleOf(sub, p, known), CommandValidate, arg)}
	switch {
	case p == jobs.Unknown && known.Result != nil:
		list = append(list, lens(at, "show what is known", CommandConflict, arg))
	case p == jobs.Conflict:
		list = append(list, lens(at, "show conflict", CommandConflict, arg))
		if title := s.repairTitle(v, sub); title != "" {
			list = append(list, lens(at, title, CommandRepair, arg))
		}
		if _, err := (&keeper{Subject: sub}).choose(known.Result); err == nil {
			list = append(list, lens(at, "save as case", CommandSave, arg))
		}
	case (p == jobs.Obsolete || p == jobs.Broken) && known.Result != nil && known.Result.Phase() == jobs.Conflict:
		list = append(list, lens(at, "show the earlier conflict", CommandConflict, arg))
	}
	return list
}

// TitleOf says what is known of a case, in a few words.
func TitleOf(s snapshot.Subject, p jobs.Phase, v jobs.Verdict) string {
	switch p {
	case jobs.Unverified, jobs.Broken:
		return titleUnknown(s, v)
	case jobs.Verifying:
		return "verifying…"
	case jobs.Proved:
		return "consistent (proved)"
	case jobs.Bounded:
		return "consistent up to " + v.Result.Lengths()
	case jobs.Conflict:
		return v.Result.Verdict
	case jobs.Obsolete:
		title := "changed since it was validated"
		if v.Result != nil {
			title = "changed since it was " + v.Result.Verdict
		}
		if s.Trouble != snapshot.NoTrouble {
			title += "; " + string(s.Trouble)
		}
		return title
	}
	if v.Failure != "" {
		return "unknown: " + v.Failure
	}
	return "unknown: " + v.Result.Unanswered()
}

// titleUnknown is the title of a case of whose text nothing is known.
func titleUnknown(s snapshot.Subject, v jobs.Verdict) string {
	switch {
	case s.Trouble == snapshot.NoTrouble:
		return "validate"
	case v.Result != nil:
		return string(s.Trouble) + "; it was " + v.Result.Verdict
	}
	return "not validated: " + string(s.Trouble)
}

// usageLenses says of each transition which cases name its tool, and if the user
// calls it, so.
func usageLenses(s *snapshot.Snapshot, v *snapshot.View, m *checker.Model) []protocol.CodeLens {
	// One pass over all cases, instead of one for each transition.
	users := make(map[string][]string)
	for _, suite := range v.Result.Suites {
		if !suite.IsAbout(m) {
			continue
		}
		for _, k := range suite.Cases {
			for _, name := range toolsOf(suite, k) {
				users[name] = append(users[name], k.Decl.Name().Name)
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
		if t.Owner == tool.User {
			title = "user: " + title
		}
		at := m.File.Tree.Resolve(t.Declared())
		// The command is the client's: it shows the references of the tool.
		list = append(list, lens(s.Mapper.Span(at), title, "mantrac.showReferences", s.Location(source.Span(at))))
	}
	return list
}

// toolsOf returns the tools that a case names, each once.
func toolsOf(s *checker.Suite, k *checker.Case) []string {
	var list []string
	if k.Decl.Name() == nil {
		return nil
	}
	for _, c := range k.Checks {
		for _, a := range s.Patterns(c) {
			if a.Tool != nil && !slices.Contains(list, a.Tool.Name) {
				list = append(list, a.Tool.Name)
			}
		}
	}
	return list
}

// A CaseArgument names a case in a command.
type CaseArgument struct {
	URI  string `json:"uri"`
	Case string `json:"case,omitempty"` // "" is all of them
}

func argumentFor(now *snapshot.Snapshot, sub snapshot.Subject) CaseArgument {
	return CaseArgument{URI: string(now.URI(sub.Key.Suite)), Case: sub.Key.Name}
}
