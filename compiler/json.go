package compiler

import (
	"encoding/json"
	"io"
	"math/big"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// The version of the document. It grows when a member changes its meaning or
// goes away.
const systemVersion = 1

type jsonSystem struct {
	Version     int              `json:"version"`
	Model       string           `json:"model"`
	Variables   []jsonVariable   `json:"variables"`
	Constants   []jsonConstant   `json:"constants"`
	Transitions []jsonTransition `json:"transitions"`
	Cases       []jsonScenario   `json:"cases"`
}

type jsonVariable struct {
	Name   string     `json:"name"`
	Type   any        `json:"type"`
	Leaves []jsonLeaf `json:"leaves"`
}

type jsonLeaf struct {
	Name string `json:"name"`
	Type any    `json:"type"`
}

type jsonConstant struct {
	Name  string `json:"name"`
	Type  any    `json:"type"`
	Value any    `json:"value"`
}

type jsonTransition struct {
	Tool    string          `json:"tool"`
	By      string          `json:"by,omitempty"` // "user"; else the agent
	Params  []jsonParam     `json:"params"`
	Results []jsonResult    `json:"results,omitempty"`
	Pre     []jsonCondition `json:"pre"`
	Post    []jsonCondition `json:"post"`
	Reads   []string        `json:"reads"`
	Writes  []string        `json:"writes"`
}

// A jsonResult is a part of the answer, with what it is tied to.
type jsonResult struct {
	Path  string `json:"path"`
	Local string `json:"local"`
	Type  any    `json:"type"`
	Tie   any    `json:"tie,omitempty"`
}

type jsonParam struct {
	Param    string `json:"param"`
	Local    string `json:"local"`
	Type     any    `json:"type"`
	Required bool   `json:"required"`
	Nullable bool   `json:"nullable"`
}

type jsonCondition struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Expr   any    `json:"expr"`
	Line   int    `json:"line"`
	Column int    `json:"column"`

	// Of an implicit one.
	Guards []any  `json:"guards,omitempty"`
	Target string `json:"target,omitempty"`
	Key    any    `json:"key,omitempty"`
	Value  any    `json:"value,omitempty"`
}

type jsonScenario struct {
	Name   string          `json:"name"`
	File   string          `json:"file"`
	Init   map[string]any  `json:"init"`
	Free   []string        `json:"free"`
	Tools  []string        `json:"tools"`
	Checks []jsonCheck     `json:"checks"`
	Goal   []jsonCondition `json:"goal"`
}

type jsonCheck struct {
	Name string `json:"name"`
	Form any    `json:"form"`
}

// WriteSystem writes a system, and scenarios of it, for other programs. system.schema.json describes it.
func WriteSystem(w io.Writer, s *system.System, scenarios []*system.Scenario) error {
	m := s.Model
	out := jsonSystem{
		Version: systemVersion, Model: fileName(m.File), Variables: []jsonVariable{},
		Constants: jsontext.Each(m.Consts, func(c *checker.Const) jsonConstant {
			return jsonConstant{c.Name(), jsonType(c.Type), jsonValue(c.Value)}
		}),
		Transitions: jsontext.Each(s.Transitions, func(t *system.Transition) jsonTransition { return transitionJSON(s, t) }),
		Cases:       jsontext.Each(scenarios, func(sc *system.Scenario) jsonScenario { return scenarioJSON(s, sc) }),
	}
	for _, v := range m.State() {
		j := jsonVariable{Name: v.Name(), Type: jsonType(v.Type)}
		j.Leaves = lists.Map(system.LeavesOf(v, nil), func(l system.Leaf) jsonLeaf { return jsonLeaf{l.Name(), jsonType(l.Type)} })
		out.Variables = append(out.Variables, j)
	}
	return jsontext.Write(w, out)
}

func fileName(f *ast.File) string { return filepath.ToSlash(f.Tree.File.Name()) }

func transitionJSON(s *system.System, t *system.Transition) jsonTransition {
	m := s.Model
	at := placer{m.File, t.Unit}
	name := func(l int) string { return s.Leaves[l].Name() }
	out := jsonTransition{
		Tool: t.Name(), Params: []jsonParam{}, Pre: at.conditions("pre", t.Pre), Post: at.conditions("post", t.Post),
		Reads: jsontext.Each(system.ReadsBefore(slices.Concat(t.Pre, t.Post)...), name), Writes: jsontext.Each(t.Mentioned, name),
	}
	if t.Owner != tool.Agent {
		out.By = t.Owner.String()
	}
	for _, p := range t.Params {
		j := jsonParam{Param: p.Bind.Param.Name, Local: p.Name(), Type: jsonType(p.Type), Required: p.Schema == nil}
		if p.Schema != nil {
			j.Required, j.Nullable = p.Schema.Required, p.Schema.Schema.Nullable
		}
		out.Params = append(out.Params, j)
	}
	for _, r := range t.Results {
		j := jsonResult{Path: r.Path, Local: r.Name(), Type: jsonType(r.Type)}
		for _, tie := range t.Ties {
			if tie.Source.Result == r {
				j.Tie = termJSON(tie.Value)
			}
		}
		out.Results = append(out.Results, j)
	}
	for _, a := range t.Assignments {
		if a.Source.Effect {
			continue // no precondition
		}
		j := at.condition("implicit", a.Term)
		for _, g := range a.Guards {
			j.Guards = append(j.Guards, termJSON(g))
		}
		j.Target = system.PathName(a.Source.Var, a.Source.Path)
		if j.Value = termJSON(a.Value); a.Key != nil {
			j.Key = termJSON(a.Key)
		}
		out.Pre = append(out.Pre, j)
	}
	return out
}

// A placer knows where the expressions of a unit are.
type placer struct {
	file *ast.File
	unit *ast.Unit
}

func (p placer) conditions(kind string, list []*system.Term) []jsonCondition {
	return jsontext.Each(list, func(t *system.Term) jsonCondition { return p.condition(kind, t) })
}

func (p placer) condition(kind string, t *system.Term) jsonCondition {
	at := p.file.Tree.Resolve(p.unit.Span(t.Expr)).From(source.Bytes)
	return jsonCondition{Kind: kind, Text: p.unit.Compact(t.Expr), Expr: termJSON(t), Line: at.Line, Column: at.Column}
}

// termJSON renders a term as nested arrays. It tells the two divisions apart:
// "div" is that of Ints.
func termJSON(t *system.Term) any {
	switch t.Kind {
	case system.Constant:
		if name, ok := t.Expr.(*ast.Ref); ok {
			return []any{"const", name.Name}
		}
		return []any{"value", jsonValue(t.Value)}
	case system.Before:
		return fieldJSON([]any{"var", t.Var.Name()}, t.Path)
	case system.After:
		return fieldJSON([]any{"next", t.Var.Name()}, t.Path)
	case system.Argument:
		if t.Param.Result {
			return fieldJSON([]any{"result", t.Param.Name()}, t.Path)
		}
		return fieldJSON([]any{"param", t.Param.Name()}, t.Path)
	}
	if t.Kind == system.Member {
		return fieldJSON([]any{"bound", t.Bound.Name()}, t.Path)
	}
	if len(t.Binds) > 0 {
		return quantifiedJSON(t)
	}
	if t.Op == ops.Field {
		return fieldJSON(termJSON(t.Args[0]), t.Path)
	}
	out := []any{t.Op.String()}
	if t.Op == ops.Div && t.Type == types.Int {
		out[0] = "div"
	}
	for i, a := range t.Args {
		switch {
		case t.Op == ops.Record:
			out = append(out, []any{t.Names[i], termJSON(a)})
		// The operands of map are keys and values in turn.
		case t.Op == ops.Map && i%2 == 1:
			out = append(out, []any{termJSON(t.Args[i-1]), termJSON(a)})
		case t.Op != ops.Map:
			out = append(out, termJSON(a))
		}
	}
	return out
}

// quantifiedJSON renders a quantifier with its names, each with what it is bound over.
func quantifiedJSON(t *system.Term) any {
	var binds []any
	for i, b := range t.Binds {
		binds = append(binds, []any{b.Name(), termJSON(t.Args[i])})
	}
	return []any{t.Op.String(), binds, termJSON(t.Args[len(t.Binds)])}
}

func fieldJSON(x any, path []string) any {
	for _, name := range path {
		x = []any{"field", x, name}
	}
	return x
}

func jsonType(t types.Type) any {
	switch t := t.(type) {
	case *types.Enum:
		return map[string]any{"enum": t.Names}
	case *types.Array:
		return map[string]any{"array": jsonType(t.Elem)}
	case *types.Map:
		return map[string]any{"map": map[string]any{"key": jsonType(t.Key), "value": jsonType(t.Value)}}
	case *types.Record:
		fields := []any{}
		for _, f := range t.Fields {
			fields = append(fields, map[string]any{"name": f.Name, "type": jsonType(f.Type)})
		}
		return map[string]any{"record": fields}
	}
	if t == nil || t == types.Invalid {
		return "any"
	}
	return t.String()
}

// jsonValue returns a value for encoding/json: numbers exact, a fraction that
// is no finite decimal as a string.
func jsonValue(v types.Value) any {
	switch v := v.(type) {
	case types.Boolean:
		return bool(v)
	case types.Text:
		return string(v)
	case types.Number:
		return jsonNumber(v)
	case types.List:
		out := []any{}
		for _, x := range v {
			out = append(out, jsonValue(x))
		}
		return out
	case types.Object:
		out := make(map[string]any)
		for _, m := range v {
			out[m.Name] = jsonValue(m.Value)
		}
		return out
	case types.Dict:
		return jsonEntries(v)
	case types.OpenDict:
		return jsonEntries(v)
	}
	return nil
}

func jsonEntries(list []types.Entry) map[string]any {
	out := make(map[string]any)
	for _, e := range list {
		out[types.KeyText(e.Key)] = jsonValue(e.Value)
	}
	return out
}

func jsonNumber(n types.Number) any {
	r := n.Rat()
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	if digits, exact := r.FloatPrec(); exact {
		return json.Number(r.FloatString(digits))
	}
	return new(big.Rat).Set(r).RatString()
}

func scenarioJSON(s *system.System, sc *system.Scenario) jsonScenario {
	out := jsonScenario{
		Name: sc.Case.Decl.Name().Name, File: fileName(sc.Suite.File), Init: make(map[string]any),
		Free: []string{}, Tools: []string{}, Goal: placer{sc.Suite.File, sc.Case.Decl.Goal}.conditions("goal", s.Goals(sc.Suite, sc.Case)),
		Checks: jsontext.Each(sc.Case.Checks, func(c *ast.Check) jsonCheck { return jsonCheck{c.Name.Name, jsonForm(sc.Suite, c.Form)} }),
	}
	for _, i := range sc.Case.Init {
		out.Init[i.Var.Name()] = jsonValue(i.Value)
	}
	for i, v := range sc.Initial() {
		if v == nil {
			out.Free = append(out.Free, s.Leaves[i].Name())
		}
	}
	for _, t := range sc.Tools {
		if t.Named {
			out.Tools = append(out.Tools, t.Name)
		}
	}
	return out
}

func jsonForm(s *checker.Suite, form ast.CheckForm) any {
	switch f := form.(type) {
	case *ast.Atom:
		pins := []any{}
		for _, p := range f.Pins {
			pins = append(pins, jsonPin(p.Name.Name, p.Value, p.Tests))
		}
		pattern := []any{f.Form.String(), f.Tool.Name, pins}
		if f.By != nil {
			return []any{forms.By.String(), f.By.Who.Name, pattern}
		}
		return pattern
	case *ast.Combination:
		out := []any{f.Form.String()}
		for _, o := range f.Operands {
			out = append(out, jsonForm(s, o))
		}
		return out
	case *ast.Temporal:
		return []any{f.Form.String(), jsonForm(s, f.Target), jsonForm(s, f.Anchor)}
	case *ast.Count:
		return []any{f.Form.String(), f.Limit(), jsonForm(s, f.Target)}
	case *ast.Answered:
		pins := []any{}
		for _, p := range f.Pins {
			pins = append(pins, jsonPin(p.Pointer(), p.Value, p.Tests))
		}
		return []any{forms.Answered.String(), jsonForm(s, f.Call), pins}
	case *ast.GroupRef:
		// A group is written out where it is named.
		return jsonForm(s, s.Group(f.Name))
	}
	panic("compiler: a check with errors")
}

// jsonPin writes what a pin asks of a place: a value, or tests with their words.
func jsonPin(of string, value ast.Expr, tests []*ast.Test) []any {
	if value != nil {
		v := jsonValue(checker.ValueOf(value))
		if object, ok := v.(map[string]any); ok {
			if _, has := object[testMember]; has {
				v = testJSON("=", v) // which would be read as a test
			}
		}
		return []any{of, v}
	}
	out := []any{of}
	for _, t := range tests {
		switch {
		case t.Variable != nil:
			out = append(out, testJSON("variable", t.Variable.Name))
		case t.Kind == forms.TestEqual:
			out = append(out, testJSON("=", jsonValue(checker.ValueOf(t.Values[0]))))
		default:
			values := lists.Map(t.Values, func(v ast.Expr) any { return jsonValue(checker.ValueOf(v)) })
			out = append(out, testJSON(t.Kind.Info().Word, values...))
		}
	}
	return out
}

// testMember is the one member of a test.
const testMember = "test"

func testJSON(word string, operands ...any) map[string]any {
	return map[string]any{testMember: append([]any{word}, operands...)}
}
