package syntax

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// balance returns the tokens of a unit with exactly matching parentheses,
// and says what it had to change.
//
// A parenthesis too many is left out where the indentation says: if a line
// starts deeper than the form that was closed before it, that form goes on.
// So is one that would close the unit before its end. A missing one is put where the indentation says: before a line that starts
// exactly below a form, that form has ended, and so it has before a line that
// starts no deeper than it if it started its own line. What is still missing
// then is put at the end.
func balance(f *Fragment) ([]Token, []diag.Diagnostic) {
	b := newBalancer(f)
	// With as many parentheses as there should be, the indentation is not consulted.
	if b.missing == 0 {
		return f.Tokens, nil
	}
	b.run()
	b.finish()
	return b.out, b.faults
}

// endsInside reports whether the indentation of a unit that lacks one
// parenthesis shows where it belongs. It returns where the last token of the
// unit ends, trivia aside.
func endsInside(text string, col int) (end int, ok bool) {
	f := &Fragment{Source: source.NewFile("", text), Tokens: lex(text), col: col}
	b := newBalancer(f)
	if b.missing != 1 {
		return 0, false
	}
	b.run()
	return b.solid, b.missing == 0
}

// closesInside reports whether the indentation of a unit that has parentheses
// too many shows where one of them is.
func closesInside(text string, col int) bool {
	b := newBalancer(&Fragment{Source: source.NewFile("", text), Tokens: lex(text), col: col})
	if b.missing < 0 {
		b.run()
	}
	return b.reopened
}

// surplus returns how many parentheses are opened and not closed; where the
// unit is closed before its end, minus how many times it is.
func surplus(tokens []Token) int {
	depth, early, last := 0, 0, lastSolid(tokens)
	for i, t := range tokens {
		switch {
		case t.Kind == LParen:
			depth++
		// The depth stays: read on as if the unit were still open.
		case t.Kind == RParen && depth == 1 && i < last:
			early++
		case t.Kind == RParen:
			depth--
		}
	}
	if early > 0 {
		return -early
	}
	return depth
}

// lastSolid returns the index of the last token that is not trivia.
func lastSolid(tokens []Token) int {
	i := len(tokens) - 1
	for i > 0 && tokens[i].Kind.IsTrivia() {
		i--
	}
	return i
}

type balancer struct {
	fragment *Fragment
	missing  int
	open     []opening
	closed   opening // the form closed last
	reopened bool    // the indentation has shown a form to go on
	solid    int     // end of the last token that is not trivia
	col      int     // of the next token, in cells from 0
	fresh    bool    // nothing but white space so far on this line
	out      []Token
	faults   []diag.Diagnostic
}

func newBalancer(f *Fragment) *balancer {
	return &balancer{fragment: f, missing: surplus(f.Tokens), col: f.col}
}

// An opening is a parenthesis not yet closed.
type opening struct {
	Token
	col   int
	first bool // it is the first thing on its line
}

// run takes the tokens of the fragment.
func (b *balancer) run() {
	last := lastSolid(b.fragment.Tokens)
	for i, tok := range b.fragment.Tokens {
		b.token(tok, i == last)
	}
}

func (b *balancer) token(t Token, last bool) {
	defer b.advance(t)
	if t.Kind.IsTrivia() {
		b.out = append(b.out, t)
		return
	}
	b.indentation(t)
	switch t.Kind {
	case LParen:
		b.open = append(b.open, opening{t, b.col, b.fresh})
	case RParen:
		// It would close the unit before its end.
		if len(b.open) == 1 && !last {
			b.leaveOut(t)
			return
		}
		if n := len(b.open) - 1; n >= 0 {
			b.closed, b.open = b.open[n], b.open[:n]
		}
	}
	b.out = append(b.out, t)
	b.solid, b.fresh = t.End, false
}

// advance moves after a token.
func (b *balancer) advance(t Token) {
	text := b.fragment.Text(t.Start, t.End)
	if n := strings.LastIndexByte(text, '\n'); n >= 0 {
		text, b.col, b.fresh = text[n+1:], 0, true
	}
	b.col += source.Len(text, source.Width)
}

// leaveOut reports a parenthesis that is not to be.
func (b *balancer) leaveOut(t Token) {
	b.faults = append(b.faults, diag.Of(unmatched{At: b.span(t), Early: true, Rigid: rigidBefore(b.fragment, t.Start)}))
	b.missing++
}

// reopen takes back the parenthesis before t, if t starts a line and shows
// that the form it closed goes on.
func (b *balancer) reopen() {
	i := lastSolid(b.out)
	if b.missing >= 0 || i < 0 || b.out[i].Kind != RParen || b.col <= b.closed.col {
		return
	}
	b.leaveOut(b.out[i])
	b.out = slices.Delete(b.out, i, i+1)
	b.open = append(b.open, b.closed)
	b.reopened = true
}

// indentation closes the forms that t, if it starts a line, shows to have
// ended, or opens the one again that it shows to go on.
func (b *balancer) indentation(t Token) {
	if !b.fresh || t.Kind == RParen {
		return
	}
	b.reopen()
	ended := len(b.open)
	// The unit itself, at 0, ends with its text.
	for i := len(b.open) - 1; i > 0; i-- {
		if o := b.open[i]; o.col == b.col || o.first && i == ended-1 && o.col > b.col {
			ended = i
		}
	}
	if n := min(b.missing, len(b.open)-ended); n > 0 {
		b.close(n)
	}
}

// close puts n parentheses after the last solid token, for the innermost
// openings, and blames the outermost of these.
func (b *balancer) close(n int) {
	at := b.fragment.Source.Span(b.solid, b.solid)
	rest := b.open[:len(b.open)-n]
	fault := unclosed{Open: b.span(b.open[len(rest)].Token), Missing: n, Rigid: rigidAt(b.fragment, b.open[len(rest):], b.solid)}
	// From the innermost to the outermost, in the order of the parentheses that close them.
	for i := n - 1; i >= 0; i-- {
		fault.Insert = append(fault.Insert, at)
		if i > 0 {
			fault.Inner = append(fault.Inner, b.span(b.open[len(rest)+i].Token))
		}
		b.out = append(b.out, Token{Kind: RParen, Start: b.solid, End: b.solid})
	}
	b.faults = append(b.faults, diag.Of(fault))
	b.open = rest
	b.missing -= n
}

func (b *balancer) finish() {
	if len(b.open) > 0 {
		b.close(len(b.open))
	}
}

func (b *balancer) span(t Token) source.Span { return b.fragment.Source.Span(t.Start, t.End) }
