package behaviour

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A difference is that one version allows a call of a tool and the other one
// refuses it, as clauses of a tool of the product.
type difference struct {
	tool     *toolPair
	goal     *goal // where the question is about a goal, and tool only gives it a name
	allowing *version
	refusing *version
	allowed  *checker.Transition // of the allowing version
	asked    bool                // there may be one that pre and post describe
	pre      []string
	post     []string // where pre cannot say that there is a next state
	inexact  error    // why there may be others
}

// fewest returns the fewest calls of a trace that answers the question.
func (d *difference) fewest() int {
	if d.goal != nil {
		return 0
	}
	return 1
}

// settled reports whether it is known without a question that there is none.
func (d *difference) settled() bool { return d.tool.settled[d.allowing] }

// difference says when a call of a tool is allowed by one version and refused
// by the other, in a state to which both have come.
func (p *pair) difference(t *toolPair, stricter bool) *difference {
	d := &difference{tool: t, allowing: p.old, refusing: p.new, allowed: t.old}
	refused, hasAllowing, hasRefusing := t.new, t.inOld, t.inNew
	if !stricter {
		d.allowing, d.refusing, d.allowed, refused = p.new, p.old, t.new, t.old
		hasAllowing, hasRefusing = t.inNew, t.inOld
	}
	// A tool without a transition is always possible.
	if !hasAllowing || hasRefusing && refused == nil {
		return d // there is no such call, or it is always possible
	}
	// The refusing version does not know the tool, so every allowed call is a difference.
	if !hasRefusing {
		d.asked = true
	} else {
		if d.inexact = t.doubt; t.doubt == nil && d.refusing.readsSeen(t, p.touched) {
			d.inexact = errSeen
		}
		if reasons := d.reasons(refused); len(reasons) > 0 {
			d.asked = true
			d.pre = append(d.pre, anyOf(reasons))
		}
	}
	if d.asked {
		d.allow()
	}
	return d
}

var errSeen = errors.New("what earlier answers have shown cannot be compared yet")

// readsSeen reports whether a call of a tool asks what has been seen, where that is one
// of some variables.
func (v *version) readsSeen(t *toolPair, of map[*checker.Var]bool) bool {
	return slices.ContainsFunc(v.clausesOf(t), func(c clause) bool {
		return slices.ContainsFunc(v.presents(c.unit, c.expr), func(w *checker.Var) bool { return w.Hidden() && of[w] })
	})
}

// allow says when the allowing version allows the call: by preconditions alone
// where that can be said, so that the call need not change anything.
func (d *difference) allow() {
	v, t := d.allowing, d.allowed
	d.pre = append(texts(v.allows(d.tool)), d.pre...)
	if t == nil {
		return
	}
	post := v.post(t)
	x := existence{version: v, transition: t, assignments: v.model.Assignments(t)}
	// First choice: a precondition that says that there is a next state.
	exists, err := x.clause(post)
	if err != nil {
		// It cannot be said: the call itself makes the step, and end makes it the last one.
		d.post = texts(post)
		return
	}
	var list []string
	for _, a := range x.assignments {
		defined, err := x.assignable(a)
		switch {
		case err != nil:
			d.post = texts(post)
			return
		case defined != "" && len(a.Guards) > 0:
			list = append(list, "(=> "+allOf(x.guards(a))+" "+defined+")")
		case defined != "":
			list = append(list, defined)
		}
	}
	if exists != "" {
		list = append(list, exists)
	}
	d.pre = append(d.pre, list...)
}

// reasons are what may keep the refusing version from a call: each is a clause
// that holds where it does. What the allowing version asks for as well is none.
func (d *difference) reasons(t *checker.Transition) []string {
	v, had := d.refusing, texts(d.allowing.allows(d.tool))
	var list []string
	// Clauses with the same text hold where the call is allowed, so they refuse nothing.
	for _, c := range v.allows(d.tool) {
		if !slices.Contains(had, c.text) {
			list = append(list, not(c.text))
		}
	}
	own := v.post(t)
	had = texts(d.allowing.post(d.allowed))
	// Equal clauses give next values to shared variables alone, and the others to none of these.
	own = slices.DeleteFunc(own, func(c clause) bool { return slices.Contains(had, c.text) })
	x := existence{version: v, transition: t, assignments: v.ownAssignments(t, own)}
	for _, a := range x.assignments {
		defined, err := x.assignable(a)
		if err != nil {
			// The reasons that can be said are still asked; None is then not the whole answer.
			d.inexact = err
		} else if defined != "" {
			list = append(list, allOf(append(x.guards(a), not(defined))))
		}
	}
	exists, err := x.clause(own)
	if err != nil {
		d.inexact = err
	} else if exists != "" {
		list = append(list, not(exists))
	}
	return list
}

// ownAssignments returns the assignments in some clauses.
func (v *version) ownAssignments(t *checker.Transition, list []clause) []checker.Assignment {
	// Assignments are identified by the node of their equality.
	inside := make(map[*ast.Op]bool)
	for _, c := range list {
		for op := range ast.Each[*ast.Op](c.expr) {
			inside[op] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(v.model.Assignments(t)), func(a checker.Assignment) bool { return !inside[a.Expr] })
}

func not(text string) string { return "(not " + text + ")" }

func anyOf(list []string) string { return joined("or", list) }

func allOf(list []string) string { return joined("and", list) }

func joined(op string, list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + op + " " + strings.Join(list, " ") + ")"
}

var errNested = errors.New("whether a nested value is defined cannot be asked")

// defined returns a clause that holds where the value of an expression is
// there and of a type; "" if it always is. Target is a term of that type which
// always has a value.
func (v *version) defined(u *ast.Unit, e ast.Expr, t types.Type, target string) (string, error) {
	if v.total(u, e) && !v.misnames(u, e, t) {
		return "", nil
	}
	text := v.text(u, e)
	// An atom with an undefined part is false, so x = x holds exactly where x is defined.
	self := "(= " + text + " " + text + ")"
	switch t := t.(type) {
	case types.Basic:
		if types.IsNumber(t) {
			// A number is defined where its arguments are there and no divisor is zero.
			if parts, ok := v.numeric(u, e); ok {
				return conjunction(parts), nil
			}
		}
		return basic(t, text, target, v.model.TypeOf(u, e))
	case *types.Enum:
		// A String argument may be none of the names, so each is written out.
		names := lists.Map(t.Names, func(n string) string { return "(= " + text + " " + types.Quote(n) + ")" })
		return anyOf(names), nil
	}
	switch e := e.(type) {
	case *ast.ParamRef, *ast.FieldExpr:
		if sameType(v.model.TypeOf(u, e), t) {
			return self, nil
		}
	case *ast.ArrayLit:
		if a, ok := t.(*types.Array); ok {
			return v.allDefined(u, e.Elems, func(int) types.Type { return a.Elem })
		}
	case *ast.RecordLit:
		if r, ok := t.(*types.Record); ok {
			return v.recordDefined(u, e, r)
		}
	case *ast.SetOp:
		if a, ok := t.(*types.Array); ok && e.Op == ops.Insert {
			return v.allDefined(u, []ast.Expr{e.Array, e.Elem}, func(i int) types.Type { return []types.Type{t, a.Elem}[i] })
		}
	}
	return "", errNested
}

// misnames reports whether a String argument may be in the place of an enum in
// an expression, and be none of its names.
func (v *version) misnames(u *ast.Unit, e ast.Expr, t types.Type) bool {
	return types.Has[*types.Enum](t) && ast.Any(e, func(p *ast.ParamRef) bool { return v.model.TypeOf(u, p) == types.String })
}

// numeric returns what has to hold so that a number can be computed: its
// arguments are there, and no divisor is zero. It speaks of no more than that,
// since what is not computed need not be told apart. Whether a divisor that is
// itself a quotient is zero depends on the type it is computed in; ok is false
// then.
func (v *version) numeric(u *ast.Unit, e ast.Expr) (list []string, ok bool) {
	if v.total(u, e) {
		return nil, true
	}
	switch e := e.(type) {
	case *ast.ParamRef, *ast.FieldExpr:
		if t := v.model.TypeOf(u, e); t != types.Int && t != types.Real {
			return nil, false
		}
		text := v.text(u, e)
		return []string{"(= " + text + " " + text + ")"}, true
	case *ast.Quantified:
		// A sum or count is compared as a whole; with a division in it, nothing can be said.
		text := v.text(u, e)
		return []string{"(= " + text + " " + text + ")"}, !ast.Divides(e)
	case *ast.Op:
		if e.Op == ops.If || e.Op == ops.Get || e.Op.Family() == ops.Measure {
			text := v.text(u, e)
			return []string{"(= " + text + " " + text + ")"}, !ast.Divides(e)
		}
		for _, a := range e.Args {
			more, ok := v.numeric(u, a)
			if !ok {
				return nil, false
			}
			list = append(list, more...)
		}
		if e.Op == ops.Div {
			// Whether the divisor is zero depends on the type in which it is computed.
			if ast.Divides(e.Args[1]) {
				return nil, false
			}
			list = append(list, "(not (= "+v.text(u, e.Args[1])+" 0))")
		}
		return list, true
	}
	return nil, false
}

// conjunction returns a clause that says all of a list; "" of an empty one.
func conjunction(list []string) string {
	list = slices.DeleteFunc(list, func(text string) bool { return text == "" })
	if len(list) == 0 {
		return ""
	}
	return allOf(list)
}

// basic is defined for a value of a basic type. It is compared with the target
// so that it is computed in the type of that.
func basic(t types.Basic, text, target string, natural types.Type) (string, error) {
	switch {
	case natural == nil || natural == types.Invalid:
		return "", errors.New("the type of an argument is unknown")
	case t == types.Bool:
		return "(or (= " + text + " true) (= " + text + " false))", nil
	case t == types.String:
		return "(= " + text + " " + text + ")", nil
	case target == "":
		return "", errNested
	}
	// Any number compares with the target one way or the other, unless it is undefined.
	return "(or (<= " + target + " " + text + ") (> " + target + " " + text + "))", nil
}

func (v *version) allDefined(u *ast.Unit, list []ast.Expr, typ func(i int) types.Type) (string, error) {
	var all []string
	for i, e := range list {
		text, err := v.defined(u, e, typ(i), "")
		if err != nil {
			return "", err
		}
		all = append(all, text)
	}
	return conjunction(all), nil
}

func (v *version) recordDefined(u *ast.Unit, e *ast.RecordLit, r *types.Record) (string, error) {
	var list []ast.Expr
	var typs []types.Type
	for _, f := range e.Fields {
		t, ok := r.Field(f.Name.Name)
		if !ok {
			return "", errNested
		}
		list, typs = append(list, f.Value), append(typs, t)
	}
	return v.allDefined(u, list, func(i int) types.Type { return typs[i] })
}

// total reports whether an expression has a value in every state and with
// every call, as far as its shape and the schemas tell.
func (v *version) total(u *ast.Unit, e ast.Expr) bool {
	// Undefined values come from arguments, maps and divisions alone.
	free := ast.Any(e, func(p *ast.ParamRef) bool { return !v.given(u, p) })
	mapped := ast.Any(e, func(op *ast.Op) bool { return op.Op.Family() == ops.Mapping })
	return !free && !mapped && !ast.Divides(e) && !ast.Has[*ast.MapLit](e)
}

// given reports whether an argument is there and of its type in each call that
// the schema accepts.
func (v *version) given(u *ast.Unit, e *ast.ParamRef) bool {
	p := v.model.ObjectOf(u, e.Local).(*checker.Param)
	if p.Schema == nil || !p.Schema.Required {
		return false
	}
	s := p.Schema.Schema
	t, basic := p.Type.(types.Basic)
	return basic && t != types.Invalid && types.Identical(checker.SchemaType(s), t) && len(s.Types) == 1 && !s.Nullable && s.Enum == nil && s.Const == nil
}
