package ops

import "github.com/mantrac/mantrac/internal/lists"

// An Op is a word that an expression begins with.
type Op uint8

// A Family is a group of operators that share typing and evaluation.
type Family uint8

// The families.
const (
	Logic      Family = iota + 1 // and, or, not, =>
	Equality                     // =
	Order                        // <, <=, >, >=
	Arithmetic                   // +, -, *, /
	Set                          // contains, insert, remove
	Literal                      // array, record, map
	Access                       // param, next, field, result, seen
	Choice                       // if
	Mapping                      // get, put
	Quantifier                   // forall, exists, count, sum, zip
	Measure                      // length, size
	Matching                     // like
)

// A Role says what an operand or a result is.
type Role uint8

// The roles. The names and pairs are no expressions.
const (
	Anything  Role = iota
	Truth          // a Bool
	Number         // an Int or a Real; an Int becomes a Real beside a Real
	Comparand      // of one type with the other comparands
	SetValue       // an array
	Branch         // of one type with the other branches and the result
	Member         // an element of the array that is an operand, too
	Structure      // a record
	LocalName      // the local name of an argument
	VarName        // the name of a state variable
	FieldName      // the name of a field of the record that is an operand, too
	FieldPair      // (FIELD VALUE)
	MapValue       // a map
	Key            // a key of the map that is an operand, too
	Entry          // a value of the map that is an operand, too
	EntryPair      // (KEY VALUE)
	Binding        // (NAME SET), (NAME LIST) or ((NAME NAME) (zip LIST LIST))
	ListValue      // an argument that is a list
	Measured       // an array, an argument that is a list, or a map
	String         // a String, or a name of an enum
	Pattern        // a string literal, read as package like says; no expression
)

// A Definedness says when an application has no value.
type Definedness uint8

// The kinds of definedness.
const (
	Strict  Definedness = iota // undefined if an operand is
	Partial                    // undefined if an operand is, and for some defined operands too
	Atomic                     // false if an operand is undefined
	Total                      // always defined, as its operands are
)

// A Polarity says how a truth value depends on that of an operand.
type Polarity int8

// The polarities. An operand that is no truth value is Neutral.
const (
	Negative Polarity = iota - 1 // if the operand becomes true, the result stays or becomes false
	Neutral
	Positive // if the operand becomes true, the result stays or becomes true
)

// An Operand is what an operator is applied to.
type Operand struct {
	Name     string // as in a signature: CLAUSE
	Noun     string // as in a message: "an array"; of operators with a node of their own
	Role     Role
	Polarity Polarity
}

// Info is a row of the table.
type Info struct {
	Word   string
	Family Family

	Infix int // how strongly it binds where other languages write it between operands; 0 if they do not

	Operands []Operand // the last one repeats if there is no Max
	Min, Max int       // how many operands it takes; Max is 0 if there is no limit
	Result   Role

	Definedness Definedness

	// The laws are those of defined operands. Chained: `(op a b c)` is
	// `(and (op a b) (op b c))`. Negation: `(not (op a b))` is
	// `(Negation a b)`. Mirror: `(op a b)` is `(Mirror b a)`. Dual:
	// `(not (op a b))` is `(Dual (not a) (not b))`.
	Commutative, Associative, Chained bool
	Negation, Mirror, Dual            Op

	Extension bool   // the paper's grammar lacks it; its word is not reserved
	Doc       string // one sentence, for hover and completion
	Page      string // the heading of grammar/spec.md that defines it
}

// Lookup returns the operator with a word, or None.
func Lookup(word string) Op { return byWord[word] }

// All returns the operators in their order.
func All() []Op { return lists.Range(None+1, count) }

var byWord = lists.IndexBy(All(), Op.String)

// Info returns the row of an operator. It is not to be changed.
func (o Op) Info() *Info { return &table[o] }

// String returns the word of an operator.
func (o Op) String() string { return table[o].Word }

// Family returns the family of an operator.
func (o Op) Family() Family { return table[o].Family }

// IsOperator reports whether o is an operator in the narrow sense: one of logic,
// comparison or arithmetic. The others read, build or change a value.
func (o Op) IsOperator() bool { return o != None && o.Family() <= Arithmetic }

// Binds reports whether an operator gives the members of a set or a list a name.
func (o Op) Binds() bool { return o.Family() == Quantifier && o != Zip }

// Commonplace reports whether the word of an operator is also a common name of
// variables, such as `count`, so that it says nothing without parentheses.
func (o Op) Commonplace() bool { return o.Family() == Quantifier || o.Family() == Measure }

// IsAtom reports whether an application is a condition that is false if an operand
// is undefined, and has no conditions as operands.
func (o Op) IsAtom() bool { return o.Compares() || o == Contains || o == Like }

// Compares reports whether an operator compares values: `=`, `<` and its kin.
func (o Op) Compares() bool { return o.Family() == Equality || o.Family() == Order }

// IsWord reports whether an operator is written with letters.
func (o Op) IsWord() bool { return o != None && o.String()[0] >= 'a' }

// Takes reports whether an operator may be applied to n operands.
func (o Op) Takes(n int) bool {
	i := o.Info()
	return n >= i.Min && (i.Max == 0 || n <= i.Max)
}

// Operand returns what the operand at an index, counted from 0, is. It reports
// false if there is no such operand.
func (o Op) Operand(index int) (Operand, bool) {
	i := o.Info()
	if index >= len(i.Operands) && i.Max == 0 && len(i.Operands) > 0 {
		index = len(i.Operands) - 1
	}
	if index < 0 || index >= len(i.Operands) {
		return Operand{}, false
	}
	return i.Operands[index], true
}

// Signature returns how an operator is applied: `(=> IF THEN)`.
func (o Op) Signature() string {
	i := o.Info()
	text := "(" + i.Word
	for _, operand := range i.Operands {
		text += " " + operand.Name
	}
	if i.Max == 0 {
		text += " …"
	}
	return text + ")"
}
