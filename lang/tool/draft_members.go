package tool

// properties reads the keyword `properties`.
func (d *draft) properties(m *member) {
	if m.value.kind != objectNode {
		d.wrongKind("`properties`", m.value, objectNode)
		return
	}
	for _, p := range m.value.members {
		schema := d.complete(p.value)
		if d.requests && schema.readOnly {
			if d.omitted == nil {
				d.omitted = map[string]bool{}
			}
			d.omitted[p.name] = true
			continue
		}
		d.s.Properties = append(d.s.Properties, &Property{
			Name: p.name, NameSpan: d.file.Span(p.start, p.end), Schema: schema,
		})
	}
}

// requires reads the keyword `required`.
func (d *draft) requires(m *member) {
	if m.value.kind != listNode {
		d.wrongKind("`required`", m.value, listNode)
		return
	}
	for _, n := range m.value.items {
		if n.kind != stringNode {
			d.wrongKind("a name in `required`", n, stringNode)
			continue
		}
		d.required = append(d.required, wanted{name: n.text, at: n})
	}
}

// members relates what is said about the members of objects and lists.
func (d *draft) members() {
	d.additionalMembers()
	d.elements()
	index := make(map[string]*Property, len(d.s.Properties))
	for _, p := range d.s.Properties {
		index[p.Name] = p
	}
	for _, w := range d.required {
		switch p := index[w.name]; {
		case p != nil:
			p.Required = true
		case !d.omitted[w.name]:
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
	case m.value.kind != boolNode && m.value.kind != objectNode:
		d.wrongKind("`additionalProperties`", m.value, boolNode, objectNode)
	case m.value.is(boolNode) && m.value.truth:
		d.s.open = true
	case d.patterned:
		d.keep(m)
	case m.value.kind == boolNode:
		d.s.Closed = true
	default:
		d.s.Additional = d.complete(m.value)
	}
}

// elements reads `items`, which in old drafts may be a list of schemas, and
// beside `prefixItems` is about the rest.
func (d *draft) elements() {
	m := d.items
	switch {
	case m == nil:
	case m.value.kind == listNode || d.tuple:
		d.keep(m)
	case m.value.kind != boolNode && m.value.kind != objectNode:
		d.wrongKind("`items`", m.value, objectNode)
	default:
		d.s.Items = d.complete(m.value)
	}
}
