package forms

// The forms, in the order in which completion offers them.
const (
	None Form = iota // no form

	Call
	NoCall
	Or
	After
	Before
	Follows
	Precedes

	count
)

// Operands that several rows share.
var (
	pattern = []Operand{{Name: "TOOL", Role: Tool}, {Name: "(ARGUMENT VALUE)", Role: Pin}}
	anchor  = Operand{Name: "ANCHOR", Role: Anchor, Accepts: []Form{Call}}
	// A conditional form may forbid its target; one that requires a target may not.
	conditional = []Operand{{Name: "TARGET", Role: Target, Accepts: []Form{Call, NoCall}}, anchor}
	positive    = []Operand{{Name: "TARGET", Role: Target, Accepts: []Form{Call}}, anchor}
)

var table = [count]Info{
	Call: {
		Word: "call", Shape: Pattern, Calls: 2, Operands: pattern, Repeats: true, Quantifier: Some,
		Doc: "Some call of the tool has these arguments.", Page: "3.4",
		Example: `(call refund (order "A1"))`,
	},
	NoCall: {
		Word: "no_call", Shape: Pattern, Calls: 2, Operands: pattern, Repeats: true, Quantifier: No, Vacuous: true,
		Doc: "No call of the tool has these arguments.", Page: "3.4",
		Example: `(no_call refund (order "A1"))`,
	},
	Or: {
		Word: "or", Shape: Alternatives, Calls: 2, Repeats: true,
		Operands: []Operand{{Name: "FORM", Role: Alternative, Accepts: []Form{Call, NoCall, Or}}},
		Doc:      "At least one of the forms holds; they are `call`, `no_call` and `or`.", Page: "3.4",
		Example: `(or (call refund) (no_call cancel))`,
	},
	After: {
		Word: "after", Shape: Ordering, Calls: 2, Operands: conditional, Quantifier: Every, Anchor: Earlier, Vacuous: true,
		Broken: "%[1]s is called before any %[2]s",
		Doc:    "Each call of the target comes after some call of the anchor; a `no_call` target never does.", Page: "3.4",
		Example: `(after (call refund) (call look_up))`,
	},
	Before: {
		Word: "before", Shape: Ordering, Calls: 2, Operands: conditional, Quantifier: Every, Anchor: Later, Vacuous: true,
		Broken: "no %[2]s comes after the last %[1]s",
		Doc:    "Each call of the target comes before some call of the anchor; a `no_call` target never does.", Page: "3.4",
		Example: `(before (call refund) (call close))`,
	},
	Follows: {
		Word: "follows", Shape: Ordering, Calls: 2, Operands: positive, Quantifier: Some, Anchor: Earlier,
		Broken: "no %[1]s comes after %[2]s",
		Doc:    "Some call of the target comes after some call of the anchor.", Page: "3.4",
		Example: `(follows (call refund) (call look_up))`,
	},
	Precedes: {
		Word: "precedes", Shape: Ordering, Calls: 2, Operands: positive, Quantifier: Some, Anchor: Later,
		Broken: "no %[2]s comes after %[1]s",
		Doc:    "Some call of the target comes before some call of the anchor.", Page: "3.4",
		Example: `(precedes (call look_up) (call refund))`,
	},
}
