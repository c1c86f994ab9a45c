package checker

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/types"
)

// A meaning is what a name that is not declared means in the notation of
// another language.
type meaning struct {
	text  string // in ours
	note  string
	level diag.Level
}

const (
	noMarks   = "a name has no mark before it and no path"
	noParam   = "an argument of the call is read with `(param LOCAL)`"
	noPrime   = "the value after the call is `(next NAME)`"
	noSymbols = "names of enums are strings"
	noUnits   = "a number is digits, with a fraction or an exponent"
)

var (
	negated  = lazyregexp.New(`^(!|~|¬|not-|not_)(.+)$`)
	primed   = lazyregexp.New(`^(?:next[._:]|new_)(.+)$|^(.+?)(?:'|_next|_new|_prime|\.next)$`)
	operator = lazyregexp.New(`[<>=!]=|[<>=+*-]`)
	numeral  = lazyregexp.New(`^[0-9]+(\.[0-9]+)?$`)
	path     = lazyregexp.New(`\.|::|->|/`)
	suffix   = lazyregexp.New(`^-?[0-9]+(\.[0-9]+)?([fFdDlLmM]|%|€|\$)$`)
	hex      = lazyregexp.New(`^0[xX][0-9a-fA-F]+$`)
	money    = lazyregexp.New(`^[$€£][0-9]+(\.[0-9]+)?$`)
)

// argumentPaths and statePaths are the words that other languages put before
// the name of an argument, and of a variable.
var (
	argumentPaths = map[string]bool{"args": true, "arg": true, "params": true, "param": true, "arguments": true, "input": true, "inputs": true, "call": true, "request": true, "context": true}
	statePaths    = map[string]bool{"self": true, "this": true, "state": true, "s": true, "world": true, "model": true, "resource": true, "ctx": true, "old": true, "pre": true}
)

// meant returns what a name means in other notations: a truth value, an
// argument after a sigil, a field after a point, the next value after a
// prime, a name of an enum after a colon. It is the zero value for others.
func (t *typer) meant(name string) meaning {
	switch name {
	case "True", "TRUE":
		return meaning{text: "true", level: diag.Certain}
	case "False", "FALSE":
		return meaning{text: "false", level: diag.Certain}
	}
	// Try numbers first: `$5` would otherwise be read as a name with a mark.
	if text := number(name); text != "" {
		return meaning{text, noUnits, diag.Suggestion}
	}
	if text := t.glued(name); text != "" {
		return meaning{text, "operators and operands are separate words", diag.Suggestion}
	}
	// The next value is tried before a field, since `x.next` looks like one.
	if m := t.meantNext(name); m.text != "" {
		return m
	}
	if m := negated.FindStringSubmatch(name); m != nil && t.known(m[2]) {
		return meaning{"(not " + t.reading(m[2]) + ")", "", diag.Suggestion}
	}
	if text := t.fieldPath(name); text != "" {
		return meaning{text, "a field is read with `(field RECORD NAME)`", diag.Certain}
	}
	// Split the rest into marks, a path, and the last word of the path.
	bare := strings.Trim(name, "$?@%#&*:'`{}<>")
	parts := path.Split(bare, -1)
	last := parts[len(parts)-1]
	marked := bare != name
	arguments, state := len(parts) == 2 && argumentPaths[parts[0]], len(parts) == 2 && statePaths[parts[0]]
	switch {
	// There is neither a mark nor a path: only the enum lookup below remains.
	case last == name || !marked && len(parts) == 1:
	// A sigil alone, or a path such as `args.x`, means an argument.
	case (marked || arguments) && (len(parts) == 1 || arguments) && t.local(last) != "":
		return meaning{"(param " + t.local(last) + ")", noParam, unquoted(name)}
	// A sigil alone, or a path such as `state.x`, means a variable or constant.
	case (marked && len(parts) == 1 || state) && t.scope[last] != nil:
		return meaning{last, noMarks, unquoted(name)}
	// `Status.OPEN` or `:open` is a symbol of an enum.
	case t.enumName(last) != "":
		return meaning{types.Quote(t.enumName(last)), noSymbols, diag.Suggestion}
	}
	if value := t.enumName(name); value != "" {
		return meaning{types.Quote(value), noSymbols, diag.Suggestion}
	}
	return meaning{text: ast.TruthOf(name), level: diag.Suggestion}
}

// unquoted returns the level of a fix that leaves out the marks of a name: a
// quote may make it a symbol, or the next value.
func unquoted(name string) diag.Level {
	if strings.ContainsAny(name, "'`") {
		return diag.Suggestion
	}
	return diag.Certain
}

// glued returns the expression that a word without blanks is, as in `limit-1` or
// `total<=5`, or "".
func (t *typer) glued(name string) string {
	for _, at := range operator.FindAllStringIndex(name, -1) {
		left, op, right := name[:at[0]], ast.OperatorFor(name[at[0]:at[1]]), name[at[1]:]
		if op == "" || !t.known(left) || !t.known(right) && !numeral.MatchString(right) {
			continue
		}
		if t.known(right) {
			right = t.reading(right)
		}
		return prefixed(op, t.reading(left), right)
	}
	return ""
}

// meantNext is meant for the next value of a variable.
func (t *typer) meantNext(name string) meaning {
	m := primed.FindStringSubmatch(name)
	if m == nil || t.place != inPost {
		return meaning{}
	}
	// Only one alternative of the pattern matches, so one group is empty.
	v := m[1] + m[2]
	if _, ok := t.scope[v].(*Var); !ok {
		return meaning{}
	}
	level := diag.Suggestion
	// A word such as `new_x` may be an ordinary name; a prime or `next.` leaves no doubt.
	if strings.HasSuffix(name, "'") || strings.HasPrefix(name, "next.") {
		level = diag.Certain
	}
	return meaning{"(next " + v + ")", noPrime, level}
}

// fieldPath returns the fields after points in a name, as in order.address, or "".
func (t *typer) fieldPath(name string) string {
	path := strings.Split(name, ".")
	// Wrap the text in one `field` for each further name.
	typ, text := objectType(t.scope[path[0]]), path[0]
	for _, f := range path[1:] {
		r, ok := typ.(*types.Record)
		if !ok {
			return ""
		}
		if typ, ok = r.Field(f); !ok {
			return ""
		}
		text = "(field " + text + " " + f + ")"
	}
	if len(path) == 1 {
		return ""
	}
	return text
}

// known reports whether a name is that of a variable, a constant or an
// argument.
func (t *typer) known(name string) bool { return t.scope[name] != nil || t.local(name) != "" }

// reading returns how the value of a name is read.
func (t *typer) reading(name string) string {
	if t.scope[name] == nil {
		return "(param " + t.local(name) + ")"
	}
	return name
}

// local returns the name by which the transition reads the argument that has
// a local name, or a tool's name, or "".
func (t *typer) local(name string) string {
	if t.transition == nil {
		return ""
	}
	for _, p := range t.transition.Params {
		if p.Name() == name || p.Bind.Param.Name == name {
			return p.Name()
		}
	}
	return ""
}

// enumName returns the name of an enum of the model that is the given one, but
// for capitals, or "".
func (t *typer) enumName(name string) string {
	// Sort the names: the suggestion must not depend on map order.
	for _, n := range sortedKeys(t.scope) {
		for _, e := range enumsIn(objectType(t.scope[n])) {
			for _, have := range e.Names {
				if strings.EqualFold(have, name) {
					return have
				}
			}
		}
	}
	return ""
}

// number returns the number that a word is in other notations, or "".
func number(word string) string {
	switch {
	case money.MatchString(word):
		return strings.TrimLeft(word, "$€£")
	// The order matters: suffix also matches a percent sign.
	case strings.HasSuffix(word, "%") && suffix.MatchString(word):
		if r, ok := new(big.Rat).SetString(strings.TrimSuffix(word, "%")); ok {
			return decimal(r.Quo(r, big.NewRat(100, 1)))
		}
	case suffix.MatchString(word):
		_, size := utf8.DecodeLastRuneInString(word) // the euro sign has three bytes
		return word[:len(word)-size]
	case ast.Quotient(word) != "":
		return ast.Quotient(word)
	case hex.MatchString(word):
		if n, ok := new(big.Int).SetString(word, 0); ok {
			return n.String()
		}
	}
	return ""
}

// decimal returns a fraction as a decimal, or "" where it is not finite.
func decimal(r *big.Rat) string {
	digits, exact := r.FloatPrec()
	if !exact {
		return ""
	}
	return r.FloatString(max(1, digits))
}
