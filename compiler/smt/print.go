package smt

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// An Assertion is a term that is asserted, with a comment that leads back to
// where it comes from.
type Assertion struct {
	Term    *Term
	Comment string
}

// WriteScript writes the assertions as an SMT-LIB 2.6 script that ends in
// (check-sat). header stands above it as a comment. A term with several uses
// is defined once and used by name, so that the script grows with the number
// of terms. The bytes depend on the assertions alone.
func WriteScript(w io.Writer, header string, list []Assertion) error {
	p := &printer{w: bufio.NewWriter(w), uses: make(map[*Term]int), defined: make(map[*Term]bool)}
	p.comment(header)
	p.line("(set-logic ALL)")
	for _, a := range list {
		p.count(a.Term)
	}
	for _, a := range list {
		p.comment(a.Comment)
		p.define(a.Term)
		p.line("(assert " + p.text(a.Term) + ")")
	}
	p.line("(check-sat)")
	return p.w.Flush()
}

type printer struct {
	w       *bufio.Writer
	uses    map[*Term]int
	defined map[*Term]bool
}

// line writes a line; what goes wrong is remembered by the bufio.Writer.
func (p *printer) line(s string) { _, _ = p.w.WriteString(s + "\n") }

func (p *printer) comment(s string) {
	for line := range strings.Lines(s) {
		p.line("; " + strings.TrimRight(line, "\r\n"))
	}
}

// count counts the uses of each term below t.
func (p *printer) count(t *Term) {
	p.uses[t]++
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
		p.line(fmt.Sprintf("(define-fun %s () %s %s)", sharedName(t), t.sort, p.body(t)))
	}
}

// shared reports whether a term is defined once and used by name. A constant
// array is not: cvc5 wants to see that its element is a value.
func (p *printer) shared(t *Term) bool { return len(t.args) > 0 && t.op != Filled && p.uses[t] > 1 }

// sharedName cannot be that of a constant, in which ! is written otherwise.
func sharedName(t *Term) string { return fmt.Sprintf("def!%d", t.id) }

func (p *printer) text(t *Term) string {
	if p.shared(t) {
		return sharedName(t)
	}
	return p.body(t)
}

var opNames = map[Op]string{
	Not: "not", And: "and", Or: "or", Implies: "=>", Eq: "=", Ite: "ite", Add: "+", Mul: "*",
	Div: "/", IntDiv: "div", Le: "<=", Lt: "<", ToReal: "to_real", Select: "select", Store: "store",
}

func (p *printer) body(t *Term) string {
	switch t.op {
	case Var:
		return symbol(t.name)
	case Truth:
		return fmt.Sprint(t.truth)
	case Number:
		return numeral(t.num, t.sort)
	}
	var b strings.Builder
	b.WriteByte('(')
	if t.op == Filled {
		b.WriteString("(as const " + t.sort.String() + ")")
	} else {
		b.WriteString(opNames[t.op])
	}
	for _, a := range t.args {
		b.WriteByte(' ')
		b.WriteString(p.text(a))
	}
	return b.String() + ")"
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
	if r.Sign() < 0 {
		return "(- " + s + ")"
	}
	return s
}

// symbol quotes a name. What a quoted symbol may not hold is written as its
// number in hexadecimal between marks; so is the mark.
func symbol(name string) string {
	var b strings.Builder
	b.WriteByte('|')
	for _, r := range name {
		if r == '!' || r == '|' || r == '\\' || r < 0x20 || r == 0x7f || r > 0x7e {
			fmt.Fprintf(&b, "!%x!", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String() + "|"
}
