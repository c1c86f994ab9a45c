package compiler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// Clauses say, of traces of every length, whether one of them is an answer to
// a query: if there is one, Goal follows from the rules.
//
// Rules are about one relation beside Goal: what can be so after some calls.
// Its arguments are the leaves of the state, the truth values that tell of each
// check whether it holds so far (prefix.go), and, where the query asks for it,
// whether a call has broken a precondition and whether one was spoken of. One
// rule says what is so before the first call, one for each tool what a call of
// it does, and one when all that the query asks for has come together. Where
// it asks for a last call, there is one of these for each tool instead.
//
// # What an answer is worth
//
// If Goal does not follow, there is no answer of any length. For each step of
// a trace satisfies the rule of its tool, if the variables of the rule are
// chosen as the trace has it: those for the state before and after the call and
// for its arguments, each by a numbering of strings, and of sets that are
// elements of sets, that is the same for the whole trace; a set as the array
// that is true of its members; and those that are there to show something, such
// as an element in which two sets differ, or the whole part of a number, as
// something that does exist. They need to agree with no other step, and so may
// be the rule's own. Everything else that is asserted is true of every step.
//
// If Goal follows, there is an answer, with exceptions: see Approximate. The steps
// of a derivation are together a model of the formula that the reference
// encoding has for their number, and that is read as a trace.
//
// The rules are about the slice of the query alone. What a call does with the
// other leaves is in them too, about values before the call of which nothing is
// known: the slice does not rest on them.
type Clauses struct {
	Query system.Query
	Rules []smt.Rule
	Goal  *smt.Relation

	// Approximate lists the constructs that the rules over-approximate, so that Goal may
	// follow although there is no answer. Of sets they look at
	// the elements that the same step mentions, where a formula for a bounded
	// length looks at those of all steps. A quotient by what is not constant
	// may be any number, as Spacer refuses it otherwise. Of maps of many keys the relation
	// says what they have at a few (horncells.go). Where variables of a check
	// join calls for any number of values, the check is relaxed ([property.Relax]).
	// If Approximate is empty, Goal follows exactly if there is an answer.
	Approximate []string

	builder *smt.Builder
	size    string
}

// flat returns an error where the state has maps of many keys inside of something else,
// on which fixed points do not come to an end.
func (p *product) flat() error {
	if p.now == nil {
		return nil
	}
	for _, l := range p.kept {
		if leaf := p.e.leaves[l]; types.Has[*types.Map](leaf.Type) && !small(leaf.Type) && p.told[l] == nil {
			return fmt.Errorf("the maps in `%s` may have any number of keys", leaf.Name())
		}
	}
	return nil
}

// Builder returns the builder of the clauses' terms.
func (c *Clauses) Builder() *smt.Builder { return c.builder }

// Horn encodes a query as Horn clauses. Their size is about that of the
// checks plus that of the tools in the cone, each with as many leaves.
func Horn(m *system.System, sc *system.Scenario, q system.Query) (*Clauses, error) {
	p, err := newFitting(m, sc, q)
	if err != nil {
		return nil, err
	}
	if len(p.told) > 0 {
		p.approximates("maps of many keys")
	}
	p.initial()
	for _, t := range p.tools {
		p.call(t)
	}
	// In a question of reach, the rules for Goal come with the tools (see call).
	if q.Kind != system.Reach {
		p.accept()
	}
	size := fmt.Sprintf("%d of %d tools and %d of %d leaves of the state", len(p.tools), len(sc.Tools), len(p.kept), len(m.Leaves))
	return &Clauses{Query: q, Rules: p.rules, Goal: p.goal, Approximate: p.approximate, builder: p.e.Builder, size: size}, nil
}

// Unfit returns why a query cannot be encoded as Horn clauses, or nil if it can. It takes little time,
// since no rule is made.
func Unfit(m *system.System, sc *system.Scenario, q system.Query) error {
	_, err := newFitting(m, sc, q)
	return err
}

// newFitting returns a product for a query that can be encoded.
func newFitting(m *system.System, sc *system.Scenario, q system.Query) (*product, error) {
	if q.Kind == system.Reach && q.Tool == "" && q.Broken != nil {
		return nil, errors.New("a question about a broken condition does not say of which tool")
	}
	if err := Supports(m, sc, q); err != nil {
		return nil, err
	}
	p := newProduct(m, sc, q)
	if err := p.countable(); err != nil {
		return nil, err
	}
	if err := p.flat(); err != nil {
		return nil, err
	}
	return p, p.stepwise()
}

// A product is that of model and monitors, as it is being encoded.
type product struct {
	*cone
	system *system.System
	sc     *system.Scenario
	q      system.Query
	e      *encoder

	now    state // nil where the model is left aside
	domain []*smt.Term
	checks []*prefix
	parts  map[*property.Basic]*property.Property // by basic form of a check: what stands for it
	agreed map[*property.Pattern][]fixed          // what is fixed of a pattern
	values []*symbol                              // of what is fixed
	told   map[int]*told                          // by leaf: at which keys the relation tells it; see tell
	tables []table                                // of the state before a call
	bits   [][]*smt.Term                          // of each check
	flags  []*smt.Term                            // violated, or, for each of spoken, that a call was one of it
	spoken []spoken

	reached, goal *smt.Relation
	rules         []smt.Rule
	approximate   []string
}

func newProduct(m *system.System, sc *system.Scenario, q system.Query) *product {
	p := &product{system: m, sc: sc, q: q, cone: newCone(m, sc, q), e: newEncoder(m.Leaves), goal: &smt.Relation{Name: "(answer)"},
		parts: make(map[*property.Basic]*property.Property), agreed: make(map[*property.Pattern][]fixed)}
	p.e.vague, p.e.brief = true, true
	p.e.enumerate(sc)
	if q.Kind != system.ChecksAlone {
		p.now = p.state()
		p.tables = p.e.tables
	}
	p.tell()
	if q.Kind != system.Reach {
		p.monitors()
	}
	// What was required so far is about the state before a call. domainOf adds it to the rules.
	p.domain = lists.Map(p.e.required, func(r smt.Assertion) *smt.Term { return r.Term })
	p.reached = &smt.Relation{Name: "(reached)"}
	for _, t := range p.arguments(p.now, p.bits, p.flags) {
		p.reached.Sorts = append(p.reached.Sorts, t.Sort())
	}
	return p
}

// monitors makes the truth values that go with the state.
func (p *product) monitors() {
	for _, c := range p.sc.Case.Checks {
		check := p.relaxed(c)
		bits := lists.Map(check.names(), func(what string) *smt.Term { return p.e.Var(p.e.name(c.Name.Name+" "+what), smt.Bool) })
		p.checks, p.bits = append(p.checks, check), append(p.bits, bits)
	}
	switch p.q.Kind {
	case system.Forward:
		p.flags = []*smt.Term{p.e.Var("(violated)", smt.Bool)}
	case system.Commission:
		p.spoken = spokenIn(p.sc.Property(p.q.Check), p.q)
		for range p.spoken {
			p.flags = append(p.flags, p.e.Var(p.e.name("(spoken)"), smt.Bool))
		}
	}
}

// arguments returns the arguments of the relation.
func (p *product) arguments(s state, bits [][]*smt.Term, flags []*smt.Term) []*smt.Term {
	var list []*smt.Term
	for _, l := range p.kept {
		if s != nil && !p.fixed[l] {
			list = append(list, p.says(s, l)...)
		}
	}
	for _, b := range bits {
		list = append(list, b...)
	}
	for _, v := range p.values {
		list = append(list, v.null, v.scalar)
	}
	return append(list, flags...)
}

// begin begins a rule: what it needs beside what it says is its own.
func (p *product) begin() *clause {
	e := p.e
	// The variables of a rule are its own, so what was noted for another rule does not hold here.
	e.required, e.probes, e.bounded, e.codes, e.tables, e.quantifiers, e.vaguely = nil, nil, nil, nil, slices.Clone(p.tables), nil, false
	clear(e.differ)
	clear(e.floors)
	return &clause{product: p}
}

// A clause is a rule that is being made.
type clause struct {
	*product
	parts []smt.Assertion
}

func (c *clause) assert(t *smt.Term, comment string) {
	if !t.IsTrue() {
		c.parts = append(c.parts, smt.Assertion{Term: t, Comment: comment})
	}
}

// end adds the rule.
func (c *clause) end(from *smt.Atom, to smt.Atom, headline string) {
	c.probeKeys()
	c.e.finish()
	c.note()
	var all []*smt.Term
	comment := []string{headline}
	for _, list := range [][]smt.Assertion{c.e.required, c.parts} {
		for _, a := range list {
			all = append(all, a.Term)
			comment = append(comment, "  "+strings.ReplaceAll(a.Comment, "\n", " "))
		}
	}
	r := smt.Rule{From: from, When: c.e.And(all...), To: to, Comment: strings.Join(comment, "\n")}
	// Only now it is known which variables the rule has.
	r.When = c.e.And(append(c.domainOf(r), r.When)...)
	if !r.When.IsFalse() {
		c.rules = append(c.rules, r)
	}
}

// domainOf returns that those variables of a rule that stand for the state
// before the call lie in their types.
func (p *product) domainOf(r smt.Rule) []*smt.Term {
	vars := r.Variables()
	var list []*smt.Term
	for _, d := range p.domain {
		if slices.ContainsFunc(smt.Rule{When: d}.Variables(), func(v *smt.Term) bool { return slices.Contains(vars, v) }) {
			list = append(list, d)
		}
	}
	return list
}

// note notes the constructs that the rule over-approximates.
func (c *clause) note() {
	if c.e.vaguely {
		c.approximates("quotients by what is not constant")
	}
	if len(c.e.codes) > 0 {
		c.approximates("sets of sets")
	}
	if len(c.e.quantifiers) > 0 {
		c.approximates("quantifiers over sets")
	}
	for _, b := range c.e.bounded {
		if c.restricts(b) {
			c.approximates("sets whose elements a schema restricts")
		}
	}
}

func (p *product) approximates(what string) {
	if slices.Contains(p.approximate, what) {
		return
	}
	p.approximate = append(p.approximate, what)
}

// some is a quotient by what is no numeral: a number of which nothing is known
// but that equal operands have the same.
func (e *encoder) some(x, divisor *smt.Term) *smt.Term {
	e.vaguely = true
	return e.Var(fmt.Sprintf("(quotient) %d %d", x.ID(), divisor.ID()), x.Sort())
}

// restricts reports whether a schema refuses any value of a type as an element.
func (c *clause) restricts(b boundedSet) bool {
	// The symbol is only there to ask, so that what is required of it is taken back.
	before := c.e.required
	any := c.e.fresh(c.e.name("any"), b.elem)
	accepted := c.e.acceptedElement(any, b.items)
	c.e.required = before
	return !accepted.IsTrue()
}

// before is the atom that the state before a call is reached.
func (p *product) before() *smt.Atom {
	a := p.reached.Holds(p.arguments(p.now, p.bits, p.flags)...)
	return &a
}

// initial adds the rule for what is so before the first call.
func (p *product) initial() {
	c := p.begin()
	if p.now != nil {
		// The relation says nothing of leaves outside of the slice, which stay nil.
		known := make(state, len(p.now))
		for _, l := range p.kept {
			known[l] = p.now[l]
		}
		for _, a := range p.e.startsAs(p.sc, known) {
			c.assert(a.Term, a.Comment)
		}
	}
	bits := make([][]*smt.Term, len(p.bits))
	for i, b := range p.bits {
		for range b {
			bits[i] = append(bits[i], p.e.Bool(false))
		}
	}
	flags := slices.Repeat([]*smt.Term{p.e.Bool(false)}, len(p.flags))
	c.end(nil, p.reached.Holds(p.arguments(p.now, bits, flags)...), "before the first call")
}

// accept adds the rule for what the query asks of checks, goal and flag.
func (p *product) accept() {
	c, e := p.begin(), p.e
	for i, check := range p.sc.Case.Checks {
		holds := p.checks[i].holds(e.Builder, func(b *property.Basic) *smt.Term { return p.checks[i].basic(e.Builder, b, p.bits[i]) })
		if check == p.q.Check {
			c.assert(e.Not(holds), "the trace fails "+checkPlace(p.sc, check))
		} else {
			c.assert(holds, "the trace passes "+checkPlace(p.sc, check))
		}
	}
	switch p.q.Kind {
	case system.Forward:
		c.assert(p.flags[0], "some call of a tool of the checks breaks a precondition")
	case system.Commission:
		c.assert(p.spokenOf(), "some call matches a pattern of "+p.q.Name())
	}
	if p.now != nil {
		c.final()
	}
	c.end(p.before(), p.goal.Holds(), "the trace is an answer")
}

// final asserts the goal, or, where the query is about it, its negation.
func (c *clause) final() {
	goals := c.system.Goals(c.sc.Suite, c.sc.Case)
	if len(goals) == 0 {
		return
	}
	all := c.e.truths(&scope{now: c.now}, goals)
	if c.q.Kind == system.Omission && c.q.Check == nil {
		c.assert(c.e.Not(c.e.And(all...)), "the trace fails the goal")
		return
	}
	for i, t := range all {
		c.assert(t, goalPlace(c.sc, i))
	}
}

// spokenOf holds where a call was one of what fails of the check in question.
func (p *product) spokenOf() *smt.Term {
	i := slices.Index(p.sc.Case.Checks, p.q.Check)
	var any []*smt.Term
	for k, x := range p.spoken {
		fails := p.e.Bool(true)
		if x.fails != nil {
			fails = p.e.Not(combined(p.e.Builder, p.parts[x.fails], func(b *property.Basic) *smt.Term { return p.checks[i].basic(p.e.Builder, b, p.bits[i]) }))
		}
		any = append(any, p.e.And(p.flags[k], fails))
	}
	return p.e.Or(any...)
}

// Size says how large the clauses are, for people.
func (c *Clauses) Size() string { return c.size }
