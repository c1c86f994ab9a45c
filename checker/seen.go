package checker

import (
	"maps"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// `(seen L)` is a state variable that no file declares: whether an earlier answer
// gave a value tied to the leaf L, or, of a value of a map, the set of the keys
// whose values answers gave. Every transition with such a tie assigns it, so that
// the model says by itself what `seen` means.

// A Sight is what a hidden variable remembers to have been seen.
type Sight struct {
	Var  *Var
	Path []string // the fields, from the variable inwards
	Map  bool     // the values of the map, by key
}

// Name returns the name of the hidden variable.
func (s Sight) Name() string {
	text := s.Var.Name()
	for _, f := range s.Path {
		text = "(field " + text + " " + f + ")"
	}
	return "(seen " + text + ")"
}

// State returns the variables of the model's state: those that are declared, and
// then the hidden ones, which remember what has been seen.
func (m *Model) State() []*Var {
	if len(m.hidden) == 0 {
		return m.Vars
	}
	return slices.Concat(m.Vars, m.hidden)
}

// Hidden reports whether no file declares a variable: it is that of a `seen`, and
// begins with false, or as the empty set.
func (v *Var) Hidden() bool { return v.Seen != nil }

// First returns the value with which a hidden variable begins.
func (v *Var) First() types.Value {
	if v.Seen.Map {
		return types.List{}
	}
	return types.Boolean(false)
}

// Post returns the clauses of the post section of a transition, and what it does to
// hidden variables.
func (m *Model) Post(t *Transition) []ast.Expr {
	var list []ast.Expr
	if t.Decl.Post != nil {
		list = t.Decl.Post.Exprs
	}
	for _, a := range m.sights[t] {
		list = append(list[:len(list):len(list)], a.Clause)
	}
	return list
}

// sightOf returns what `(seen L)` is about; it reports false if L is neither a leaf
// nor the value of a key of a map.
func (s scope) sightOf(e ast.Expr) (Sight, bool) {
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Get && len(op.Args) == 2 {
		ref, path := nowPath(op.Args[0])
		// Maps occur only as whole variables, never inside a record, so a path cannot lead to one.
		if ref == nil || len(path) > 0 {
			return Sight{}, false
		}
		v, ok := s[ref.Name].(*Var)
		if !ok {
			return Sight{}, false
		}
		_, ok = v.Type.(*types.Map)
		return Sight{Var: v, Map: true}, ok
	}
	ref, path := nowPath(e)
	if ref == nil {
		return Sight{}, false
	}
	v, ok := s[ref.Name].(*Var)
	if !ok {
		return Sight{}, false
	}
	// A record is seen field by field and a map key by key: neither is a leaf.
	switch types.TypeAt(v.Type, path).(type) {
	case nil, *types.Record, *types.Map:
		return Sight{}, false
	}
	return Sight{Var: v, Path: path}, true
}

// see enters the hidden variables that units read.
func (m *Model) see(units []*ast.Unit, had *Model) {
	for _, u := range units {
		for _, e := range u.Seen {
			sight, ok := m.scope.sightOf(e.Of)
			// The name contains parentheses, so only an earlier `seen` of the same leaf can have
			// entered it.
			if !ok || m.scope[sight.Name()] != nil {
				continue
			}
			// Keep the object of the earlier run: units are reused only if their names map to
			// identical objects.
			v := had.hiddenVar(sight)
			if v == nil {
				v = sight.variable(u, e)
			}
			m.scope[v.Name()] = v
			m.hidden = append(m.hidden, v)
		}
	}
}

// hiddenVar returns the variable of an earlier result that is the same, or nil.
func (m *Model) hiddenVar(s Sight) *Var {
	if m == nil {
		return nil
	}
	v, _ := m.scope[s.Name()].(*Var)
	// The variable may have been declared anew since, perhaps with another type.
	if v == nil || v.Seen.Var != s.Var {
		return nil
	}
	return v
}

func (s Sight) variable(u *ast.Unit, e *ast.SeenExpr) *Var {
	var typ types.Type = types.Bool
	if s.Map {
		// The set of the keys whose values an answer has shown.
		typ = &types.Array{Elem: s.Var.Type.(*types.Map).Key}
	}
	name := &ast.Ident{Range: e.Range, Name: s.Name()}
	return &Var{Unit: u, Decl: &ast.Var{Headed: ast.Headed{Range: e.Range, Keyword: name}, Name: name}, Type: typ, Seen: &s}
}

// remember makes what transitions do to the hidden variables.
func (m *Model) remember() {
	// The expressions below have no unit, so their types and objects go to made.
	m.sights, m.made = make(map[*Transition][]Assignment), newInfo()
	for _, v := range m.hidden {
		for _, t := range m.Transitions {
			if a, ok := m.remembers(v, t); ok {
				m.sights[t] = append(m.sights[t], a)
			}
		}
	}
}

// remembers returns what a transition assigns to a hidden variable.
func (m *Model) remembers(v *Var, t *Transition) (Assignment, bool) {
	b := exprBuilder{info: m.made}
	var value ast.Expr
	for _, tie := range m.Ties(t) {
		key, ok := m.shows(t, v.Seen, tie.Value)
		if !ok {
			continue
		}
		// Built nodes have the place of the tie, so that findings about them have a position.
		b.at = tie.Expr.Range
		result := b.expr(&ast.ResultRef{Headed: b.head("result"), Local: b.word(tie.Result.Name())}, tie.Result.Type, tie.Result)
		// `(= r r)` is true exactly if the answer has the part: an undefined atom is false.
		given := b.op(ops.Equal, types.Bool, result, result)
		// Start from the current value: nothing that was seen is ever forgotten.
		if value == nil {
			value = b.expr(&ast.Ref{Range: b.at, Name: v.Name()}, v.Type, v)
		}
		if v.Seen.Map {
			// With several ties, each one extends the value that the ones before it produce.
			with := b.expr(&ast.SetOp{Headed: b.head("insert"), Op: ops.Insert, Array: value, Elem: key}, v.Type, nil)
			value = b.op(ops.If, v.Type, given, with, value)
		} else {
			value = b.op(ops.Or, types.Bool, value, given)
		}
	}
	if value == nil {
		return Assignment{}, false
	}
	// Build `(= (next v) value)`, the form of an assignment in a file.
	next := &ast.NextRef{Headed: b.head("next"), Var: b.word(v.Name())}
	target := b.expr(next, v.Type, v)
	b.info.objects[next.Var] = v
	clause := b.op(ops.Equal, types.Bool, target, value)
	return Assignment{Clause: clause, Expr: clause, Target: target, Var: v, Value: value, Effect: true}, true
}

// shows reports whether a tie gives what a hidden variable remembers, and of a map
// the value of which key. That of a key after the call does not count: whether it is
// there is not known before the call, when what is assigned is computed.
func (m *Model) shows(t *Transition, s *Sight, value ast.Expr) (key ast.Expr, ok bool) {
	if op, isOp := value.(*ast.Op); isOp && op.Op == ops.Get && len(op.Args) == 2 && s.Map {
		v, path := m.stateOf(t, op.Args[0])
		return op.Args[1], v == s.Var && len(path) == 0 && !mentionsNext(op)
	}
	v, path := m.stateOf(t, value)
	// An answer tied to a whole record shows each leaf below it: a prefix of the path suffices.
	return nil, v == s.Var && !s.Map && len(path) <= len(s.Path) && slices.Equal(path, s.Path[:len(path)])
}

// stateOf takes apart a variable, or a field of one, before the call or after it.
func (m *Model) stateOf(t *Transition, e ast.Expr) (*Var, []string) {
	// A tie to the state after the call shows the variable as well.
	if next, path := assigned(e); next != nil {
		v, _ := m.ObjectOf(t.Unit, next).(*Var)
		return v, path
	}
	ref, path := nowPath(e)
	if ref == nil {
		return nil, nil
	}
	v, _ := m.ObjectOf(t.Unit, ref).(*Var)
	return v, path
}

// An exprBuilder builds expressions that are in no file, and records their types.
type exprBuilder struct {
	info *unitInfo
	at   ast.Range
}

func (b *exprBuilder) head(word string) ast.Headed {
	return ast.Headed{Range: b.at, Keyword: b.word(word)}
}

func (b *exprBuilder) word(name string) *ast.Ident { return &ast.Ident{Range: b.at, Name: name} }

func (b *exprBuilder) expr(e ast.Expr, t types.Type, o Object) ast.Expr {
	b.info.types[e] = t
	if o != nil {
		b.info.objects[e] = o
	}
	return e
}

func (b *exprBuilder) op(op ops.Op, t types.Type, args ...ast.Expr) *ast.Op {
	e := &ast.Op{Headed: b.head(op.String()), Op: op, Args: args}
	b.info.types[e] = t
	return e
}

// A family is a model, and the same model with the hidden variables that only goals
// read. The members share their variables, so that a suite about one can be asked
// about in another that has at least its variables.
type family struct {
	plain *Model

	mu      sync.Mutex
	vars    map[string]*Var   // that the plain model lacks, by name
	members map[string]*Model // by the names of these
}

func newFamily(m *Model) *family {
	return &family{plain: m, vars: make(map[string]*Var), members: make(map[string]*Model)}
}

// Plain returns the model as its file declares it: without the hidden variables that
// only goals read. Suites about one model file may have different models: they are
// about the same one if the plain models are the same.
func (m *Model) Plain() *Model {
	if m == nil || m.family == nil {
		return m
	}
	return m.family.plain
}

// IsAbout reports whether a suite is about a model. Suite.Model is another one where
// goals ask for what no transition asks to be seen.
func (s *Suite) IsAbout(m *Model) bool { return m != nil && s.Model.Plain() == m.Plain() }

// For returns the suites about a model, with one model that has all hidden variables
// that any of them reads. A suite that has that model already is returned as it is.
func (m *Model) For(suites []*Suite) (*Model, []*Suite) {
	about := lists.Filter(suites, func(s *Suite) bool { return s.IsAbout(m) })
	extra := m.hidden
	for _, s := range about {
		// Limit the capacity: appending must not write into the backing array of m.hidden.
		extra = append(extra[:len(extra):len(extra)], s.Model.hidden...)
	}
	m = m.member(extra)
	return m, lists.Map(about, func(s *Suite) *Suite {
		// The method member returns one object for each list of variables, so pointers can be
		// compared.
		if s.Model == m {
			return s
		}
		// Copy the suite, since callers share the original.
		moved := *s
		moved.Model = m
		return &moved
	})
}

// member returns the member of the family with hidden variables beside those of the
// plain model.
func (m *Model) member(list []*Var) *Model {
	plain := m.Plain()
	// Always derive from the plain model, so that a member depends only on the set of its
	// variables.
	out := *plain
	out.scope, out.hidden = make(scope, len(plain.scope)+len(list)), slices.Clone(plain.hidden)
	maps.Copy(out.scope, plain.scope)
	key := ""
	for _, v := range list {
		if out.scope[v.Name()] == nil {
			out.scope[v.Name()] = v
			out.hidden = append(out.hidden, v)
			// The order of the list is part of the key; two orders give two members with equal
			// content.
			key += v.Name() + "\n"
		}
	}
	if key == "" {
		return plain
	}
	// Suites that are checked concurrently may share the family.
	m.family.mu.Lock()
	defer m.family.mu.Unlock()
	if m.family.members[key] == nil {
		// This call replaces sights and made of the copy; the plain model keeps its own.
		out.remember()
		m.family.members[key] = &out
	}
	return m.family.members[key]
}

// withSeen returns the model with hidden variables for what units read of it beside
// what it reads itself; the model itself if there is nothing.
func (m *Model) withSeen(units []*ast.Unit) *Model {
	if m == nil || m.family == nil {
		return m
	}
	extra := m.hidden
	for _, u := range units {
		for _, e := range u.Seen {
			if sight, ok := m.scope.sightOf(e.Of); ok && m.scope[sight.Name()] == nil {
				// The family keeps one object for each name, so that suites agree on the variable.
				extra = append(extra[:len(extra):len(extra)], m.family.hiddenVar(sight, u, e))
			}
		}
	}
	if len(extra) == len(m.hidden) {
		return m
	}
	return m.member(extra)
}

// hiddenVar returns the variable of what the plain model does not read.
func (f *family) hiddenVar(s Sight, u *ast.Unit, e *ast.SeenExpr) *Var {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.vars[s.Name()] == nil {
		f.vars[s.Name()] = s.variable(u, e)
	}
	return f.vars[s.Name()]
}

// seen checks `(seen L)`.
func (t *typer) seen(e *ast.SeenExpr) types.Type {
	if e.Of == nil {
		return types.Invalid
	}
	got := t.check(e.Of, nil)
	sight, ok := t.scope.sightOf(e.Of)
	if !ok {
		// Report only if L itself had no error. An argument without a type is also Invalid, but no
		// error yet.
		if _, param := e.Of.(*ast.ParamRef); param || got != types.Invalid {
			t.report(seenOfOther{At: t.span(e.Of)})
		}
		return types.Invalid
	}
	v, ok := t.lookup(sight.Name()).(*Var)
	if !ok { // a definition is in its place
		t.report(seenOfOther{At: t.span(e.Of)})
		return types.Invalid
	}
	t.info.objects[e] = v
	return types.Bool
}

// lintSeen reports what is read of hidden variables that no transition sets.
func (c *modelChecker) lintSeen() {
	for _, v := range c.hidden {
		if p := c.unseen(v, v.Declared()); p != nil {
			c.report(p)
		}
	}
}

// lintSeen reports what goals read of hidden variables that no transition sets. That
// may change with the model, so that it is no part of what is known of a case.
func (c *suiteChecker) lintSeen(u *ast.Unit, info *unitInfo) {
	if c.Model == nil || erroneous(c.Model.Diagnostics) {
		return
	}
	// Report each variable once in a goal, at its first use.
	said := make(map[string]bool)
	for _, e := range u.Seen {
		v, ok := info.objects[e].(*Var)
		if !ok || said[v.Name()] {
			continue
		}
		said[v.Name()] = true
		if p := c.Model.unseen(v, u.Span(e)); p != nil {
			c.report(p)
		}
	}
}

// unseen returns what to report of a hidden variable that no transition sets, where
// it is read; nil if one sets it.
func (m *Model) unseen(v *Var, at source.Span) diag.Problem {
	for _, t := range m.Transitions {
		if slices.ContainsFunc(m.sights[t], func(a Assignment) bool { return a.Var.Name() == v.Name() }) {
			return nil
		}
	}
	// Explain the likely cause: the map is tied, but only inside a `forall` over a list.
	if v.Seen.Map {
		for _, t := range m.Transitions {
			if tie := m.tiedByElement(t, v.Seen.Var); tie != nil {
				return seenByElement{At: at, Tie: t.Unit.Span(tie), Name: v.Name(), Map: v.Seen.Var.Name()}
			}
		}
	}
	return neverSeen{At: at, Name: v.Name()}
}
