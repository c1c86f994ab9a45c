package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
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
	// matter of the place it is in: 1 and 1.0 are the same number.
	// Nearly all numbers are whole and small, and cost no big.Rat.
	Number struct {
		small int64
		rat   *big.Rat // nil if the number is small
	}
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

func (Null) String() string      { return "null" }
func (b Boolean) String() string { return fmt.Sprint(bool(b)) }
func (t Text) String() string    { return Quote(string(t)) }

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
// with null, strings by code points. No value, nil, equals only no value.
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
	case Dict:
		b, ok := b.(Dict)
		return ok && equalEntries(a, b)
	case OpenDict:
		b, ok := b.(OpenDict)
		return ok && equalEntries(a, b)
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
