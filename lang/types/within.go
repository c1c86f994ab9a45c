package types

import "slices"

// Is reports whether a type is of a kind, as in Is[*Map](t).
func Is[T Type](t Type) bool {
	_, ok := t.(T)
	return ok
}

// Has reports whether a type is of a kind, or has one in it that is.
func Has[T Type](t Type) bool { return Any(t, Is[T]) }

// Any reports whether something is so of a type, or of one in it: a field of a record, a
// member of an array, the keys and values of a map.
func Any(t Type, is func(Type) bool) bool {
	if is(t) {
		return true
	}
	switch t := t.(type) {
	case *Record:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return Any(f.Type, is) })
	case *Array:
		return Any(t.Elem, is)
	case *Map:
		return Any(t.Key, is) || Any(t.Value, is)
	}
	return false
}
