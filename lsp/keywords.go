package lsp

// A keyword is a word of the language: the shape of its form, of which the
// words in capitals are to be replaced, and what it means, in a sentence.
type keyword struct{ shape, meaning string }

// keywords are the words at the heads of forms. Chapters 2 and 3 of
// grammar/spec.md say the same at length.
var keywords = map[string]keyword{
	"model":      {"(model CLAUSE …)", "A world model: constants, state variables, and one transition for each tool."},
	"const":      {"(const NAME TYPE VALUE)", "A named value that never changes."},
	"var":        {"(var NAME TYPE)", "A state variable. A case gives its initial value."},
	"transition": {"(transition TOOL (params …) (pre …) (post …))", "When a tool may be called, and what the call changes."},
	"params":     {"(params (PARAMETER LOCAL) …)", "Local names for arguments of the tool; `(param LOCAL)` reads them."},
	"pre":        {"(pre CLAUSE …)", "What has to hold for the call."},
	"post":       {"(post CLAUSE …)", "What the call changes. What no `(next …)` mentions keeps its value."},

	"use":     {"(use PATH)", "The model of this suite, relative to this file."},
	"case":    {"(case NAME PART …)", "A task: a prompt, the initial state, and the checks that a trace has to pass."},
	"prompt":  {"(prompt TEXT)", "What the agent is asked."},
	"init":    {"(init (NAME VALUE) …)", "Initial values. A variable that is left out may start anywhere in its type."},
	"checks":  {"(checks (NAME FORM) …)", "What a trace has to pass, under names that reports use."},
	"goal":    {"(goal CLAUSE …)", "What has to hold in the final state."},
	"call":    {"(call TOOL (ARGUMENT VALUE) …)", "Some call of the tool has these arguments."},
	"no_call": {"(no_call TOOL (ARGUMENT VALUE) …)", "No call of the tool has these arguments."},

	"after":    {"(after TARGET ANCHOR)", "Each call of the target comes after some call of the anchor; a `no_call` target never does."},
	"before":   {"(before TARGET ANCHOR)", "Each call of the target comes before some call of the anchor; a `no_call` target never does."},
	"follows":  {"(follows TARGET ANCHOR)", "Some call of the target comes after some call of the anchor."},
	"precedes": {"(precedes TARGET ANCHOR)", "Some call of the target comes before some call of the anchor."},

	"param":    {"(param LOCAL)", "An argument of the call."},
	"next":     {"(next VARIABLE)", "The value of a variable after the call; in `post` only."},
	"field":    {"(field RECORD FIELD)", "A field of a record."},
	"contains": {"(contains ARRAY ELEMENT)", "Whether an element is in a set."},
	"insert":   {"(insert ARRAY ELEMENT)", "A set with an element more."},
	"remove":   {"(remove ARRAY ELEMENT)", "A set without an element."},
	"array":    {"(array VALUE …)", "An array; to a model, a set."},
	"record":   {"(record (FIELD VALUE) …)", "A record."},

	"and": {"(and CLAUSE …)", "All of them hold."},
	"or":  {"(or CLAUSE …)", "At least one of them holds."},
	"not": {"(not CLAUSE)", "It does not hold."},
	"=>":  {"(=> IF THEN)", "If the first holds, so does the second."},
	"=":   {"(= LEFT RIGHT …)", "They are equal."},
	"<":   {"(< LEFT RIGHT …)", "Each is less than the one after it."},
	"<=":  {"(<= LEFT RIGHT …)", "None is greater than the one after it."},
	">":   {"(> LEFT RIGHT …)", "Each is greater than the one after it."},
	">=":  {"(>= LEFT RIGHT …)", "None is less than the one after it."},
	"+":   {"(+ NUMBER …)", "Their sum."},
	"-":   {"(- NUMBER …)", "The first without the others; of one number, its negation."},
	"*":   {"(* NUMBER …)", "Their product."},
	"/":   {"(/ DIVIDEND DIVISOR)", "Their quotient; of Ints, rounded so that the remainder is not negative."},

	"Bool":   {"Bool", "true or false."},
	"Int":    {"Int", "A whole number."},
	"Real":   {"Real", "A rational number."},
	"String": {"String", "A text, which can be compared with `=` alone."},
	"Enum":   {"(Enum NAME …)", "One of these names, which are strings."},
	"Record": {"(Record (FIELD TYPE) …)", "Named fields."},
	"Array":  {"(Array TYPE)", "A set of values of one type."},
}

// orShape is the shape of `or` in a check.
var orShape = keyword{"(or FORM …)", "At least one of the forms holds; they are `call`, `no_call` and `or`."}
