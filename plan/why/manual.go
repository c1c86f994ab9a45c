package why

import (
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/project"
)

// A Sentence is what the manual says behind a clause.
type Sentence struct {
	File  string `json:"file"`
	Place string `json:"place"`
	Text  string `json:"text,omitempty"` // "" where the manual cannot be read
}

// Manual returns what the manual says behind a broken clause of a model: by the
// `; @manual` lines of the clause, or else of its transition.
func Manual(model *checker.Model, b interp.Broken) (list []Sentence) {
	at, unit := b.Span(), b.Transition.Unit
	doc := ast.DocOf(at)
	// Without a line of its own the clause has those of its transition.
	if len(doc.Manual) == 0 {
		doc = ast.DocOf(model.File.Tree.Resolve(unit.Span(unit.Node)))
	}
	for _, m := range doc.Manual {
		if m.File == "" {
			continue
		}
		file, place, _ := strings.Cut(m.Span.Text(), "#")
		s := Sentence{File: file, Place: strings.TrimSpace(place)}
		// The file is named relative to the model.
		path := filepath.Join(filepath.Dir(at.File.Name()), filepath.FromSlash(m.File))
		if text, err := project.ReadFile(path); err == nil {
			s.Text = project.Passage(string(text), m)
		}
		list = append(list, s)
	}
	return list
}
