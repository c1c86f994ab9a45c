package tool

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// compose restricts a schema by one of `$ref`, `allOf`, `anyOf` and `oneOf`:
// exactly, or else by what certainly follows from it, and then the keyword is
// kept among those that are not modelled.
func (d *draft) compose(s *Schema, k Keyword) *Schema {
	switch k.Name {
	case "$ref":
		if target := d.target(d.n); target != nil {
			return d.refer(s, k, target)
		}
		// A reference that leads nowhere is reported elsewhere, and accepts anything.
		return s.with(func(c *Schema) { c.keep(k) })
	case "allOf":
		return d.all(s, k)
	}
	return d.restrict(s, d.alternatives(k), k)
}

// keep lists a keyword as not modelled. The list is copied, since a copy of
// the schema may share it.
func (s *Schema) keep(k Keyword) { s.Unmodelled = append(slices.Clip(s.Unmodelled), k) }

// refer restricts a schema by the target of its `$ref`. One that leads back
// to itself says nothing.
func (d *draft) refer(s *Schema, k Keyword, target *document.Node) *Schema {
	if d.graph.loops(d.n, target) {
		return s.with(func(c *Schema) { c.keep(k) })
	}
	return d.restrict(s, d.schema(target), k)
}

// restrict merges a schema with another, or if that cannot be said exactly
// keeps the keyword that asks for it.
func (d *draft) restrict(s, by *Schema, k Keyword) *Schema {
	if merged, ok := d.merge(s, by); ok {
		return merged
	}
	return s.with(func(c *Schema) { c.keep(k) })
}

func (d *draft) all(s *Schema, k Keyword) *Schema {
	exact := true
	for _, n := range k.value.Items {
		merged, ok := d.merge(s, d.schema(n))
		// What cannot be merged is skipped. The result accepts more, and the keyword is kept.
		if ok {
			s = merged
		}
		exact = exact && ok
	}
	if exact {
		return s
	}
	return s.with(func(c *Schema) { c.keep(k) })
}

// alternatives returns the schema that `anyOf` or `oneOf` amounts to. It is
// exact for one schema or null, and for enumerations; otherwise it has the
// types of all alternatives, and the keyword is kept.
func (d *draft) alternatives(k Keyword) *Schema {
	var rest []*Schema
	nulls, perhaps, unsure := 0, 0, false
	for _, n := range k.value.Items {
		s := d.schema(n)
		if s.Nullable {
			nulls++
			// Parts that are not modelled may exclude null after all.
			perhaps += min(len(s.Unmodelled), 1)
		}
		if s.nullAtMost() {
			unsure = unsure || len(s.Unmodelled) > 0
		} else {
			rest = append(rest, s)
		}
	}
	once := k.Name == "oneOf"
	// oneOf refuses null if more than one alternative surely accepts it.
	nullable := nulls > 0 && !(once && nulls-perhaps > 1)
	if len(rest) == 1 && !unsure {
		return rest[0].with(func(c *Schema) { c.Nullable = nullable })
	}
	// Several alternatives: their common types are a necessary condition.
	s := &Schema{Span: k.Span, Nullable: nullable, Types: unionOfTypes(rest)}
	if values, ok := d.unionOfValues(rest, once); ok && !unsure {
		s.Enum = values
	} else {
		s.keep(k)
	}
	s.finish()
	return s
}

// nullAtMost reports whether nothing but null is accepted.
func (s *Schema) nullAtMost() bool {
	if _, null := s.Const.(types.Null); null {
		return true
	}
	return s.Only(KindNull) || s.Enum != nil && len(s.Enum) == 0
}

// unionOfTypes returns the types that any of the schemas accepts; nil for all.
func unionOfTypes(list []*Schema) []Kind {
	var union []Kind
	for _, s := range list {
		if len(s.Types) == 0 {
			return nil
		}
		union = append(union, s.Types...)
	}
	if len(list) == 0 {
		// All alternatives accept null at most.
		return []Kind{KindNull}
	}
	return normal(union)
}

// unionOfValues returns the values that any of the schemas accepts, or with
// once exactly one of them, provided that all are enumerations.
func (d *draft) unionOfValues(list []*Schema, once bool) ([]types.Value, bool) {
	union := nothing
	count := map[string]int{}
	for _, s := range list {
		values, ok := s.enumeration()
		if !ok || !d.spend(len(values)) {
			return nil, false
		}
		seen := map[string]bool{}
		for _, v := range values {
			k := types.Key(v)
			// count is the number of alternatives, so a repetition within one does not count.
			if seen[k] {
				continue
			}
			seen[k] = true
			if count[k]++; count[k] == 1 {
				union = append(union, v)
			}
		}
	}
	if once {
		union = slices.DeleteFunc(union, func(v types.Value) bool { return count[types.Key(v)] > 1 })
	}
	return union, true
}

// enumeration returns the values other than null that a schema accepts, if it
// lists them.
func (s *Schema) enumeration() ([]types.Value, bool) {
	values := s.Enum
	if s.Const != nil {
		values = []types.Value{s.Const}
	}
	if values == nil || len(s.Unmodelled) > 0 {
		return nil, false
	}
	// The other keywords of the schema may exclude values that it lists.
	accepted := lists.Filter(values, func(v types.Value) bool { return s.mismatch(v) == nil })
	return accepted, true
}
