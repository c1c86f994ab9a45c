package smt

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Assertion is a term that is asserted, with a comment that leads back to
// where it comes from.
type Assertion struct {
	Term    *Term
	Comment string
}

// WriteScript writes the assertions as an SMT-LIB 2.6 script that ends in
// (check-sat). header is above it as a comment. A term with several uses
// is defined once and used by name, so that the script grows with the number
// of terms. The bytes depend on the assertions alone.
func WriteScript(w io.Writer, header string, list []Assertion) error {
	p := &printer{w: bufio.NewWriter(w), uses: make(map[*Term]int), defined: make(map[*Term]bool)}
	p.comment(header)
	p.line("(set-logic ALL)")
	// All uses are counted first: whether a term is defined depends on later assertions, too.
	for _, a := range list {
		p.count(a.Term)
	}
	for _, a := range list {
		p.comment(a.Comment)
		p.define(a.Term)
		p.put("(assert ")
		p.term(a.Term)
		p.line(")")
	}
	p.line("(check-sat)")
	return p.w.Flush()
}

type printer struct {
	w       *bufio.Writer
	uses    map[*Term]int
	defined map[*Term]bool
}

// put writes a text; what goes wrong is remembered by the bufio.Writer.
func (p *printer) put(s string) { _, _ = p.w.WriteString(s) }

func (p *printer) line(s string) { p.put(s + "\n") }

func (p *printer) comment(s string) {
	for line := range strings.Lines(s) {
		p.line("; " + strings.TrimRight(line, "\r\n"))
	}
}

// count counts the uses of each term below t.
func (p *printer) count(t *Term) {
	p.uses[t]++
	// A shared term is printed once, so its operands are counted once.
	if p.uses[t] > 1 {
		return
	}
	for _, a := range t.args {
		p.count(a)
	}
}

// define declares the constants below t, and defines its shared terms,
// operands first.
func (p *printer) define(t *Term) {
	if p.defined[t] {
		return
	}
	p.defined[t] = true
	for _, a := range t.args {
		p.define(a)
	}
	switch {
	case t.op == Var:
		p.line("(declare-const " + symbol(t.name) + " " + t.sort.String() + ")")
	case p.shared(t):
		p.put("(define-fun " + sharedName(t) + " () " + t.sort.String() + " ")
		p.body(t)
		p.line(")")
	}
}

// shared reports whether a term is defined once and used by name. A constant
// array is not: cvc5 wants to see that its element is a value.
func (p *printer) shared(t *Term) bool { return len(t.args) > 0 && t.op != Filled && p.uses[t] > 1 }

// sharedName cannot be that of a constant, in which ! is written otherwise.
func sharedName(t *Term) string { return fmt.Sprintf("def!%d", t.id) }

func (p *printer) term(t *Term) {
	if p.shared(t) {
		p.put(sharedName(t))
		return
	}
	p.body(t)
}

var opNames = map[Op]string{
	Not: "not", And: "and", Or: "or", Implies: "=>", Eq: "=", Ite: "ite", Add: "+", Mul: "*",
	Div: "/", IntDiv: "div", Le: "<=", Lt: "<", ToReal: "to_real", Select: "select", Store: "store",
}

func (p *printer) body(t *Term) {
	switch t.op {
	case Var:
		p.put(symbol(t.name))
		return
	case Truth:
		p.put(strconv.FormatBool(t.truth))
		return
	case Number:
		p.put(numeral(t.num, t.sort))
		return
	case Filled:
		p.put("((as const " + t.sort.String() + ")")
	default:
		p.put("(" + opNames[t.op])
	}
	for _, a := range t.args {
		p.put(" ")
		p.term(a)
	}
	p.put(")")
}

func numeral(r *big.Rat, sort Sort) string {
	abs := new(big.Rat).Abs(r)
	s := abs.Num().String()
	if sort == Real {
		s += ".0"
		if !abs.IsInt() {
			s = "(/ " + s + " " + abs.Denom().String() + ".0)"
		}
	}
	// SMT-LIB has no negative numerals.
	if r.Sign() < 0 {
		return "(- " + s + ")"
	}
	return s
}

// symbol quotes a name. What a quoted symbol may not hold, or not begin with,
// is written as its number in hexadecimal between marks; so is the mark. A
// mark at the end is for names that are not otherwise unlike those that
// solvers have themselves, such as abs, which are the same with quotes and
// without.
func symbol(name string) string {
	var b strings.Builder
	b.WriteByte('|')
	for i, r := range name {
		// A byte that is not UTF-8 and U+FFFD itself are both RuneError. The size tells them apart.
		_, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "!x%x!", name[i]) // a byte that is not UTF-8
		case i == 0 && (r == '@' || r == '.'), r == '!' || r == '|' || r == '\\' || r < 0x20 || r > 0x7e:
			fmt.Fprintf(&b, "!%x!", r)
		default:
			b.WriteRune(r)
		}
	}
	if plain(name) {
		b.WriteByte('!')
	}
	return b.String() + "|"
}

// plain reports whether a solver may have the name: it needs no quotes, and
// there is no @ inside.
func plain(name string) bool {
	const signs = "~!@$%^&*_-+=<>.?/"
	for _, r := range name {
		if r > 0x7e || !strings.ContainsRune(signs, r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return strings.IndexByte(name, '@') <= 0
}
