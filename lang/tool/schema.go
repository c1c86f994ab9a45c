package tool

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Schema says which JSON values are accepted in a place: the part of JSON
// Schema that a model can know about. What a schema says beyond it is listed
// in Unmodelled. References are resolved, so that a Schema is a finite tree,
// although nodes may be shared; it is immutable once read.
//
// The zero Schema accepts everything but null.
type Schema struct {
	// Span is the place of the schema. That of a bare `$ref` is its target.
	Span        source.Span
	Description string

	// Types lists the types other than null that are accepted, in file order
	// and never both integer and number; none means all of them. A schema that
	// accepts null alone has [KindNull] here and nothing else.
	Types []Kind
	// Nullable says whether null is accepted, whatever the schema says it by.
	Nullable bool
	// Enum lists the accepted values other than null; nil where there is no
	// such list. Empty but not nil accepts nothing (but perhaps null), which is
	// how the schema `false` is held.
	Enum []types.Value
	// Const is the one value accepted; nil if there is none.
	Const types.Value
	// Default is what a call that leaves the value out means; nil if there is none.
	Default types.Value

	Minimum, Maximum *Bound

	// Properties are the known members of an object, in file order.
	Properties []*Property
	// Closed says that no other members are accepted. It is set only where the
	// file says `additionalProperties: false`.
	Closed bool
	// Additional is the schema of other members; nil where they may be anything.
	Additional *Schema
	// Items is the schema of the elements of an array; nil where they may be
	// anything.
	Items *Schema

	// Unmodelled lists what [Schema.Accepts] leaves to be checked.
	Unmodelled []Keyword

	required []wanted // names in `required` that no property has
	readOnly bool     // OpenAPI: the server sets it, and requests leave it out
	open     bool     // `additionalProperties: true` is there

	// Set by finish, for speed. A Schema put together by hand lacks them.
	index   map[string]*Property
	must    []string        // the names of all members that are required
	inIndex map[string]bool // the keys of a long Enum
	measure measure
}

// A wanted name is one in a list `required`.
type wanted struct {
	name string
	at   *document.Node
}

// A Property is a named member of an object; at the top, a parameter of a tool.
type Property struct {
	Name     string
	NameSpan source.Span
	Schema   *Schema // never nil
	Required bool
}

// A Bound limits numbers.
type Bound struct {
	Value     types.Number
	Exclusive bool // the bound itself is not accepted
	Span      source.Span
}

// A Keyword is a part of a schema that [Schema.Accepts] does not look at. It
// restricts values other than null.
type Keyword struct {
	Name string      // "pattern", "format", "anyOf", …
	Span source.Span // of the value

	value *document.Node
}

// Value returns the value of the keyword as compact JSON.
func (k Keyword) Value() string {
	if k.value == nil {
		return "null"
	}
	return k.value.JSON()
}

// A Kind is one of the types of JSON Schema.
type Kind int

const (
	KindNull Kind = iota
	KindBoolean
	KindInteger
	KindNumber
	KindString
	KindArray
	KindObject
)

var kindNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// String returns JSON Schema's name of the type.
func (k Kind) String() string { return kindNames[k] }

// Property returns the property of the given name, or nil.
func (s *Schema) Property(name string) *Property {
	if s.index != nil {
		return s.index[name]
	}
	i := slices.IndexFunc(s.Properties, func(p *Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return s.Properties[i]
}

// PropertyNames returns the names of the properties, in file order.
func (s *Schema) PropertyNames() []string {
	return lists.Map(s.Properties, func(p *Property) string { return p.Name })
}

// AllowsOthers reports whether the schema says that an object may have members
// that it does not name: `additionalProperties` is there and is not false.
// JSON Schema allows them where it says nothing too.
func (s *Schema) AllowsOthers() bool { return s.open || s.Additional != nil }

// Only reports whether k is the one type other than null that is accepted.
func (s *Schema) Only(k Kind) bool { return len(s.Types) == 1 && s.Types[0] == k }
