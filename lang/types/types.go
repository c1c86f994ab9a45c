package types

import (
	"slices"
	"strings"
)

// A Type is one of [Basic], [*Enum], [*Record], [*Array], [*Map].
type Type interface {
	// String renders the type in source syntax.
	String() string
	isType()
}

// Basic is a type without structure.
type Basic int

const (
	// Invalid is the type of an expression that has been reported already.
	// It goes with everything, so that one mistake is reported once.
	Invalid Basic = iota
	Bool
	Int    // unbounded integers
	Real   // exact rationals
	String // interned; equality is all there is
)

// An Enum is a finite set of names. The order of declaration matters for
// printing and for the order of values, not for identity.
type Enum struct{ Names []string }

// A Record has named fields, in order of declaration.
type Record struct{ Fields []Field }

// A Field of a record.
type Field struct {
	Name string
	Type Type
}

// An Array is, to a model, a finite set of elements.
type Array struct{ Elem Type }

func (Basic) isType()   {}
func (*Enum) isType()   {}
func (*Record) isType() {}
func (*Array) isType()  {}

func (b Basic) String() string {
	return [...]string{"invalid", "Bool", "Int", "Real", "String"}[b]
}

func (e *Enum) String() string {
	var s strings.Builder
	s.WriteString("(Enum")
	for _, n := range e.Names {
		s.WriteString(" " + Quote(n))
	}
	return s.String() + ")"
}

func (r *Record) String() string {
	var s strings.Builder
	s.WriteString("(Record")
	for _, f := range r.Fields {
		s.WriteString(" (" + f.Name + " " + f.Type.String() + ")")
	}
	return s.String() + ")"
}

func (a *Array) String() string { return "(Array " + a.Elem.String() + ")" }

// Has reports whether the enum has the name.
func (e *Enum) Has(name string) bool { return slices.Contains(e.Names, name) }

// Sorted returns the names in alphabetical order: the same for enums that are the
// same.
func (e *Enum) Sorted() []string { return slices.Sorted(slices.Values(e.Names)) }

// Field returns the type of a field, or false.
func (r *Record) Field(name string) (Type, bool) {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}

// Sorted returns the fields in alphabetical order of their names: the same for
// records that are the same.
func (r *Record) Sorted() []Field {
	return slices.SortedFunc(slices.Values(r.Fields), func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
}

// Identical reports whether two types are the same: enums with the same set
// of names, records with the same fields by name, arrays with the same
// element, maps with the same keys and values. Invalid is identical to everything.
func Identical(a, b Type) bool {
	if a == Invalid || b == Invalid {
		return true
	}
	switch a := a.(type) {
	case Basic:
		return a == b
	case *Enum:
		b, ok := b.(*Enum)
		return ok && sameNames(a, b)
	case *Record:
		b, ok := b.(*Record)
		return ok && sameFields(a, b)
	case *Array:
		b, ok := b.(*Array)
		return ok && Identical(a.Elem, b.Elem)
	case *Map:
		b, ok := b.(*Map)
		return ok && Identical(a.Key, b.Key) && Identical(a.Value, b.Value)
	}
	return false
}

func sameNames(a, b *Enum) bool {
	if len(a.Names) != len(b.Names) {
		return false
	}
	return !slices.ContainsFunc(a.Names, func(n string) bool { return !b.Has(n) })
}

func sameFields(a, b *Record) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for _, f := range a.Fields {
		t, ok := b.Field(f.Name)
		if !ok || !Identical(f.Type, t) {
			return false
		}
	}
	return true
}

// IsNumber reports whether t is Int or Real (or Invalid).
func IsNumber(t Type) bool { return t == Int || t == Real || t == Invalid }

// ElemOf returns the type of the elements of an array; Invalid for other types.
func ElemOf(t Type) Type {
	if a, ok := t.(*Array); ok {
		return a.Elem
	}
	return Invalid
}
