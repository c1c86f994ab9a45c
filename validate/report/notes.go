package report

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// Notes are what the text report says of a case beyond the JSON document, for
// an editor that shows the same.
type Notes struct {
	Forward   []ForwardNotes  `json:"forward"`  // of the forward conflict, and of the further ones
	Backward  []BackwardNotes `json:"backward"` // of each backward answer
	Compliant *RowNotes       `json:"compliant,omitempty"`
	Omissions []string        `json:"omissions"` // checks that a run can leave undone by itself
	Unknown   []UnknownNote   `json:"unknown"`
}

// RowNotes say which leaves of the state a table of a witness has as rows.
type RowNotes struct {
	Shown []string `json:"shown"`
	Idle  []string `json:"idle"` // those that are free and have no part in the trace
}

// ForwardNotes are about a forward conflict.
type ForwardNotes struct {
	RowNotes
	Broken  []BrokenNote `json:"broken"`
	Because *jsonPart    `json:"because,omitempty"` // the pattern of a check that gives the conflict its class
}

// A BrokenNote is a step of a trace with all that it breaks.
type BrokenNote struct {
	Step    int      `json:"step"`
	Clauses []Clause `json:"clauses"`
	Reads   []string `json:"reads"` // leaves of the state, or records, that they are about
}

// BackwardNotes are about one check.
type BackwardNotes struct {
	*RowNotes
	Check *jsonPart `json:"place,omitempty"` // where it is
}

// An UnknownNote is a question without an answer, and why.
type UnknownNote struct {
	Question string `json:"question"`
	Reason   string `json:"reason"`
}

// NotesOf returns the notes of a case.
func NotesOf(c *validate.Case) Notes {
	n := Notes{
		Forward:   jsontext.Each(forwards(c), func(x validate.Forward) ForwardNotes { return forwardNotes(c, x) }),
		Backward:  jsontext.Each(c.Backward, func(b validate.Backward) BackwardNotes { return backwardNotes(c, b) }),
		Omissions: jsontext.Each(ofClass(c, validate.Omission), func(b validate.Backward) string { return b.Check }),
		Unknown:   jsontext.List(unknowns(c)),
	}
	if c.Compliant.Witness != nil {
		n.Compliant = rowNotes(c, c.Compliant.Witness)
	}
	return n
}

func forwardNotes(c *validate.Case, x validate.Forward) ForwardNotes {
	n := ForwardNotes{Broken: []BrokenNote{}}
	if x.Answer != validate.Found {
		return n
	}
	n.RowNotes = *rowNotes(c, x.Witness)
	film := filmOf(c, x.Witness)
	for i := range x.Witness.Steps {
		// film counts calls from 1, as x.Step does.
		list := film.broken[i+1]
		if i+1 == x.Step {
			list = x.Broken
		}
		if len(list) == 0 {
			continue
		}
		// Each step has its own set of leaves.
		b, reads := BrokenNote{Step: i + 1}, make(leaves)
		for _, broken := range list {
			b.Clauses = append(b.Clauses, ClauseOf(broken))
			film.blame(broken, reads)
		}
		b.Reads = slices.Sorted(maps.Keys(reads))
		n.Broken = append(n.Broken, b)
	}
	if at, role := because(c, x); !at.IsZero() {
		n.Because = partAt(role, at)
	}
	return n
}

func backwardNotes(c *validate.Case, b validate.Backward) BackwardNotes {
	n := BackwardNotes{}
	if b.Witness != nil {
		n.RowNotes = rowNotes(c, b.Witness)
	}
	if b.Decl != nil {
		n.Check = partAt("check", spanOf(c, b.Decl))
	} else if u := c.Decl.Decl.Goal; u != nil {
		// A backward answer without a check is about the goal.
		n.Check = partAt("goal", c.Suite.File.Tree.Resolve(u.Span(u.Node)))
	}
	return n
}

func rowNotes(c *validate.Case, w *validate.Witness) *RowNotes {
	n := &RowNotes{Shown: []string{}, Idle: []string{}}
	if c.Suite.Model == nil {
		return n
	}
	rows, idle := filmOf(c, w).rows()
	for _, l := range rows {
		n.Shown = lists.Include(n.Shown, l.Leaf.Name())
	}
	n.Idle = append(n.Idle, idle...)
	return n
}

func partAt(kind string, at source.Span) *jsonPart {
	return &jsonPart{kind, *report.PlaceOf(at), at.Text()}
}
