package behaviour

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A pair is two versions of a model with what they have in common.
type pair struct {
	old, new  *version
	mark      string // is in no name of either
	vars      []varPair
	tools     []*toolPair // those of new in order, then those that old alone has
	shared    map[*checker.Var]bool
	constants []string              // types and values of constants that the product has beside those of the versions
	retyped   []varPair             // of types that have nothing in common
	touched   map[*checker.Var]bool // that a difference may reach
}

// A varPair is a variable that both versions have.
type varPair struct{ old, new *checker.Var }

func (v varPair) same() bool { return types.Identical(v.old.Type, v.new.Type) }

// A toolPair is a tool that at least one version knows.
type toolPair struct {
	name     string
	old, new *checker.Transition // nil where a version has none
	inOld    bool                // the old version knows the tool
	inNew    bool
	doubt    error             // why its calls cannot be compared
	wide     []*tool.Property  // arguments whose schemas differ in what can be said by preconditions
	settled  map[*version]bool // by the version that allows: it allows no trace alone that ends in a call of the tool
}

func newPair(old, new *checker.Model, rename map[string]string) *pair {
	p := &pair{shared: make(map[*checker.Var]bool)}
	p.mark = markFor(old, new)
	local := func(param string) string { return p.mark + param }
	p.old, p.new = newVersion(old, "old", local), newVersion(new, "new", local)
	p.old.constant, p.new.constant = p.constant, p.constant
	// The order matters: clauses are compared as text, which needs the names of variables
	// and constants.
	p.matchVars(rename)
	p.matchConsts(rename)
	p.matchTools()
	// settle and share compare clauses of tools, so the tools are matched before.
	p.settle()
	p.share()
	return p
}

// constant returns the name of a constant of the product, which may be new. It is
// called before there is a product.
func (p *pair) constant(t *types.Enum, value string) string {
	text := t.String() + " " + types.Quote(value)
	i := slices.Index(p.constants, text)
	if i < 0 {
		i = len(p.constants)
		p.constants = append(p.constants, text)
	}
	return fmt.Sprintf("%svalue%s%d", p.mark, p.mark, i)
}

// markFor returns a text that is in no name of two models.
func markFor(models ...*checker.Model) string {
	mark := "@"
	for _, m := range models {
		for _, name := range namesIn(m) {
			// The mark grows until no name contains it; longer marks stay fresh for earlier names.
			for strings.Contains(name, mark) {
				mark += "@"
			}
		}
	}
	return mark
}

func namesIn(m *checker.Model) []string {
	list := m.Tools.Names()
	list = append(list, lists.Map(m.Vars, (*checker.Var).Name)...)
	list = append(list, lists.Map(m.Consts, (*checker.Const).Name)...)
	list = append(list, lists.Map(m.Transitions, (*checker.Transition).Name)...)
	return list
}

func (p *pair) matchVars(rename map[string]string) {
	taken := make(map[*checker.Var]bool)
	for _, o := range p.old.model.Vars {
		n := p.new.model.Var(cmp.Or(rename[o.Name()], o.Name()))
		v := varPair{o, n}
		switch {
		case n == nil || taken[n]:
			// With renamings, two old variables could claim the same new one. The first gets it.
			continue
		case related(o.Type, n.Type):
			p.vars = append(p.vars, v)
			p.old.partners[o], p.new.partners[n] = n, o
			taken[n] = true
			// An optimistic start: share drops the variables that a call can tell apart.
			p.shared[o], p.shared[n] = v.same(), v.same()
		default:
			p.retyped = append(p.retyped, v)
		}
	}
	p.name()
}

// related reports whether some values of two types are the same.
func related(a, b types.Type) bool {
	if types.Identical(a, b) || types.IsNumber(a) && types.IsNumber(b) {
		return true
	}
	return len(common(a, b)) > 0
}

// common returns the names that two enums have in common.
func common(a, b types.Type) []string {
	x, ok := a.(*types.Enum)
	y, both := b.(*types.Enum)
	if !ok || !both {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.Names), func(n string) bool { return !y.Has(n) })
}

// name gives the variables their names in the product.
func (p *pair) name() {
	for _, v := range []*version{p.old, p.new} {
		for _, w := range v.model.Vars {
			v.names[w] = w.Name() + p.mark + v.tag
		}
		// The hidden variables follow the declared ones in State.
		for _, w := range v.model.State()[len(v.model.Vars):] {
			v.names[w] = w.Name() // of what has been seen
		}
	}
	for _, v := range p.vars {
		if p.shared[v.old] {
			p.old.names[v.old], p.new.names[v.new] = v.new.Name(), v.new.Name()
		}
	}
}

func (p *pair) matchConsts(rename map[string]string) {
	for _, v := range []*version{p.old, p.new} {
		for _, k := range v.model.Consts {
			v.names[k] = k.Name() + p.mark + v.tag
		}
	}
	for _, o := range p.old.model.Consts {
		n := p.new.model.Const(cmp.Or(rename[o.Name()], o.Name()))
		if n != nil && types.Identical(o.Type, n.Type) && types.Equal(o.Value, n.Value) {
			p.old.names[o], p.new.names[n] = n.Name(), n.Name()
		}
	}
}

func (p *pair) matchTools() {
	seen := make(map[string]bool)
	for _, m := range []*checker.Model{p.new.model, p.old.model} {
		list := lists.Map(m.Transitions, (*checker.Transition).Name)
		for _, name := range append(list, m.Tools.Names()...) {
			if !seen[name] {
				seen[name] = true
				p.matchTool(name)
			}
		}
	}
}

func (p *pair) matchTool(name string) {
	t := &toolPair{name: name, old: p.old.model.Transition(name), new: p.new.model.Transition(name)}
	t.inOld = t.old != nil || p.old.model.Tools.Lookup(name) != nil
	t.inNew = t.new != nil || p.new.model.Tools.Lookup(name) != nil
	if t.inOld && t.inNew {
		t.doubt = p.doubtOf(t)
	}
	p.old.read[name], p.new.read[name] = t.params(), t.params()
	p.tools = append(p.tools, t)
}

// doubtOf says why the arguments of a tool are not the same in both versions.
func (p *pair) doubtOf(t *toolPair) error {
	old, new := p.old.model.Tools.Lookup(t.name), p.new.model.Tools.Lookup(t.name)
	if (old == nil) != (new == nil) {
		return fmt.Errorf("one version alone has a schema of `%s`", t.name)
	}
	if p.old.model.Owner(t.name) != p.new.model.Owner(t.name) {
		return fmt.Errorf("the %s calls `%s` in the old version, and the %s in the new one", p.old.model.Owner(t.name), t.name, p.new.model.Owner(t.name))
	}
	for _, name := range t.params() {
		if old == nil {
			break
		}
		if sameProperty(old.Param(name), new.Param(name)) {
			continue
		}
		wide, ok := widened(old.Param(name), new.Param(name))
		// Only transitions on both sides can say the difference by preconditions.
		if t.wide = append(t.wide, wide); !ok || t.old == nil || t.new == nil {
			t.wide = nil
			return fmt.Errorf("the schema of the argument `%s` of `%s` changed", name, t.name)
		}
	}
	for _, o := range paramsOf(t.old) {
		for _, n := range paramsOf(t.new) {
			if o.Bind.Param.Name == n.Bind.Param.Name && !sameType(o.Type, n.Type) && !t.widens(n.Bind.Param.Name) {
				return fmt.Errorf("the argument `%s` of `%s` is of type %s in the old version and of type %s in the new one",
					n.Bind.Param.Name, t.name, o.Type, n.Type)
			}
		}
	}
	return nil
}

// sameType is types.Identical for what is no wild card.
func sameType(a, b types.Type) bool {
	return (a == types.Invalid) == (b == types.Invalid) && types.Identical(a, b)
}

func paramsOf(t *checker.Transition) []*checker.Param {
	if t == nil {
		return nil
	}
	return t.Params
}

// params returns the parameters that either transition binds.
func (t *toolPair) params() []string {
	var list []string
	for _, p := range slices.Concat(paramsOf(t.new), paramsOf(t.old)) {
		list = lists.Include(list, p.Bind.Param.Name)
	}
	return list
}

// share finds the variables that both versions give the same values: it takes
// for such what is the same at the beginning, and drops what a call may tell
// apart, until nothing more is dropped.
func (p *pair) share() {
	for changed := true; changed; {
		changed = false
		for _, t := range p.tools {
			if !t.inOld || !t.inNew {
				continue // no call of it is a step of both
			}
			old, new := p.old.post(t.old), p.new.post(t.new)
			changed = p.drop(t, old, new) || changed
			changed = p.drop(t, new, old) || changed
		}
		// Names change when variables are kept apart, and with them the texts that drop compares.
		p.name()
	}
}

// drop drops the variables of which a clause speaks that the other version
// lacks.
func (p *pair) drop(t *toolPair, list, other []clause) (changed bool) {
	had := texts(other)
	for _, c := range list {
		if t.doubt == nil && slices.Contains(had, c.text) {
			continue
		}
		for _, v := range c.next {
			changed = p.part(v) || changed
		}
	}
	return changed
}

// part keeps a variable apart from now on.
func (p *pair) part(v *checker.Var) bool {
	if !p.shared[v] {
		return false
	}
	for _, q := range p.vars {
		// v may be of either version; both partners are kept apart.
		if q.old == v || q.new == v {
			p.shared[q.old], p.shared[q.new] = false, false
		}
	}
	return true
}
