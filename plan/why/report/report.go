package report

import (
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/project"
)

// A Result is the refused calls of a trace.
type Result struct {
	Model   *checker.Model
	Trace   string // the name of its file; "" where it is the conflict of a case
	Case    string // its name; "" without one
	Calls   int    // of the trace
	Refused []Refused
}

// A Refused call.
type Refused struct {
	Step int // in the trace, from 1 on
	*why.Explanation
	States []interp.State // that were possible before it
}

// A sentence is what the manual says behind a clause.
type sentence struct {
	File  string `json:"file"`
	Place string `json:"place"`
	Text  string `json:"text,omitempty"` // "" where the manual cannot be read
}

// manual returns what the manual says behind a broken clause: by the `; @manual` lines
// of the clause, or else of its transition.
func (r *Result) manual(b interp.Broken) (list []sentence) {
	at, unit := b.Span(), b.Transition.Unit
	doc := ast.DocOf(at)
	if len(doc.Manual) == 0 {
		doc = ast.DocOf(r.Model.File.Tree.Resolve(unit.Span(unit.Node)))
	}
	for _, m := range doc.Manual {
		if m.File == "" {
			continue
		}
		file, place, _ := strings.Cut(m.Span.Text(), "#")
		s := sentence{File: file, Place: strings.TrimSpace(place)}
		path := filepath.Join(filepath.Dir(at.File.Name()), filepath.FromSlash(m.File))
		if text, err := project.ReadFile(path); err == nil {
			s.Text = project.Passage(string(text), m)
		}
		list = append(list, s)
	}
	return list
}
