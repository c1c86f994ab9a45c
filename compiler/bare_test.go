package compiler_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// TestFormulasAgreeWithoutSchemas is the law of
// [TestFormulasAgreeWithInterpreter] on models whose tools have no schemas, so
// that types follow from use and arguments are always given. A trace in which
// they are not need not satisfy the formula.
func TestFormulasAgreeWithoutSchemas(t *testing.T) {
	lib := library(t)
	var n count
	gen := modeltest.Projects(modeltest.Small)
	modeltest.Law(t, 150, func(t *rapid.T) {
		p := gen.Draw(t, "project")
		bare := without(p)
		if bare == nil {
			return // a type does not follow from use
		}
		k := rapid.SampledFrom(bare.Suite.Cases).Draw(t, "case")
		formulaAgrees(t, lib, bare, p, k, func(trace *system.Trace) bool { return given(bare.Model, k, trace) }, &n)
	})
	t.Logf("%d traces were answers, %d were not", n.yes, n.no)
}

// without returns a project without its tool schemas, or nil if it has errors
// then.
func without(p *modeltest.Project) *modeltest.Project {
	bare := &modeltest.Project{ModelText: p.ModelText, SuiteText: p.SuiteText}
	file := ast.Parse(source.NewFile("model.wm", p.ModelText), ast.ModelFile, nil)
	bare.Model = checker.CheckModel(file, nil, checker.Options{}, nil)
	file = ast.Parse(source.NewFile("suite.checks", p.SuiteText), ast.ChecksFile, nil)
	bare.Suite = checker.CheckSuite(file, bare.Model, nil, checker.Options{})
	for _, d := range append(slices.Clone(bare.Model.Diagnostics), bare.Suite.Diagnostics...) {
		if d.Severity == diag.Error {
			return nil
		}
	}
	return bare
}

// given reports whether every call has all the arguments that its transition
// binds, each a value of its type, and all that a check pins.
func given(m *checker.Model, k *checker.Case, trace *system.Trace) bool {
	for _, s := range trace.Steps {
		for _, c := range k.Checks {
			for _, a := range checker.Atoms(c.Form) {
				for _, pin := range a.Pins {
					if _, ok := s.Call.Args.Get(pin.Name.Name); !ok && a.Tool.Name == s.Call.Tool {
						return false
					}
				}
			}
		}
	}
	for _, s := range trace.Steps {
		t := m.Transition(s.Call.Tool)
		if t == nil {
			continue
		}
		for _, p := range t.Params {
			v, ok := s.Call.Args.Get(p.Bind.Param.Name)
			if !ok || !isOf(v, p.Type) {
				return false
			}
		}
		for _, a := range s.Call.Args {
			if a.Value == (types.Null{}) {
				return false
			}
		}
	}
	return true
}

func isOf(v types.Value, t types.Type) bool {
	switch t := t.(type) {
	case *types.Enum:
		name, ok := v.(types.Text)
		return ok && t.Has(string(name))
	case *types.Record:
		object, ok := v.(types.Object)
		for _, f := range t.Fields {
			v, has := object.Get(f.Name)
			ok = ok && has && isOf(v, f.Type)
		}
		return ok && len(object) == len(t.Fields)
	case *types.Array:
		list, ok := v.(types.List)
		for _, v := range list {
			ok = ok && isOf(v, t.Elem)
		}
		return ok
	}
	switch t {
	case types.Bool:
		_, ok := v.(types.Boolean)
		return ok
	case types.Int, types.Real:
		n, ok := v.(types.Number)
		return ok && (t == types.Real || n.IsInt())
	case types.String:
		_, ok := v.(types.Text)
		return ok
	}
	return false // nothing says what is given here
}
