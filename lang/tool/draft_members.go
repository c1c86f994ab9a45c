package tool

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
)

// properties reads the keyword `properties`.
func (d *draft) properties(m *document.Member) {
	if m.Value.Kind != document.Object {
		d.wrongKind("`properties`", m.Value, document.Object)
		return
	}
	for _, p := range m.Value.Members {
		schema := d.complete(p.Value)
		if d.requests && schema.readOnly {
			if d.omitted == nil {
				d.omitted = map[string]bool{}
			}
			// Remember the name: `required` may list it, too.
			d.omitted[p.Name] = true
			continue
		}
		d.s.Properties = append(d.s.Properties, &Property{
			Name: p.Name, NameSpan: p.At, Schema: schema,
		})
	}
}

// requires reads the keyword `required`.
func (d *draft) requires(m *document.Member) {
	if m.Value.Kind != document.List {
		d.wrongKind("`required`", m.Value, document.List)
		return
	}
	for _, n := range m.Value.Items {
		if n.Kind != document.String {
			d.wrongKind("a name in `required`", n, document.String)
			continue
		}
		d.required = append(d.required, wanted{name: n.Text, at: n})
	}
}

// members relates what is said about the members of objects and lists.
func (d *draft) members() {
	d.additionalMembers()
	d.elements()
	index := lists.IndexBy(d.s.Properties, func(p *Property) string { return p.Name })
	for _, w := range d.required {
		switch p := index[w.name]; {
		case p != nil:
			p.Required = true
		case !d.omitted[w.name]:
			// A name without a property may still be one of a composed schema.
			d.s.required = append(d.s.required, w)
		}
	}
}

// additionalMembers reads `additionalProperties`, which `patternProperties`
// beside it makes a matter of names.
func (d *draft) additionalMembers() {
	m := d.additional
	switch {
	case m == nil:
	case m.Value.Kind != document.Bool && m.Value.Kind != document.Object:
		d.wrongKind("`additionalProperties`", m.Value, document.Bool, document.Object)
	case m.Value.Is(document.Bool) && m.Value.Truth:
		d.s.open = true
	case d.patterned:
		// What counts as additional depends on the patterns, so the keyword is not modelled.
		d.keep(m)
	case m.Value.Kind == document.Bool:
		d.s.Closed = true
	default:
		d.s.Additional = d.complete(m.Value)
	}
}

// elements reads `items`, which in old drafts may be a list of schemas, and
// beside `prefixItems` is about the rest.
func (d *draft) elements() {
	m := d.items
	switch {
	case m == nil:
	case m.Value.Kind == document.List || d.tuple:
		d.keep(m)
	case m.Value.Kind != document.Bool && m.Value.Kind != document.Object:
		d.wrongKind("`items`", m.Value, document.Object)
	default:
		d.s.Items = d.complete(m.Value)
	}
}
