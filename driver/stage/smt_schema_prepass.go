package stage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/project"
)

// A schema is the variables of a model, and where they start.
type schema struct {
	declarations string   // a model without transitions
	vars         []string // their names
	types        []string // see declarations
	own          []string // (NAME VALUE) of the variables that no scenario has

	model   string // with transitions, after smt_full_pass; "" before
	missing string // why there is no model
}

// prepass asks for the variables of the model. Every variable of a scenario has to be
// declared with a type that has its values, and every other one has to have a first
// value.
func (w *work) prepass(ctx context.Context, list []Scenario) (schema, error) {
	data := prompt.SchemaPrepass{Manual: w.manual, Tools: string(w.toolsJSON), Variables: shared(list)}
	return settle(ctx, w.Driver, w.name, data, func(_ prompt.Prompt, answer string) (schema, []fault) {
		model, init := split(text(answer))
		if !strings.HasPrefix(withoutComments(model), "(model") {
			return schema{}, []fault{faultf("the answer does not begin with `(model`")}
		}
		f, r := w.base.with(modelFile, model).fixed()
		if wrong := faultsIn(r.Diagnostics); len(wrong) > 0 {
			return schema{}, wrong
		}
		s, wrong := schemaOf(r, f.texts[modelFile])
		if len(wrong) > 0 {
			return schema{}, wrong
		}
		// The init is checked with the model, so that its values fit the types.
		s.own, wrong = w.firstValues(f, s, init, list)
		return s, wrong
	})
}

// split divides an answer into the model and the init.
func split(answer string) (model, init string) {
	// The init comes last in the answer.
	if i := strings.LastIndex(answer, "\n(init"); i >= 0 {
		return answer[:i+1], strings.TrimSpace(answer[i:])
	}
	return answer, ""
}

// schemaOf returns what a model without transitions declares.
func schemaOf(r *project.Result, text string) (schema, []fault) {
	m := r.Models[0]
	s := schema{declarations: text, types: declarations(m)}
	var wrong []fault
	if len(m.Transitions) > 0 {
		wrong = append(wrong, faultf("the model has transitions; they are written later"))
	}
	for _, v := range m.Vars { // without transitions none is hidden
		s.vars = append(s.vars, v.Name())
	}
	if len(m.Vars) == 0 {
		wrong = append(wrong, faultf("the model declares no variables"))
	}
	return s, wrong
}

// declarations returns the variables of a model with their types, and its constants with
// their values.
func declarations(m *checker.Model) []string {
	var list []string
	for _, v := range m.Vars {
		if v.Hidden() {
			continue // what `seen` remembers
		}
		list = append(list, fmt.Sprintf("(var %s %s)", v.Name(), v.Type))
	}
	for _, c := range m.Consts {
		list = append(list, fmt.Sprintf("(const %s %s %s)", c.Name(), c.Type, c.Value))
	}
	return list
}

// firstValues reads the init of an answer, and holds all initial values against the
// types of the variables.
func (w *work) firstValues(f folder, s schema, init string, list []Scenario) ([]string, []fault) {
	var wrong []fault
	given := shared(list)
	for _, v := range given {
		if !slices.Contains(s.vars, v.Name) {
			wrong = append(wrong, faultf("the variable `%s` of the tasks is not declared", v.Name))
		}
	}
	// Undeclared variables would only give more faults below.
	if len(wrong) > 0 {
		return nil, wrong
	}
	init = cmp.Or(init, "(init)")
	checks := fmt.Sprintf("  (checks (any (no_call %s)))", w.tools[0].Name) // a case has to have some
	probe := fmt.Sprintf("(use %q)\n(case first_values\n  (prompt \"-\")\n  %s\n%s)\n", modelFile, init, checks)
	// Every case is tried, since the tasks may have values of different types.
	for _, k := range list {
		probe += caseText(k, k.initial(nil), checks)
	}
	_, r := f.with(suiteFile, probe).fixed()
	if wrong := faultsIn(r.Diagnostics); len(wrong) > 0 {
		return nil, wrong
	}
	var own, names []string
	// The first case is the one with the init of the answer.
	for _, i := range r.Suites[0].Cases[0].Init {
		name := i.Var.Name()
		if slices.ContainsFunc(given, func(v prompt.Value) bool { return v.Name == name }) {
			wrong = append(wrong, faultf("`%s` has its first value from the tasks; leave it out of (init …)", name))
		}
		own, names = append(own, fmt.Sprintf("(%s %s)", name, i.Value)), append(names, name)
	}
	for _, name := range s.vars {
		if !slices.Contains(names, name) && !slices.ContainsFunc(given, func(v prompt.Value) bool { return v.Name == name }) {
			wrong = append(wrong, faultf("`%s` has no first value; add it to (init …)", name))
		}
	}
	return own, wrong
}

// sameDeclarations says how a model declares something else than a schema.
func (s schema) sameDeclarations(declared []string) []fault {
	var wrong []fault
	for _, t := range s.types {
		if !slices.Contains(declared, t) {
			wrong = append(wrong, faultf("the declaration `%s` of the first pass is missing or changed", t))
		}
	}
	for _, t := range declared {
		// Constants may be added: they need no first value.
		if !slices.Contains(s.types, t) && strings.HasPrefix(t, "(var") {
			wrong = append(wrong, faultf("`%s` was not declared in the first pass, so that no case gives it a first value", t))
		}
	}
	return wrong
}
