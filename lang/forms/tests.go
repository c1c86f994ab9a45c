package forms

import "github.com/mantrac/mantrac/internal/lists"

// A Test is what a pin asks of the value of its argument.
type Test uint8

// The tests, in the order in which completion offers them.
const (
	NoTest Test = iota // no test

	TestEqual // a value
	TestIn
	TestNot
	TestLess
	TestLessOrEqual
	TestGreater
	TestGreaterOrEqual
	TestContains
	TestLike
	TestPresent
	TestAbsent
	TestVariable // ?x

	testCount
)

// An Of is what a test is written with.
type Of uint8

// What a test is written with.
const (
	OfNothing Of = iota + 1 // it is a word
	OfValue                 // a value
	OfValues                // one or more values
	OfNumber                // a number
	OfPattern               // a string with `*`
	OfName                  // the name of a variable
)

// TestInfo is the row of a test. All but a value are extensions.
type TestInfo struct {
	Word      string // "" for a value and a variable
	Of        Of
	Signature string
	Doc       string // one sentence, for hover and completion
	Page      string // the heading of grammar/spec.md that defines it
	Example   string // a pin
}

var tests = [testCount]TestInfo{
	TestEqual:          {"", OfValue, "VALUE", "The argument is there and equal to the value.", "3.5", `(order "A1")`},
	TestIn:             {"in", OfValues, "(in VALUE …)", "The argument is there and equal to one of the values.", "3.5", `(order (in "A1" "A2"))`},
	TestNot:            {"not", OfValues, "(not VALUE …)", "The argument is there and equal to none of the values.", "3.5", `(order (not "A1"))`},
	TestLess:           {"<", OfNumber, "(< NUMBER)", "The argument is a number below this one.", "3.5", `(amount (< 100))`},
	TestLessOrEqual:    {"<=", OfNumber, "(<= NUMBER)", "The argument is a number not above this one.", "3.5", `(amount (<= 100))`},
	TestGreater:        {">", OfNumber, "(> NUMBER)", "The argument is a number above this one.", "3.5", `(amount (> 100))`},
	TestGreaterOrEqual: {">=", OfNumber, "(>= NUMBER)", "The argument is a number not below this one.", "3.5", `(amount (>= 100))`},
	TestContains:       {"contains", OfValue, "(contains VALUE)", "The argument is a list with an equal member.", "3.5", `(items (contains "I1"))`},
	TestLike:           {"like", OfPattern, "(like TEXT)", "The argument is a string that matches, where `*` is any text and `\\*` a star.", "3.5", `(order (like "A*"))`},
	TestPresent:        {"present", OfNothing, "present", "The argument is there, with any value.", "3.5", `(order present)`},
	TestAbsent:         {"absent", OfNothing, "absent", "The argument is not there, after defaults.", "3.5", `(order absent)`},
	TestVariable:       {"", OfName, "?NAME", "The argument is there; what has the same variable in one form has an equal value.", "3.5", `(order ?o)`},
}

// LookupTest returns the test with a word, or NoTest.
func LookupTest(word string) Test { return testByWord[word] }

// Tests returns the tests in their order.
func Tests() []Test { return lists.Range(NoTest+1, testCount) }

var testByWord = func() map[string]Test {
	m := make(map[string]Test, testCount)
	for _, t := range Tests() {
		if word := tests[t].Word; word != "" {
			m[word] = t
		}
	}
	return m
}()

// Info returns the row of a test. It is not to be changed.
func (t Test) Info() *TestInfo { return &tests[t] }

// String returns the word of a test, or how it is written.
func (t Test) String() string {
	if word := tests[t].Word; word != "" {
		return word
	}
	return tests[t].Signature
}

// Bare reports whether a test is a word of the table by itself.
func (t Test) Bare() bool { return tests[t].Of == OfNothing }

// IsList reports whether a test is a list with a word of the table.
func (i *TestInfo) IsList() bool { return i.Word != "" && i.Of != OfNothing }

// Noun returns what a test is written with, for messages.
func (o Of) Noun() string { return nouns[o] }

var nouns = [...]string{OfValue: "a value", OfValues: "a value", OfNumber: "a number", OfPattern: "a string", OfName: "a name", OfNothing: "nothing"}
