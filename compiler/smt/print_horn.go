package smt

import (
	"bufio"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// WriteHorn writes rules as constrained Horn clauses in SMT-LIB 2.6 that ask
// whether goal, a relation without arguments, follows: the script says that
// goal does not hold, and ends in (check-sat). So sat means that goal does not
// follow, as there are relations that satisfy all rules without it, and unsat
// that it does. header is above it as a comment. Terms with several uses
// in a rule are named by let. The bytes depend on the rules alone.
func WriteHorn(w io.Writer, header string, rules []Rule, goal *Relation) error {
	p := &hornPrinter{printer{w: bufio.NewWriter(w)}}
	p.comment(header)
	p.comment("Z3 4.8.12 loses conditions where it slices rules, and says unsat of what is sat")
	p.line("(set-option :fp.xform.slice false)")
	p.comment("it may crash where it propagates equalities")
	p.line("(set-option :fp.spacer.eq_prop false)")
	p.line("(set-logic HORN)")
	p.relations(rules, goal)
	for _, r := range rules {
		p.rule(r)
	}
	p.comment("what would follow does not hold")
	p.line("(assert (=> " + symbol(goal.Name) + " false))")
	p.line("(check-sat)")
	return p.w.Flush()
}

type hornPrinter struct{ printer }

// relations declares the relations in the order in which they occur.
func (p *hornPrinter) relations(rules []Rule, goal *Relation) {
	seen := make(map[*Relation]bool)
	declare := func(r *Relation) {
		if seen[r] {
			return
		}
		seen[r] = true
		sorts := lists.Map(r.Sorts, Sort.String)
		p.line("(declare-fun " + symbol(r.Name) + " (" + strings.Join(sorts, " ") + ") Bool)")
	}
	for _, r := range rules {
		if r.From != nil {
			declare(r.From.Of)
		}
		declare(r.To.Of)
	}
	// A goal that occurs in no rule is declared, too.
	declare(goal)
}

func (p *hornPrinter) rule(r Rule) {
	// A let is valid inside of its assertion only, so uses are counted for each rule alone.
	p.uses, p.defined = make(map[*Term]int), make(map[*Term]bool)
	all := append([]*Term{r.When}, r.To.Args...)
	if r.From != nil {
		all = append(all, r.From.Args...)
	}
	for _, t := range all {
		p.count(t)
	}
	p.comment(r.Comment)
	p.put("(assert ")
	// closing counts the parentheses that are still open, at first that of assert.
	closing := 1
	if vars := r.Variables(); len(vars) > 0 {
		p.put("(forall (")
		for i, v := range vars {
			if i > 0 {
				p.put(" ")
			}
			p.put("(" + symbol(v.name) + " " + v.sort.String() + ")")
		}
		p.line(")")
		closing++
	}
	for _, t := range all {
		closing += p.let(t)
	}
	p.put("(=> ")
	if r.From != nil {
		p.put("(and ")
		p.atom(*r.From)
		p.put(" ")
		p.term(r.When)
		p.put(")")
	} else {
		p.term(r.When)
	}
	p.put(" ")
	p.atom(r.To)
	p.line(strings.Repeat(")", closing+1))
}

// let names the shared terms below t, operands first, and returns how many
// they are.
func (p *hornPrinter) let(t *Term) int {
	if p.defined[t] {
		return 0
	}
	p.defined[t] = true
	count := 0
	for _, a := range t.args {
		count += p.let(a)
	}
	if p.shared(t) {
		p.put("(let ((" + sharedName(t) + " ")
		p.body(t)
		p.line("))")
		count++
	}
	return count
}

func (p *hornPrinter) atom(a Atom) {
	if len(a.Args) == 0 {
		p.put(symbol(a.Of.Name))
		return
	}
	p.put("(" + symbol(a.Of.Name))
	for _, t := range a.Args {
		p.put(" ")
		p.term(t)
	}
	p.put(")")
}
