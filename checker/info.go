package checker

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// An Object is what a name stands for: *Var, *Const, *Param, *Transition,
// *Definition or *Local.
type Object interface {
	// Name returns the name as it is declared.
	Name() string
	// Declared returns the span of the name in its declaration, in the
	// fragment of the declaring unit.
	Declared() source.Span
}

// A Var is a state variable.
type Var struct {
	Unit *ast.Unit
	Decl *ast.Var
	Type types.Type // never nil; Invalid where the declaration has faults

	Seen *Sight // of a hidden variable: what it remembers; nil of a declared one
}

// A Const is a named constant.
type Const struct {
	Unit  *ast.Unit
	Decl  *ast.Const
	Type  types.Type
	Value types.Value // nil where the declaration has faults
}

// A Param is an argument of a tool, or a part of its answer, under the name
// that a transition gives it.
type Param struct {
	Unit *ast.Unit
	Bind *ast.Bind // of a result, made of its binding
	Tool string

	// Result says that it is the part of the answer to which Path, a JSON
	// Pointer, leads.
	Result bool
	Path   string

	// Schema is what the tool's schema says of the argument; nil where there
	// is no schema, and of a result.
	Schema *tool.Property
	// Output is what the tool's schema says of the result; nil where it says
	// nothing, and of an argument.
	Output *tool.Schema
	// Type is the type by the schema, or, without one, by use. It is Invalid
	// where neither tells.
	Type types.Type
}

// A Transition is the effect of calling a tool.
type Transition struct {
	Unit   *ast.Unit
	Decl   *ast.Transition // with the definitions in it written out; Unit.Node is as in the source
	Tool   *tool.Tool      // nil where there is no schema of it
	Owner  tool.Owner      // who calls the tool
	Params []*Param        // in the order of the params section

	Results []*Param // in the order of the results section
}

// Name implements [Object].
func (v *Var) Name() string        { return v.Decl.Name.Name }
func (c *Const) Name() string      { return c.Decl.Name.Name }
func (p *Param) Name() string      { return p.Bind.Local.Name }
func (t *Transition) Name() string { return t.Decl.Tool.Name }

// Declared implements [Object].
func (v *Var) Declared() source.Span        { return v.Unit.Span(v.Decl.Name) }
func (c *Const) Declared() source.Span      { return c.Unit.Span(c.Decl.Name) }
func (p *Param) Declared() source.Span      { return p.Unit.Span(p.Bind.Local) }
func (t *Transition) Declared() source.Span { return t.Unit.Span(t.Decl.Tool) }

// Options are the choices that a caller has.
type Options struct {
	// Strict refuses every extension over the grammar of seed 000, App. 0.B.
	Strict bool
	// Answers says how the answers of tools are read; nil without bindings.
	Answers *bindings.Set
}

// A Model is a model file that has been checked.
type Model struct {
	File    *ast.File
	Tools   *tool.Set // nil where no schema was given
	Options Options

	Vars        []*Var
	Consts      []*Const
	Definitions []*Definition
	Transitions []*Transition

	// Diagnostics are the findings in the file, those of the parser included,
	// canonical and with positions in the file. It holds at most
	// syntax.MaxErrors of them.
	Diagnostics []diag.Diagnostic

	scope   scope
	speller *speller
	unread  map[string]unread      // the words in what could not be read, of a file with faults
	tools   map[string]*Transition // by name of the tool
	units   map[*ast.Unit]*unitInfo

	hidden []*Var                       // what has been seen, in the order of the file
	sights map[*Transition][]Assignment // to hidden variables
	made   *unitInfo                    // of expressions that are in no file
	family *family
}

// Var returns the state variable of the given name, or nil.
func (m *Model) Var(name string) *Var {
	v, _ := m.scope[name].(*Var)
	return v
}

// Const returns the constant of the given name, or nil.
func (m *Model) Const(name string) *Const {
	c, _ := m.scope[name].(*Const)
	return c
}

// Transition returns the transition of the given tool, or nil.
func (m *Model) Transition(tool string) *Transition { return m.tools[tool] }

// TypeOf returns the type of an expression in a unit of the model: the one it
// is computed in, which may be Real for an integer literal. It is Invalid for
// an expression that has been reported, and nil for one never looked at.
func (m *Model) TypeOf(u *ast.Unit, e ast.Expr) types.Type {
	// Expressions that the checker built are in no unit; their types are in made.
	if t := m.units[u].typeOf(e); t != nil || m.made == nil {
		return t
	}
	return m.made.typeOf(e)
}

// ObjectOf returns what a name in a unit of the model stands for; n is a
// *ast.Ref, or the *ast.Ident in a declaration, a (param …), a (next …) or a
// transition. It is nil for a name that stands for nothing.
func (m *Model) ObjectOf(u *ast.Unit, n ast.Node) Object {
	if o := m.units[u].objectOf(n); o != nil || m.made == nil {
		return o
	}
	return m.made.objectOf(n)
}

// Assignments returns the assignments that the post section of a transition
// makes, in source order, and then those to hidden variables.
func (m *Model) Assignments(t *Transition) []Assignment {
	info, hidden := m.units[t.Unit], m.sights[t]
	switch {
	case info == nil:
		return hidden
	case len(hidden) == 0:
		return info.assignments
	}
	// Concat makes a new slice, so callers cannot append into that of the unit.
	return slices.Concat(info.assignments, hidden)
}

// An Assignment is a clause, or part of one, that gives a variable, a field of
// one, or a key of a map its next value: (= (next v) e), (= (field (next r) f) e)
// or (= (get (next m) k) e), either way round, at the top of a post clause, under
// a top-level `and`, or under `=>` with a guard that has no `next`.
//
// That its value is defined, and within the type of what it is assigned to,
// is a precondition of the call, although no clause of `pre` says so; so is, for
// an assignment of a key, that the key is defined and in its type, and that no
// other assignment whose guards hold gives the same key another value.
//
// A map with assignments of keys keeps all keys but those of the assignments that
// are made: whose guards hold, and whose precondition does. The same post has no
// assignment of the whole map (docs/decisions/0027-maps.md).
type Assignment struct {
	Clause ast.Expr   // the clause of post it is in
	Expr   *ast.Op    // the equality
	Guards []ast.Expr // of the implications it is under, outermost first
	Target ast.Expr   // the *ast.NextRef, the *ast.FieldExpr on one, or (get (next m) k)
	Var    *Var
	Path   []string // the fields, from the variable inwards
	Key    ast.Expr // of an assignment of one key of Var, a map; else nil
	Value  ast.Expr

	// Effect says that the value or a guard reads a part of the answer. Agents do
	// not choose answers, so that nothing of it is a precondition; where its value
	// is undefined or out of range the target keeps its value.
	Effect bool
}

// Keeps reports whether the assignment says that the variable keeps its value.
func (a Assignment) Keeps() bool {
	ref, ok := a.Value.(*ast.Ref)
	return ok && ref.Name == a.Var.Name()
}

// Ties returns the ties of the post section of a transition, in source order.
func (m *Model) Ties(t *Transition) []Tie {
	if info := m.units[t.Unit]; info != nil {
		return info.ties
	}
	return nil
}

// Tie returns the tie of a part of an answer, nil if it has none.
func (m *Model) Tie(t *Transition, result *Param) *Tie { return TieOf(m.Ties(t), result) }

// TieOf returns that of some ties which is of a result; nil if none is.
func TieOf(ties []Tie, result *Param) *Tie {
	for i := range ties {
		if ties[i].Result == result {
			return &ties[i]
		}
	}
	return nil
}

// A Tie is a part of post, (= (result r) e) either way round, without a result
// in e, at the top of a clause or under a top-level `and`. It says what the
// answer gives: e, and nothing where e is undefined. It is no condition of the
// call.
type Tie struct {
	Clause ast.Expr // the clause of post it is in
	Expr   *ast.Op  // the equality
	Result *Param
	Value  ast.Expr
}

// Type returns the type of what the assignment assigns to.
func (a *Assignment) Type() types.Type {
	if m, ok := a.Var.Type.(*types.Map); ok && a.Key != nil {
		return m.Value
	}
	return types.TypeAt(a.Var.Type, a.Path)
}

// A Suite is a checks file that has been checked.
type Suite struct {
	File  *ast.File
	Model *Model    // nil where there is none, or none that can be used
	Tools *tool.Set // nil where no schema was given
	Cases []*Case
	Rules []string // the classes of findings that (rules …) forbids, in source order

	// Answers says how the answers of tools are read; nil without bindings.
	Answers *bindings.Set

	// Diagnostics are as those of a model. Spans into the model's file have
	// positions in that file.
	Diagnostics []diag.Diagnostic

	options Options
	units   map[*ast.Unit]*unitInfo
	unsound map[*Case]bool
	groups  map[string]*group
	shared  map[ast.Node]*ast.Unit // by node of a form that is not in a case
}

// A Case of a suite.
type Case struct {
	Decl   *ast.Case
	Init   []Initial    // in source order
	Checks []*ast.Check // its own, then those of all cases
	Goals  []ast.Expr   // with the definitions in them written out

	// Midway says that calls may have been made before, so that anything may have
	// been seen. No file says so.
	Midway bool

	// named are the tools that the checks name, and their transitions, nil
	// where there is none.
	named map[string]*Transition
}

// CheckNamed returns the check with a name; nil if the case has none.
func (c *Case) CheckNamed(name string) *ast.Check {
	return lists.Find(c.Checks, func(x *ast.Check) bool { return x.Name.Name == name })
}

// An Initial is what a case says of the initial value of a variable. The
// value of a record may lack fields; those are free. That of a map is a
// [types.OpenDict] if its other keys are free.
type Initial struct {
	Var   *Var
	Value types.Value
}

// CaseNamed returns the case with a name; nil if the suite has none.
func (s *Suite) CaseNamed(name string) *Case {
	return lists.Find(s.Cases, func(k *Case) bool { return k.Decl.Name().Name == name })
}

// TypeOf returns the type of an expression in a goal or an init of the suite,
// as [Model.TypeOf] does, or of an argument that a check pins: that of the
// argument, where the model or the schema tells.
func (s *Suite) TypeOf(u *ast.Unit, e ast.Expr) types.Type { return s.units[u].typeOf(e) }

// ObjectOf returns what a name in a goal or an init of the suite stands for,
// as [Model.ObjectOf] does.
func (s *Suite) ObjectOf(u *ast.Unit, n ast.Node) Object { return s.units[u].objectOf(n) }

// unitInfo is what was found out about one unit.
type unitInfo struct {
	declares    Object // *Var, *Const, *Definition or *Transition; nil for other units
	types       map[ast.Expr]types.Type
	objects     map[ast.Node]Object
	assignments []Assignment
	ties        []Tie
	diagnostics []diag.Diagnostic // with positions in fragments
	lints       []diag.Diagnostic // of the checks of a case together, likewise
	claims      []claim           // of a suite
	bracketed   *ast.Brackets     // brackets in place of parentheses, which are all that is said of the unit

	usage

	// Of the definitions that are applied: which they are; what each application
	// is, written out, and at which places there is one; the nodes that are
	// copied on the way, until the copies have been checked; the number of
	// expressions that are written out; and whether one could not be.
	applied    map[*Definition]bool
	expansions map[ast.Expr]ast.Expr
	places     map[ast.Range]*Definition
	copies     []copied
	expanded   int
	poisoned   bool

	// listed are the pins whose values the tool's schema lists.
	listed map[*ast.Pin]bool

	// asked is what the unit asked the scope for, and what it got.
	asked map[string]Object
}

func (u *unitInfo) typeOf(e ast.Expr) types.Type {
	if u == nil {
		return nil
	}
	return u.types[e]
}

func (u *unitInfo) objectOf(n ast.Node) Object {
	if u == nil {
		return nil
	}
	return u.objects[n]
}
