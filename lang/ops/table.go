package ops

// The operators, in the order in which completion offers them.
const (
	None Op = iota // no operator

	Equal
	Less
	LessEqual
	Greater
	GreaterEqual
	And
	Or
	Not
	Implies
	Contains
	Add
	Sub
	Mul
	Div
	Field
	Param
	Next
	Insert
	Remove
	Array
	Record
	If
	Get
	Put
	Map
	Forall
	Exists
	Count
	Sum
	Zip
	Length
	Size
	Result
	Seen
	Like

	count
)

// Operands that several rows share.
var (
	clause  = Operand{Name: "CLAUSE", Role: Truth, Polarity: Positive}
	number  = Operand{Name: "NUMBER", Role: Number}
	array   = Operand{Name: "ARRAY", Noun: "an array", Role: SetValue}
	element = Operand{Name: "ELEMENT", Noun: "an element", Role: Member}
	mapping = Operand{Name: "MAP", Noun: "a map", Role: MapValue}
	key     = Operand{Name: "KEY", Noun: "a key", Role: Key}
	binding = Operand{Name: "(NAME COLLECTION)", Noun: "a name and a collection, `(NAME COLLECTION)`", Role: Binding}
	list    = Operand{Name: "LIST", Noun: "an argument that is a list", Role: ListValue}
	each    = Operand{Name: "CLAUSE", Noun: "a clause", Role: Truth, Polarity: Positive}
)

func compared(role Role) []Operand {
	return []Operand{{Name: "LEFT", Role: role}, {Name: "RIGHT", Role: role}}
}

var table = [count]Info{
	Equal: {
		Word: "=", Infix: 5, Family: Equality, Operands: compared(Comparand), Min: 2, Result: Truth,
		Definedness: Atomic, Commutative: true, Chained: true, Mirror: Equal,
		Doc: "They are equal.", Page: "2.7",
	},
	Less: {
		Word: "<", Infix: 5, Family: Order, Operands: compared(Number), Min: 2, Result: Truth,
		Definedness: Atomic, Chained: true, Negation: GreaterEqual, Mirror: Greater,
		Doc: "Each is less than the one after it.", Page: "2.7",
	},
	LessEqual: {
		Word: "<=", Infix: 5, Family: Order, Operands: compared(Number), Min: 2, Result: Truth,
		Definedness: Atomic, Chained: true, Negation: Greater, Mirror: GreaterEqual,
		Doc: "None is greater than the one after it.", Page: "2.7",
	},
	Greater: {
		Word: ">", Infix: 5, Family: Order, Operands: compared(Number), Min: 2, Result: Truth,
		Definedness: Atomic, Chained: true, Negation: LessEqual, Mirror: Less,
		Doc: "Each is greater than the one after it.", Page: "2.7",
	},
	GreaterEqual: {
		Word: ">=", Infix: 5, Family: Order, Operands: compared(Number), Min: 2, Result: Truth,
		Definedness: Atomic, Chained: true, Negation: Less, Mirror: LessEqual,
		Doc: "None is less than the one after it.", Page: "2.7",
	},
	And: {
		Word: "and", Infix: 3, Family: Logic, Operands: []Operand{clause}, Min: 1, Result: Truth,
		Definedness: Total, Commutative: true, Associative: true, Dual: Or,
		Doc: "All of them hold.", Page: "2.7",
	},
	Or: {
		Word: "or", Infix: 2, Family: Logic, Operands: []Operand{clause}, Min: 1, Result: Truth,
		Definedness: Total, Commutative: true, Associative: true, Dual: And,
		Doc: "At least one of them holds.", Page: "2.7",
	},
	Not: {
		Word: "not", Family: Logic, Operands: []Operand{{Name: "CLAUSE", Role: Truth, Polarity: Negative}}, Min: 1, Max: 1, Result: Truth,
		Definedness: Total,
		Doc:         "It does not hold.", Page: "2.7",
	},
	Implies: {
		Word: "=>", Infix: 1, Family: Logic, Min: 2, Max: 2, Result: Truth,
		Operands:    []Operand{{Name: "IF", Role: Truth, Polarity: Negative}, {Name: "THEN", Role: Truth, Polarity: Positive}},
		Definedness: Total,
		Doc:         "If the first holds, so does the second.", Page: "2.7",
	},
	Contains: {
		Word: "contains", Infix: 5, Family: Set, Operands: []Operand{array, element}, Min: 2, Max: 2, Result: Truth,
		Definedness: Atomic,
		Doc:         "Whether an element is in a set or a list, or a key in a map.", Page: "2.6",
	},
	Add: {
		Word: "+", Infix: 6, Family: Arithmetic, Operands: []Operand{number}, Min: 1, Result: Number,
		Commutative: true, Associative: true,
		Doc: "Their sum.", Page: "2.7",
	},
	Sub: {
		Word: "-", Infix: 6, Family: Arithmetic, Operands: []Operand{number}, Min: 1, Result: Number,
		Doc: "The first without the others; of one number, its negation.", Page: "2.7",
	},
	Mul: {
		Word: "*", Infix: 7, Family: Arithmetic, Operands: []Operand{number}, Min: 1, Result: Number,
		Commutative: true, Associative: true,
		Doc: "Their product.", Page: "2.7",
	},
	Div: {
		Word: "/", Infix: 7, Family: Arithmetic, Min: 2, Max: 2, Result: Number,
		Operands:    []Operand{{Name: "DIVIDEND", Role: Number}, {Name: "DIVISOR", Role: Number}},
		Definedness: Partial,
		Doc:         "Their quotient; of Ints, rounded so that the remainder is not negative.", Page: "2.7",
	},
	Field: {
		Word: "field", Family: Access, Min: 2, Max: 2,
		Operands: []Operand{{Name: "RECORD", Noun: "a record", Role: Structure}, {Name: "FIELD", Noun: "the name of a field", Role: FieldName}},
		// An argument, and a record in it, may lack fields.
		Definedness: Partial,
		Doc:         "A field of a record.", Page: "2.6",
	},
	Param: {
		Word: "param", Family: Access, Operands: []Operand{{Name: "LOCAL", Noun: "the name of an argument", Role: LocalName}}, Min: 1, Max: 1,
		Definedness: Partial,
		Doc:         "An argument of the call.", Page: "2.6",
	},
	Next: {
		Word: "next", Family: Access, Operands: []Operand{{Name: "VARIABLE", Noun: "the name of a state variable", Role: VarName}}, Min: 1, Max: 1,
		Definedness: Total,
		Doc:         "The value of a variable after the call; in `post` only.", Page: "2.6",
	},
	Insert: {
		Word: "insert", Family: Set, Operands: []Operand{array, element}, Min: 2, Max: 2, Result: SetValue, Extension: true,
		Doc: "A set with an element more.", Page: "2.6",
	},
	Remove: {
		Word: "remove", Family: Set, Operands: []Operand{array, element}, Min: 2, Max: 2, Result: SetValue, Extension: true,
		Doc: "A set without an element, or a map without a key.", Page: "2.6",
	},
	Array: {
		Word: "array", Family: Literal, Operands: []Operand{{Name: "VALUE", Role: Comparand}}, Result: SetValue, Extension: true,
		Doc: "An array; to a model, a set.", Page: "2.6",
	},
	Record: {
		Word: "record", Family: Literal, Operands: []Operand{{Name: "(FIELD VALUE)", Role: FieldPair}}, Min: 1, Result: Structure, Extension: true,
		Doc: "A record.", Page: "2.6",
	},
	If: {
		Word: "if", Family: Choice, Min: 3, Max: 3, Result: Branch, Extension: true,
		Operands: []Operand{{Name: "CONDITION", Role: Truth}, {Name: "THEN", Role: Branch}, {Name: "ELSE", Role: Branch}},
		// The branch that is not chosen may be undefined.
		Definedness: Partial,
		Doc:         "The second if the first holds, else the third.", Page: "2.7",
	},
	Get: {
		Word: "get", Family: Mapping, Operands: []Operand{mapping, key}, Min: 2, Max: 2, Result: Entry, Extension: true,
		// The map may lack the key.
		Definedness: Partial,
		Doc:         "The value of a key in a map; undefined if the map lacks the key.", Page: "2.8",
	},
	Put: {
		Word: "put", Family: Mapping, Min: 3, Max: 3, Result: MapValue, Extension: true,
		Operands: []Operand{mapping, key, {Name: "VALUE", Noun: "a value", Role: Entry}},
		Doc:      "A map in which a key has a value, and all other keys are as before.", Page: "2.8",
	},
	Map: {
		Word: "map", Family: Literal, Operands: []Operand{{Name: "(KEY VALUE)", Role: EntryPair}}, Result: MapValue, Extension: true,
		Doc: "A map with these keys; in `init`, `open` at the end leaves the other keys free.", Page: "2.8",
	},
	Forall: {
		Word: "forall", Family: Quantifier, Operands: []Operand{binding, each}, Min: 2, Max: 2, Result: Truth, Extension: true,
		Definedness: Atomic,
		Doc:         "Whether the clause holds for every member of a set or a list.", Page: "2.9",
	},
	Exists: {
		Word: "exists", Family: Quantifier, Operands: []Operand{binding, each}, Min: 2, Max: 2, Result: Truth, Extension: true,
		Definedness: Atomic,
		Doc:         "Whether the clause holds for some member of a set or a list.", Page: "2.9",
	},
	Count: {
		Word: "count", Family: Quantifier, Min: 2, Max: 2, Result: Number, Extension: true,
		Operands:    []Operand{binding, {Name: "CLAUSE", Noun: "a clause", Role: Truth}},
		Definedness: Partial,
		Doc:         "For how many members of a set, or positions of a list, the clause holds.", Page: "2.9",
	},
	Sum: {
		Word: "sum", Family: Quantifier, Min: 2, Max: 2, Result: Number, Extension: true,
		Operands:    []Operand{binding, {Name: "NUMBER", Noun: "a number", Role: Number}},
		Definedness: Partial,
		Doc:         "The sum of the number over the members of a set, or the positions of a list.", Page: "2.9",
	},
	Zip: {
		Word: "zip", Family: Quantifier, Operands: []Operand{list, list}, Min: 2, Max: 2, Extension: true,
		Definedness: Partial,
		Doc:         "The pairs of two lists by position, in a binder; undefined if their lengths differ.", Page: "2.9",
	},
	Length: {
		Word: "length", Family: Measure, Operands: []Operand{list}, Min: 1, Max: 1, Result: Number, Extension: true,
		Definedness: Strict,
		Doc:         "How many positions a list has.", Page: "2.9",
	},
	Size: {
		Word: "size", Family: Measure, Operands: []Operand{{Name: "SET", Noun: "a set or a map", Role: Measured}}, Min: 1, Max: 1, Result: Number, Extension: true,
		Definedness: Partial,
		Doc:         "How many different members a set has, or keys a map.", Page: "2.9",
	},
	Result: {
		Word: "result", Family: Access, Operands: []Operand{{Name: "LOCAL", Noun: "the name of a part of the answer", Role: LocalName}}, Min: 1, Max: 1, Extension: true,
		// The answer may lack it.
		Definedness: Partial,
		Doc:         "A part of the answer of the call; in `post` only.", Page: "2.10",
	},
	Seen: {
		Word: "seen", Family: Access, Operands: []Operand{{Name: "VARIABLE", Noun: "a state variable, or a field of one", Role: Anything}}, Min: 1, Max: 1, Result: Truth, Extension: true,
		Definedness: Total,
		Doc:         "Whether an earlier answer gave the value of a variable.", Page: "2.10",
	},
	Like: {
		Word: "like", Infix: 5, Family: Matching, Min: 2, Max: 2, Result: Truth, Extension: true,
		Operands:    []Operand{{Name: "STRING", Role: String}, {Name: "PATTERN", Noun: "a pattern in quotes", Role: Pattern}},
		Definedness: Atomic,
		Doc:         "Whether a string matches a pattern, in which `*` is any text and `\\*` a star.", Page: "2.7",
	},
}
