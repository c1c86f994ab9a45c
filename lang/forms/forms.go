package forms

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
)

// A Form is what a check begins with.
type Form uint8

// A Shape is how a form is built.
type Shape uint8

// The shapes.
const (
	Pattern     Shape = iota + 1 // of a tool and pinned arguments
	Combination                  // of any number of forms
	Ordering                     // of a target and an anchor
	Counting                     // of a number and a target
	Answer                       // of a pattern and what its answer is tested for
	Owned                        // of a pattern and whose calls it sees
)

// A Role is what an operand is to its form.
type Role uint8

// The roles.
const (
	Tool     Role = iota + 1 // the name of a tool
	Pin                      // (ARGUMENT VALUE)
	Combined                 // a form
	Target                   // what the form speaks of: a pattern, or several
	Anchor                   // what the target is ordered by, likewise
	Number                   // a whole number
	Path                     // (PATH VALUE): a part of an answer
	Who                      // whose calls are meant
)

// A Quantifier says how many of the calls that match the pattern, or the
// target, the form speaks of.
type Quantifier uint8

// The quantifiers.
const (
	Some  Quantifier = iota + 1 // there is such a call
	No                          // there is none
	Every                       // each such call is ordered as the form says
)

// A Side is where a call lies, seen from another.
type Side uint8

// The sides.
const (
	Earlier Side = iota + 1
	Later
)

// A Polarity says what one more call does to a form: a call at any place of a
// trace that matches an operand and no other. Of every_call it is a call of
// the tool that does not match. Of an operand of a combination it says what
// happens if that form is met.
type Polarity int8

// The polarities.
const (
	Breaks Polarity = iota - 1 // it can break the form, and never meet it
	Either                     // it can do both, or the operand is no pattern
	Meets                      // it can meet the form, and never break it
)

// An Operand is what a form is applied to.
type Operand struct {
	Name     string // as in a signature: TARGET
	Role     Role
	Accepts  []Form   // what an operand may be that is a form
	Group    bool     // it may be the name of a group
	Polarity Polarity // of an anchor, the opposite if the target is forbidden
}

// Info is a row of the table.
type Info struct {
	Word       string
	Shape      Shape
	Operands   []Operand
	Repeats    bool // the last operand may occur any number of times; of a pattern, also never
	Quantifier Quantifier
	Anchor     Side   // of an ordering form, where the anchor lies, seen from the target
	Vacuous    bool   // a trace without calls satisfies it
	Calls      int    // how many calls for each of its patterns are enough to satisfy it together with other checks; 0 if no number is
	Broken     string // what is wrong if target and anchor are called, and not in order; %[1]s is the target
	Extension  bool   // the strict grammar lacks it

	// The laws are those of forms without variables. Negation: a trace satisfies
	// either `(no_call P)` or `(Negation P)`; with a number, either
	// `(at_most N P)` or `(Negation N+1 P)`; with an anchor, either
	// `(follows (call P) (call Q))` or `(Negation (no_call P) (call Q))`.
	// Dual: `(and F G)` is broken where `(Dual not-F not-G)` is met. Mirror:
	// `(follows P Q)` is `(Mirror Q P)`. Reversal: a trace satisfies the form if
	// the trace from its end to its beginning satisfies `(Reversal P Q)`. Least:
	// with the least number that it takes, it is `(Least P)`.
	Commutative, Associative                bool
	Negation, Dual, Mirror, Reversal, Least Form

	Doc     string // one sentence, for hover and completion
	Page    string // the heading of grammar/spec.md that defines it
	Example string
}

// Lookup returns the form with a word, or None.
func Lookup(word string) Form { return byWord[word] }

// All returns the forms in their order.
func All() []Form { return lists.Range(None+1, count) }

var byWord = lists.IndexBy(All(), Form.String)

// Info returns the row of a form. It is not to be changed.
func (f Form) Info() *Info { return &table[f] }

// String returns the word of a form.
func (f Form) String() string { return table[f].Word }

// Shape returns how a form is built; that of None is 0.
func (f Form) Shape() Shape { return table[f].Shape }

// Conditional reports whether a form orders every call that matches its
// target, so that none satisfies it too.
func (f Form) Conditional() bool { return f.Shape() == Ordering && table[f].Quantifier == Every }

// Positive reports whether a form requires a call of its target and one of
// its anchor.
func (f Form) Positive() bool { return f.Shape() == Ordering && table[f].Quantifier == Some }

// Asks reports whether a form asks for a call of its target.
func (f Form) Asks() bool { return f.Target() == Meets }

// Target returns the polarity of the pattern or the target of a form; that of a
// combination and of `by`, which have none of their own, is Either.
func (f Form) Target() Polarity { return polarities[f].target }

// Anchored returns the polarity of the anchor of a form whose target is not
// forbidden, or Either if it has no anchor.
func (f Form) Anchored() Polarity { return polarities[f].anchor }

// polarities are taken out of the table once: the engines ask for them all the time.
var polarities = func() (list [count]struct{ target, anchor Polarity }) {
	for f := range table {
		// The first operand of a role counts.
		for _, o := range slices.Backward(table[f].Operands) {
			switch o.Role {
			case Tool, Target:
				list[f].target = o.Polarity
			case Anchor:
				list[f].anchor = o.Polarity
			}
		}
	}
	return list
}()

// AnchorFirst reports whether the anchor of an ordering form comes before its
// target.
func (f Form) AnchorFirst() bool { return table[f].Anchor == Earlier }

// Operand returns what the operand at an index, counted from 0, is. It reports
// false if there is no such operand.
func (f Form) Operand(index int) (Operand, bool) {
	i := f.Info()
	if index >= len(i.Operands) && i.Repeats {
		index = len(i.Operands) - 1
	}
	if index < 0 || index >= len(i.Operands) {
		return Operand{}, false
	}
	return i.Operands[index], true
}

// Takes reports whether an operand may be a form.
func (o Operand) Takes(f Form) bool { return slices.Contains(o.Accepts, f) }

// Signature returns how a form is applied: `(after TARGET ANCHOR)`.
func (f Form) Signature() string {
	i := f.Info()
	text := "(" + i.Word
	for _, operand := range i.Operands {
		text += " " + operand.Name
	}
	if i.Repeats {
		text += " …"
	}
	return text + ")"
}
