package checker

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// Definitions are abbreviations. They are written out before anything else is
// found out about an expression, so that it means what it means when it is
// written out: which literals take on which types, which parts of `post` are
// assignments, and where the innermost atom around an undefined term is. What is
// behind the checker reads the expressions that are written out.
//
// The nodes of a body have the place of the application in the expression that is
// written out, and operands keep their own.

// maxExpanded is the number of expressions that the expressions of a unit may
// have when they are written out.
const maxExpanded = 1 << 14

// expandTransition returns a transition with the definitions in it written out.
func (t *typer) expandTransition(decl *ast.Transition) *ast.Transition {
	pre, post := decl.Pre, decl.Post
	t.place = inPre
	pre = t.expandBlock(pre)
	t.place = inPost
	post = t.expandBlock(post)
	// Without definitions the declaration is shared with the syntax tree; no copy is made.
	if pre == decl.Pre && post == decl.Post {
		return decl
	}
	// The syntax tree stays as written: formatters and the editor read it.
	out := *decl
	out.Pre, out.Post = pre, post
	return &out
}

// expandBlock returns a block with the definitions in it written out.
func (t *typer) expandBlock(b *ast.Block) *ast.Block {
	if b == nil {
		return nil
	}
	var list []ast.Expr
	changed := false
	for _, e := range b.Exprs {
		x := t.expanded(e)
		changed = changed || x != e
		list = append(list, x)
	}
	if !changed {
		return b
	}
	return &ast.Block{Headed: b.Headed, Exprs: list}
}

// expanded returns an expression with the definitions in it written out: itself
// if there are none.
func (t *typer) expanded(e ast.Expr) ast.Expr {
	if e == nil || !t.applies(e) {
		return e
	}
	x := expander{t}
	return x.expr(e)
}

// applies reports whether a definition is applied in an expression, or what looks
// like one.
func (t *typer) applies(e ast.Expr) bool {
	return ast.Has[*ast.Apply](e) || ast.Any(e, func(ref *ast.Ref) bool {
		_, ok := t.named(ref.Name).(*Definition)
		return ok
	})
}

// An expander writes out the definitions in expressions.
type expander struct{ *typer }

func (x expander) expr(e ast.Expr) ast.Expr {
	return x.copier().Expr(e)
}

func (x expander) copier() *ast.Copier {
	return &ast.Copier{Replace: x.replace, Copied: func(from, to ast.Node) {
		// Later, settle transfers types and objects from the copies to the nodes as written.
		x.info.copies = append(x.info.copies, copied{from, to})
	}}
}

// replace returns what a definition that is applied says, and nil for any other
// expression.
func (x expander) replace(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Apply:
		return x.application(e)
	case *ast.Quantified:
		return x.quantified(e)
	case *ast.Ref:
		if d, ok := x.lookup(e.Name).(*Definition); ok {
			x.info.objects[e] = d
			return x.unfold(e, d, nil)
		}
	}
	return nil
}

// quantified returns a quantifier in which definitions are written out. Their
// operands may be names that it binds.
func (x expander) quantified(e *ast.Quantified) ast.Expr {
	if e.Binder == nil {
		return nil
	}
	c := x.copier()
	// Build the copy by hand: the names must be bound before the body is expanded.
	out := &ast.Quantified{Headed: c.Head(e.Headed), Op: e.Op, Binder: &ast.Binder{Range: e.Binder.Range}}
	out.Binder.Over, out.Binder.Names = c.Expr(e.Binder.Over), lists.Map(e.Binder.Names, c.Ident)
	outer, found := len(x.bounds), len(x.info.diagnostics)
	// The binder is checked only for its types, which the operands of definitions in the body need.
	x.bindMembers(out.Binder)
	x.info.diagnostics = x.info.diagnostics[:found] // it is reported when the whole is checked
	out.Body = c.Expr(e.Body)
	x.bounds = x.bounds[:outer]
	c.Copied(e, out)
	return out
}

func (x expander) application(e *ast.Apply) ast.Expr {
	o := x.lookup(e.Head.Name)
	d, ok := o.(*Definition)
	if !ok {
		// A Bad node makes the type check continue; poisoned suppresses lints that it would
		// mislead.
		x.info.poisoned = true
		switch o := o.(type) {
		case unread:
		case *Var:
			x.report(x.variableApplied(e, o))
		default:
			x.report(e.NotApplied(x.unit, x.nearestDefinition(e.Head.Name)))
		}
		return &ast.Bad{Range: e.Range}
	}
	x.info.objects[e.Head] = d
	// Call by name: operands are expanded first and substituted as terms.
	args := lists.Map(e.Args, x.expr)
	return x.unfold(e, d, args)
}

// variableApplied is the problem of a list with a variable in the place of its
// operator: `(stock "A1")` for a map, `(order total)` for a record.
func (x expander) variableApplied(e *ast.Apply, v *Var) diag.Problem {
	unlike := e.NotApplied(x.unit, x.nearestDefinition(e.Head.Name))
	if len(e.Args) != 1 {
		return unlike
	}
	p := appliedVariable{At: x.span(e.Head), Form: x.span(e), Name: v.Name()}
	operand := x.span(e.Args[0]).Text()
	switch typ := v.Type.(type) {
	case *types.Map:
		p.Text, p.Note = "(get "+v.Name()+" "+operand+")", "the value of a key of a map is read with `get`"
	case *types.Record:
		if !hasField(typ, operand) {
			return unlike
		}
		p.Text, p.Note = "(field "+v.Name()+" "+operand+")", "a field is read with `field`"
	case *types.Array:
		p.Text, p.Note = "(contains "+v.Name()+" "+operand+")", "whether an element is in a set is asked with `contains`"
	default:
		return unlike
	}
	return p
}

// unfold returns the body of a definition with operands in place of its locals.
func (x expander) unfold(e ast.Expr, d *Definition, args []ast.Expr) ast.Expr {
	x.info.apply(d)
	if !x.operands(e, d, args) || d.faulty {
		x.info.poisoned = true
		return &ast.Bad{Range: e.Pos()}
	}
	at := e.Pos()
	by := make(map[string]ast.Expr, len(args))
	for i, l := range d.Locals {
		by[l.Name()] = args[i]
	}
	// Each use of a local gets a copy of its own, since nodes are keys of the type map.
	again := ast.Copier{Replace: func(ast.Expr) ast.Expr { return nil }}
	// Nodes of the body get the range of the application; At is nil in again, so operands keep
	// theirs.
	body := ast.Copier{At: &at, Binding: x.fresh(d, args), Replace: func(y ast.Expr) ast.Expr {
		if ref, ok := y.(*ast.Ref); ok && by[ref.Name] != nil {
			return again.Expr(by[ref.Name])
		}
		return nil
	}}
	// Test the size before copying: nested definitions can grow exponentially.
	if !x.fits(e, d, by) {
		x.info.poisoned = true
		return &ast.Bad{Range: at}
	}
	// The stored body is expanded itself, so a single substitution is complete.
	out := body.Expr(d.body)
	x.info.expands(e, d, out)
	return out
}

// fresh returns other names for those that quantifiers in a body bind, where an
// operand or a quantifier around the application has one of them.
func (x expander) fresh(d *Definition, args []ast.Expr) map[string]string {
	// Capture avoidance: taken has every name that is visible in the operands or around the
	// application.
	taken := lists.SetBy(x.bounds, (*Bound).Name)
	for _, a := range args {
		for id := range ast.Each[*ast.Ident](a) {
			taken[id.Name] = true
		}
		for ref := range ast.Each[*ast.Ref](a) {
			taken[ref.Name] = true
		}
	}
	// The names that the body binds are the only ones to rename.
	own := make(map[string]bool)
	for binder := range ast.Each[*ast.Binder](d.body) {
		for _, id := range binder.Names {
			own[id.Name] = true
		}
	}
	names := make(map[string]string)
	for name := range own {
		for i := 2; taken[name] && names[name] == ""; i++ {
			other := fmt.Sprintf("%s_%d", name, i)
			if !taken[other] && !own[other] && x.scope[other] == nil && x.locals[other] == nil {
				names[name] = other
			}
		}
	}
	return names
}

// fits counts the expressions of a body with its operands, and reports where there
// are too many of them, once in a unit.
func (x expander) fits(e ast.Expr, d *Definition, by map[string]ast.Expr) bool {
	size := ast.Size(d.body)
	// Each use of a local is replaced by a term, so it counts the size of that term.
	sizes := make(map[string]int, len(by))
	for name, operand := range by {
		if operand != nil {
			sizes[name] = ast.Size(operand)
		}
	}
	for ref := range ast.Each[*ast.Ref](d.body) {
		if n, ok := sizes[ref.Name]; ok {
			size += n - 1
		}
	}
	had := x.info.expanded
	x.info.expanded += size
	// Report only when the limit is crossed for the first time.
	if x.info.expanded > maxExpanded && had <= maxExpanded {
		x.report(expandedTooLarge{At: x.span(e), Name: d.Name(), Declared: d.Declared()})
	}
	return x.info.expanded <= maxExpanded
}

// apply notes that a definition is applied.
func (u *unitInfo) apply(d *Definition) {
	if u.applied == nil {
		u.applied = make(map[*Definition]bool)
	}
	u.applied[d] = true
}

// expands notes what an application is when it is written out.
func (u *unitInfo) expands(e ast.Expr, d *Definition, out ast.Expr) {
	if u.expansions == nil {
		u.expansions, u.places = make(map[ast.Expr]ast.Expr), make(map[ast.Range]*Definition)
	}
	u.expansions[e], u.places[e.Pos()] = out, d
}

// operands checks the number and the types of what a definition is applied to.
func (x expander) operands(e ast.Expr, d *Definition, args []ast.Expr) bool {
	if d.Decl.Locals == nil {
		return false
	}
	if len(args) != len(d.Locals) {
		x.report(wrongOperands{At: x.span(e), Definition: d, Got: len(args)})
		return false
	}
	before := len(x.info.diagnostics)
	for i, a := range args {
		x.typer.expect(a, d.Locals[i].Type, false, "the local `"+d.Locals[i].Name()+"` of `"+d.Name()+"`")
	}
	return !erroneous(x.info.diagnostics[before:])
}

// nearestDefinition returns the definition that a name was probably meant to be,
// or "". A name may negate that of a definition: `not-open`.
func (t *typer) nearestDefinition(name string) string {
	if m := negated.FindStringSubmatch(name); m != nil && slices.Contains(t.speller.definitions, m[2]) {
		return m[2]
	}
	return spell.Nearest(name, t.speller.definitions)
}

// A copied node is in an expression that is written out in place of another one.
type copied struct{ from, to ast.Node }

// settle ends the check of expressions that are written out, whose findings are
// those from an index on. What is known of a
// copy is known of the node as it is written. A finding at the place of an
// application is about the body in this place: it says so, and has no fixes,
// which would change the application; what only warns is said of the body itself.
func (t *typer) settle(own int) {
	// First transfer what is known of the copies to the nodes as written.
	for _, c := range t.info.copies {
		if e, ok := c.to.(ast.Expr); ok {
			t.info.types[c.from.(ast.Expr)] = t.info.types[e]
		}
		if o := t.info.objects[c.to]; o != nil {
			t.info.objects[c.from] = o
		}
	}
	t.info.copies = nil
	if len(t.info.places) == 0 {
		return
	}
	// Findings before own are about the text itself and stay as they are.
	list := t.info.diagnostics[:own:own]
	for _, d := range t.info.diagnostics[own:] {
		// The primary span equals the range of an application: the finding is about a node of the
		// body.
		def := t.info.places[ast.Range{Start: d.Primary.Start, End: d.Primary.End}]
		if def == nil {
			list = append(list, d)
			continue
		}
		// Warnings of an expansion are dropped, since the definition has been checked by itself.
		if d.Severity == diag.Error {
			d.Fixes = nil
			d.Notef("this is about `%s` written out: `%s`", def.Name(), diag.Excerpt(ast.Source(def.body)))
			list = append(list, d)
		}
	}
	t.info.diagnostics = list
}
