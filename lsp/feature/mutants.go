package feature

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// mutantHints say at each clause of a model, and each check of a suite, how many of its
// mutants survive, as long as the text is the one that was mutated.
func (s Background) mutantHints(v *snapshot.View, c *snapshot.Content) []InlayHint {
	m := SubjectOf(v, c)
	if m == nil {
		return nil
	}
	sp := v.Specimen(m, v.Snapshot.Settings)
	how, known := s.Mutation.State(sp.Path, sp.Text)
	if how != jobs.Answered {
		return nil
	}
	var counts []jobs.MutantsAt
	var edits []edit.Edit
	for _, at := range slices.Concat(known.Result.Clauses, known.Result.Checks) {
		if a, err := edit.ParseAddress(at.At); err == nil && a.File == c.Path {
			// An edit that removes the element serves to find its place.
			counts, edits = append(counts, at), append(edits, edit.Edit{Op: edit.Remove, At: a})
		}
	}
	set := snapshot.World(v.Result, m)
	places, err := edit.Places(set, set, edits, edit.DiffOptions{})
	if err != nil {
		return nil // names that are declared twice; that is an error of its own
	}
	var list []InlayHint
	for i, n := range counts {
		if at := places[i].Old; !at.IsZero() {
			list = append(list, InlayHint{offset: at.End, Label: mutantLabel(n), Tooltip: survivors(known.Result, n.At), PaddingLeft: true})
		}
	}
	return list
}

// mutantLabel says how many mutants survive.
func mutantLabel(n jobs.MutantsAt) string {
	switch alive := n.Counted - n.Killed; {
	case alive > 0 && n.Counted == 1:
		return "its mutant survives"
	case alive > 0:
		return fmt.Sprintf("%d of %d mutants survive", alive, n.Counted)
	case n.Counted == 1:
		return "its mutant is killed"
	}
	return fmt.Sprintf("all %d mutants are killed", n.Counted)
}

// survivors lists the mutants of a clause or a check that survive. That of the form of a
// check has a longer address.
func survivors(found *jobs.Mutants, at string) string {
	var lines []string
	for _, m := range found.Mutants {
		if m.Status == "survived" && (m.At == at || m.At == at+"/form") {
			lines = append(lines, "survives: "+m.Words)
		}
	}
	return strings.Join(lines, "\n")
}

// mutationLenses say, at the head of a model or of a suite about it, how far the mutants
// are; nothing where nobody has asked about this text.
func (s Background) mutationLenses(v *snapshot.View, c *snapshot.Content) []protocol.CodeLens {
	m := SubjectOf(v, c)
	if m == nil {
		return nil
	}
	sp := v.Specimen(m, v.Snapshot.Settings)
	title := ""
	switch how, known := s.Mutation.State(sp.Path, sp.Text); how {
	case jobs.Asked:
		title = "mutating …"
	case jobs.Failed:
		title = "mutants unknown: " + known.Failure
	case jobs.Answered:
		n := known.Result.Summary
		title = fmt.Sprintf("%d of %s survive", n.Survived, report.Count(n.Killed+n.Survived, "mutant"))
	default:
		return nil
	}
	return []protocol.CodeLens{lens(protocol.Range{}, title, CommandMutate, CaseArgument{URI: string(v.Snapshot.URI(sp.Path))})}
}
