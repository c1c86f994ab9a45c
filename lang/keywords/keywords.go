// Package keywords is the table of the words that declarations, parts of cases
// and types begin with. The words of expressions are in lang/ops, those of
// checks in lang/forms.
package keywords

// A Keyword is a word that a declaration, a part of a case or a type begins
// with.
type Keyword uint8

// The keywords, in the order in which messages list them.
const (
	None Keyword = iota // no keyword; as a place, the file

	Model
	Use
	Case
	Const
	Var
	Transition
	Params
	Pre
	Post
	Prompt
	Init
	Checks
	Goal
	Bool
	Int
	Real
	String
	Enum
	Record
	Array

	count
)

// A Place is where a keyword belongs.
type Place uint8

// The places.
const (
	InFile Place = iota + 1
	InModel
	InTransition
	InCase
	InType
)

// Info is a row of the table.
type Info struct {
	Word      string
	Place     Place
	Signature string // of which the words in capitals are to be replaced
	Reserved  bool   // no declaration may have it as a name
	Doc       string // one sentence, for hover and completion
	Page      string // the heading of grammar/spec.md that defines it
}

var table = [count]Info{
	Model: {"model", InFile, "(model CLAUSE …)", true, "A world model: constants, state variables, and one transition for each tool.", "2.1"},
	Use:   {"use", InFile, "(use PATH)", false, "The model of this suite, relative to this file.", "3.1"},
	Case:  {"case", InFile, "(case NAME PART …)", false, "A task: a prompt, the initial state, and the checks that a trace has to pass.", "3.2"},

	Const:      {"const", InModel, "(const NAME TYPE VALUE)", true, "A named value that never changes.", "2.2"},
	Var:        {"var", InModel, "(var NAME TYPE)", true, "A state variable. A case gives its initial value.", "2.2"},
	Transition: {"transition", InModel, "(transition TOOL (params …) (pre …) (post …))", true, "When a tool may be called, and what the call changes.", "2.5"},

	Params: {"params", InTransition, "(params (PARAMETER LOCAL) …)", true, "Local names for arguments of the tool; `(param LOCAL)` reads them.", "2.5"},
	Pre:    {"pre", InTransition, "(pre CLAUSE …)", true, "What has to hold for the call.", "2.5"},
	Post:   {"post", InTransition, "(post CLAUSE …)", true, "What the call changes. What no `(next …)` mentions keeps its value.", "2.5"},

	Prompt: {"prompt", InCase, "(prompt TEXT)", false, "What the agent is asked.", "3.2"},
	Init:   {"init", InCase, "(init (NAME VALUE) …)", false, "Initial values. A variable that is left out may start anywhere in its type.", "3.3"},
	Checks: {"checks", InCase, "(checks (NAME FORM) …)", false, "What a trace has to pass, under names that reports use.", "3.4"},
	Goal:   {"goal", InCase, "(goal CLAUSE …)", false, "What has to hold in the final state.", "3.6"},

	Bool:   {"Bool", InType, "Bool", false, "true or false.", "2.3"},
	Int:    {"Int", InType, "Int", false, "A whole number.", "2.3"},
	Real:   {"Real", InType, "Real", false, "A rational number.", "2.3"},
	String: {"String", InType, "String", false, "A text, which can be compared with `=` alone.", "2.3"},
	Enum:   {"Enum", InType, "(Enum NAME …)", true, "One of these names, which are strings.", "2.3"},
	Record: {"Record", InType, "(Record (FIELD TYPE) …)", true, "Named fields.", "2.3"},
	Array:  {"Array", InType, "(Array TYPE)", true, "A set of values of one type.", "2.3"},
}

// Lookup returns the keyword with a word, or None.
func Lookup(word string) Keyword { return byWord[word] }

// All returns the keywords in their order.
func All() []Keyword {
	list := make([]Keyword, 0, count-1)
	for k := None + 1; k < count; k++ {
		list = append(list, k)
	}
	return list
}

// Words returns the words that belong in a place, in their order.
func Words(p Place) []string {
	var list []string
	for _, k := range All() {
		if table[k].Place == p {
			list = append(list, table[k].Word)
		}
	}
	return list
}

var byWord = func() map[string]Keyword {
	m := make(map[string]Keyword, count)
	for _, k := range All() {
		m[table[k].Word] = k
	}
	return m
}()

// Info returns the row of a keyword. It is not to be changed.
func (k Keyword) Info() *Info { return &table[k] }

// String returns the word of a keyword.
func (k Keyword) String() string { return table[k].Word }

// IsList reports whether a keyword is the head of a list, and not a word by
// itself.
func (k Keyword) IsList() bool { return k != None && table[k].Signature[0] == '(' }
