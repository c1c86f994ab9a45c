package checker

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// A Bound is a name that a quantifier gives to the members of a set, or to what
// is at each position of a list.
type Bound struct {
	Unit *ast.Unit
	Decl *ast.Ident // the name in the binder
	Over ast.Expr   // the set or the list
	List bool       // Over is a list: an argument, or a part of one
	Type types.Type // of the members; Invalid where nothing tells

	uses []use // that tell the type, where no schema does
}

// Name implements [Object].
func (b *Bound) Name() string { return b.Decl.Name }

// Declared implements [Object].
func (b *Bound) Declared() source.Span { return b.Unit.Span(b.Decl) }

// quantified checks forall, exists, count and sum.
func (t *typer) quantified(e *ast.Quantified, want types.Type) types.Type {
	// The field bounds is a stack; the names of this quantifier are those from outer on.
	outer := len(t.bounds)
	t.bindMembers(e.Binder)
	got := t.body(e, want)
	// After the body, the uses of a member tell the type of the list that it comes from.
	for _, b := range t.bounds[outer:] {
		t.tell(b)
	}
	t.bounds = t.bounds[:outer]
	return got
}

func (t *typer) body(e *ast.Quantified, want types.Type) types.Type {
	if e.Op == ops.Sum {
		// `sum` is computed in Real where its place expects one, like the arithmetic operators.
		typ, open := t.numeric([]ast.Expr{e.Body}, want)
		if got := t.suggest(e.Body, typ, open); !types.IsNumber(got) && !t.conflicts(e.Body, typ) {
			t.report(mismatch{At: t.span(e.Body), Got: got, Want: typ, Whose: "what `sum` adds up"})
		}
		return typ
	}
	t.expect(e.Body, types.Bool, false, "the clause of `"+e.Op.String()+"`")
	return t.natural(e)
}

// bindMembers makes the names of a binder known.
func (t *typer) bindMembers(binder *ast.Binder) {
	_, zipped := binder.Over.(*ast.Zip)
	// Check all lists before any name is declared: a name of the binder is not visible in its own
	// lists.
	var list []*Bound
	for i, over := range binder.Lists() {
		b := &Bound{Unit: t.unit, Decl: binder.Names[i], Over: over, List: t.fromArgument(over)}
		// `zip` pairs by position, and sets have none. A local of a definition is decided when it
		// is expanded.
		if b.Type = t.members(over); zipped && !b.List && !t.ofLocal(over) {
			t.report(noPositions{At: t.span(over), Op: ops.Zip.String()})
		}
		list = append(list, b)
	}
	for _, b := range list {
		t.declareBound(b)
	}
}

// members checks an expression that must be an array, and returns the type of its
// elements.
func (t *typer) members(over ast.Expr) types.Type {
	var want types.Type
	// Tell the inference that the argument is an array, whatever its elements are.
	if t.fromArgument(over) {
		want = &types.Array{Elem: types.Invalid}
	}
	got := t.check(over, want)
	if array, ok := got.(*types.Array); ok {
		return array.Elem
	}
	if got != types.Invalid && !t.conflicts(over, &types.Array{Elem: types.Invalid}) {
		t.report(notAnArray{At: t.span(over), Got: got})
	}
	return types.Invalid
}

// declareBound makes a bound name known, unless something else has it.
func (t *typer) declareBound(b *Bound) {
	t.info.objects[b.Decl] = b
	if o := t.lookup(b.Name()); o != nil {
		// A name that could not be read must not cause a second finding.
		if _, ok := o.(unread); !ok {
			t.report(boundName{At: b.Declared(), Name: b.Name(), Declared: o.Declared()})
		}
	}
	// Declare the name in spite of a clash, so that the body has no follow-on errors.
	t.bounds = append(t.bounds, b)
}

// named returns what a name stands for where an expression is checked.
func (t *typer) named(name string) Object {
	if b := t.bound(name); b != nil {
		return b
	}
	if l := t.locals[name]; l != nil {
		return l
	}
	return t.global(name)
}

// bound returns the innermost bound name of the given spelling, or nil.
func (t *typer) bound(name string) *Bound {
	for i := len(t.bounds) - 1; i >= 0; i-- {
		if t.bounds[i].Name() == name {
			return t.bounds[i]
		}
	}
	return nil
}

// nearBound returns the bound name that a name was probably meant to be, or "".
func (t *typer) nearBound(name string) string {
	names := lists.Map(t.bounds, (*Bound).Name)
	return spell.Nearest(name, names)
}

// wants notes a use of a bound name that nothing tells the type of.
func (b *Bound) wants(want types.Type, at source.Span, open bool) {
	if b.List && b.Type == types.Invalid && want != nil && want != types.Invalid {
		b.uses = append(b.uses, use{want, at, open})
	}
}

// tell hands on what the uses of a bound name tell of the argument that it is
// bound over.
func (t *typer) tell(b *Bound) {
	// Only the inference pass collects uses.
	if t.wanted == nil || len(b.uses) == 0 {
		return
	}
	// Several uses in the body count as one use of the list.
	u := decisive(b.uses)
	array := &types.Array{Elem: u.typ}
	switch over := b.Over.(type) {
	case *ast.ParamRef:
		if p, ok := t.info.objects[over].(*Param); ok && p.untold() {
			t.wanted[p] = append(t.wanted[p], use{array, u.at, u.open})
		}
	// A nested quantifier tells the outer one that its members are lists themselves.
	case *ast.Ref:
		if outer, ok := t.info.objects[over].(*Bound); ok {
			outer.wants(array, u.at, u.open)
		}
	}
}

// measure checks length and size.
func (t *typer) measure(e *ast.Op) types.Type {
	over := e.Args[0]
	// The size of a map is the number of its keys.
	if _, isMap := t.natural(over).(*types.Map); isMap && e.Op == ops.Size {
		t.check(over, nil)
		return types.Int
	}
	t.members(over)
	_, isArray := t.info.types[over].(*types.Array)
	// `length` needs positions, which sets lack. `size` of a list ignores repetitions, hence a
	// lint.
	switch list := t.fromArgument(over); {
	case e.Op == ops.Length && !list && isArray && !t.ofLocal(over):
		t.report(noPositions{At: t.span(over), Op: e.Op.String(), Word: t.span(e.Keyword)})
	case e.Op == ops.Size && list:
		t.report(sizeOfList{At: t.span(e.Keyword)})
	}
	return types.Int
}

// naturalQuantified is the type that a quantifier has in every place.
func (t *typer) naturalQuantified(e *ast.Quantified) types.Type {
	switch {
	case e.Op.Info().Result == ops.Truth:
		return types.Bool
	case e.Op == ops.Count:
		return types.Int
	}
	// The natural type of a sum needs its names bound; nothing is reported or recorded on the way.
	outer := len(t.bounds)
	for i, over := range e.Binder.Lists() {
		b := &Bound{Unit: t.unit, Decl: e.Binder.Names[i], Over: over, List: t.fromArgument(over), Type: types.Invalid}
		if a, ok := t.natural(over).(*types.Array); ok {
			b.Type = a.Elem
		}
		t.bounds = append(t.bounds, b)
	}
	typ, _ := t.numeric([]ast.Expr{e.Body}, nil)
	t.bounds = t.bounds[:outer]
	return typ
}

// boundName is a bound name that something else has.
type boundName struct {
	At       source.Span
	Name     string
	Declared source.Span
}

// Diagnose implements [diag.Problem].
func (p boundName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0203", p.At, "`%s` is already the name of something else", p.Name)
	d.Also(p.Declared, "declared here")
	d.Helpf("give the members another name")
	return d
}

// noPositions is a set where an operator wants a list.
type noPositions struct {
	At   source.Span
	Op   string
	Word source.Span // of length
}

// Diagnose implements [diag.Problem].
func (p noPositions) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0314", p.At, "`%s` requires a list, and this is a set, which has no positions", p.Op)
	d.Notef("an argument of a call is a list; a variable, and what is made of lists, is a set")
	if !p.Word.IsZero() {
		d.Fix("count the members with `size`", diag.Edit{Span: p.Word, New: ops.Size.String()})
	}
	return d
}

// sizeOfList is the size of an argument, which is a list.
type sizeOfList struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p sizeOfList) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0814", p.At, "`size` counts each value once, and this is a list, which may repeat values")
	d.Notef("`(length LIST)` is how many positions a list has")
	d.Fix("count the positions with `length`", diag.Edit{Span: p.At, New: ops.Length.String()})
	return d
}
