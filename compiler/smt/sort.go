package smt

// A Sort is the type of a term: [Basic] or [Array]. Sorts are compared with
// ==.
type Sort interface {
	// String renders the sort as SMT-LIB.
	String() string
	isSort()
}

// Basic is a sort without structure.
type Basic int

// The basic sorts.
const (
	Bool Basic = iota
	Int
	Real
)

// Array is the sort of total maps from Index to Elem.
type Array struct{ Index, Elem Sort }

func (Basic) isSort() {}
func (Array) isSort() {}

func (b Basic) String() string { return [...]string{"Bool", "Int", "Real"}[b] }

func (a Array) String() string { return "(Array " + a.Index.String() + " " + a.Elem.String() + ")" }
