package mutate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
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
	brief bool               // its init names only what its checks are about
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
	if len(h.suites) == 0 {
		return list
	}
	last := w.Calls[len(w.Calls)-1]
	name := last.Tool + "_" + strings.ReplaceAll(string(h.Operator), "-", "_")
	for slices.ContainsFunc(h.suites[0].Cases, func(k *checker.Case) bool { return k.Decl.Name().Name == name }) {
		name += "_"
	}
	return append(list, &subject{file: h.suites[0].File.Tree.File.Name(), name: name, start: w})
}

// initOf returns initial values as a trace has them: of all variables, or, in brief,
// of those that the tools of some checks mention.
func (h *healer) initOf(s *subject, list []demand) string {
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
	text := ""
	for _, v := range h.model.Vars {
		if s.brief && !mentioned[v.Name()] {
			continue
		}
		switch x := s.start.Old[v.Name()].(type) {
		case types.Number:
			text += " (" + v.Name() + " " + moved(x, 0, v.Type == types.Real) + ")"
		case types.Text, types.Boolean:
			text += " (" + v.Name() + " " + x.String() + ")"
		}
	}
	return text
}

// edits returns the edits that give the case more checks.
func (h *healer) edits(s *subject, list []demand) []edit.Edit {
	at := edit.At("case", s.name).In(s.file)
	if s.start != nil {
		text := ""
		for _, d := range unalike(list) {
			text += " (" + d.name + " " + d.form + ")"
		}
		return []edit.Edit{{Op: edit.Add, At: at, Text: "(case " + s.name + " (init" + h.initOf(s, list) + ") (checks" + text + "))"}}
	}
	var edits []edit.Edit
	for _, d := range unalike(list) {
		edits = append(edits, edit.Edit{Op: edit.Add, At: at.To("check", d.name), Text: "(" + d.name + " " + d.form + ")"})
	}
	return edits
}

// unalike returns demands with different names.
func unalike(list []demand) []demand {
	list = slices.Clone(list)
	for i := range list {
		if slices.ContainsFunc(list[:i], func(e demand) bool { return e.name == list[i].name }) {
			list[i].name = fmt.Sprintf("%s_%d", list[i].name, i+1)
		}
	}
	return list
}

// in returns the case in a set with the edits.
func (s *subject) in(set *edit.Set) (*checker.Suite, *checker.Case) {
	suite := set.Suites[s.suite]
	for _, k := range suite.Cases {
		if k.Decl.Name().Name == s.name {
			return suite, k
		}
	}
	return suite, nil
}
