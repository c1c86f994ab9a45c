package mutate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A subject is a case that gets more checks, or a new one.
type subject struct {
	suite int    // its place in the family
	file  string // of the suite
	name  string
	start *behaviour.Witness // whose initial state a new case has; nil of one that is there
	named []string           // the variables that its init names
}

// subjects returns the cases that a cure may be about: the one that a trace starts
// in, if it judges, and a new one that starts so.
func (h *healer) subjects(w *behaviour.Witness) []*subject {
	var list []*subject
	for i := range h.judges {
		if j := &h.judges[i]; j.name == w.Case && j.Verdict == validate.Consistent {
			list = append(list, &subject{suite: j.suite, file: j.file, name: j.name})
		}
	}
	return append(list, h.newCase(w)...)
}

// newCase returns a case that starts as a trace does, of the first suite with a case
// that judges, or else of the first; none without a suite.
func (h *healer) newCase(w *behaviour.Witness) []*subject {
	if len(h.suites) == 0 {
		return nil
	}
	home := 0
	if i := slices.IndexFunc(h.judges, func(j judge) bool { return j.Verdict == validate.Consistent }); i >= 0 {
		home = h.judges[i].suite
	}
	suite := h.suites[home]
	taken := func(name string) bool {
		return slices.Contains(h.taken, name) || suite.CaseNamed(name) != nil
	}
	last := w.Calls[len(w.Calls)-1]
	stem := last.Tool + "_" + strings.ReplaceAll(string(h.Operator), "-", "_")
	name := stem
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s_%d", stem, n)
	}
	return []*subject{{suite: home, file: suite.File.Tree.File.Name(), name: name, start: w, named: variables(h.model)}}
}

// mentioned returns the variables that the tools of some checks mention.
func (h *healer) mentioned(list []demand) []string {
	mentioned := make(map[string]bool)
	for _, d := range list {
		for _, name := range []string{d.tool, d.other} {
			t := h.model.Transition(name)
			if t == nil {
				continue
			}
			ast.Inspect(t.Decl, func(n ast.Node) bool {
				if v, ok := h.model.ObjectOf(t.Unit, n).(*checker.Var); ok {
					mentioned[v.Name()] = true
				}
				return true
			})
		}
	}
	return slices.DeleteFunc(variables(h.model), func(name string) bool { return !mentioned[name] })
}

// variables returns the names of the variables of a model.
func variables(m *checker.Model) []string {
	return lists.Map(m.Vars, (*checker.Var).Name)
}

// init returns the initial values of a new case as its trace has them.
func (h *healer) init(s *subject) string {
	text := ""
	for _, name := range s.named {
		switch x := s.start.Old[name].(type) {
		case types.Number:
			text += " (" + name + " " + moved(x, 0, h.model.Var(name).Type == types.Real) + ")"
		case types.Text, types.Boolean:
			text += " (" + name + " " + x.String() + ")"
		}
	}
	return text
}

// edits returns the edits that give the case more checks.
func (h *healer) edits(s *subject, list []demand) []edit.Edit {
	at := edit.At("case", s.name).In(s.file)
	if s.start != nil {
		text := ""
		for _, d := range h.unalike(s, list) {
			text += " (" + d.name + " " + d.form + ")"
		}
		return []edit.Edit{{Op: edit.Add, At: at, Text: "(case " + s.name + " (init" + h.init(s) + ") (checks" + text + "))"}}
	}
	var edits []edit.Edit
	for _, d := range h.unalike(s, list) {
		edits = append(edits, edit.Edit{Op: edit.Add, At: at.To("check", d.name), Text: "(" + d.name + " " + d.form + ")"})
	}
	return edits
}

// unalike returns demands with different names, which no check of the case has.
func (h *healer) unalike(s *subject, list []demand) []demand {
	suite := h.suites[s.suite]
	present := suite.CommonChecks() // those that a new case has
	if k := suite.CaseNamed(s.name); k != nil {
		present = k.Checks
	}
	taken := lists.SetBy(present, func(c *ast.Check) string { return c.Name.Name })
	list = slices.Clone(list)
	for i := range list {
		name := list[i].name
		for n := 2; taken[list[i].name]; n++ {
			list[i].name = fmt.Sprintf("%s_%d", name, n)
		}
		taken[list[i].name] = true
	}
	return list
}

// in returns the case in a set with the edits.
func (s *subject) in(set *edit.Set) (*checker.Suite, *checker.Case) {
	suite := set.Suites[s.suite]
	return suite, suite.CaseNamed(s.name)
}

// manual returns comments for a case in a file: the places of the manual that what is
// mutated was taken from, if they are named from the same folder.
func (t *trial) manual(file string) string {
	model := t.model.File.Tree
	if filepath.Dir(file) != filepath.Dir(model.File.Name()) {
		return ""
	}
	places := ast.DocOf(t.Span).Manual
	if u := t.unit(); len(places) == 0 && u != nil {
		places = ast.DocOf(model.Resolve(u.Span(u.Node))).Manual
	}
	text := ""
	for _, p := range places {
		text += "; @manual " + p.Span.Text() + "\n"
	}
	return text
}

// unit returns the declaration that is mutated; nil of none.
func (t *trial) unit() *ast.Unit {
	switch name := t.At.Path[1]; t.At.Path[0] {
	case "transition":
		return t.model.Transition(name).Unit
	case "const":
		return t.model.Const(name).Unit
	case "definition":
		return t.model.Definition(name).Unit
	}
	return nil
}
