package syntax

import (
	"io"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A Form is a node of the tree of a unit: an atom, or a list of forms.
// Positions are relative to the unit's fragment.
type Form struct {
	Kind       Kind // LParen for a list, else the kind of the atom
	Start, End int
	Items      []*Form // of a list
}

// IsList reports whether the form is a list.
func (f *Form) IsList() bool { return f.Kind == LParen }

// Parse reads one form. It is participle's hook for productions written by
// hand; the equivalent in participle's tags,
//
//	Form = (<ident> | <int> | <real> | <string> | …) | "(" Form* ")" .
//
// reads the same language at a fifth of the speed (docs/decisions/0003).
func (f *Form) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	// NextMatch tells participle that no form begins here, which ends its loop.
	if t.EOF() || Kind(t.Type) == RParen {
		return participle.NextMatch
	}
	lex.Next()
	f.Kind, f.Start, f.End = Kind(t.Type), t.Pos.Offset, t.Pos.Offset+len(t.Value)
	if !f.IsList() {
		return nil
	}
	for {
		t := lex.Peek()
		if t.EOF() {
			return participle.Errorf(t.Pos, "a list is not closed")
		}
		if Kind(t.Type) == RParen {
			f.End = lex.Next().Pos.Offset + len(t.Value)
			return nil
		}
		item := new(Form)
		if err := item.Parse(lex); err != nil {
			return err
		}
		f.Items = append(f.Items, item)
	}
}

// parser reads the forms of a unit; there is one, but for stray atoms.
var parser = participle.MustBuild[struct {
	Forms []*Form `parser:"@@*"`
}](participle.Lexer(Definition{}), participle.Elide("Comment", "Space"))

// read returns the forms of a balanced list of tokens.
func read(text string, tokens []Token) ([]*Form, error) {
	peeking, err := lexer.Upgrade(&stream{text: text, tokens: tokens, code: true})
	if err != nil {
		return nil, err
	}
	unit, err := parser.ParseFromLexer(peeking)
	if err != nil {
		return nil, err
	}
	return unit.Forms, nil
}

// Definition is the lexer of both languages, for grammars in participle's tags.
type Definition struct{}

// Symbols implements [lexer.Definition].
func (Definition) Symbols() map[string]lexer.TokenType {
	symbols := make(map[string]lexer.TokenType)
	for kind, name := range kindNames() {
		symbols[name] = lexer.TokenType(kind)
	}
	return symbols
}

// Lex implements [lexer.Definition].
func (Definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return &stream{text: string(text), tokens: lex(string(text))}, nil
}

// stream hands out tokens. It keeps trivia, which participle elides, unless only code is
// asked for: participle keeps four times as much of a token as we do.
type stream struct {
	text   string
	tokens []Token
	code   bool
}

// Next implements [lexer.Lexer].
func (s *stream) Next() (lexer.Token, error) {
	for s.code && len(s.tokens) > 0 && s.tokens[0].Kind.IsTrivia() {
		s.tokens = s.tokens[1:]
	}
	if len(s.tokens) == 0 {
		return lexer.EOFToken(lexer.Position{Offset: len(s.text)}), nil
	}
	t := s.tokens[0]
	s.tokens = s.tokens[1:]
	return lexer.Token{
		Type:  lexer.TokenType(t.Kind),
		Value: s.text[t.Start:t.End],
		Pos:   lexer.Position{Offset: t.Start, Line: 1, Column: t.Start + 1},
	}, nil
}
