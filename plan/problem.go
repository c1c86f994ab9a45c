package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A problem is a case of which copies with more checks are made.
type problem struct {
	set  *edit.Set // a suite with this case alone, and its model
	name string
}

func newProblem(of selection.Case) *problem {
	return &problem{set: &edit.Set{Models: []*checker.Model{of.Suite.Model}, Suites: []*checker.Suite{alone(of)}}, name: of.Name()}
}

// alone returns the suite of a case without its other cases, which would be read
// again for each question.
func alone(of selection.Case) *checker.Suite {
	s, file := of.Suite, of.Suite.File.Tree.File
	text := file.Text()
	// From the end, so that the places of the cases before stay right.
	for _, k := range slices.Backward(s.Cases) {
		if k != of.Decl {
			keyword := s.File.Tree.Resolve(k.Decl.Header.Span(k.Decl.Header.Node.(*ast.CaseName).Keyword))
			// The nearest parenthesis before the keyword opens the case.
			start := strings.LastIndexByte(text[:keyword.Start], '(')
			text = text[:start] + text[ast.FormEnd(text, start):]
		}
	}
	f := ast.Parse(source.NewFile(file.Name(), text), ast.ChecksFile, nil)
	if f.Broken() || len(f.Cases) != 1 {
		return s // a comment with a parenthesis precedes a keyword
	}
	return checker.CheckSuite(f, s.Model, s.Tools, s.Model.Options)
}

// edited returns the problem with edits.
func (p *problem) edited(list ...edit.Edit) (*problem, error) {
	r, err := edit.Apply(p.set, list, edit.ApplyOptions{Brief: true, Name: "plan"})
	if err != nil {
		return nil, fmt.Errorf("cannot change a copy of the case: %w", err)
	}
	return &problem{set: r.Set, name: p.name}, nil
}

// with returns the problem with more checks, of which forms are the source.
func (p *problem) with(forms ...string) (*problem, error) {
	if len(forms) == 0 {
		return p, nil
	}
	var list []edit.Edit
	for _, form := range forms {
		// The number tells the new checks of one call apart.
		name := p.unused(len(list))
		list = append(list, edit.Edit{Op: edit.Add, At: edit.At("case", p.name, "check", name), Text: "(" + name + " " + form + ")"})
	}
	return p.edited(list...)
}

func (p *problem) suite() *checker.Suite { return p.set.Suites[0] }

func (p *problem) decl() *checker.Case {
	if k := p.suite().CaseNamed(p.name); k != nil {
		return k
	}
	panic("plan: the case is gone")
}

func (p *problem) scenario() *system.Scenario { return system.NewScenario(p.suite(), p.decl()) }

// unused returns a name that no check of the case has, another one for each n.
func (p *problem) unused(n int) string {
	taken := lists.SetBy(p.decl().Checks, func(c *ast.Check) string { return c.Name.Name })
	for name := "plan"; ; name += "_" {
		if numbered := fmt.Sprintf("%s_%d", name, n+1); !taken[numbered] {
			return numbered
		}
	}
}
