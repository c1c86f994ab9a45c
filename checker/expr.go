package checker

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A place is the kind of place of an expression; it says what may occur there.
type place int

const (
	inPre place = iota
	inPost
	inGoal
	inDefinition
)

var placeNames = [...]string{"`pre`", "`post`", "a goal", "a definition"}

// A typer checks the expressions of one unit.
type typer struct {
	unit    *ast.Unit
	info    *unitInfo
	scope   scope
	speller *speller // of the scope
	place   place

	locals  map[string]*Local   // of a definition
	resolve func(string) Object // of a definition: what a name stands for that the scope lacks yet

	// transition is the one whose sections are checked; nil for a goal.
	transition *Transition
	uses       map[*Param]use // the use that told the type of an argument without schema
	read       map[*Param]bool

	garbled bool             // operators are without their parentheses, so that nothing is known of clauses
	wanted  map[*Param][]use // collected in the pass that infers types, else nil
	open    bool             // literals alone want the type that the expression checked is held against
	bounds  []*Bound         // the names that quantifiers around the expression bind, outermost first
}

func (t *typer) report(p diag.Problem)       { t.info.report(p) }
func (t *typer) span(n ast.Node) source.Span { return t.unit.Span(n) }

// lookup returns what a name stands for, and notes that it was asked for.
func (t *typer) lookup(name string) Object {
	if b := t.bound(name); b != nil {
		return b
	}
	// A local of a definition is not recorded in asked: it is part of the unit itself.
	if l := t.locals[name]; l != nil {
		return l
	}
	o := t.global(name)
	// An absent name is recorded too, as nil: a later declaration of it must cause a new check of
	// the unit.
	t.info.asked[name] = o
	return o
}

// global returns what a name stands for in the model.
func (t *typer) global(name string) Object {
	o := t.scope[name]
	if o == nil && t.resolve != nil {
		// Definitions enter the scope when they are resolved, so this may check another definition
		// first.
		return t.resolve(name)
	}
	return o
}

// param returns the argument of the given local name, or nil.
func (t *typer) param(local string) *Param {
	if t.transition == nil {
		return nil
	}
	return paramNamed(t.transition.Params, local)
}

func paramNamed(list []*Param, local string) *Param {
	return lists.Find(list, func(p *Param) bool { return p.Name() == local })
}

// clauses checks the clauses of a section.
func (t *typer) clauses(list []ast.Expr) {
	// An operator without parentheses makes the borders between clauses unknown.
	if t.bare(list, nil) {
		return
	}
	for i := 0; i < len(list); i++ {
		var next ast.Expr
		if i+1 < len(list) {
			next = list[i+1]
		}
		if t.clause(list[i], next) {
			// The next literal has been checked as the second operand of this clause.
			i++
		}
	}
}

// clause checks an expression that must be a Bool by itself. Where it is not,
// and the literal after it is most likely what it should be compared with,
// the two are one mistake: the literal is checked too, and clause returns
// true.
func (t *typer) clause(e, next ast.Expr) bool {
	got := t.check(e, types.Bool)
	if got == types.Bool || got == types.Invalid {
		return false
	}
	p := notAClause{At: t.span(e), Got: got, Place: t.place, Literal: isLiteral(e), Text: isText(e), Set: t.changed(e)}
	// A clause that is a literal itself has no second operand: only `x 3` is read as `(= x 3)`.
	value, ok := next.(*ast.Literal)
	ok = ok && !p.Literal && t.suits(value, got)
	if ok {
		// Record the type of the literal, since the caller skips it.
		t.check(value, got)
		p.Value = t.span(value)
	}
	t.report(p)
	return ok
}

// suits reports whether a literal is a value of a type.
func (t *typer) suits(e *ast.Literal, want types.Type) bool {
	if enum, ok := want.(*types.Enum); ok {
		name, ok := e.Value.(types.Text)
		return ok && enum.Has(string(name))
	}
	return fit(t.natural(e), want, false) == fits
}

// check checks an expression whose place wants a type, or nil for any. It
// returns the type that the expression is computed in, which the caller
// holds against want.
func (t *typer) check(e ast.Expr, want types.Type) types.Type { return t.suggest(e, want, false) }

// suggest is check with a type that, if open is set, only literals want,
// which may take on another one.
func (t *typer) suggest(e ast.Expr, want types.Type, open bool) types.Type {
	// The field passes open to the leaf that notes a use. Inner calls overwrite it, so read it
	// before them.
	t.open = open
	got := t.infer(e, want)
	t.info.types[e] = got
	return got
}

func (t *typer) infer(e ast.Expr, want types.Type) types.Type {
	switch e := e.(type) {
	case *ast.Literal:
		return t.literal(e, want)
	case *ast.Ref:
		return t.ref(e, want)
	case *ast.ParamRef:
		return t.paramRef(e, want)
	case *ast.ResultRef:
		return t.resultRef(e, want)
	case *ast.SeenExpr:
		return t.seen(e)
	case *ast.NextRef:
		return t.nextRef(e)
	case *ast.FieldExpr:
		return t.field(e)
	case *ast.Contains:
		t.membership(e.Array, e.Elem, nil)
		return types.Bool
	case *ast.SetOp:
		// `insert` does not apply to maps; `put` does. `remove` applies to both and is checked
		// below.
		if e.Op == ops.Insert && e.Array != nil && t.isMap(e.Array) {
			t.insertedKey(e)
			return types.Invalid
		}
		return t.membership(e.Array, e.Elem, want)
	case *ast.Op:
		return t.op(e, want)
	case *ast.Quantified:
		return t.quantified(e, want)
	case *ast.ArrayLit:
		return t.arrayLit(e, want)
	case *ast.RecordLit:
		return t.recordLit(e, want)
	case *ast.MapLit:
		return t.mapLit(e, want)
	}
	return types.Invalid
}

func (t *typer) literal(e *ast.Literal, want types.Type) types.Type {
	text, isText := e.Value.(types.Text)
	if enum, ok := want.(*types.Enum); ok && isText {
		if !enum.Has(string(text)) {
			t.report(notInEnum{At: t.span(e), Value: string(text), Enum: enum})
			return types.Invalid
		}
		return enum
	}
	// An integer literal is the only one that adapts to a number type: it is a Real where one is
	// expected.
	if got := t.natural(e); got != types.Int || want != types.Real {
		return got
	}
	return types.Real
}

func (t *typer) ref(e *ast.Ref, want types.Type) types.Type {
	o := t.lookup(e.Name)
	if o == nil {
		t.unknownName(e)
		return types.Invalid
	}
	// The declaration could not be read. That is reported there, so the use is not.
	if _, ok := o.(unread); ok {
		return types.Invalid
	}
	t.info.objects[e] = o
	switch o := o.(type) {
	case *Var:
		t.info.reads[o] = true
		return o.Type
	case *Const:
		t.info.consts[o] = true
		return o.Type
	case *Bound:
		// The place tells the type of a list member for which no schema does.
		o.wants(want, t.span(e), t.open)
		return o.Type
	case *Local:
		return o.Type
	}
	return types.Invalid
}

// unknownName reports a name that is no variable and no constant. What it
// most likely is depends on where else the name occurs.
func (t *typer) unknownName(e *ast.Ref) {
	// The local name of an argument without `(param …)` is the most common mistake.
	if p := t.param(e.Name); p != nil {
		// Count it as read: a second finding that it is never read would have the same cause.
		t.read[p] = true
		t.report(bareArgument{At: t.span(e), Name: e.Name, Tool: p.Tool, Param: p.Bind.Param.Name, Bound: t.span(p.Bind.Local)})
		return
	}
	// Next comes the name that the tool gives the argument, where the local name differs.
	if t.transition != nil {
		for _, p := range t.transition.Params {
			if p.Bind.Param.Name == e.Name {
				t.read[p] = true
				t.report(bareArgument{At: t.span(e), Name: e.Name, Local: p.Name(), Tool: p.Tool, Param: e.Name, Bound: t.span(p.Bind.Local)})
				return
			}
		}
	}
	if p := t.bareResult(e.Name); p != nil {
		t.read[p] = true
		t.report(bareArgument{At: t.span(e), Name: e.Name, Local: p.Name(), Tool: p.Tool, Param: p.Bind.Param.Name, Bound: t.span(p.Bind.Local), Result: true})
		return
	}
	// Brackets in place of parentheses produce many unknown names. They are reported once for the
	// unit.
	if b, ok := ast.BracketsIn(t.unit.Fragment, t.typeNamed); ok && strings.ContainsAny(e.Name, "[]{}") {
		t.garbled = true
		t.info.bracketed = &b
		return
	}
	if nullWords[e.Name] {
		t.report(ast.NullExpr{At: t.span(e)})
		return
	}
	problem := undefined{At: t.span(e), Name: e.Name, Near: cmp.Or(t.nearBound(e.Name), t.nearest(e.Name)), Meant: t.meant(e.Name)}
	// A near name is the better guess. Without one, a name of an enum without quotes comes first.
	if enum := t.enumWith(e.Name); enum != "" && problem.Near == "" {
		problem.Enum, problem.Meant = enum, meaning{}
	}
	t.undeclared(problem)
}

// typeNamed returns the type of a variable or constant, or nil.
func (t *typer) typeNamed(name string) types.Type { return objectType(t.scope[name]) }

// undeclared reports a name without a declaration, unless its declaration has
// characters that cannot be seen or look like others: that is reported there.
func (t *typer) undeclared(p undefined) {
	if syntax.IsPlain(p.Near) {
		t.report(p)
	}
}

func (t *typer) paramRef(e *ast.ParamRef, want types.Type) types.Type {
	if e.Local == nil {
		return types.Invalid
	}
	if t.transition == nil {
		t.report(noArguments{At: t.span(e), Place: t.place})
		return types.Invalid
	}
	p := t.param(e.Local.Name)
	if p == nil {
		t.unknownLocal(e)
		return types.Invalid
	}
	t.info.objects[e], t.info.objects[e.Local] = p, p
	t.read[p] = true
	// Without a type by schema, the use either is an error or tells the type of the argument.
	switch {
	// The type is known: the caller compares it with want.
	case p.Type != types.Invalid:
	case !p.untold():
		t.report(untypable{At: t.span(e), Name: p.Bind.Param.Name, Schema: p.Schema.Schema.Span})
	case want != nil && types.Has[*types.Map](want):
		t.report(mapArgument{At: t.span(e)})
	// Only the inference pass has this map; in the reporting pass the uses are complete.
	case t.wanted != nil && want != nil && want != types.Invalid:
		t.wanted[p] = append(t.wanted[p], use{want, t.span(e), t.open})
	}
	return p.Type
}

func (t *typer) nextRef(e *ast.NextRef) types.Type {
	if e.Var == nil {
		return types.Invalid
	}
	o := t.lookup(e.Var.Name)
	if t.place != inPost {
		t.report(nextOutsidePost{At: t.span(e), Name: e.Var.Name, Place: t.place, Known: o != nil})
		// Go on with the type of the variable, so that its surroundings are checked as if `next`
		// were absent.
		if v, ok := o.(*Var); ok {
			t.info.reads[v] = true
			return v.Type
		}
		return types.Invalid
	}
	switch o := o.(type) {
	case *Var:
		t.info.objects[e], t.info.objects[e.Var] = o, o
		t.info.sets[o] = true
		return o.Type
	case *Const:
		t.info.consts[o] = true
		t.report(nextOfConst{At: t.span(e.Var), Name: o.Name(), What: "a constant", Declared: o.Declared()})
	case *Definition:
		t.report(nextOfConst{At: t.span(e.Var), Name: o.Name(), What: "a definition", Declared: o.Declared()})
	// Reported where the declaration could not be read.
	case unread:
	default:
		if p := t.param(e.Var.Name); p != nil {
			t.read[p] = true
			t.report(nextOfConst{At: t.span(e.Var), Name: e.Var.Name, What: "an argument", Declared: t.span(p.Bind.Local)})
		} else {
			p := undefined{At: t.span(e.Var), Name: e.Var.Name, Near: t.nearestVar(e.Var.Name)}
			// `(next r.f)` means `(field (next r) f)`: insert `next` around the root of the path.
			if field := t.fieldPath(e.Var.Name); field != "" {
				record, _, _ := strings.Cut(e.Var.Name, ".")
				next := strings.Replace(field, "(field "+record+" ", "(field (next "+record+") ", 1)
				p.At, p.Meant = t.span(e), meaning{next, noPrime, diag.Certain}
			}
			t.undeclared(p)
		}
	}
	return types.Invalid
}

func (t *typer) field(e *ast.FieldExpr) types.Type {
	if e.Record == nil {
		return types.Invalid
	}
	if t.fieldFirst(e) {
		return types.Invalid
	}
	// No type is expected of the record: the field restricts it and does not determine it.
	got := t.check(e.Record, nil)
	if got == types.Invalid || e.Field == nil {
		return types.Invalid
	}
	record, ok := got.(*types.Record)
	if !ok {
		// An argument whose type was inferred from another use gets the finding that shows both
		// uses.
		if !t.conflicts(e.Record, &types.Record{}) {
			t.report(notARecord{At: t.span(e.Record), Got: got})
		}
		return types.Invalid
	}
	typ, ok := record.Field(e.Field.Name)
	if !ok {
		t.report(noField{At: t.span(e.Field), Name: e.Field.Name, Record: record})
		return types.Invalid
	}
	return typ
}

// fieldFirst reports the name of a field in the place of its record, and the
// record after it.
func (t *typer) fieldFirst(e *ast.FieldExpr) bool {
	first, ok := e.Record.(*ast.Ref)
	if !ok || e.Field == nil || t.named(first.Name) != nil {
		return false
	}
	record, ok := objectType(t.scope[e.Field.Name]).(*types.Record)
	if !ok || !hasField(record, first.Name) {
		return false
	}
	t.report(swapped{Code: "MC0307", Whole: "record", Part: "field", First: t.span(first), Second: t.span(e.Field)})
	return true
}

// membership checks the array and the element of contains, insert or remove.
// It returns the type of the array.
func (t *typer) membership(array, elem ast.Expr, want types.Type) types.Type {
	if array == nil || elem == nil {
		return types.Invalid
	}
	// `contains` and `remove` on a map are about its keys.
	if t.isMap(array) {
		return t.keyMembership(array, elem, want)
	}
	if t.swapped(array, elem) {
		return types.Invalid
	}
	open := false
	// A set that is written out takes its element type from its elements and the member together.
	if written, ok := elements(array); ok && want == nil {
		var common types.Type
		common, open = t.common(append(written, elem))
		want = &types.Array{Elem: common}
	}
	got := t.check(array, want)
	a, ok := got.(*types.Array)
	if !ok {
		if got != types.Invalid && !t.conflicts(array, &types.Array{Elem: types.Invalid}) {
			t.report(notAnArray{At: t.span(array), Got: got})
		}
		// Check the element anyway: it may have errors of its own.
		t.check(elem, nil)
		return types.Invalid
	}
	t.expect(elem, a.Elem, open, "an element of the array")
	return a
}

func (t *typer) arrayLit(e *ast.ArrayLit, want types.Type) types.Type {
	elem, open := t.common(e.Elems)
	// The place decides before the elements do, so a literal in it can be an enum name or a Real.
	if a, ok := want.(*types.Array); ok {
		elem, open = a.Elem, false
	}
	for _, x := range e.Elems {
		t.expect(x, elem, open, "an element of the array")
	}
	return &types.Array{Elem: elem}
}

func (t *typer) recordLit(e *ast.RecordLit, want types.Type) types.Type {
	known, ok := want.(*types.Record)
	if !ok {
		// A record literal always has a record as its natural type: writtenRecords never returns
		// nil for one.
		known = t.natural(e).(*types.Record)
	}
	for _, f := range matchFields(t.unit, t.info, e, known, !ok, ok) {
		t.expect(f.pin.Value, f.typ, false, "the field `"+f.pin.Name.Name+"`")
	}
	return known
}

// expect checks an expression and compares its type with the expected one; see
// suggest for open.
func (t *typer) expect(e ast.Expr, want types.Type, open bool, whose string) {
	got := t.suggest(e, want, open)
	switch fit(got, want, t.fromArgument(e)) {
	case misfit:
		if !t.conflicts(e, want) {
			t.report(mismatch{At: t.span(e), Got: got, Want: want, Whose: whose})
		}
	case doubtful:
		t.report(stringAsEnum{At: t.span(e), Enum: want, Text: t.text(e)})
	}
}

// fromArgument reports whether an expression is an argument, a result or a field
// of one, so that its type is what a tool schema says.
func (t *typer) fromArgument(e ast.Expr) bool {
	// Walk down the field accesses to the root of the path.
	for {
		switch x := e.(type) {
		case *ast.ParamRef, *ast.ResultRef:
			return true
		case *ast.Ref:
			b := t.bound(x.Name)
			// A member of a list from an argument has a type by schema as well.
			return b != nil && b.List
		case *ast.FieldExpr:
			e = x.Record
		default:
			return false
		}
	}
}
