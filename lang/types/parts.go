package types

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Parts returns a value and all that is in it, each before its own parts: members
// of lists and objects, keys and values of maps.
func Parts(v Value) iter.Seq[Value] {
	return func(yield func(Value) bool) { eachPart(v, yield) }
}

func eachPart(v Value, yield func(Value) bool) bool {
	if !yield(v) {
		return false
	}
	var entries []Entry
	switch v := v.(type) {
	case List:
		for _, m := range v {
			if !eachPart(m, yield) {
				return false
			}
		}
	case Object:
		for _, m := range v {
			if !eachPart(m.Value, yield) {
				return false
			}
		}
	case Dict:
		entries = v
	case OpenDict:
		entries = v
	}
	for _, e := range entries {
		if !eachPart(e.Key, yield) || !eachPart(e.Value, yield) {
			return false
		}
	}
	return true
}

// Contains reports whether a list has a value that is [Equal] to one.
func Contains(list []Value, v Value) bool {
	return slices.ContainsFunc(list, func(m Value) bool { return Equal(m, v) })
}

// Include appends a value to a list that does not have it yet.
func Include(list []Value, v Value) []Value {
	if Contains(list, v) {
		return list
	}
	return append(list, v)
}

// Key renders a value so that two values have the same key if and only if they are
// [Equal].
func Key(v Value) string {
	var b strings.Builder
	writeKey(&b, v)
	return b.String()
}

func writeKey(b *strings.Builder, v Value) {
	switch v := v.(type) {
	case Number:
		if v.IsInt() {
			b.WriteString(v.String())
		} else {
			b.WriteString(v.Rat().RatString())
		}
	case Text:
		b.WriteString(strconv.Quote(string(v)))
	case List:
		b.WriteByte('[')
		for _, x := range v {
			writeKey(b, x)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case Object:
		// Objects are equal in any order of their members.
		members := slices.SortedFunc(slices.Values(v), func(m, n Member) int {
			return cmp.Compare(m.Name, n.Name)
		})
		b.WriteByte('{')
		for _, m := range members {
			b.WriteString(strconv.Quote(m.Name) + ":")
			writeKey(b, m.Value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case Dict:
		writeEntries(b, "map", v)
	case OpenDict:
		writeEntries(b, "open map", v)
	default: // null, true and false
		b.WriteString(v.String())
	}
}

// writeEntries writes the entries of a map, which are in the order of their keys.
func writeEntries(b *strings.Builder, kind string, entries []Entry) {
	b.WriteString(kind + "{")
	for _, e := range entries {
		writeKey(b, e.Key)
		b.WriteByte(':')
		writeKey(b, e.Value)
		b.WriteByte(',')
	}
	b.WriteByte('}')
}

// WithParts returns a value with f of each of its parts: members of lists and objects,
// values of maps. A value without parts is returned as it is.
func WithParts(v Value, f func(Value) Value) Value {
	switch v := v.(type) {
	case List:
		list := make(List, len(v))
		for i, m := range v {
			list[i] = f(m)
		}
		return list
	case Object:
		object := make(Object, len(v))
		for i, m := range v {
			object[i] = Member{Name: m.Name, Value: f(m.Value)}
		}
		return object
	case Dict:
		dict := make(Dict, len(v))
		for i, e := range v {
			dict[i] = Entry{Key: e.Key, Value: f(e.Value)}
		}
		return dict
	}
	return v
}
