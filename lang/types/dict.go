package types

import (
	"cmp"
	"slices"
	"strings"
)

// A Map is a finite function from keys to values. Its keys are Strings, Ints or
// names of an enum; its values are of any type without maps.
type Map struct{ Key, Value Type }

func (*Map) isType() {}

func (m *Map) String() string { return "(Map " + m.Key.String() + " " + m.Value.String() + ")" }

type (
	// Dict is a value of a [Map]: its entries, ascending by key, each key once.
	// [NewDict] makes one.
	Dict []Entry
	// OpenDict is what is known of a value of a Map: it has these entries, and
	// may have others. No expression has such a value; an initial state may.
	OpenDict []Entry
)

// An Entry of a map. The key is a [Text] or a [Number].
type Entry struct{ Key, Value Value }

func (Dict) isValue()     {}
func (OpenDict) isValue() {}

// NewDict makes a map of entries in any order. Of entries with the same key the
// last one counts.
func NewDict(entries []Entry) Dict {
	d := make(Dict, 0, len(entries))
	for _, e := range entries {
		if i, had := d.find(e.Key); had {
			d[i] = e
		} else {
			d = slices.Insert(d, i, e)
		}
	}
	return d
}

func (d Dict) find(key Value) (int, bool) {
	return slices.BinarySearchFunc(d, key, func(e Entry, key Value) int { return CompareKeys(e.Key, key) })
}

// Get returns the value of a key, or false.
func (d Dict) Get(key Value) (Value, bool) {
	if i, ok := d.find(key); ok {
		return d[i].Value, true
	}
	return nil, false
}

// Put returns the map in which a key has a value.
func (d Dict) Put(key, value Value) Dict {
	i, had := d.find(key)
	if !had {
		return slices.Insert(slices.Clone(d), i, Entry{key, value})
	}
	d = slices.Clone(d)
	d[i].Value = value
	return d
}

// Without returns the map without a key.
func (d Dict) Without(key Value) Dict {
	i, had := d.find(key)
	if !had {
		return d
	}
	return slices.Delete(slices.Clone(d), i, i+1)
}

func (d Dict) String() string     { return entriesText(d, "") }
func (d OpenDict) String() string { return entriesText(d, " open") }

func entriesText(entries []Entry, last string) string {
	var b strings.Builder
	b.WriteString("(map")
	for _, e := range entries {
		b.WriteString(" (" + e.Key.String() + " " + e.Value.String() + ")")
	}
	return b.String() + last + ")"
}

// CompareKeys orders the keys of maps: numbers by size, then texts by code
// points. Other values are after them, and equal.
func CompareKeys(a, b Value) int {
	m, isNumber := a.(Number)
	n, areNumbers := b.(Number)
	if isNumber && areNumbers {
		return m.Cmp(n)
	}
	s, isText := a.(Text)
	t, areTexts := b.(Text)
	if isText && areTexts {
		return strings.Compare(string(s), string(t))
	}
	return cmp.Compare(keyRank(a), keyRank(b))
}

func keyRank(v Value) int {
	switch v.(type) {
	case Number:
		return 0
	case Text:
		return 1
	}
	return 2
}

// KeyText returns a key as the name of a member of a JSON object: a text itself,
// a number in decimal.
func KeyText(key Value) string {
	if t, ok := key.(Text); ok {
		return string(t)
	}
	return key.String()
}

// ParseKey returns the key of a type that the name of a member of a JSON object
// means; it reports false if there is none.
func ParseKey(name string, t Type) (Value, bool) {
	switch t := t.(type) {
	case *Enum:
		return Text(name), t.Has(name)
	case Basic:
		switch t {
		case String:
			return Text(name), true
		case Int:
			n, err := ParseNumber(name)
			// Only one spelling of a number is a key: 01 and 1.0 are not.
			return n, err == nil && n.IsInt() && n.String() == name
		}
	}
	return nil, false
}

// IsKey reports whether the keys of a map may be of a type.
func IsKey(t Type) bool {
	_, enum := t.(*Enum)
	return enum || t == String || t == Int || t == Invalid
}

func equalEntries(a, b []Entry) bool {
	return slices.EqualFunc(a, b, func(x, y Entry) bool { return Equal(x.Key, y.Key) && Equal(x.Value, y.Value) })
}
