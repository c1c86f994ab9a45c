package grammar

import (
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/syntax"
)

// The parser reads forms by a production that is written by hand. Its
// documentation says to which grammar in participle's tags it is equivalent,
// and that is what this file holds it to.

// tagged is that grammar.
type tagged struct {
	Forms []*taggedForm `parser:"@@*"`
}

type taggedForm struct {
	Atom string        `parser:"  @(Ident | Int | Real | String | OpenString | BadNumber)"`
	List []*taggedForm `parser:"| '(' @@* ')'"`
}

// byHand is what the parser uses.
type byHand struct {
	Forms []*syntax.Form `parser:"@@*"`
}

// kinds are the kinds of token, by the names of the lexer.
var kinds = map[string]syntax.Kind{
	"EOF": syntax.EOF, "LParen": syntax.LParen, "RParen": syntax.RParen, "Ident": syntax.Ident, "Int": syntax.Int, "Real": syntax.Real,
	"String": syntax.String, "OpenString": syntax.OpenString, "BadNumber": syntax.BadNumber, "Comment": syntax.Comment, "Space": syntax.Space,
}

// given is a lexer of tokens that are already there.
type given struct {
	tokens *[]lexeme
	at     int
}

// Symbols implements [lexer.Definition].
func (g given) Symbols() map[string]lexer.TokenType {
	symbols := make(map[string]lexer.TokenType)
	for name, kind := range kinds {
		symbols[name] = lexer.TokenType(kind)
	}
	return symbols
}

// Lex implements [lexer.Definition].
func (g given) Lex(string, io.Reader) (lexer.Lexer, error) { return &given{tokens: g.tokens}, nil }

// Next implements [lexer.Lexer]. The offset of a token is its number.
func (g *given) Next() (lexer.Token, error) {
	pos := lexer.Position{Offset: g.at, Line: 1, Column: g.at + 1}
	if g.at == len(*g.tokens) {
		return lexer.EOFToken(pos), nil
	}
	t := (*g.tokens)[g.at]
	g.at++
	return lexer.Token{Type: lexer.TokenType(t.Kind), Value: t.text, Pos: pos}, nil
}

// TestReaderProduction compares the two on random sequences of tokens.
func TestReaderProduction(t *testing.T) {
	var tokens []lexeme
	tags := participle.MustBuild[tagged](participle.Lexer(given{tokens: &tokens}), participle.Elide("Comment", "Space"), participle.UseLookahead(1))
	hand := participle.MustBuild[byHand](participle.Lexer(given{tokens: &tokens}), participle.Elide("Comment", "Space"))
	choices := []lexeme{
		{syntax.LParen, "("}, {syntax.LParen, "("}, {syntax.LParen, "("}, {syntax.RParen, ")"}, {syntax.RParen, ")"}, {syntax.RParen, ")"},
		{syntax.Ident, "a"}, {syntax.Ident, "<="}, {syntax.Int, "1"}, {syntax.Real, "1.5"}, {syntax.String, `"s"`}, {syntax.OpenString, `"s`},
		{syntax.BadNumber, "1."}, {syntax.Comment, "; c"}, {syntax.Space, " "},
	}
	good, bad := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tokens = rapid.SliceOfN(rapid.SampledFrom(choices), 0, 12).Draw(t, "tokens")
		if rapid.Bool().Draw(t, "balanced") {
			tokens = balanced(tokens)
		}
		want, wantErr := tags.ParseString("", "")
		got, gotErr := hand.ParseString("", "")
		if (wantErr == nil) != (gotErr == nil) {
			t.Fatalf("%v: by tags %v, by hand %v", tokens, wantErr, gotErr)
		}
		if wantErr != nil {
			bad++
			return
		}
		good++
		if w, g := taggedText(want.Forms), handText(tokens, got.Forms); w != g {
			t.Fatalf("%v: by tags %s, by hand %s", tokens, w, g)
		}
	})
	if good == 0 || bad == 0 {
		t.Errorf("%d sequences could be read and %d could not; there should be both", good, bad)
	}
}

// balanced makes the parentheses of tokens match.
func balanced(tokens []lexeme) []lexeme {
	var list []lexeme
	depth := 0
	for _, t := range tokens {
		switch t.Kind {
		case syntax.LParen:
			depth++
		case syntax.RParen:
			if depth == 0 {
				continue
			}
			depth--
		}
		list = append(list, t)
	}
	for range depth {
		list = append(list, lexeme{syntax.RParen, ")"})
	}
	return list
}

func taggedText(forms []*taggedForm) string {
	var b strings.Builder
	for _, f := range forms {
		if f.Atom != "" {
			b.WriteString(f.Atom + " ")
			continue
		}
		b.WriteString("( " + taggedText(f.List) + ") ")
	}
	return b.String()
}

func handText(tokens []lexeme, forms []*syntax.Form) string {
	var b strings.Builder
	for _, f := range forms {
		if !f.IsList() {
			b.WriteString(tokens[f.Start].text + " ")
			continue
		}
		b.WriteString("( " + handText(tokens, f.Items) + ") ")
	}
	return b.String()
}
