package ast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// operatorSynonyms are the spellings of our operators in other notations, with
// the operands in the same order.
var operatorSynonyms = map[string]string{
	"==": "=", "===": "=", "eq": "=", "eq?": "=", "equal": "=", "equal?": "=", "equals": "=", "eql": "=", "is": "=", "same": "=", "string=": "=", "=?": "=", "iff": "=", "<=>": "=", "⇔": "=",
	"&&": "and", "&": "and", "AND": "and", "And": "and", "∧": "and", "/\\": "and",
	"||": "or", "|": "or", "OR": "or", "Or": "or", "∨": "or", "\\/": "or",
	"!": "not", "NOT": "not", "Not": "not", "~": "not", "¬": "not",
	"->": "=>", "-->": "=>", "implies": "=>", "IMPLIES": "=>", "⇒": "=>", "→": "=>", "==>": "=>",
	"lt": "<", "gt": ">", "le": "<=", "lte": "<=", "leq": "<=", "ge": ">=", "gte": ">=", "geq": ">=", "=<": "<=", "≤": "<=", "≥": ">=",
	"has": "contains", "includes": "contains", "contains?": "contains", "includes?": "contains", "select": "contains", "∋": "contains",
	"div": "/", "arg": "param", "params": "param", "argument": "param", "param_ref": "param",
	"prime": "next", "next_ref": "next", "new": "next", "next_value": "next", "field_expr": "field", "plus": "+", "minus": "-", "times": "*",
	"∀": "forall", "for_all": "forall", "every": "forall", "every?": "forall", "all": "forall", "all?": "forall", "∃": "exists", "there_exists": "exists", "some": "exists", "any": "exists", "any?": "exists",
	"len": "length", "card": "size", "cardinality": "size", "number_of": "count", "count_of": "count", "count_if": "count", "#": "size", "total": "sum", "sum_of": "sum", "zip_with": "zip", "pairs": "zip",
	"list": "array", "vector": "array", "object": "record", "struct": "record",
}

// certainOperators are the synonyms that are read in one way only.
var certainOperators = strings.Fields("== === eq equal equals eq? equal? && & AND || | OR ! NOT ¬ ∧ ∨ implies ⇒ lt gt le lte ge gte =< ≤ ≥ contains? prime next_ref param_ref field_expr /\\ \\/")

// inequalities are the operators that negate an equality.
var inequalities = map[string]bool{
	"!=": true, "/=": true, "<>": true, "distinct": true, "neq": true, "ne": true, "not=": true, "not_equal": true, "≠": true, "=/=": true, "is_not": true, "!==": true, "~=": true, "not_equals": true,
}

// elementFirst are the operators on sets that take the element before the set.
var elementFirst = map[string]string{
	"in": "contains", "member": "contains", "elem": "contains", "∈": "contains", "element": "contains", "is_in": "contains",
	"not_in": "not contains", "notin": "not contains", "∉": "not contains", "cons": "insert", "adjoin": "insert",
}

// setFirst are the operators that change a set.
var setFirst = map[string]string{
	"add": "insert", "append": "insert", "push": "insert", "union": "insert", "∪": "insert", "conj": "insert", "add_to_set": "insert",
	"delete": "remove", "discard": "remove", "erase": "remove", "without": "remove", "difference": "remove", "∖": "remove", "setdiff": "remove", "disj": "remove", "pop": "remove",
	"has_key": "contains", "contains_key": "contains", "dissoc": "remove", "lookup": "get",
	"not_contains": "not contains", "lacks": "not contains", "excludes": "not contains",
}

// partOf are the operators that look for a text in a string, as patterns.
var partOf = map[string]string{
	"starts_with": "…*", "startswith": "…*", "has_prefix": "…*", "ends_with": "*…", "endswith": "*…", "has_suffix": "*…",
	"substring": "*…*", "contains_text": "*…*", "str_contains": "*…*",
}

// steps are the operators that change a number by an amount.
var steps = map[string]string{
	"increase": "+", "inc": "+", "incf": "+", "increment": "+", "++": "+", "+=": "+", "1+": "+", "add_to": "+", "succ": "+",
	"decrease": "-", "dec": "-", "decf": "-", "decrement": "-", "--": "-", "-=": "-", "1-": "-", "subtract_from": "-", "pred": "-",
}

// settings are the words that other notations begin an assignment with.
var settings = map[string]bool{"set": true, "set!": true, "assign": true, "update": true, "become": true, "becomes": true, ":=": true, "<-": true, "setq": true, "setf": true, "let": true, "makes": true}

// negations are operators that are the negation of one of ours.
var negations = map[string]string{"nand": "and", "nor": "or", "xor": "=", "unequal": "="}

// rewrite returns what an expression in another notation is in ours: the
// operator and the texts of its operands. inside says that it is an operand of
// a comparison or of arithmetic. It returns "" where it knows none.
func rewrite(name string, args []string, inside bool) (text string, level diag.Level) {
	word := plain(name)
	n := len(args)
	list := func(op string, args ...string) string { return "(" + op + " " + strings.Join(args, " ") + ")" }
	set := func(op string, args ...string) string {
		if op, negated := strings.CutPrefix(op, "not "); negated {
			return list("not", list(op, args...))
		}
		return list(op, args...)
	}
	if text := negate(name, args, inside); text != "" {
		return text, diag.Suggestion
	}
	// The order counts: a case is reached only if none before it fits.
	switch {
	case name == "!" && n > 1: // an annotation of SMT-LIB
		return args[0], diag.Suggestion
	case name == "case" || word == "has" && n < 2 || name == "cond" && strings.HasPrefix(args[n-1], "(else "):
		return "", 0
	case word == "assert" && n == 1:
		return args[0], diag.Suggestion
	case (word == "empty" || word == "empty?" || word == "is_empty" || word == "isempty") && n == 1:
		return list("=", args[0], "(array)"), diag.Suggestion
	case partOf[word] != "" && n == 2 && strings.HasPrefix(args[1], `"`):
		// A star in the text is a character, and no wildcard of the pattern.
		inner := strings.ReplaceAll(strings.Trim(args[1], `"`), "*", `\\*`)
		return list("like", args[0], `"`+strings.Replace(partOf[word], "…", inner, 1)+`"`), diag.Suggestion
	case (word == "in" || word == "not_in") && n == 2 && syntax.IsIdent(args[0]) && strings.HasPrefix(args[1], "(param "):
		return set(elementFirst[word], args...), diag.Suggestion // its operands are those of contains
	case inequalities[word] && n == 2:
		level = diag.Certain
		if word == "distinct" {
			level = diag.Suggestion
		}
		return list("not", list("=", args...)), level
	case inequalities[word] && n > 2:
		return "", 0 // whether neighbours differ, or all of them, is not told
	case negations[word] != "" && (n == 2 || n > 2 && negations[word] != "="):
		return list("not", list(negations[word], args...)), diag.Suggestion
	case (word == "in" || word == "∈" || word == "is_in") && (n > 2 || n == 2 && strings.HasPrefix(args[1], "(array ")):
		values := args[1:]
		if n == 2 {
			values = strings.Fields(strings.TrimSuffix(strings.TrimPrefix(args[1], "(array "), ")"))
		}
		alternatives := lists.Map(values, func(v string) string { return list("=", args[0], v) })
		return list("or", alternatives...), diag.Suggestion
	case elementFirst[word] != "" && n == 2:
		return set(elementFirst[word], args[1], args[0]), diag.Suggestion
	case setFirst[word] != "" && n == 2:
		return set(setFirst[word], args...), diag.Suggestion
	case (word == "store" || word == "assoc" || word == "set_key") && n == 3:
		return list("put", args...), diag.Suggestion
	case settings[name] && n == 2 && syntax.IsIdent(args[0]):
		return list("=", list("next", args[0]), args[1]), diag.Suggestion
	case settings[name] && n == 2 && strings.Contains(args[0], "(next "):
		return list("=", args...), diag.Suggestion
	case steps[word] != "" && (n == 1 || n == 2):
		amount := "1"
		if n == 2 {
			amount = args[1]
		}
		target := strings.Trim(args[0], "()")
		if !syntax.IsIdent(target) {
			return "", 0
		}
		sum := list(steps[word], target, amount)
		// Within an expression it is the new value; as a clause it is an assignment.
		if inside {
			return sum, diag.Suggestion
		}
		return list("=", list("next", target), sum), diag.Suggestion
	case conditional[name] && n == 2:
		return list("=>", args...), diag.Suggestion
	case conditional[name] && n == 3:
		return list("if", args...), diag.Suggestion
	case name == "unless" && n == 2:
		return list("=>", list("not", args[0]), args[1]), diag.Suggestion
	case (word == "any_of" || word == "one_of" || word == "some_of") && n > 1:
		return list("or", args...), diag.Suggestion
	case word == "all_of" && n > 1:
		return list("and", args...), diag.Suggestion
	case (word == "var_ref" || word == "const_ref" || word == "literal" || word == "atom" || word == "ref" || word == "lit" || word == "old" || word == "current" || word == "pre") && n == 1:
		return args[0], diag.Certain
	case word == "op" && n > 1 && ops.Lookup(args[0]).IsOperator():
		return list(args[0], args[1:]...), diag.Certain
	}
	return "", 0
}

// negation is what other notations put before an operator that they negate.
var negation = lazyregexp.New(`^(?:!|~|¬|not[-_])(.+)$`)

// negate rewrites an operator with a negation before it, as in `!contains` and
// `not-member`. It returns "" for another word, and for those that have a
// reading of their own.
func negate(name string, args []string, inside bool) string {
	word := plain(name)
	m := negation.FindStringSubmatch(name)
	if m == nil || len(args) == 0 || inequalities[word] || elementFirst[word] != "" || setFirst[word] != "" {
		return ""
	}
	op := ops.Lookup(cmp.Or(operatorSynonyms[m[1]], m[1]))
	if truth(op) && op.Takes(len(args)) {
		return "(not (" + op.String() + " " + strings.Join(args, " ") + "))"
	}
	if text, _ := rewrite(m[1], args, inside); text != "" {
		return "(not " + text + ")"
	}
	return ""
}

// truth reports whether an operator is true or false.
func truth(op ops.Op) bool {
	switch op.Family() {
	case ops.Logic, ops.Equality, ops.Order, ops.Matching:
		return true
	}
	return op == ops.Contains || op == ops.Forall || op == ops.Exists
}

// conditional are the words that other notations begin a condition with.
var conditional = map[string]bool{"ite": true, "when": true, "cond": true, "case": true}

// noOperator says of words of other languages that have no counterpart why,
// and what to write instead.
func noOperator(word string, args ...string) []string {
	if plain(word) == "null?" && len(args) == 1 && strings.HasPrefix(args[0], "(param ") {
		word = "is_null" // an argument is no list
	}
	for _, k := range lacking {
		for w := range strings.FieldsSeq(k.words) {
			if w == plain(word) {
				return []string{k.why, k.instead}
			}
		}
	}
	return nil
}

var lacking = []struct{ words, why, instead string }{
	{"every every? all all? some any any? for_all there_exists ∀ ∃",
		"a quantifier gives each member of a set or a list a name: `(forall (x SET) CLAUSE)`, `(exists (x SET) CLAUSE)`",
		"name the member, and say of it what has to hold"},
	{"filter map reduce fold lambda none no ∄",
		"the language has no functions over elements; `forall`, `exists`, `count` and `sum` look at each member of a set or a list",
		"write `(forall (x SET) CLAUSE)`, `(exists (x SET) CLAUSE)`, `(count (x SET) CLAUSE)` or `(sum (x SET) NUMBER)`"},
	{"empty empty? is_empty null? isempty nonempty",
		"`(= SET (array))` is true of the empty set",
		"write `(= SET (array))`"},
	{"mod rem modulo % abs min max floor ceil round sqrt pow ** ^ exp log trunc quot quotient",
		"the operators on numbers are " + operatorsOf(ops.Arithmetic),
		"write the condition with comparisons, or keep the value in a variable: `(<= (max a b) c)` is `(<= a c)` and `(<= b c)`"},
	{"average avg mean product",
		"the language has `sum`, `count`, `size` and `length`, and no other function of all elements",
		"compare the sum with a multiple of the number: `(<= (sum (x LIST) x) (* 5 (length LIST)))`"},
	{"concat str string_append append_string substr substring starts_with ends_with prefix_of suffix_of matches match regex split lower upper format to_string str.++ startswith endswith",
		"strings are compared with `=` and with patterns, and nothing is computed from them",
		"write `(like STRING \"PATTERN\")`, where `*` is any text, or declare a variable for the property that matters"},
	{"now today date time current_time current_date timestamp days_between datediff days_since",
		"the language has no clock",
		"declare the time as a variable, such as `(var hours_since_booking Int)`, whose value a case gives in `init`"},
	{"let let* where with begin do progn define",
		"an expression has no local names and no steps",
		"write the value where it is used; a value that never changes can be a `const` of the model"},
	{"unchanged same_as frame keep keeps stays UNCHANGED",
		"a variable whose next value `post` does not mention keeps its value",
		"leave the clause out"},
	{"assert check verify require requires ensure ensures",
		"every clause of `pre` and `post` is asserted",
		"write the condition alone"},
	{"is_null isnull null nil? is_none defined defined? provided present exists? is_some has_value given missing absent undefined?",
		"there is no test for a missing argument; a comparison with one is false",
		"write `(= (param NAME) (param NAME))`, which is true if the argument is given, or its negation"},
	{"store update_map put_in assoc except EXCEPT",
		"a map is changed as a whole",
		"write `(put MAP KEY VALUE)` for the map in which the key has the value, or `(remove MAP KEY)` for the map without it"},
	{"print log error raise throw return",
		"a model describes states and has no actions",
		"write what holds before the call in `pre`, and what holds after it in `post`"},
}

// advise adds what was probably meant by an operator with another number of
// operands.
func (p wrongArity) advise(d *diag.Diagnostic) {
	if p.Op == ops.Get && p.Got == 3 {
		m, k, other := p.Args[0].Text(), p.Args[1].Text(), p.Args[2].Text()
		text := "(if (contains " + m + " " + k + ") (get " + m + " " + k + ") " + other + ")"
		d.Notef("the value of a key that the map lacks is undefined")
		d.Fix("write what it is then", diag.Edit{Span: p.Form, New: text})
		return
	}
	texts := lists.Map(p.Args, source.Span.Text)
	write := func(text string) { d.Fix("write `"+diag.Excerpt(text)+"`", diag.Edit{Span: p.Form, New: text}) }
	switch {
	case p.Op == ops.Not && len(texts) > 2 && (ops.Lookup(texts[0]).IsOperator() || ops.Lookup(texts[0]) == ops.Contains):
		write("(not (" + strings.Join(texts, " ") + "))")
	case p.Op == ops.Not && len(texts) == 2:
		write("(not (= " + strings.Join(texts, " ") + "))")
		write("(not (or " + strings.Join(texts, " ") + "))")
	case p.Op == ops.Implies && len(texts) == 3:
		write("(and (=> " + texts[0] + " " + texts[1] + ") (=> (not " + texts[0] + ") " + texts[2] + "))")
		write("(=> (and " + texts[0] + " " + texts[1] + ") " + texts[2] + ")")
	case p.Op == ops.If && len(texts) == 2:
		write("(=> " + texts[0] + " " + texts[1] + ")")
	case p.Op == ops.If && len(texts) == 3:
		write("(if " + strings.Join(texts, " ") + ")")
	case p.Op == ops.Div && len(texts) > 2:
		write("(/ " + texts[0] + " (* " + strings.Join(texts[1:], " ") + "))")
	}
}

// OperatorFor returns the operator, or the head of a form of expressions, that
// a word is in our notation or in another one: `=` for `==`, `!=` for every
// inequality, `in` for membership with the element first. It returns "" for
// other words.
func OperatorFor(word string) string {
	switch {
	case inequalities[word]:
		return "!="
	case word == "in" || word == "∈":
		return "in"
	case ops.Lookup(word).Commonplace():
		return "" // it is the name of something
	case ops.Lookup(word) != ops.None:
		return word
	case slices.Contains(certainOperators, word):
		return operatorSynonyms[word]
	}
	return ""
}
