package coverage

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A place is where a `; @manual` line leads.
type place struct {
	file        string // beside the project's folder, as the model is named
	heading     string // "" where it is lines
	first, last int
}

// placesAt returns the places that the comments above a node of a model name.
func placesAt(m *checker.Model, u *ast.Unit, n ast.Node) []place {
	return placesOf(m.File, m.File.Tree.Resolve(u.Span(n)))
}

func placesOf(f *ast.File, at source.Span) []place {
	var list []place
	for _, p := range ast.DocOf(at).Manual {
		if p.File != "" {
			list = append(list, placeOf(f, p))
		}
	}
	return list
}

// placeOf returns the place that a line of a file names.
func placeOf(f *ast.File, p ast.Provenance) place {
	name := path.Join(path.Dir(filepath.ToSlash(f.Tree.File.Name())), p.File)
	return place{name, p.Heading, p.First, p.Last}
}

// readPlaces returns the places of the variables and constants that an expression
// of a transition reads.
func readPlaces(m *checker.Model, t *checker.Transition, e ast.Expr) []place {
	var list []place
	ast.Inspect(e, func(n ast.Node) bool {
		switch o := m.ObjectOf(t.Unit, n).(type) {
		case *checker.Var:
			// Hidden variables are in no file, so nothing is written above them.
			if !o.Hidden() {
				list = lists.Include(slices.Clip(list), placesAt(m, o.Unit, o.Decl)...)
			}
		case *checker.Const:
			list = lists.Include(slices.Clip(list), placesAt(m, o.Unit, o.Decl)...)
		}
		return true
	})
	return list
}
