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
	And
	EveryCall
	EachAfter
	AtMost
	AtLeast
	Answered
	By

	count
)

// Operands that several rows share.
var (
	combined = []Operand{{Name: "FORM", Role: Combined, Polarity: Meets, Accepts: []Form{
		Call, NoCall, Or, After, Before, Follows, Precedes, And, EveryCall, EachAfter, AtMost, AtLeast, Answered, By}}}

	// An `or` in one of these is of what the operand accepts itself.
	target = Operand{Name: "TARGET", Role: Target, Accepts: []Form{Call, Or, Answered, By}, Group: true}
	anchor = Operand{Name: "ANCHOR", Role: Anchor, Accepts: []Form{Call, Or, Answered, By}, Group: true, Polarity: Meets}
	// A conditional form may forbid its target; one that requires a target may not.
	forbiddable = Operand{Name: "TARGET", Role: Target, Accepts: []Form{Call, NoCall, Or, Answered, By}, Group: true}
	conditional = []Operand{forbiddable.that(Breaks), anchor}
	positive    = []Operand{target.that(Meets), anchor}
)

func pattern(p Polarity) []Operand {
	return []Operand{{Name: "TOOL", Role: Tool, Polarity: p}, {Name: "(ARGUMENT VALUE)", Role: Pin}}
}

func counted(p Polarity) []Operand {
	return []Operand{{Name: "NUMBER", Role: Number}, target.that(p)}
}

// that returns the operand with a polarity.
func (o Operand) that(p Polarity) Operand {
	o.Polarity = p
	return o
}

var table = [count]Info{
	Call: {
		Word: "call", Shape: Pattern, Calls: 2, Operands: pattern(Meets), Repeats: true, Quantifier: Some,
		Negation: NoCall, Reversal: Call,
		Doc: "Some call of the tool has these arguments.", Page: "3.4",
		Example: `(call refund (order "A1"))`,
	},
	NoCall: {
		Word: "no_call", Shape: Pattern, Calls: 2, Operands: pattern(Breaks), Repeats: true, Quantifier: No, Vacuous: true,
		Negation: Call, Reversal: NoCall,
		Doc: "No call of the tool has these arguments.", Page: "3.4",
		Example: `(no_call refund (order "A1"))`,
	},
	Or: {
		Word: "or", Shape: Combination, Calls: 2, Operands: combined, Repeats: true,
		Commutative: true, Associative: true, Dual: And,
		Doc: "At least one of the forms holds.", Page: "3.4",
		Example: `(or (call refund) (no_call cancel))`,
	},
	After: {
		Word: "after", Shape: Ordering, Calls: 2, Operands: conditional, Quantifier: Every, Anchor: Earlier, Vacuous: true,
		Negation: Follows, Reversal: Before,
		Broken: "%[1]s is called before any %[2]s",
		Doc:    "Each call of the target comes after some call of the anchor; a `no_call` target never does.", Page: "3.4",
		Example: `(after (call refund) (call look_up))`,
	},
	Before: {
		Word: "before", Shape: Ordering, Calls: 2, Operands: conditional, Quantifier: Every, Anchor: Later, Vacuous: true,
		Negation: Precedes, Reversal: After,
		Broken: "no %[2]s comes after the last %[1]s",
		Doc:    "Each call of the target comes before some call of the anchor; a `no_call` target never does.", Page: "3.4",
		Example: `(before (call refund) (call close))`,
	},
	Follows: {
		Word: "follows", Shape: Ordering, Calls: 2, Operands: positive, Quantifier: Some, Anchor: Earlier,
		Negation: After, Mirror: Precedes, Reversal: Precedes,
		Broken: "no %[1]s comes after %[2]s",
		Doc:    "Some call of the target comes after some call of the anchor.", Page: "3.4",
		Example: `(follows (call refund) (call look_up))`,
	},
	Precedes: {
		Word: "precedes", Shape: Ordering, Calls: 2, Operands: positive, Quantifier: Some, Anchor: Later,
		Negation: Before, Mirror: Follows, Reversal: Follows,
		Broken: "no %[2]s comes after %[1]s",
		Doc:    "Some call of the target comes before some call of the anchor.", Page: "3.4",
		Example: `(precedes (call look_up) (call refund))`,
	},
	And: {
		Word: "and", Shape: Combination, Calls: 2, Operands: combined, Repeats: true, Extension: true,
		Commutative: true, Associative: true, Dual: Or,
		Doc: "All of the forms hold.", Page: "3.4",
		Example: `(and (call refund) (no_call cancel))`,
	},
	EveryCall: {
		Word: "every_call", Shape: Pattern, Calls: 2, Operands: pattern(Breaks), Repeats: true, Quantifier: Every, Vacuous: true, Extension: true,
		Reversal: EveryCall,
		Doc:      "Every call of the tool has these arguments.", Page: "3.4",
		Example: `(every_call refund (order "A1"))`,
	},
	EachAfter: {
		Word: "each_after", Shape: Ordering, Operands: []Operand{target.that(Breaks), anchor}, Quantifier: Every, Anchor: Earlier, Vacuous: true, Extension: true,
		Broken: "%[1]s is called without a fresh %[2]s",
		Doc:    "Each call of the target comes after a call of the anchor, with no other call of the target between.", Page: "3.4",
		Example: `(each_after (call refund) (call user_confirms))`,
	},
	AtMost: {
		Word: "at_most", Shape: Counting, Calls: 2, Operands: counted(Breaks), Vacuous: true, Extension: true,
		Negation: AtLeast, Reversal: AtMost, Least: NoCall,
		Doc: "At most NUMBER calls of the target; with variables, so many for each of their values.", Page: "3.4",
		Example: `(at_most 1 (call refund (order ?o)))`,
	},
	AtLeast: {
		Word: "at_least", Shape: Counting, Calls: 2, Operands: counted(Meets), Extension: true,
		Negation: AtMost, Reversal: AtLeast, Least: Call,
		Doc: "At least NUMBER calls of the target.", Page: "3.4",
		Example: `(at_least 2 (call refund))`,
	},
	Answered: {
		Word: "answered", Shape: Answer, Repeats: true, Quantifier: Some, Extension: true,
		Operands: []Operand{{Name: "CALL", Role: Target, Accepts: []Form{Call, By}, Polarity: Meets}, {Name: "(PATH VALUE)", Role: Path}},
		Reversal: Answered,
		Doc:      "Some such call succeeded, and its answer has these values. It happens where the answer comes.", Page: "3.4",
		Example: `(answered (call look_up (order ?o)) (status "pending"))`,
	},
	By: {
		Word: "by", Shape: Owned, Calls: 2, Extension: true,
		Operands: []Operand{{Name: "WHO", Role: Who}, {Name: "CALL", Role: Target, Accepts: []Form{Call, NoCall, EveryCall}}},
		Doc:      "The pattern sees the calls that WHO makes, and not those of the owner of the tool: `user` or `any`.", Page: "3.4",
		Example: `(by user (no_call cancel))`,
	},
}
