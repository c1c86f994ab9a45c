package feature

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// mostReverts is how many edits of one declaration are offered one by one.
const mostReverts = 8

// revertActions offer to take back the edits, since the current branch left
// another one, of the transition or the case at a place, and one by one those on
// the very lines. What is gone from a declaration is at its head.
func (s Background) revertActions(v *snapshot.View, c *snapshot.Content, at source.Span) []offer {
	m := SubjectOf(v, c)
	if m == nil || v.Snapshot.Settings.Compare == snapshot.Never {
		return nil
	}
	p, err := s.Review.Before(v, m)
	if err != nil {
		return nil
	}
	r := reverter{snapshot: v.Snapshot, now: snapshot.World(v.Result, m), back: v.Back(m, p.Old, p.Base)}
	if len(r.back) == 0 {
		return nil
	}
	here, whole := r.at(v, c, m, lines(at))
	var list []offer
	for _, i := range here[:min(len(here), mostReverts)] {
		list = append(list, r.offer("revert this edit: "+edits.Words(inverse(r.back[i]), coded), []int{i}))
	}
	// A single edit is offered above already.
	if len(whole) > 1 {
		list = append(list, r.offer("revert all edits of "+r.back[whole[0]].At.Declaration().Key()+" since "+p.Base.Rev, whole))
	}
	return list
}

// A reverter makes actions of the edits that lead back.
type reverter struct {
	snapshot *snapshot.Snapshot
	now      *edit.Set
	back     []edit.Edit
}

// at returns the edits that the place is about, and all of the declaration
// that it is in. What is gone from a declaration is about its head, and a
// declaration that is gone about the head of the file.
func (r *reverter) at(v *snapshot.View, c *snapshot.Content, m *checker.Model, at source.Span) (here, whole []int) {
	whereabouts := whereaboutsOf(v, c, m)
	// Only the side where the edits start from is known, so it is given for both.
	places, err := edit.Places(r.now, r.now, r.back, edit.DiffOptions{})
	if err != nil {
		return nil, nil
	}
	for i, e := range r.back {
		if e.At.Kind().InModel() != (m.File == c.Tree) || e.At.File != "" && e.At.File != snapshot.Inside(v.Root, c.Path) {
			continue
		}
		d := whereabouts(e.At.Declaration())
		if touches(d, at) {
			whole = append(whole, i)
		}
		place := places[i].Old
		switch {
		case !place.IsZero() && place.File.Name() == c.Path:
			// The edit has a place of its own in this file.
		case d.IsZero():
			// The whole declaration is gone: show the edit at the head of the file.
			place = c.Source.Span(0, min(1, len(c.Source.Text())))
		default:
			place = firstLine(d)
		}
		if touches(place, at) {
			here = append(here, i)
		}
	}
	return here, whole
}

func touches(a, b source.Span) bool { return !a.IsZero() && a.Start <= b.End && b.Start <= a.End }

// lines returns the lines that something is on.
func lines(s source.Span) source.Span {
	text, end := s.File.Text(), s.File.Text()[s.End:]
	if i := strings.IndexByte(end, '\n'); i >= 0 {
		end = end[:i]
	}
	return s.File.Span(strings.LastIndexByte(text[:s.Start], '\n')+1, s.End+len(end))
}

// firstLine returns the first line of something.
func firstLine(s source.Span) source.Span {
	end := s.End
	if i := strings.IndexByte(s.Text(), '\n'); i >= 0 {
		end = s.Start + i
	}
	return s.File.Span(s.Start, end)
}

// whereaboutsOf returns where the transitions and cases of a file are.
func whereaboutsOf(v *snapshot.View, c *snapshot.Content, m *checker.Model) func(edit.Address) source.Span {
	return func(a edit.Address) source.Span {
		switch {
		case len(a.Path) < 2:
		case m.File == c.Tree && a.Kind() == edit.Transition:
			if t := m.Transition(a.Path[1]); t != nil {
				return m.File.Tree.Resolve(t.Unit.Span(t.Decl))
			}
		case a.Kind() == edit.Case:
			for _, s := range v.Result.Suites {
				for _, k := range s.Cases {
					if id := k.Decl.Name(); s.File == c.Tree && id != nil && id.Name == a.Path[1] {
						return ClosedCase(s.File, k.Decl)
					}
				}
			}
		}
		return source.Span{}
	}
}

// offer offers to make some of the edits that lead back, with those without
// which they cannot be made.
func (r *reverter) offer(title string, list []int) offer {
	return offer{protocol.CodeAction{Title: title, Kind: protocol.RefactorRewrite}, func() (*protocol.WorkspaceEdit, string) {
		made, more := r.make(list)
		if made == nil || len(made.Changes) == 0 {
			return nil, ""
		}
		return workspaceEdit(r.snapshot, smallestEdits(r.now, made.Changes)), more
	}}
}

// make applies edits, with what they need if they need something: more says so.
func (r *reverter) make(list []int) (made *edit.Result, more string) {
	made, err := r.apply(list)
	if err == nil {
		return made, ""
	}
	near := slices.Clone(list) // what is declared apart may be needed: a variable that a clause reads
	whole := r.back[list[0]].At.Declaration().String()
	for i, e := range r.back {
		// Kinds before Transition are the declarations that others depend on.
		if !slices.Contains(list, i) && (e.At.Kind() < edit.Transition || e.At.Declaration().String() == whole) {
			near = append(near, i)
		}
	}
	// Edits are applied in the order of the diff.
	slices.Sort(near)
	if made, err = r.apply(near); err != nil {
		return nil, ""
	}
	return made, ", and what it needs"
}

func (r *reverter) apply(list []int) (*edit.Result, error) {
	chosen := lists.Map(list, func(i int) edit.Edit { return r.back[i] })
	// ByHand lets the edits touch what is locked: a person asked for them.
	return edit.Apply(r.now, chosen, edit.ApplyOptions{ByHand: true, Brief: true})
}

// smallestEdits returns the edits that change files of a set.
func smallestEdits(set *edit.Set, changes []edit.Change) []diag.Edit {
	var list []diag.Edit
	for _, c := range changes {
		for _, f := range set.Files() {
			if f.Tree.File.Name() == c.File {
				list = append(list, Smallest(f.Tree.File, c.New))
				break
			}
		}
	}
	return list
}

// Smallest returns the edit of a text that replaces what lies between the
// beginning and the end that it has in common with another one.
func Smallest(f *source.File, text string) diag.Edit {
	old := f.Text()
	n := min(len(old), len(text))
	start := 0
	for start < n && old[start] == text[start] {
		start++
	}
	// An edit must not begin or end inside a character.
	for start > 0 && (start < len(old) && !utf8.RuneStart(old[start]) || start < len(text) && !utf8.RuneStart(text[start])) {
		start--
	}
	tail := 0
	// The common end must not reach into the common beginning.
	for tail < n-start && old[len(old)-1-tail] == text[len(text)-1-tail] {
		tail++
	}
	for tail > 0 && !utf8.RuneStart(old[len(old)-tail]) {
		tail--
	}
	return diag.Edit{Span: f.Span(start, len(old)-tail), New: text[start : len(text)-tail]}
}

// inverse returns what an edit that leads back takes back, in so far as words
// tell it.
func inverse(e edit.Edit) edit.Edit {
	switch e.Op {
	case edit.Add:
		return edit.Edit{Op: edit.Remove, At: e.At, Expect: edit.Compact(e.Text)}
	case edit.Remove:
		return edit.Edit{Op: edit.Add, At: e.At, Text: e.Expect}
	case edit.Replace:
		return edit.Edit{Op: edit.Replace, At: e.At, Expect: edit.Compact(e.Text), Text: e.Expect}
	case edit.Rename:
		return edit.Edit{Op: edit.Rename, At: e.At, Expect: e.To, To: e.Expect}
	}
	return e
}
