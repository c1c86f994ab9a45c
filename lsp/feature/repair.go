package feature

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// repairOffers offers the repairs of the conflicts at a place: at the name of a case
// those of all its conflicts. Where nobody has asked for them, it offers to find them.
func (s Background) repairOffers(now *snapshot.Snapshot, v *snapshot.View, at source.Span) []offer {
	var list []offer
	for _, sub := range v.Subjects(now.Settings) {
		p, verdict := s.Verification.PhaseOf(sub)
		specimen, ok := jobs.RepairableIn(v, sub)
		if p != jobs.Conflict || !ok || s.Repairing.Child == nil {
			continue
		}
		r := repairer{teller: teller{Snapshot: now, Subject: sub, out: make(map[string][]protocol.Diagnostic)}, set: snapshot.World(v.Result, sub.Suite.Model)}
		// tell collects the diagnostics of the conflict, which the actions refer to.
		r.tell(verdict.Result)
		switch how, known := s.Repairing.State(sub.Key, specimen.Text); how {
		case jobs.Answered:
			list = append(list, r.offers(known.Result, at)...)
		case jobs.NotAsked, jobs.Outdated, jobs.Failed:
			if found := r.shown(at); len(found) > 0 || overlap(snapshot.HeaderOf(sub.Suite, sub.Decl), at) {
				command := &protocol.Command{Title: "find repairs", Command: CommandRepair, Arguments: []any{argumentFor(now, sub)}}
				list = append(list, offer{CodeAction: protocol.CodeAction{Title: command.Title, Kind: protocol.QuickFix, Diagnostics: found, Command: command}})
			}
		}
	}
	return list
}

// A repairer makes actions of the repairs of a case.
type repairer struct {
	teller // whose out has the diagnostics of the case
	set    *edit.Set
}

// shown returns the diagnostics of the case at a place.
func (r *repairer) shown(at source.Span) []protocol.Diagnostic {
	var list []protocol.Diagnostic
	here := r.Mapper.Span(at)
	for _, d := range r.out[at.File.Name()] {
		if !before(d.Range.End, here.Start) && !before(here.End, d.Range.Start) {
			list = append(list, d)
		}
	}
	return list
}

func before(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// offers are the candidates for the conflicts at a place.
func (r *repairer) offers(found *jobs.Repairs, at source.Span) []offer {
	folders, err := locks.Of(r.set)
	if err != nil {
		return nil // mantrac locks says what is wrong with the file of locks
	}
	var list []offer
	for _, x := range found.Repairs {
		if !r.concerns(x, at) {
			continue
		}
		for i, c := range x.Candidates {
			if r.apply(c, folders) == nil {
				continue
			}
			a := protocol.CodeAction{Title: c.Label, Kind: protocol.QuickFix, Diagnostics: r.shown(at), IsPreferred: i == 0}
			list = append(list, offer{a, func() (*protocol.WorkspaceEdit, string) { return r.apply(c, folders), "" }})
		}
	}
	return list
}

// concerns reports whether a conflict is shown at a place, which may be in the model.
func (r *repairer) concerns(x jobs.Conflicting, at source.Span) bool {
	places := []source.Span{snapshot.HeaderOf(r.Suite, r.Decl)}
	switch {
	case x.Conflict.Tool != "":
		places = append(places, r.speaker(x.Conflict.Tool))
		if clause, ok := r.clause(x.Conflict.Tool, x.Conflict.Clause); ok {
			places = append(places, clause)
		}
	case x.Conflict.Check != "":
		places = append(places, r.check(x.Conflict.Check))
	}
	return slices.ContainsFunc(places, func(p source.Span) bool { return overlap(p, at) })
}

// overlap is touches for places that may be in different files.
func overlap(a, b source.Span) bool { return a.File.Name() == b.File.Name() && touches(a, b) }

// apply returns the edit of a candidate; nil if it cannot be made, since what it
// changes is locked. It has been checked by who found it, about the same text.
func (r *repairer) apply(c jobs.Candidate, locked []edit.Lock) *protocol.WorkspaceEdit {
	// The worker has checked the candidate already, so the check is skipped here.
	unchecked := func([]edit.Change) (*edit.Set, []diag.Diagnostic) { return r.set, nil }
	made, err := edit.Apply(r.set, c.Edits, edit.ApplyOptions{Locks: locked, Check: unchecked})
	if err != nil {
		return nil
	}
	return workspaceEdit(r.Snapshot, smallestEdits(r.set, made.Changes))
}

// repairTitle says how far the repairs of a case in conflict are; "" where they cannot
// be looked for.
func (s Background) repairTitle(v *snapshot.View, sub snapshot.Subject) string {
	specimen, ok := jobs.RepairableIn(v, sub)
	if !ok || s.Repairing.Child == nil {
		return ""
	}
	how, known := s.Repairing.State(sub.Key, specimen.Text)
	switch {
	case how == jobs.Asked:
		return "finding repairs …"
	case how == jobs.Failed:
		return "no repairs: " + known.Failure
	case how == jobs.Answered && known.Result.Count() == 0:
		return "no repair found"
	case how == jobs.Answered:
		return report.Count(known.Result.Count(), "repair")
	}
	return "find repairs"
}
