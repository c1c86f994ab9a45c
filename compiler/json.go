package compiler

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

//go:embed system.schema.json
var systemSchema string

// SystemSchema returns the JSON Schema (draft 2020-12) of what [WriteSystem]
// writes.
func SystemSchema() string { return systemSchema }

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
	Tool   string          `json:"tool"`
	Params []jsonParam     `json:"params"`
	Pre    []jsonCondition `json:"pre"`
	Post   []jsonCondition `json:"post"`
	Reads  []string        `json:"reads"`
	Writes []string        `json:"writes"`
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

// WriteSystem writes a model without errors, and scenarios of it, as a
// transition system for other programs. [SystemSchema] describes it.
func WriteSystem(w io.Writer, m *checker.Model, scenarios []*system.Scenario) error {
	out := jsonSystem{
		Version: systemVersion, Model: fileName(m.File), Variables: []jsonVariable{}, Constants: []jsonConstant{},
		Transitions: []jsonTransition{}, Cases: []jsonScenario{},
	}
	for _, v := range m.Vars {
		j := jsonVariable{Name: v.Name(), Type: jsonType(v.Type)}
		for _, l := range system.LeavesOf(v, nil) {
			j.Leaves = append(j.Leaves, jsonLeaf{l.Name(), jsonType(l.Type)})
		}
		out.Variables = append(out.Variables, j)
	}
	for _, c := range m.Consts {
		out.Constants = append(out.Constants, jsonConstant{c.Name(), jsonType(c.Type), jsonValue(c.Value)})
	}
	s := system.Lower(m)
	for _, t := range s.Transitions {
		out.Transitions = append(out.Transitions, transitionJSON(s, t))
	}
	for _, sc := range scenarios {
		out.Cases = append(out.Cases, scenarioJSON(sc))
	}
	return jsontext.Write(w, out)
}

func fileName(f *ast.File) string { return filepath.ToSlash(f.Tree.File.Name()) }

func transitionJSON(s *system.System, t *system.Transition) jsonTransition {
	m := s.Model
	x := exprs{unit: t.Unit, types: m.TypeOf, object: m.ObjectOf}
	out := jsonTransition{Tool: t.Name(), Params: []jsonParam{}, Pre: []jsonCondition{}, Post: []jsonCondition{}, Reads: []string{}, Writes: []string{}}
	for _, p := range t.Params {
		j := jsonParam{Param: p.Bind.Param.Name, Local: p.Name(), Type: jsonType(p.Type), Required: p.Schema == nil}
		if p.Schema != nil {
			j.Required, j.Nullable = p.Schema.Required, p.Schema.Schema.Nullable
		}
		out.Params = append(out.Params, j)
	}
	for _, c := range system.Conditions(m, t.Transition) {
		if c.Assignment == nil {
			out.Pre = append(out.Pre, x.condition(m.File, "pre", c.Clause))
			continue
		}
		j := x.condition(m.File, "implicit", c.Assignment.Expr)
		for _, g := range c.Assignment.Guards {
			j.Guards = append(j.Guards, x.expr(g))
		}
		j.Target = system.PathName(c.Assignment.Var, c.Assignment.Path)
		j.Value = x.expr(c.Assignment.Value)
		out.Pre = append(out.Pre, j)
	}
	for _, e := range clauses(t.Decl.Post) {
		out.Post = append(out.Post, x.condition(m.File, "post", e))
	}
	for _, l := range system.ReadsBefore(slices.Concat(t.Pre, t.Post)...) {
		out.Reads = append(out.Reads, s.Leaves[l].Name())
	}
	for _, l := range t.Mentioned {
		out.Writes = append(out.Writes, s.Leaves[l].Name())
	}
	return out
}

// exprs renders the expressions of a unit as nested arrays.
type exprs struct {
	unit   *ast.Unit
	types  func(*ast.Unit, ast.Expr) types.Type
	object func(*ast.Unit, ast.Node) checker.Object
}

func (x exprs) condition(f *ast.File, kind string, e ast.Expr) jsonCondition {
	at := f.Tree.Resolve(x.unit.Span(e)).From(source.Bytes)
	return jsonCondition{Kind: kind, Text: x.unit.Compact(e), Expr: x.expr(e), Line: at.Line, Column: at.Column}
}

func (x exprs) expr(e ast.Expr) any {
	switch e := e.(type) {
	case *ast.Literal:
		return []any{"value", jsonValue(e.Value)}
	case *ast.Ref:
		if _, ok := x.object(x.unit, e).(*checker.Const); ok {
			return []any{"const", e.Name}
		}
		return []any{"var", e.Name}
	case *ast.ParamRef:
		return []any{"param", e.Local.Name}
	case *ast.NextRef:
		return []any{"next", e.Var.Name}
	case *ast.FieldExpr:
		return []any{"field", x.expr(e.Record), e.Field.Name}
	case *ast.Contains:
		return []any{"contains", x.expr(e.Array), x.expr(e.Elem)}
	case *ast.SetOp:
		return []any{e.Op.String(), x.expr(e.Array), x.expr(e.Elem)}
	case *ast.Op:
		return x.op(e)
	case *ast.ArrayLit:
		return append([]any{"array"}, x.all(e.Elems)...)
	case *ast.RecordLit:
		out := []any{"record"}
		for _, f := range e.Fields {
			out = append(out, []any{f.Name.Name, x.expr(f.Value)})
		}
		return out
	}
	panic(fmt.Sprintf("compiler: no rendering of %T", e))
}

// op tells the two divisions apart: "div" is that of Ints.
func (x exprs) op(e *ast.Op) any {
	name := e.Op.String()
	if e.Op == ops.Div && x.types(x.unit, e) == types.Int {
		name = "div"
	}
	return append([]any{name}, x.all(e.Args)...)
}

func (x exprs) all(list []ast.Expr) []any {
	var out []any
	for _, e := range list {
		out = append(out, x.expr(e))
	}
	return out
}

func jsonType(t types.Type) any {
	switch t := t.(type) {
	case *types.Enum:
		return map[string]any{"enum": t.Names}
	case *types.Array:
		return map[string]any{"array": jsonType(t.Elem)}
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
	}
	return nil
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

func scenarioJSON(sc *system.Scenario) jsonScenario {
	out := jsonScenario{
		Name: sc.Case.Decl.Name().Name, File: fileName(sc.Suite.File), Init: make(map[string]any),
		Free: []string{}, Tools: []string{}, Checks: []jsonCheck{}, Goal: []jsonCondition{},
	}
	given := make(map[*checker.Var]types.Value)
	for _, i := range sc.Case.Init {
		given[i.Var] = i.Value
		out.Init[i.Var.Name()] = jsonValue(i.Value)
	}
	for _, v := range sc.Model.Vars {
		for _, l := range system.LeavesOf(v, nil) {
			if given[v] == nil || types.ValueAt(given[v], l.Path) == nil {
				out.Free = append(out.Free, l.Name())
			}
		}
	}
	for _, t := range sc.Tools {
		if t.Named {
			out.Tools = append(out.Tools, t.Name)
		}
	}
	for _, c := range sc.Case.Checks {
		out.Checks = append(out.Checks, jsonCheck{c.Name.Name, jsonForm(c.Form)})
	}
	x := exprs{unit: sc.Case.Decl.Goal, types: sc.Suite.TypeOf, object: sc.Suite.ObjectOf}
	for _, e := range sc.Case.Goals {
		out.Goal = append(out.Goal, x.condition(sc.Suite.File, "goal", e))
	}
	return out
}

func jsonForm(form ast.CheckForm) any {
	switch f := form.(type) {
	case *ast.Atom:
		pins := []any{}
		for _, p := range f.Pins {
			pins = append(pins, []any{p.Name.Name, jsonValue(checker.ValueOf(p.Value))})
		}
		return []any{f.Form.String(), f.Tool.Name, pins}
	case *ast.Combination:
		out := []any{f.Form.String()}
		for _, o := range f.Operands {
			out = append(out, jsonForm(o))
		}
		return out
	case *ast.Temporal:
		return []any{f.Form.String(), jsonForm(f.Target), jsonForm(f.Anchor)}
	}
	panic("compiler: a check with errors")
}
