package search

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// domains are the values that free leaves and arguments are tried with in a
// question. They are few, and complete: a value that is not among them behaves
// like one that is. See the package's documentation for the argument.
type domains struct {
	x       *question
	parent  []place
	groups  map[place]*group
	fixed   map[int][]cell    // by leaf, where the list is always the same
	ofParam map[*param][]cell // the same of arguments; those of which more matters than tests
	cut     bool              // there are longer lists than those that are tried
}

// A group is places whose values meet, and the constants that they meet.
type group struct {
	root     place
	texts    []cell
	numbers  []types.Number
	ordered  bool // two of them are compared by size, or one with what it was
	computed bool // something is computed from one of them
	endless  bool // a set of numbers is among them
	members  int  // how many numbers may be looked at beside each other
	samples  []types.Number
	slots    []int // the leaves that hold strings
	sets     bool  // some of them are sets, or in maps
	gathers  bool  // some of them are sets, or in maps that are told apart as a whole
	joined   bool  // checks remember some of them
	alike    bool  // patterns tell its strings apart

	removed  []place // what strings are taken out of
	measured []place // sets whose members are looked at one by one, or counted
}

func (d *domains) find(p place) place {
	for d.parent[p] != p {
		// Paths are halved on the way, so that later look-ups are short.
		d.parent[p] = d.parent[d.parent[p]]
		p = d.parent[p]
	}
	return p
}

// prepare finds out which places meet.
func (d *domains) prepare() {
	m := d.x.search.model
	d.parent = make([]place, 2*(len(m.leaves)+m.params+d.x.search.unbound))
	for i := range d.parent {
		d.parent[i] = place(i)
	}
	d.meet()
	var facts []fact
	alone := d.x.Kind == system.ChecksAlone // nothing meets but arguments and what checks pin
	if !alone {
		facts = d.facts()
	}
	for _, f := range facts {
		for _, p := range f.places {
			d.parent[d.find(p)] = d.find(f.places[0])
		}
	}
	d.groups = make(map[place]*group)
	d.join()
	for i := range facts {
		d.learn(&facts[i])
	}
	if !alone {
		d.leaves()
	}
	for _, c := range d.x.callers {
		d.arguments(c)
	}
	d.few()
}

// facts returns what the rules and the goal compare, with the numbers that are known.
func (d *domains) facts() []fact {
	var seen []fact
	add := func(list []fact) {
		for i := range list {
			seen = append(seen, d.seen(&list[i]))
		}
	}
	for _, c := range d.x.callers {
		if c.rule != nil {
			add(c.rule.facts)
		}
	}
	if d.x.goal != nil {
		add(d.x.goal.facts)
	}
	return seen
}

// learn adds what a fact says to the group of its places.
func (d *domains) learn(f *fact) {
	if len(f.places) == 0 {
		return
	}
	g := d.group(f.places[0])
	g.texts = append(g.texts, f.texts...)
	g.numbers = append(g.numbers, f.numbers...)
	// One place by itself is compared by size with constants alone.
	g.ordered = g.ordered || f.steps || f.sizes && len(slices.Compact(slices.Sorted(slices.Values(f.places)))) > 1
	g.computed = g.computed || f.computed
	g.alike = g.alike || f.alike
	if f.removed {
		g.removed = append(g.removed, f.places...)
	}
	if f.measured {
		g.measured = append(g.measured, f.places...)
	}
}

// seen returns a fact with the numbers that are known as constants.
func (d *domains) seen(f *fact) fact {
	s := d.x.search
	out := fact{texts: f.texts, numbers: slices.Clip(f.numbers), sizes: f.sizes, steps: f.steps, removed: f.removed, alike: f.alike, measured: f.measured}
	for _, p := range f.places {
		// Places of strings are even, those of numbers odd. A known leaf is a constant.
		leaf := int(p) / 2
		if p%2 == 0 || leaf >= len(s.model.leaves) || !d.x.known[leaf] {
			out.places = append(out.places, p)
			continue
		}
		eachNumber(s.tab.valueOf(s.init[leaf], s.model.leaves[leaf].Type), func(n types.Number) { out.numbers = append(out.numbers, n) })
	}
	for _, x := range f.sums {
		if n, ok := d.known(&x); ok {
			out.numbers = append(out.numbers, n...)
			continue
		}
		out.computed = true
		out.places = append(out.places, x.places...)
	}
	return out
}

// known returns what a sum comes to, if all that it reads is known; nothing if
// that is undefined.
func (d *domains) known(x *sum) ([]types.Number, bool) {
	if !x.closed {
		return nil, false
	}
	for _, l := range x.leaves {
		if !d.x.known[l] {
			return nil, false
		}
	}
	if v, ok := x.site.Value(x.term.Expr, x.read.environment(d.x.search.env)).(types.Number); ok {
		return []types.Number{v}, true
	}
	return nil, true
}

// groupOf returns the group of a place, finding out first which there are.
func (d *domains) groupOf(p place) *group {
	if d.parent == nil {
		d.prepare()
	}
	return d.group(p)
}

func (d *domains) group(p place) *group {
	p = d.find(p)
	g := d.groups[p]
	if g == nil {
		g = &group{root: p}
		d.groups[p] = g
	}
	return g
}

// leaves adds what the leaves have initially, and counts them.
func (d *domains) leaves() {
	s := d.x.search
	related := d.x.related()
	for i, l := range s.model.leaves {
		if !d.x.inside[i] && !d.x.known[i] {
			continue
		}
		texts, numbers, endless := contents(l.Type)
		if texts {
			g := d.group(textsAt(i))
			g.slots = append(g.slots, i)
			g.sets = g.sets || l.Type != types.String
			g.gathers = g.gathers || l.Type != types.String && !d.x.entries[i]
		}
		if numbers == 0 && !endless {
			continue
		}
		g := d.group(numbersAt(i))
		g.members += numbers
		if related[i] {
			g.members += numbers // what it was is looked at beside what it will be
		}
		g.endless = g.endless || endless
		if c := s.init[i]; c != unset {
			eachNumber(s.tab.valueOf(c, l.Type), func(n types.Number) { g.numbers = append(g.numbers, n) })
		}
	}
}

// arguments adds what is pinned, and the bounds of the schema.
func (d *domains) arguments(c *caller) {
	for _, p := range c.params {
		if p.Chosen() {
			continue
		}
		texts, numbers, endless := contents(p.typ)
		if texts {
			g := d.group(textsAt(p.place))
			g.alike = g.alike || p.alike
			meet := func(s string) { g.texts = append(g.texts, d.x.search.tab.text(s)) }
			for _, v := range p.Pins {
				eachText(v, meet)
			}
			eachListed(p.Schema, func(v types.Value) { eachText(v, meet) })
		}
		if numbers == 0 && !endless {
			continue
		}
		g := d.group(numbersAt(p.place))
		if list, ok := p.typ.(*types.Array); ok && p.Lists > 0 {
			// Positions are looked at one by one, so each of them counts as a number.
			_, numbers, endless = contents(list.Elem)
			numbers *= system.MostMembers
		}
		g.endless = g.endless || endless
		g.members += numbers
		for _, v := range p.Pins {
			eachNumber(v, func(n types.Number) { g.numbers = append(g.numbers, n) })
		}
		g.numbers = append(g.numbers, p.bounds...)
		limits(p.Schema, func(n types.Number) { g.numbers = append(g.numbers, n) })
	}
}

// contents says what is in a value of a type: strings, and how many numbers.
func contents(t types.Type) (texts bool, numbers int, endless bool) {
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			s, n, e := contents(f.Type)
			texts, numbers, endless = texts || s, numbers+n, endless || e
		}
	case *types.Array:
		s, n, e := contents(t.Elem)
		return s, 0, n > 0 || e
	case *types.Map:
		s, n, e := contents(t.Key)
		texts, numbers, endless = contents(t.Value)
		return s || texts, 0, n > 0 || e || numbers > 0 || endless
	case types.Basic:
		switch t {
		case types.String, types.Invalid:
			return true, 0, false
		case types.Int, types.Real:
			return false, 1, false
		}
	}
	return texts, numbers, endless
}

func eachNumber(v types.Value, do func(types.Number)) {
	for part := range types.Parts(v) {
		if n, ok := part.(types.Number); ok {
			do(n)
		}
	}
}

func eachText(v types.Value, do func(string)) {
	for part := range types.Parts(v) {
		if s, ok := part.(types.Text); ok {
			do(string(s))
		}
	}
}

// limits calls do for the numbers that a schema has bounds at or lists.
func limits(s *tool.Schema, do func(types.Number)) {
	eachListed(s, func(v types.Value) { eachNumber(v, do) })
	eachSchema(s, func(s *tool.Schema) {
		for _, b := range []*tool.Bound{s.Minimum, s.Maximum} {
			if b != nil {
				do(b.Value)
			}
		}
	})
}

// eachListed calls do for the values that a schema, or one of a part, lists.
func eachListed(s *tool.Schema, do func(types.Value)) {
	eachSchema(s, func(s *tool.Schema) {
		for _, v := range system.Listed(s) {
			do(v)
		}
	})
}

// eachSchema calls do for a schema and those of its parts.
func eachSchema(s *tool.Schema, do func(*tool.Schema)) {
	if s == nil {
		return
	}
	do(s)
	for _, p := range s.Properties {
		eachSchema(p.Schema, do)
	}
	eachSchema(s.Items, do)
}

// of returns the values that a slot is tried with, those that a witness should
// rather have first. It is an error where no finite list is complete.
func (d *domains) of(slot int) ([]cell, error) {
	n := len(d.x.search.model.leaves)
	if slot >= 2*n && d.x.params[slot-2*n].Chosen() {
		return d.choices(d.x.params[slot-2*n]), nil
	}
	// Bools and enums have the same values in all questions, so groups are not needed.
	if d.parent == nil && !closed(d.x.typeAt(slot)) {
		d.prepare()
	}
	if slot >= 2*n {
		return d.argument(d.x.params[slot-2*n])
	}
	return d.leaf(slot % n)
}

// closed reports whether a type says what its values are, whatever they meet.
func closed(t types.Type) bool {
	_, enum := t.(*types.Enum)
	return enum || t == types.Bool
}

func (d *domains) leaf(i int) ([]cell, error) {
	if list, ok := d.x.counter(i); ok {
		return list, nil
	}
	if d.x.search.model.leaves[i].Type == types.Bool {
		return bools, nil
	}
	if list, ok := d.fixed[i]; ok {
		return list, nil
	}
	v := &values{d: d, place: i}
	list, err := v.cells(d.x.search.model.leaves[i].Type)
	if err == nil && !v.varies {
		if d.fixed == nil {
			d.fixed = make(map[int][]cell)
		}
		d.fixed[i] = list
	}
	return list, err
}

// bools are the values of a variable of type Bool.
var bools = []cell{truth(false), truth(true)}

// argument returns the values of an argument of which more matters than tests.
func (d *domains) argument(p *param) ([]cell, error) {
	if p.choices != nil {
		return p.choices, nil
	}
	if list, ok := d.ofParam[p]; ok {
		return list, nil
	}
	var list []cell
	// A witness would rather leave an argument out, and comes to null last.
	if p.Optional {
		list = append(list, absent)
	}
	v := &values{d: d, place: p.place, param: p, schema: p.Schema, pins: p.Pins}
	some, err := v.cells(p.typ)
	if err != nil {
		return nil, err
	}
	list = append(list, some...)
	if p.Nullable {
		list = append(list, null)
	}
	switch {
	case closed(p.typ): // they are the same in all questions
		p.choices = list
	case !v.varies:
		if d.ofParam == nil {
			d.ofParam = make(map[*param][]cell)
		}
		d.ofParam[p] = list
	}
	return list, nil
}

// choices are the values of an argument that only checks see: null, what they
// pin, and another value. They are the same in all questions.
func (d *domains) choices(p *param) []cell {
	if p.choices != nil {
		return p.choices
	}
	tab := d.x.search.tab
	list := []cell{}
	if p.Optional {
		list = append(list, absent)
	}
	if p.Nullable {
		list = append(list, null)
	}
	for _, v := range p.Pins {
		if accepts(p.Schema, v) {
			list = append(list, tab.put(v))
		}
	}
	if v := p.Other; v != nil {
		list = append(list, tab.put(v))
	}
	p.choices = list
	return list
}

func accepts(s *tool.Schema, v types.Value) bool {
	if s == nil {
		return true
	}
	ok, _ := s.Accepts(v)
	return ok
}

// sample returns numbers of a group: all that it meets, and between each two
// of them as many as may be looked at beside each other. Those nearest to zero
// come first, whole ones before all others.
func (g *group) sample() []types.Number {
	if g.samples != nil {
		return g.samples
	}
	slices.SortFunc(g.numbers, types.Number.Cmp)
	g.numbers = slices.CompactFunc(g.numbers, func(a, b types.Number) bool { return a.Cmp(b) == 0 })
	points := g.numbers
	count := max(g.members, 1)
	var list []types.Number
	var low *big.Rat
	for i := range len(points) + 1 {
		var high *big.Rat
		if i < len(points) {
			high = points[i].Rat()
			list = append(list, points[i])
		}
		list = append(list, between(low, high, count)...)
		low = high
	}
	slices.SortStableFunc(list, nearer)
	g.samples = list
	return list
}

// nearer is the order in which witnesses would rather have numbers: whole ones,
// then halves, thirds and so on, each from those that are nearest to zero on.
func nearer(a, b types.Number) int {
	if a.IsInt() != b.IsInt() {
		if a.IsInt() {
			return -1
		}
		return 1
	}
	x, y := a.Rat(), b.Rat()
	if c := x.Denom().Cmp(y.Denom()); c != 0 {
		return c
	}
	if c := new(big.Rat).Abs(x).Cmp(new(big.Rat).Abs(y)); c != 0 {
		return c
	}
	return y.Cmp(x)
}

// between returns so many numbers between two, or to infinity, that come first
// in the order.
func between(low, high *big.Rat, count int) []types.Number {
	list := wholes(low, high, count)
	// Beyond the outer constants there are whole numbers without end.
	if low != nil && high != nil && len(list) < count {
		list = append(list, fractions(low, high, count-len(list))...)
	}
	return list
}

// wholes returns up to so many integers between two numbers, or to infinity,
// from the one nearest to zero on.
func wholes(low, high *big.Rat, count int) []types.Number {
	var list []types.Number
	inside := func(n *big.Int) bool {
		r := new(big.Rat).SetInt(n)
		return (low == nil || r.Cmp(low) > 0) && (high == nil || r.Cmp(high) < 0)
	}
	add := func(n *big.Int) { list = append(list, types.NewNumber(new(big.Rat).SetInt(n))) }
	one := big.NewInt(1)
	switch {
	case low != nil && low.Sign() >= 0:
		for n := new(big.Int).Add(floor(low), one); len(list) < count && inside(n); n = new(big.Int).Add(n, one) {
			add(n)
		}
	case high != nil && high.Sign() <= 0:
		for n := new(big.Int).Neg(new(big.Int).Add(floor(new(big.Rat).Neg(high)), one)); len(list) < count && inside(n); n = new(big.Int).Sub(n, one) {
			add(n)
		}
	default:
		for n := new(big.Int); len(list) < count && (inside(n) || inside(new(big.Int).Neg(n))); n = new(big.Int).Add(n, one) {
			if inside(n) {
				add(n)
			}
			if m := new(big.Int).Neg(n); n.Sign() != 0 && inside(m) {
				add(m)
			}
		}
	}
	return list
}

// mostParts is up to how many parts fractions are looked for in order.
const mostParts = 1000

// fractions returns so many numbers between two that are not whole: those of the
// fewest parts, or, where these are of very many, any.
func fractions(low, high *big.Rat, count int) []types.Number {
	var list []types.Number
	for parts := int64(2); parts <= mostParts && len(list) < count; parts++ {
		list = append(list, fractionsOf(low, high, parts, count-len(list))...)
	}
	for i := int64(1); len(list) < count; i++ {
		part := new(big.Rat).Sub(high, low)
		part.Mul(part, big.NewRat(1, i+1))
		part.Add(part, low)
		// Fractions of fewer parts were looked for above.
		if part.Denom().Cmp(big.NewInt(mostParts)) > 0 {
			list = append(list, types.NewNumber(part))
		}
	}
	return list
}

// fractionsOf returns up to so many numbers between two that are of so many
// parts and no fewer, from those that are nearest to zero on.
func fractionsOf(low, high *big.Rat, parts int64, count int) []types.Number {
	times := big.NewRat(parts, 1)
	from, to := new(big.Rat).Mul(low, times), new(big.Rat).Mul(high, times)
	var list []types.Number
	// There may be some more of fewer parts than are needed among the first.
	for _, n := range wholes(from, to, (count+1)*int(parts)) {
		if r := new(big.Rat).Quo(n.Rat(), times); r.Denom().Int64() == parts && len(list) < count {
			list = append(list, types.NewNumber(r))
		}
	}
	return list
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }
