package behaviour

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A product is both versions in one model, for starts that leave the same
// variables open.
type product struct {
	*pair
	opened []varPair // that the first call makes equal; none if there is no such call
	ends   bool      // some call is the last one, whatever is asked
	model  *checker.Model
	suite  *checker.Suite

	mu        sync.Mutex
	scenarios map[*start]*system.Scenario
}

// product makes the product with a tool for each difference. That it has errors
// where the versions have none is possible where an argument has no schema, and
// both give it another type.
func (p *pair) product(differences []*difference, opened []varPair) (*product, error) {
	for _, v := range []*version{p.old, p.new} {
		for _, t := range v.model.Transitions {
			if len(t.Results) > 0 {
				return nil, fmt.Errorf("`%s` has results, and the answers of tools cannot be compared yet", t.Name())
			}
		}
	}
	x := &product{pair: p, opened: opened, scenarios: make(map[*start]*system.Scenario)}
	for _, d := range differences {
		// A difference with a post of its own ends the trace; see end.
		x.ends = x.ends || d.asked && len(d.post) > 0
	}
	// The product is built as text and parsed, so that the checker types it as any model.
	var b strings.Builder
	b.WriteString("(model\n")
	x.declarations(&b)
	x.start(&b)
	for _, t := range p.tools {
		x.step(&b, t)
	}
	for _, d := range differences {
		if d.asked {
			x.end(&b, d)
		}
	}
	b.WriteString(")\n")
	tools := x.toolSet(differences)
	// Errors are possible here: the names are fresh, but the types of arguments may clash.
	x.model = checker.CheckModel(ast.Parse(source.NewFile("product.wm", b.String()), ast.ModelFile, nil), tools, checker.Options{}, nil)
	if d := diag.FirstError(x.model.Diagnostics); d != nil {
		return nil, errors.New("the two versions cannot be combined: " + d.Message)
	}
	file := ast.Parse(source.NewFile("", "(case any_state (goal true))"), ast.ChecksFile, nil)
	x.suite = checker.CheckSuite(file, x.model, tools, checker.Options{})
	return x, x.typed(differences)
}

// nameOf returns the name in the product of the tool that is called where the
// versions differ.
func (p *pair) nameOf(d *difference) string {
	return d.tool.name + p.mark + "allowed" + p.mark + d.allowing.tag
}

func (p *pair) started() string { return p.mark + "started" }
func (p *pair) ended() string   { return p.mark + "ended" }
func (p *pair) starter() string { return p.mark + "start" }

// declarations writes the constants and variables, each that is shared once.
func (x *product) declarations(b *strings.Builder) {
	for i, text := range x.constants {
		fmt.Fprintf(b, "(const %svalue%s%d %s)\n", x.mark, x.mark, i, text)
	}
	seen := make(map[string]bool)
	// A shared declaration has one name in both versions, and is written once.
	for _, v := range []*version{x.new, x.old} {
		for _, k := range v.model.Consts {
			if name := v.names[k]; !seen[name] {
				seen[name] = true
				fmt.Fprintf(b, "(const %s %s %s)\n", name, k.Type, k.Unit.Compact(k.Decl.Value))
			}
		}
		for _, w := range v.model.Vars {
			if name := v.names[w]; !seen[name] {
				seen[name] = true
				fmt.Fprintf(b, "(var %s %s)\n", name, w.Type)
			}
		}
	}
}

// start writes the call that comes before all others, where some variable that
// is there twice may start anywhere: it makes the two equal.
func (x *product) start(b *strings.Builder) {
	if x.ends {
		fmt.Fprintf(b, "(var %s Bool)\n", x.ended())
	}
	if len(x.opened) == 0 {
		return
	}
	fmt.Fprintf(b, "(var %s Bool)\n", x.started())
	pre, post := []string{"(= " + x.started() + " false)"}, []string{"(= (next " + x.started() + ") true)"}
	for _, v := range x.opened {
		old, new := x.old.names[v.old], x.new.names[v.new]
		switch names := common(v.old.Type, v.new.Type); {
		case v.same(), v.old.Type == types.Int:
			// An Int fits into a Real, so the old value is assigned to the new variable.
			post = append(post, "(= (next "+new+") "+old+")")
		case len(names) == 0:
			// A Real against an Int: the new value is assigned to the old variable.
			post = append(post, "(= (next "+old+") "+new+")")
		default:
			// Enums agree on the names that both have. The start is limited to those.
			var among []string
			for _, n := range names {
				is := "(= " + old + " " + types.Quote(n) + ")"
				among = append(among, is)
				post = append(post, "(=> "+is+" (= (next "+new+") "+types.Quote(n)+"))")
			}
			pre = append(pre, anyOf(among))
		}
	}
	fmt.Fprintf(b, "(transition %s (params) (pre %s) (post %s))\n", x.starter(), strings.Join(pre, " "), strings.Join(post, " "))
}

// step writes a tool that may be called in both versions.
func (x *product) step(b *strings.Builder, t *toolPair) {
	// A tool of one version alone is no step of both; one without transitions changes nothing.
	if !t.inOld || !t.inNew || t.old == nil && t.new == nil {
		return
	}
	pre := slices.Concat(texts(x.old.allows(t)), texts(x.new.allows(t)))
	post := slices.Concat(texts(x.old.post(t.old)), texts(x.new.post(t.new)))
	x.transition(b, t.name, t.params(), pre, post)
}

// end writes the tool that is called where the versions differ. Such a call
// changes nothing, or else is the last one: no trace of calls that both versions
// allow has one that only one of them does.
func (x *product) end(b *strings.Builder, d *difference) {
	post := d.post
	// The call changes the state of one version only, so nothing may follow it.
	if len(post) > 0 {
		post = append(slices.Clone(post), "(= (next "+x.ended()+") true)")
	}
	x.transition(b, x.nameOf(d), d.tool.params(), d.pre, post)
}

// transition writes a transition, each clause once.
func (x *product) transition(b *strings.Builder, name string, params, pre, post []string) {
	fmt.Fprintf(b, "(transition %s (params", name)
	for _, p := range params {
		fmt.Fprintf(b, " (%s %s)", p, x.new.local(p))
	}
	b.WriteString(") (pre")
	// No call comes before the one that equalises the variables, and none after the end.
	if len(x.opened) > 0 {
		fmt.Fprintf(b, " (= %s true)", x.started())
	}
	if x.ends {
		fmt.Fprintf(b, " (= %s false)", x.ended())
	}
	once(b, pre)
	b.WriteString(") (post")
	once(b, post)
	b.WriteString("))\n")
}

func once(b *strings.Builder, list []string) {
	seen := make(map[string]bool)
	for _, text := range list {
		if !seen[text] {
			seen[text] = true
			b.WriteString("\n  " + text)
		}
	}
}

// toolSet returns the schemas of the tools of the product; nil if no version
// has any.
func (x *product) toolSet(differences []*difference) *tool.Set {
	if x.old.model.Tools == nil && x.new.model.Tools == nil {
		return nil
	}
	set := &tool.Set{}
	add := func(t *tool.Tool, name string) {
		if t == nil {
			t = &tool.Tool{Input: &tool.Schema{Types: []tool.Kind{tool.KindObject}}}
		}
		// A shallow copy under the name in the product.
		as := *t
		as.Name = name
		set.Tools = append(set.Tools, &as)
	}
	for _, t := range x.tools {
		add(x.schema(t, x.new), t.name)
	}
	for _, d := range differences {
		if d.asked {
			add(x.schema(d.tool, d.allowing), x.nameOf(d))
		}
	}
	if len(x.opened) > 0 {
		add(nil, x.starter())
	}
	return set
}

// schema returns the schema of a tool in one version, or else in the other.
func (x *product) schema(t *toolPair, first *version) *tool.Tool {
	for _, v := range []*version{first, x.new, x.old} {
		if s := v.model.Tools.Lookup(t.name); s != nil {
			return accepting(s, t.wide)
		}
	}
	return nil
}

// typed finds an argument that has another type in the product than in a
// version: no schema tells it, and the uses in both versions tell another one
// than those in one of them.
func (x *product) typed(differences []*difference) error {
	for _, t := range x.tools {
		if err := x.typedAs(t, t.name); err != nil {
			return err
		}
	}
	for _, d := range differences {
		if err := x.typedAs(d.tool, x.nameOf(d)); err != nil {
			return err
		}
	}
	return nil
}

func (x *product) typedAs(t *toolPair, name string) error {
	for _, one := range slices.Concat(paramsOf(t.old), paramsOf(t.new)) {
		// An argument with another type would make the clauses mean something else. One without a type
		// is in no clause that is compared.
		for _, both := range paramsOf(x.model.Transition(name)) {
			if one.Bind.Param.Name == both.Bind.Param.Name && both.Type != types.Invalid && !sameType(one.Type, both.Type) && t.doubt == nil && !t.widens(one.Bind.Param.Name) {
				return fmt.Errorf("the argument `%s` of `%s` is of type %s in one version and of type %s by its uses in both",
					one.Bind.Param.Name, t.name, one.Type, both.Type)
			}
		}
	}
	return nil
}

// scenario returns a start as a case of the product, made once.
func (x *product) scenario(s *start) *system.Scenario {
	// Workers share the product; the scenario of a start is made once.
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.scenarios[s] == nil {
		x.scenarios[s] = system.NewScenario(x.suite, &checker.Case{Decl: x.suite.Cases[0].Decl, Init: x.init(s)})
	}
	return x.scenarios[s]
}

// init returns what a start says of the variables of the product.
func (x *product) init(s *start) []checker.Initial {
	var list []checker.Initial
	given := func(v *version, values map[*checker.Var]types.Value) {
		for _, w := range v.model.Vars {
			to := x.model.Var(v.names[w])
			value, ok := values[w]
			// A shared variable is entered once, by the new version.
			if ok && !slices.ContainsFunc(list, func(i checker.Initial) bool { return i.Var == to }) {
				list = append(list, checker.Initial{Var: to, Value: value})
			}
		}
	}
	given(x.new, s.new)
	given(x.old, s.old)
	for _, name := range []string{x.started(), x.ended()} {
		if v := x.model.Var(name); v != nil {
			list = append(list, checker.Initial{Var: v, Value: types.Boolean(false)})
		}
	}
	return list
}
