package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// carried returns a clause of one transition as it would be in another one: about the
// arguments of the same names. It reports whether the other one has them all.
func carried(from *checker.Transition, e ast.Expr, to *checker.Transition) (string, bool) {
	text, start := from.Unit.Text(e), e.Pos().Start
	params := slices.Collect(ast.Each[*ast.ParamRef](e))
	// Replace from the end to the start, so that the earlier positions stay valid.
	slices.SortFunc(params, func(a, b *ast.ParamRef) int { return b.Pos().Start - a.Pos().Start })
	for _, p := range params {
		local := localOf(to, argumentNamed(from, p))
		if local == "" {
			return "", false
		}
		text = text[:p.Pos().Start-start] + "(param " + local + ")" + text[p.Pos().End-start:]
	}
	return edit.Compact(text), true
}

// localOf returns the name by which a transition reads an argument; "" if it does not.
func localOf(t *checker.Transition, argument string) string {
	for _, p := range t.Params {
		if p.Bind.Param.Name == argument {
			return p.Name()
		}
	}
	return ""
}

// relations returns conditions on a call of a tool that relate an argument to a
// variable: it is its value, one of its elements, or a key with some value.
func (g *generator) relations(t *checker.Transition) []condition {
	var list []condition
	about := g.about()
	for _, p := range t.Params {
		arg := fmt.Sprintf("(param %s)", p.Name())
		for _, v := range g.model().Vars {
			// Variables that the tools of the checks write are the likelier subject of a missing
			// clause.
			implied := slices.Contains(about, v)
			prior := 5
			if implied {
				prior = 1
			}
			add := func(format string, operands ...any) {
				list = append(list, condition{fmt.Sprintf(format, operands...), prior, implied})
			}
			// A container is related to the argument by membership or by an entry.
			switch x := v.Type.(type) {
			case *types.Array:
				if types.Identical(x.Elem, p.Type) {
					add("(contains %s %s)", v.Name(), arg)
					add("(not (contains %s %s))", v.Name(), arg)
				}
			case *types.Map:
				if types.Identical(x.Key, p.Type) {
					for _, text := range entriesOf(x, v.Name(), arg) {
						add("%s", text)
					}
				}
			}
			// Any type, containers included, can also be related by equality.
			if types.Identical(v.Type, p.Type) {
				add("(= %s %s)", arg, v.Name())
				add("(not (= %s %s))", arg, v.Name())
			}
		}
	}
	return list
}

// entriesOf returns conditions on the entry of a map under a key.
func entriesOf(m *types.Map, name, key string) []string {
	entry := fmt.Sprintf("(get %s %s)", name, key)
	switch v := m.Value.(type) {
	// Only types with few values give conditions: each name, and each name excluded.
	case *types.Enum:
		var list []string
		for _, n := range v.Names {
			list = append(list, fmt.Sprintf("(= %s %s)", entry, types.Quote(n)), fmt.Sprintf("(not (= %s %s))", entry, types.Quote(n)))
		}
		return list
	case types.Basic:
		if v == types.Bool {
			return []string{entry, "(not " + entry + ")"}
		}
	}
	return nil
}

// mostEffects is how many effects are proposed that other tools have, or that set an
// entry of a map: each takes a copy of the model.
const mostEffects = 60

// relatedEffects proposes effects on variables that the clauses at hand read: those that
// other tools have, and those that set a variable, or an entry of it, by an argument.
func (g *generator) relatedEffects() []proposal {
	var list []proposal
	seen := make(map[string]bool)
	// For each clause that needs another value, each tool that could cause it, and each variable
	// that it reads, take three kinds of effects. `prior` grows with each rank.
	for n, x := range g.wants() {
		for rank, name := range g.causes(x) {
			t := g.model().Transition(name)
			for _, v := range readsOf(g.model(), x.expr) {
				// A hidden variable of a `seen` cannot be assigned, and a second assignment may
				// contradict the first.
				if v.Hidden() || g.writes(name, v) {
					continue
				}
				for i, text := range slices.Concat(g.effectsElsewhere(t, v), g.entries(t, v), g.steps(v)) {
					// Two clauses can read the same variable; each effect is proposed once.
					if key := name + text; !seen[key] && len(list) < mostEffects {
						seen[key] = true
						list = append(list, proposal{
							edits: []edit.Edit{{Op: edit.Add, At: edit.At("transition", name, "post").In(g.modelFile()), Text: text}},
							why:   fmt.Sprintf("`%s` has an effect on `%s`", name, v.Name()), prior: 1 + n + rank + i/2,
						})
					}
				}
			}
		}
	}
	return list
}

// effectsElsewhere returns the effects of other tools on a variable, as they would be of
// one that takes the same arguments.
func (g *generator) effectsElsewhere(to *checker.Transition, v *checker.Var) []string {
	var list []string
	for _, t := range g.model().Transitions {
		if t == to {
			continue
		}
		for _, e := range clausesOf(t, "post") {
			// A clause that assigns several variables is carried over whole if one of them is v.
			for next := range ast.Each[*ast.NextRef](e) {
				if text, ok := carried(t, e, to); ok && next.Var.Name == v.Name() && !slices.Contains(list, text) {
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// entries returns effects on the entry of a map whose key is an argument.
func (g *generator) entries(t *checker.Transition, v *checker.Var) []string {
	m, ok := v.Type.(*types.Map)
	if !ok {
		return nil
	}
	var list []string
	for _, key := range t.Params {
		if !types.Identical(key.Type, m.Key) {
			continue
		}
		// The effect assigns one key; the other keys of the map keep their values.
		add := func(value string) {
			list = append(list, fmt.Sprintf("(= (get (next %s) (param %s)) %s)", v.Name(), key.Name(), value))
		}
		for _, p := range t.Params {
			if p != key && types.Identical(p.Type, m.Value) {
				add(fmt.Sprintf("(param %s)", p.Name()))
			}
		}
		// Besides other arguments, the constants of a finite value type can be assigned.
		switch x := m.Value.(type) {
		case *types.Enum:
			for _, n := range x.Names {
				add(types.Quote(n))
			}
		case types.Basic:
			if x == types.Bool {
				add("true")
				add("false")
			}
		}
	}
	return list
}

// steps returns effects that count a variable up and down.
func (g *generator) steps(v *checker.Var) []string {
	if v.Type != types.Int {
		return nil
	}
	next := fmt.Sprintf("(= (next %s) ", v.Name())
	return []string{next + fmt.Sprintf("(- %s 1))", v.Name()), next + fmt.Sprintf("(+ %s 1))", v.Name())}
}
