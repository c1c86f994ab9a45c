package types

import (
	"iter"
	"slices"
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
