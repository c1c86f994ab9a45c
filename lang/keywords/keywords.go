// Package keywords is the table of the words that declarations, parts of cases
// and types begin with. The words of expressions are in lang/ops, those of
// checks in lang/forms.
package keywords

import "github.com/mantrac/mantrac/internal/lists"

// A Keyword is a word that a declaration, a part of a case or a type begins
// with.
type Keyword uint8

// The keywords, in the order in which messages list them.
const (
	None Keyword = iota // no keyword; as a place, the file

	Model
	Use
	Case
	Define
	Common
	Rules
	Const
	Var
	Definition
	Transition
	Params
	Results
	Pre
	Post
	By
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
	Map

	count
)

// A Place is where a keyword belongs.
type Place uint8

// The places.
const (
	InFile Place = iota + 1
	InModel
	InTransition
	BehindTool // of a transition
	InCase
	InType
)

// Info is a row of the table.
type Info struct {
	Word      string
	Place     Place
	Signature string // of which the words in capitals are to be replaced
	Reserved  bool   // no declaration may have it as a name
	Extension bool   // the strict grammar lacks it
	Doc       string // one sentence, for hover and completion
	Page      string // the heading of grammar/spec.md that defines it
}

var table = [count]Info{
	Model: {Word: "model", Place: InFile, Signature: "(model CLAUSE …)", Reserved: true,
		Doc: "A world model: constants, state variables, and one transition for each tool.", Page: "2.1"},
	Use: {Word: "use", Place: InFile, Signature: "(use PATH)",
		Doc: "The model of this suite, relative to this file.", Page: "3.1"},
	Case: {Word: "case", Place: InFile, Signature: "(case NAME PART …)",
		Doc: "A task: a prompt, the initial state, and the checks that a trace has to pass.", Page: "3.2"},
	Define: {Word: "define", Place: InFile, Signature: "(define NAME FORM)", Extension: true,
		Doc: "A group: a name for some patterns, as the target or the anchor of a form.", Page: "3.7"},
	Common: {Word: "common", Place: InFile, Signature: "(common (checks (NAME FORM) …))", Extension: true,
		Doc: "Checks of every case of the suite.", Page: "3.7"},
	Rules: {Word: "rules", Place: InFile, Signature: "(rules NAME …)", Extension: true,
		Doc: "Findings of the grader that are verdicts in every case of the suite.", Page: "3.7"},

	Const: {Word: "const", Place: InModel, Signature: "(const NAME TYPE VALUE)", Reserved: true,
		Doc: "A named value that never changes.", Page: "2.2"},
	Var: {Word: "var", Place: InModel, Signature: "(var NAME TYPE)", Reserved: true,
		Doc: "A state variable. A case gives its initial value.", Page: "2.2"},
	Definition: {Word: "define", Place: InModel, Signature: "(define NAME ((LOCAL TYPE) …) EXPR)", Extension: true,
		Doc: "A name for an expression, which is replaced by it, with the operands in place of the locals.", Page: "2.11"},
	Transition: {Word: "transition", Place: InModel, Signature: "(transition TOOL (params …) (pre …) (post …))", Reserved: true,
		Doc: "When a tool may be called, and what the call changes.", Page: "2.5"},

	Params: {Word: "params", Place: InTransition, Signature: "(params (PARAMETER LOCAL) …)", Reserved: true,
		Doc: "Local names for arguments of the tool; `(param LOCAL)` reads them.", Page: "2.5"},
	Results: {Word: "results", Place: InTransition, Signature: "(results (PATH LOCAL [TYPE]) …)", Extension: true,
		Doc: "Local names for parts of the tool's answer; `(result LOCAL)` reads them in `post`.", Page: "2.10"},
	Pre: {Word: "pre", Place: InTransition, Signature: "(pre CLAUSE …)", Reserved: true,
		Doc: "What has to hold for the call.", Page: "2.5"},
	Post: {Word: "post", Place: InTransition, Signature: "(post CLAUSE …)", Reserved: true,
		Doc: "What the call changes. What no `(next …)` mentions keeps its value.", Page: "2.5"},

	By: {Word: "by", Place: BehindTool, Signature: "(by user)", Extension: true,
		Doc: "The user calls the tool, and not the agent: `pre` says when that can happen, and nobody is blamed for it.", Page: "2.5"},

	Prompt: {Word: "prompt", Place: InCase, Signature: "(prompt TEXT)",
		Doc: "What the agent is asked.", Page: "3.2"},
	Init: {Word: "init", Place: InCase, Signature: "(init (NAME VALUE) …)",
		Doc: "Initial values. A variable that is left out may start anywhere in its type.", Page: "3.3"},
	Checks: {Word: "checks", Place: InCase, Signature: "(checks (NAME FORM) …)",
		Doc: "What a trace has to pass, under names that reports use.", Page: "3.4"},
	Goal: {Word: "goal", Place: InCase, Signature: "(goal CLAUSE …)", Extension: true,
		Doc: "What has to hold in the final state.", Page: "3.6"},

	Bool: {Word: "Bool", Place: InType, Signature: "Bool",
		Doc: "true or false.", Page: "2.3"},
	Int: {Word: "Int", Place: InType, Signature: "Int",
		Doc: "A whole number.", Page: "2.3"},
	Real: {Word: "Real", Place: InType, Signature: "Real",
		Doc: "A rational number.", Page: "2.3"},
	String: {Word: "String", Place: InType, Signature: "String",
		Doc: "A text. It is compared by `=` and `like`, and has no order.", Page: "2.3"},
	Enum: {Word: "Enum", Place: InType, Signature: "(Enum NAME …)", Reserved: true,
		Doc: "One of these names, which are strings.", Page: "2.3"},
	Record: {Word: "Record", Place: InType, Signature: "(Record (FIELD TYPE) …)", Reserved: true,
		Doc: "Named fields.", Page: "2.3"},
	Array: {Word: "Array", Place: InType, Signature: "(Array TYPE)", Reserved: true,
		Doc: "A set of values of one type.", Page: "2.3"},
	Map: {Word: "Map", Place: InType, Signature: "(Map KEY VALUE)", Extension: true,
		Doc: "A value for each of some keys, which are Strings, Ints or names of an enum.", Page: "2.8"},
}

// Lookup returns the keyword with a word, or None. That of `define`, which is a
// word of both languages, is the one of suites.
func Lookup(word string) Keyword { return byWord[word] }

// LookupIn returns the keyword with a word, which is the one of a place if
// several have the word.
func LookupIn(word string, p Place) Keyword {
	for k := None + 1; k < count; k++ {
		if table[k].Word == word && table[k].Place == p {
			return k
		}
	}
	return Lookup(word)
}

// All returns the keywords in their order.
func All() []Keyword { return lists.Range(None+1, count) }

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
		if m[table[k].Word] == None {
			m[table[k].Word] = k
		}
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
