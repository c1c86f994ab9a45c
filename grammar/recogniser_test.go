package grammar

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/ebnf"

	"github.com/mantrac/mantrac/lang/syntax"
)

// A lexeme is a token with its text.
type lexeme struct {
	syntax.Kind
	text string
}

// A grammar is mantra.ebnf, or productions like it.
type grammar struct {
	rules map[string]*ebnf.Expression
	order []string
}

func readGrammar(t *testing.T) *grammar {
	t.Helper()
	return parseGrammar(t, readFile(t, "mantra.ebnf"))
}

func parseGrammar(t *testing.T, text string) *grammar {
	t.Helper()
	tree, err := ebnf.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	g := &grammar{rules: make(map[string]*ebnf.Expression)}
	for _, p := range tree.Productions {
		if g.rules[p.Production] != nil {
			t.Errorf("%s has two productions", p.Production)
		}
		eachTerm(p.Expression, func(t *ebnf.Term) { t.Literal = strings.Trim(t.Literal, `"`) })
		g.rules[p.Production] = p.Expression
		g.order = append(g.order, p.Production)
	}
	return g
}

// eachTerm calls f for every term in an expression.
func eachTerm(e *ebnf.Expression, f func(*ebnf.Term)) {
	for _, s := range e.Alternatives {
		for _, t := range s.Terms {
			f(t)
			if t.Group != nil {
				eachTerm(t.Group.Expr, f)
			}
		}
	}
}

// classes are the classes of tokens.
var classes = map[string]syntax.Kind{"ident": syntax.Ident, "int": syntax.Int, "real": syntax.Real, "string": syntax.String, "variable": syntax.Ident}

// matches reports whether all of the words are an instance of a production.
func (g *grammar) matches(production string, words []lexeme) bool {
	r := recogniser{grammar: g, words: words, memo: make(map[spot][]int)}
	return slices.Contains(r.production(production, 0), len(words))
}

// A recogniser finds, for an expression and a place in the words, all places
// at which an instance of the expression can end. So every alternative is
// followed, and the answer is right for any grammar without left recursion;
// what has been found for a production is remembered.
type recogniser struct {
	*grammar
	words []lexeme
	memo  map[spot][]int
}

type spot struct {
	production string
	at         int
}

func (r *recogniser) production(name string, at int) []int {
	key := spot{name, at}
	ends, ok := r.memo[key]
	if !ok {
		ends = r.expression(r.rules[name], at)
		r.memo[key] = ends
	}
	return ends
}

func (r *recogniser) expression(e *ebnf.Expression, at int) []int {
	var ends []int
	for _, s := range e.Alternatives {
		ends = append(ends, r.sequence(s.Terms, at)...)
	}
	return set(ends)
}

func (r *recogniser) sequence(terms []*ebnf.Term, at int) []int {
	ends := []int{at}
	for _, t := range terms {
		ends = r.fromEach(ends, func(i int) []int { return r.repeated(t, i) })
	}
	return ends
}

// fromEach returns where f ends from any of the places.
func (r *recogniser) fromEach(places []int, f func(int) []int) []int {
	var ends []int
	for _, p := range places {
		ends = append(ends, f(p)...)
	}
	return set(ends)
}

func (r *recogniser) repeated(t *ebnf.Term, at int) []int {
	switch t.Repetition {
	case "?":
		return set(append(r.once(t, at), at))
	case "*", "+":
		ends := r.once(t, at)
		for last := ends; len(last) > 0; {
			last = slices.DeleteFunc(r.fromEach(last, func(i int) []int { return r.once(t, i) }), func(i int) bool { return slices.Contains(ends, i) })
			ends = append(ends, last...)
		}
		if t.Repetition == "*" {
			ends = append(ends, at)
		}
		return set(ends)
	}
	return r.once(t, at)
}

func (r *recogniser) once(t *ebnf.Term, at int) []int {
	switch {
	case t.Name != "":
		return slices.Clone(r.production(t.Name, at))
	case t.Group != nil:
		return r.group(t.Group, at)
	case at < len(r.words) && r.words[at].is(t):
		return []int{at + 1}
	}
	return nil
}

func (r *recogniser) group(g *ebnf.SubExpression, at int) []int {
	ends := r.expression(g.Expr, at)
	switch {
	case g.Lookahead == ebnf.LookaheadAssertionNone:
		return ends
	case (len(ends) > 0) == (g.Lookahead == ebnf.LookaheadAssertionPositive):
		return []int{at}
	}
	return nil
}

// is reports whether a word is the token that a term wants.
func (w lexeme) is(t *ebnf.Term) bool {
	switch t.Literal {
	case "":
		return w.Kind == classes[t.Token] && (t.Token != "variable" || len(w.text) > 1 && w.text[0] == '?')
	case "(":
		return w.Kind == syntax.LParen
	case ")":
		return w.Kind == syntax.RParen
	}
	return w.Kind == syntax.Ident && w.text == t.Literal
}

// set sorts places and makes each of them unique.
func set(places []int) []int {
	slices.Sort(places)
	return slices.Compact(places)
}
