package grammar

import (
	"strings"

	"github.com/alecthomas/participle/v2/ebnf"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/syntax"
)

// A generator makes a random sentence of the grammar.
type generator struct {
	*grammar
	t     *rapid.T
	words []lexeme
}

// depth is how many productions nest before the generator takes the way out,
// and room how many words a sentence has before it does.
const (
	depth = 14
	room  = 150
)

func (g *grammar) sentence(t *rapid.T, production string) []lexeme {
	m := generator{grammar: g, t: t}
	m.expression(g.rules[production], depth)
	return m.words
}

// hurry reports whether the sentence should come to its end.
func (m *generator) hurry(left int) bool { return left <= 0 || len(m.words) > room }

func (m *generator) expression(e *ebnf.Expression, left int) {
	alternatives := e.Alternatives
	if m.hurry(left) {
		alternatives = alternatives[:1] // the first one ends soonest
	}
	s := alternatives[m.number(len(alternatives))]
	var not *ebnf.Expression
	for _, t := range s.Terms {
		if t.Group != nil && t.Group.Lookahead == ebnf.LookaheadAssertionNegative {
			not = t.Group.Expr
			continue
		}
		m.term(t, not, left)
		not = nil
	}
}

func (m *generator) number(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "choice") }

// term makes as many instances of a term as there shall be. The first word of
// each is not one of those in not.
func (m *generator) term(t *ebnf.Term, not *ebnf.Expression, left int) {
	least, most := 1, 1
	switch t.Repetition {
	case "?":
		least = 0
	case "*":
		least, most = 0, 3
	case "+":
		most = 3
	}
	if m.hurry(left) {
		most = least
	}
	for range least + m.number(most-least+1) {
		m.once(t, not, left)
	}
}

func (m *generator) once(t *ebnf.Term, not *ebnf.Expression, left int) {
	switch {
	case t.Name != "":
		m.expression(m.rules[t.Name], left-1)
	case t.Group != nil:
		m.expression(t.Group.Expr, left)
	case t.Literal == "(":
		m.add(syntax.LParen, "(")
	case t.Literal == ")":
		m.add(syntax.RParen, ")")
	case t.Literal != "":
		m.add(syntax.Ident, t.Literal)
	default:
		m.token(t.Token, not)
	}
}

func (m *generator) add(kind syntax.Kind, text string) { m.words = append(m.words, lexeme{kind, text}) }

// spellings are some tokens of each class. Among the identifiers are all words
// that mean something elsewhere.
var spellings = map[string][]string{
	"ident": append(strings.Fields("a b paid order in_stock 2fa x' été model const var transition params pre post Bool Int Real String Enum Record Array param next "+
		"field contains insert remove array record and or not => = < <= > >= + - * / true false null "+
		"use case prompt init checks goal call no_call after before follows precedes "+
		"define common rules every_call each_after at_most at_least answered in like present absent ?x ?"), "a.b"),
	"int":      {"0", "5", "-7", "007"},
	"variable": {"?x", "?order"},
	"real":     {"0.5", "-1e3", "2.5E-4"},
	"string":   {`""`, `"open"`, `"a b"`, `"(\"); \u00e9"`},
}

// token makes a word of a class that no alternative of not is.
func (m *generator) token(class string, not *ebnf.Expression) {
	words := spellings[class]
	for i := m.number(len(words)); ; i = (i + 1) % len(words) {
		w := lexeme{classes[class], words[i]}
		if not == nil || !(&recogniser{grammar: m.grammar, words: []lexeme{w}, memo: make(map[spot][]int)}).begins(not) {
			m.words = append(m.words, w)
			return
		}
	}
}

// begins reports whether an instance of the expression is at the start.
func (r *recogniser) begins(e *ebnf.Expression) bool { return len(r.expression(e, 0)) > 0 }

// layOut writes words with random white space and comments between them.
func layOut(t *rapid.T, words []lexeme) string {
	gaps := []string{" ", " ", " ", "\n", "\n  ", "\n    ", "\t", "\r\n", " ; a comment )(\n", "\n\n; \"open\n"}
	pick := rapid.IntRange(0, len(gaps)-1)
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(gaps[pick.Draw(t, "gap")])
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// An operation changes a text in one token.
type operation int

const (
	deletion operation = iota
	doubling
	exchange    // with the next token
	replacement // by another token of the text
	operations
)

// A mutation is an operation on a token; with is the token that replaces it.
type mutation struct {
	operation
	at, with int
}

func randomMutation(t *rapid.T, n int) mutation {
	place := rapid.IntRange(0, n-1)
	return mutation{operation(rapid.IntRange(0, int(operations)-1).Draw(t, "operation")), place.Draw(t, "at"), place.Draw(t, "with")}
}

// mutate returns the text of the tokens after a mutation. Trivia stay as they
// are, and spaces keep what was apart from growing together.
func mutate(tokens []lexeme, m mutation) string {
	texts := make([]string, len(tokens))
	for i, t := range tokens {
		texts[i] = t.text
	}
	if tokens[m.at].IsTrivia() {
		return strings.Join(texts, "")
	}
	switch m.operation {
	case deletion:
		texts[m.at] = " "
	case doubling:
		texts[m.at] += " " + texts[m.at]
	case exchange:
		if next := solid(tokens, m.at+1); next < len(tokens) {
			texts[m.at], texts[next] = apart(texts[next]), apart(texts[m.at])
		}
	case replacement:
		if with := solid(tokens, m.with); with < len(tokens) {
			texts[m.at] = apart(tokens[with].text)
		}
	}
	return strings.Join(texts, "")
}

func apart(text string) string { return " " + text + " " }

// solid returns the index of the first token from i on that is no trivia.
func solid(tokens []lexeme, i int) int {
	for i < len(tokens) && tokens[i].IsTrivia() {
		i++
	}
	return i
}
