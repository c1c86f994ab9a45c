package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A place is where strings or numbers come from: a leaf, or an argument of a
// transition. The strings in a leaf or argument are one place, the numbers
// another.
type place int

// texts and numbers are the places of the i-th leaf, or of an argument, which
// count from after the leaves.
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
	alike    bool // patterns tell strings in them apart
	measured bool // a quantifier looks at the members of a set of them, or they are counted
}

// A sum is a number that is computed from what varies. Where all that it reads
// is known it is a constant.
type sum struct {
	read   *foreign
	site   *interp.Site
	term   *system.Term
	leaves []int // that it reads
	closed bool  // it reads nothing else
	places []place
}

// gatherFacts collects what a transition says.
func (b *builder) gatherFacts(r *rule) {
	for _, t := range r.transition.Pre {
		b.factsOf(t, &r.facts)
	}
	for _, t := range r.transition.Post {
		b.factsOf(t, &r.facts)
	}
}

// factsOf collects what a term says where a truth value is expected.
func (b *builder) factsOf(t *system.Term, out *[]fact) {
	switch {
	case t.Kind != system.Applied:
	case looksAtMembers(t):
		b.members(t, out)
		if t.Op == ops.Forall || t.Op == ops.Exists || t.Op == ops.Count {
			b.factsOf(t.Args[len(t.Binds)], out)
		}
	case t.Op == ops.Like:
		texts := fact{alike: true}
		b.collect(t.Args[0], &texts, &fact{}, out)
		*out = append(*out, texts)
	case t.Op.Family() == ops.Logic || t.Op == ops.If:
		for _, a := range t.Args {
			b.factsOf(a, out)
		}
	case t.Op.Compares() || t.Op.Family() == ops.Arithmetic:
		b.atom(t, t.Op != ops.Equal, out)
	default:
		b.atom(t, false, out)
	}
}

func (b *builder) atom(t *system.Term, order bool, out *[]fact) {
	var texts, numbers fact
	for _, x := range t.Args {
		b.collect(x, &texts, &numbers, out)
	}
	numbers.sizes = order
	numbers.steps = order && (twice(t) || withMembers(t))
	texts.removed = slices.ContainsFunc(t.Args, removes)
	for _, f := range []fact{texts, numbers} {
		if len(f.places)+len(f.sums) > 0 {
			*out = append(*out, f)
		}
	}
}

// twice reports whether a term reads a leaf both before and after the call.
func twice(t *system.Term) bool {
	return slices.ContainsFunc(t.Reads, func(r system.Read) bool {
		return r.Kind == system.After && slices.Contains(t.Reads, system.Read{Kind: system.Before, Index: r.Index})
	})
}

// collect finds the places and constants in a term.
func (b *builder) collect(t *system.Term, texts, numbers *fact, out *[]fact) {
	switch {
	case t.Kind == system.Constant:
		b.collectValue(t.Value, texts, numbers)
	case t.Kind == system.Member:
		b.collectMember(t, texts, numbers, out)
	case t.Kind != system.Applied:
		b.collectPlace(t, texts, numbers)
	case t.Op == ops.Forall || t.Op == ops.Exists:
		b.factsOf(t, out)
	case t.Op.Family() == ops.Arithmetic || looksAtMembers(t):
		b.collectArithmetic(t, texts, numbers, out)
	case t.Op.Family() == ops.Logic || t.Op.IsAtom():
		b.factsOf(t, out)
	case t.Op == ops.If:
		b.factsOf(t.Args[0], out)
		b.collect(t.Args[1], texts, numbers, out)
		b.collect(t.Args[2], texts, numbers, out)
	default:
		for _, a := range t.Args {
			b.collect(a, texts, numbers, out)
		}
	}
}

// collectArithmetic takes a constant for what it comes to. All else is
// computed.
func (b *builder) collectArithmetic(t *system.Term, texts, numbers *fact, out *[]fact) {
	if len(t.Reads) == 0 && !aboutMember(t) {
		if v, ok := b.site.Value(t.Expr, interp.Environment{}).(types.Number); ok {
			numbers.numbers = append(numbers.numbers, v)
		}
		return
	}
	x := sum{read: &foreign{reads: b.readings(t.Reads)}, site: b.site, term: t, leaves: system.ReadsBefore(t)}
	// With as many leaves as reads, nothing else is read.
	x.closed = len(x.leaves) == len(t.Reads) && !aboutMember(t)
	var inner fact
	if looksAtMembers(t) {
		b.factsOf(t, out)
		if t.Op == ops.Sum {
			b.collect(t.Args[len(t.Binds)], texts, &inner, out)
		}
	} else {
		for _, a := range t.Args {
			b.collect(a, texts, &inner, out)
		}
	}
	x.places = inner.places
	for _, y := range inner.sums {
		x.places = append(x.places, y.places...)
	}
	numbers.sums = append(numbers.sums, x)
}

func (b *builder) collectPlace(t *system.Term, texts, numbers *fact) {
	if t.Kind == system.Argument {
		b.collectType(types.TypeAt(t.Param.Type, t.Path), len(b.m.leaves)+b.first+t.Index, texts, numbers)
		return
	}
	for _, l := range t.Leaves {
		b.collectType(b.m.leaves[l].Type, l, texts, numbers)
	}
}

// collectType notes the places of a leaf or an argument, as far as there are
// any of its type. What has no type may be of any.
func (b *builder) collectType(t types.Type, i int, texts, numbers *fact) {
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
	case *types.Map:
		b.collectType(t.Key, i, texts, numbers)
		b.collectType(t.Value, i, texts, numbers)
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
func (b *builder) collectValue(v types.Value, texts, numbers *fact) {
	for part := range types.Parts(v) {
		switch part := part.(type) {
		case types.Text:
			texts.texts = append(texts.texts, b.tab.text(string(part)))
		case types.Number:
			numbers.numbers = append(numbers.numbers, part)
		}
	}
}
