package explicit

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A place is where strings or numbers come from: a leaf, or an argument of a
// transition. The strings in a leaf or argument are one place, the numbers
// another.
type place int

// texts and numbers are the places of the i-th leaf, or of an argument, which
// count from behind the leaves.
func textsAt(i int) place   { return place(2 * i) }
func numbersAt(i int) place { return place(2*i + 1) }

// A fact is what one atom or assignment says of the places in it: that the
// values there meet, and with which constants.
type fact struct {
	places   []place
	texts    []cell
	numbers  []types.Number
	sums     []sum
	sizes    bool // they are compared by size
	steps    bool // what a leaf was is compared by size with what it will be
	computed bool // something is computed from one of them
	removed  bool // one of them is taken out of a set
}

// A sum is a number that is computed from what varies. Where all that it reads
// is known it is a constant.
type sum struct {
	read   *foreign
	site   *interp.Site
	expr   ast.Expr
	leaves []int // that it reads
	closed bool  // it reads nothing else
	places []place
}

// gatherFacts collects what a transition says.
func (b *maker) gatherFacts(r *rule) {
	for i, p := range r.transition.Params {
		b.numbered(p, r.first+i)
	}
	for _, block := range []*ast.Block{r.transition.Decl.Pre, r.transition.Decl.Post} {
		if block == nil {
			continue
		}
		for _, e := range block.Exprs {
			b.factsOf(e, &r.facts)
		}
	}
}

func (b *maker) numbered(p *checker.Param, n int) {
	if b.number == nil {
		b.number = make(map[*checker.Param]int)
	}
	b.number[p] = n
}

// factsOf collects what an expression says where a truth value is wanted.
func (b *maker) factsOf(e ast.Expr, out *[]fact) {
	switch e := e.(type) {
	case *ast.Op:
		if e.Op.Family() != ops.Logic {
			b.atom(e.Args, e.Op != ops.Equal, out)
			return
		}
		for _, a := range e.Args {
			b.factsOf(a, out)
		}
	case *ast.Contains:
		b.atom([]ast.Expr{e.Array, e.Elem}, false, out)
	}
}

func (b *maker) atom(operands []ast.Expr, order bool, out *[]fact) {
	var texts, numbers fact
	for _, x := range operands {
		b.collect(x, &texts, &numbers, out)
	}
	numbers.sizes = order
	numbers.steps = order && b.twice(operands)
	texts.removed = slices.ContainsFunc(operands, removes)
	for _, f := range []fact{texts, numbers} {
		if len(f.places)+len(f.sums) > 0 {
			*out = append(*out, f)
		}
	}
}

// twice reports whether terms read a leaf both before and after the call.
func (b *maker) twice(operands []ast.Expr) bool {
	reads := b.readings(operands...)
	return slices.ContainsFunc(reads, func(next reading) bool {
		return next.next && slices.ContainsFunc(reads, func(r reading) bool { return r.slot == next.slot-len(b.m.leaves) })
	})
}

// collect finds the places and constants in a term.
func (b *maker) collect(e ast.Expr, texts, numbers *fact, out *[]fact) {
	if root, _, path := b.place(e); root != nil {
		b.collectPlace(root, path, texts, numbers)
		return
	}
	switch e := e.(type) {
	case *ast.Literal:
		b.collectValue(e.Value, texts, numbers)
	case *ast.Ref:
		if k, ok := b.object(b.unit, e).(*checker.Const); ok {
			b.collectValue(k.Value, texts, numbers)
		}
	case *ast.Op:
		if e.Op.Family() == ops.Arithmetic {
			b.collectArithmetic(e, texts, numbers, out)
			return
		}
		b.factsOf(e, out)
	case *ast.Contains:
		b.factsOf(e, out)
	default:
		for _, n := range ast.Children(e) {
			b.collectNode(n, texts, numbers, out)
		}
	}
}

func (b *maker) collectNode(n ast.Node, texts, numbers *fact, out *[]fact) {
	switch n := n.(type) {
	case *ast.Pin:
		b.collect(n.Value, texts, numbers, out)
	case ast.Expr:
		b.collect(n, texts, numbers, out)
	}
}

// collectArithmetic takes a constant for what it comes to. All else is
// computed.
func (b *maker) collectArithmetic(e *ast.Op, texts, numbers *fact, out *[]fact) {
	if len(b.readings(e)) == 0 {
		if v, ok := b.site.Value(e, interp.Moment{}).(types.Number); ok {
			numbers.numbers = append(numbers.numbers, v)
		}
		return
	}
	x := sum{read: &foreign{reads: b.readings(e)}, site: b.site, expr: e, leaves: b.reads(e), closed: true}
	for _, r := range x.read.reads {
		x.closed = x.closed && r.param == "" && !r.next
	}
	var inner fact
	for _, a := range e.Args {
		b.collect(a, texts, &inner, out)
	}
	x.places = inner.places
	for _, y := range inner.sums {
		x.places = append(x.places, y.places...)
	}
	numbers.sums = append(numbers.sums, x)
}

func (b *maker) collectPlace(root checker.Object, path []string, texts, numbers *fact) {
	switch o := root.(type) {
	case *checker.Var:
		for _, l := range b.m.under(o, path) {
			b.collectType(b.m.leaves[l].Type, l, texts, numbers)
		}
	case *checker.Param:
		t := types.Type(o.Type)
		for _, name := range path {
			if r, ok := t.(*types.Record); ok {
				t, _ = r.Field(name)
			}
		}
		b.collectType(t, len(b.m.leaves)+b.number[o], texts, numbers)
	}
}

// collectType notes the places of a leaf or an argument, as far as there are
// any of its type. What has no type may be of any.
func (b *maker) collectType(t types.Type, i int, texts, numbers *fact) {
	switch t := t.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			texts.texts = append(texts.texts, b.tab.text(n))
		}
	case *types.Record:
		for _, f := range t.Fields {
			b.collectType(f.Type, i, texts, numbers)
		}
	case *types.Array:
		b.collectType(t.Elem, i, texts, numbers)
	case types.Basic:
		switch t {
		case types.String, types.Invalid:
			texts.places = append(texts.places, textsAt(i))
		case types.Int, types.Real:
			numbers.places = append(numbers.places, numbersAt(i))
		}
	}
}

// collectValue notes the constants in a value.
func (b *maker) collectValue(v types.Value, texts, numbers *fact) {
	switch v := v.(type) {
	case types.Text:
		texts.texts = append(texts.texts, b.tab.text(string(v)))
	case types.Number:
		numbers.numbers = append(numbers.numbers, v)
	case types.List:
		for _, m := range v {
			b.collectValue(m, texts, numbers)
		}
	case types.Object:
		for _, m := range v {
			b.collectValue(m.Value, texts, numbers)
		}
	}
}
