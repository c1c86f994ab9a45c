package tool

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// merge returns a schema that accepts what both accept, or false where there
// is no exact one: where both speak of one member, or one speaks of all
// members that it does not know. What a says about the place (its description
// and default) goes before what t says.
func (b *builder) merge(a, t *Schema) (*Schema, bool) {
	// The usual case: one side only annotates the other, and nothing is copied but the node.
	if a.silent() {
		return a.annotate(t), true
	}
	if t.silent() {
		return t.underneath(a), true
	}
	if overlap(a, t) || a.Items != nil && t.Items != nil || a.Const != nil && t.Const != nil {
		// Both restrict the same member, the elements or the constant. There is no exact merge here.
		return nil, false
	}
	if !b.spend(a.breadth() + t.breadth()) {
		return nil, false
	}
	// From here on the two are intersected keyword by keyword.
	c := *t.underneath(a)
	c.Types, c.Nullable = commonTypes(a.Types, t.Types), a.Nullable && t.Nullable
	c.Enum = commonValues(a.Enum, t.Enum)
	if c.Const == nil {
		c.Const = t.Const
	}
	c.Minimum, c.Maximum = lower.tighter(a.Minimum, t.Minimum), upper.tighter(a.Maximum, t.Maximum)
	if c.Items == nil {
		c.Items = t.Items
	}
	if c.Additional == nil {
		c.Additional = t.Additional
	}
	c.Closed, c.open = a.Closed || t.Closed, a.open || t.open
	c.readOnly = a.readOnly || t.readOnly
	c.Unmodelled = slices.Concat(a.Unmodelled, t.Unmodelled)
	c.mergeProperties(a, t)
	// Indices and measures of the copy are those of a, and have to be made again.
	c.finish()
	return &c, true
}

// silent reports whether a schema restricts nothing.
func (s *Schema) silent() bool {
	return s.Nullable && len(s.Types) == 0 && s.Enum == nil && s.Const == nil && s.Minimum == nil && s.Maximum == nil &&
		len(s.Properties) == 0 && len(s.required) == 0 && !s.Closed && !s.open && s.Additional == nil && s.Items == nil &&
		len(s.Unmodelled) == 0
}

// annotate returns t with what s says about the place.
func (s *Schema) annotate(t *Schema) *Schema {
	if s.Description == "" && s.Default == nil && !s.readOnly {
		return t
	}
	return t.with(func(c *Schema) {
		c.Span = s.Span
		c.readOnly = c.readOnly || s.readOnly
		if s.Description != "" {
			c.Description = s.Description
		}
		if s.Default != nil {
			c.Default = s.Default
		}
	})
}

// underneath returns a with what it does not say about the place said by s.
func (s *Schema) underneath(a *Schema) *Schema {
	return a.with(func(c *Schema) {
		c.readOnly = c.readOnly || s.readOnly
		if c.Description == "" {
			c.Description = s.Description
		}
		if c.Default == nil {
			c.Default = s.Default
		}
	})
}

// overlap reports whether both schemas speak of one member of an object.
func overlap(a, t *Schema) bool {
	if a.namesOthers() && t.namesMembers() || t.namesOthers() && a.namesMembers() {
		return true
	}
	// Look up the properties of the smaller schema in the index of the larger one.
	small, large := a, t
	if len(small.Properties) > len(large.Properties) {
		small, large = large, small
	}
	return slices.ContainsFunc(small.Properties, func(p *Property) bool { return large.Property(p.Name) != nil })
}

func (s *Schema) namesOthers() bool { return s.Closed || s.Additional != nil }

func (s *Schema) namesMembers() bool { return len(s.Properties) > 0 || s.namesOthers() }

// breadth is what it costs to copy a schema.
func (s *Schema) breadth() int {
	return 1 + len(s.Properties) + len(s.required) + len(s.Unmodelled) + len(s.Enum)
}

// spend counts copies. When there have been too many it reports that, once,
// and returns false: a file of a few megabytes can ask for any number.
func (b *builder) spend(n int) bool {
	if b.merged += n; b.merged <= maxMerged {
		return true
	}
	b.limit(tooMuchMerging(b.file.Span(0, 0)))
	return false
}

// mergeProperties gives a schema the properties of two, and makes those
// required that either of them requires.
func (s *Schema) mergeProperties(a, t *Schema) {
	wanted := slices.Concat(a.required, t.required)
	s.required = nil
	s.Properties = slices.Concat(a.Properties, t.Properties)
	at := make(map[string]int, len(s.Properties))
	for i, p := range s.Properties {
		at[p.Name] = i
	}
	for _, w := range wanted {
		i, ok := at[w.name]
		if !ok {
			// No property has the name. It may come from what is merged later.
			s.required = append(s.required, w)
			continue
		}
		// Properties are shared with a and t, so the required one is a copy.
		p := *s.Properties[i]
		p.Required = true
		s.Properties[i] = &p
	}
}

// commonTypes intersects two lists of types, of which an empty one means all.
func commonTypes(a, b []Kind) []Kind {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	var common []Kind
	for _, k := range a {
		switch {
		case slices.Contains(b, k) || k == KindInteger && slices.Contains(b, KindNumber):
			common = append(common, k)
		case k == KindNumber && slices.Contains(b, KindInteger):
			common = append(common, KindInteger)
		}
	}
	if len(common) == 0 {
		// No common type is left, so at most null remains. An empty list would mean all types.
		return []Kind{KindNull}
	}
	return common
}

// commonValues intersects two lists of values, of which nil means all.
func commonValues(a, b []types.Value) []types.Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	in := lists.SetBy(b, types.Key)
	return slices.DeleteFunc(slices.Clone(a), func(v types.Value) bool { return !in[types.Key(v)] })
}
