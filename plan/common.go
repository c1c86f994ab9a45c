package plan

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// A Common is what all compliant traces have in common.
type Common struct {
	Necessary []Necessity // in the order of the first plan
	Order     []Edge      // between necessary calls, which are named by their place
	Exclusive []Exclusion
	Open      []Question // that have no answer
}

// A Necessity is a call that every compliant trace makes.
type Necessity struct {
	Pattern
	Proved bool // of every length, and not just up to the bound
}

// An Edge says that no compliant trace makes its first To before its first From.
type Edge struct {
	From    int  `json:"from"`
	To      int  `json:"to"`
	Proved  bool `json:"proved"`
	Implied bool `json:"implied"` // other edges lead from the one to the other
}

// An Exclusion is two calls, each in some compliant trace, and both in none.
type Exclusion struct {
	A, B   Pattern
	Proved bool
}

// A Question without an answer.
type Question struct {
	About  string // as "whether every plan calls pay"
	Reason error
}

// common finds out what all compliant traces have in common.
func (f *finder) common() error {
	c := &Common{}
	f.found.Common = c
	// Necessary calls come first: order relates them, and exclusive leaves them out.
	others, err := f.necessary(c)
	if err == nil {
		err = f.order(c)
	}
	if err == nil {
		err = f.exclusive(c, others)
	}
	return err
}

// never reports whether there is no compliant trace that passes more checks. A
// question without an answer is noted.
func (f *finder) never(c *Common, about string, forms ...string) (none, proved bool, err error) {
	found, err := f.ask(forms...)
	if err == nil && found.Answer == validate.Unknown {
		c.Open = append(c.Open, Question{about, found.Reason})
	}
	return found.Answer == validate.None, found.Proved, err
}

// necessary finds the necessary calls, and returns the other calls of the traces
// that are known then.
func (f *finder) necessary(c *Common) (others []Pattern, err error) {
	// A call that every plan makes is in the first plan, so its calls are the only candidates.
	list, _ := distinct(f.found.Plans[0].Calls)
	for _, p := range list {
		is, err := f.isNecessary(c, p)
		// With these values it is not necessary; with any values it may be.
		if err == nil && !is && len(p.Args) > 0 {
			others = append(others, p)
			_, err = f.isNecessary(c, Pattern{Tool: p.Tool})
		} else if !is {
			others = append(others, p)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, p := range f.found.Plans[1:] {
		others = append(others, p.Calls...)
	}
	// alternatives has grown in isNecessary.
	others = append(others, f.alternatives...)
	others, _ = distinct(others)
	return slices.DeleteFunc(others, c.has), nil
}

// has reports whether a pattern is that of a necessary call.
func (c *Common) has(p Pattern) bool {
	return slices.ContainsFunc(c.Necessary, func(n Necessity) bool { return n.String() == p.String() })
}

// isNecessary finds out whether a call is necessary, and notes it if it is.
func (f *finder) isNecessary(c *Common, p Pattern) (bool, error) {
	// A known trace without the call refutes the claim without a question.
	lacks := func(run []tool.Call) bool { return p.first(run) < 0 }
	if c.has(p) || slices.ContainsFunc(f.runs, lacks) {
		return c.has(p), nil
	}
	found, err := f.ask(p.noCall())
	switch {
	case err != nil:
	case found.Answer == validate.None:
		// No compliant trace lacks the call.
		c.Necessary = append(c.Necessary, Necessity{p, found.Proved})
	case found.Answer == validate.Unknown:
		c.Open = append(c.Open, Question{"whether every plan calls " + p.String(), found.Reason})
	default:
		// Mark finds the values that matter, which the patterns keep.
		err = f.session.Mark(f.ctx, f.scenario, compliant, found.Witness)
		f.alternatives = append(f.alternatives, patternsOf(found.Witness)...)
	}
	return found.Answer == validate.None, err
}

// order finds the edges between necessary calls that no call is both of.
func (f *finder) order(c *Common) error {
	for i, a := range c.Necessary {
		for j, b := range c.Necessary {
			// A call of both patterns would be before itself.
			if i == j || !a.disjoint(b.Pattern) || f.reversedIn(a.Pattern, b.Pattern) {
				continue
			}
			about := fmt.Sprintf("whether every plan calls %s before %s", a, b)
			// The question is for a trace that calls a, and whose first b comes before its first a.
			none, proved, err := f.never(c, about, a.call(), reversed(a.Pattern, b.Pattern))
			if err != nil {
				return err
			}
			if none {
				c.Order = append(c.Order, Edge{From: i, To: j, Proved: proved})
			}
		}
	}
	c.reduce()
	return nil
}

// reversedIn reports whether a trace that is known first makes b, then a.
func (f *finder) reversedIn(a, b Pattern) bool {
	return slices.ContainsFunc(f.runs, func(run []tool.Call) bool {
		i, j := a.first(run), b.first(run)
		return 0 <= j && j < i
	})
}

// reduce marks the edges that two others imply.
func (c *Common) reduce() {
	// One intermediate call is enough to look for if the relation is transitive.
	edges := lists.SetBy(c.Order, func(e Edge) [2]int { return [2]int{e.From, e.To} })
	for i := range c.Order {
		e := &c.Order[i]
		for k := range c.Necessary {
			e.Implied = e.Implied || edges[[2]int{e.From, k}] && edges[[2]int{k, e.To}]
		}
	}
}

// exclusive finds the calls that exclude each other.
func (f *finder) exclusive(c *Common, list []Pattern) error {
	for i, a := range list {
		for _, b := range list[i+1:] {
			// A known trace with both calls refutes the claim without a question.
			both := func(run []tool.Call) bool { return a.first(run) >= 0 && b.first(run) >= 0 }
			if slices.ContainsFunc(f.runs, both) {
				continue
			}
			about := fmt.Sprintf("whether a plan calls both %s and %s", a, b)
			none, proved, err := f.never(c, about, a.call(), b.call())
			if err != nil {
				return err
			}
			if none {
				c.Exclusive = append(c.Exclusive, Exclusion{a, b, proved})
			}
		}
	}
	return nil
}
