package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Value is a JSON value with exact numbers.
type Value interface {
	// String renders the value in source syntax.
	String() string
	isValue()
}

// The kinds of value.
type (
	// Null is JSON's null.
	Null struct{}
	// Boolean is true or false.
	Boolean bool
	// Number is an exact rational. Whether it is an Int or a Real is a
	// matter of the place it stands in: 1 and 1.0 are the same number.
	Number struct{ rat *big.Rat }
	// Text is a string, or the name of an enum value.
	Text string
	// List is a JSON list, with order and duplicates.
	List []Value
	// Object is a JSON object: named values in the order written, no name
	// twice.
	Object []Member
)

// A Member of an object.
type Member struct {
	Name  string
	Value Value
}

func (Null) isValue()    {}
func (Boolean) isValue() {}
func (Number) isValue()  {}
func (Text) isValue()    {}
func (List) isValue()    {}
func (Object) isValue()  {}

// Limits of numbers, so that 1e999999999, or a million digits, cost an error
// and not the machine.
const (
	maxExponent = 4096
	maxDigits   = 4096
)

var numberSyntax = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE]([+-]?[0-9]+))?$`)

// ParseNumber reads a number of the source language exactly: `-?digits`, then
// a fraction, an exponent, or both. JSON's numbers are among them. A number
// of more than 4096 characters, or with a decimal exponent beyond ±4096, is
// an error.
func ParseNumber(s string) (Number, error) {
	if len(s) > maxDigits {
		return Number{}, fmt.Errorf("a number has %d characters at most, not %d", maxDigits, len(s))
	}
	match := numberSyntax.FindStringSubmatch(s)
	if match == nil {
		return Number{}, fmt.Errorf("%q is not a number", s)
	}
	if exponent := match[3]; exponent != "" {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
			return Number{}, fmt.Errorf("the exponent of %s is beyond ±%d", s, maxExponent)
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Number{}, fmt.Errorf("%q is not a number", s)
	}
	return Number{rat: r}, nil
}

// NewNumber returns the number r, which the caller must not change after.
func NewNumber(r *big.Rat) Number { return Number{rat: r} }

// NewInt returns the number n.
func NewInt(n int64) Number { return Number{rat: new(big.Rat).SetInt64(n)} }

// Rat returns the number as a rational that the caller may change.
func (n Number) Rat() *big.Rat {
	if n.rat == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Set(n.rat)
}

// IsInt reports whether the number has no fraction.
func (n Number) IsInt() bool { return n.rat == nil || n.rat.IsInt() }

// Sign returns -1, 0 or 1.
func (n Number) Sign() int { return n.Rat().Sign() }

// Cmp compares two numbers.
func (n Number) Cmp(m Number) int { return n.Rat().Cmp(m.Rat()) }

func (Null) String() string      { return "null" }
func (b Boolean) String() string { return fmt.Sprint(bool(b)) }
func (t Text) String() string    { return Quote(string(t)) }

// String renders the number as an integer or a finite decimal, else as a
// quoted fraction, "1/3".
func (n Number) String() string {
	r := n.Rat()
	if r.IsInt() {
		return r.Num().String()
	}
	digits, exact := r.FloatPrec()
	if !exact {
		return `"` + r.String() + `"`
	}
	return r.FloatString(digits)
}

func (l List) String() string {
	var b strings.Builder
	b.WriteString("(array")
	for _, v := range l {
		b.WriteString(" " + v.String())
	}
	return b.String() + ")"
}

func (o Object) String() string {
	var b strings.Builder
	b.WriteString("(record")
	for _, m := range o {
		b.WriteString(" (" + m.Name + " " + m.Value.String() + ")")
	}
	return b.String() + ")"
}

// Get returns the member of the given name, or false.
func (o Object) Get(name string) (Value, bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Quote renders a string as a literal of the source language, which is
// JSON's, with the escapes that JSON requires and those of U+2028 and U+2029.
func Quote(s string) string {
	if plain(s) {
		return `"` + s + `"`
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""` // strings always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// plain reports whether nothing in a string needs an escape, as in nearly all.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Unquote reads a string literal with JSON's escapes, exactly.
func Unquote(s string) (string, error) {
	if len(s) < 2 || s[0] != '"' {
		return "", errors.New("not a string literal")
	}
	var out string
	err := json.Unmarshal([]byte(s), &out)
	return out, err
}

// Equal is JSON's equality: numbers by value, lists with order and
// duplicates, objects with exactly the same members in any order, null only
// with null, strings by code points.
func Equal(a, b Value) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && a.Cmp(b) == 0
	case List:
		b, ok := b.(List)
		return ok && slices.EqualFunc(a, b, Equal)
	case Object:
		b, ok := b.(Object)
		return ok && equalObjects(a, b)
	}
	return a == b
}

func equalObjects(a, b Object) bool {
	if len(a) != len(b) {
		return false
	}
	members := make(map[string]Value, len(b))
	for _, m := range b {
		members[m.Name] = m.Value
	}
	for _, m := range a {
		if v, has := members[m.Name]; !has || !Equal(m.Value, v) {
			return false
		}
	}
	return true
}
