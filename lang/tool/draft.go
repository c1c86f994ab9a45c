package tool

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// A draft is a schema whose keywords are being read.
type draft struct {
	*builder
	n *node
	s *Schema

	nulled                 bool // by `nullable: true`
	lower, upper           limits
	composites             []Keyword // $ref, allOf, anyOf, oneOf
	required               []wanted
	tuple, patterned       bool // prefixItems and patternProperties change what items and additionalProperties mean
	omitted                map[string]bool
	items, additional      *member
	constNode, defaultNode *node
	enumNodes              []*node
}

// limits are the two keywords that bound numbers on one side.
type limits struct {
	plain, exclusive *Bound
	makeExclusive    bool // as in OpenAPI 3.0, where exclusiveMinimum is a boolean
}

// nothing is an enum without values.
var nothing = []types.Value{}

func (b *builder) draft(n *node) *draft {
	d := &draft{builder: b, n: n, s: &Schema{Span: b.span(n), Nullable: true}}
	for i := range n.members {
		d.keyword(&n.members[i])
	}
	return d
}

// result puts together what the keywords say.
func (d *draft) result() *Schema {
	d.members()
	d.s.Minimum = d.lower.bound(lower)
	d.s.Maximum = d.upper.bound(upper)
	d.values()
	d.s.finish()
	s := d.s
	for _, k := range d.composites {
		s = d.compose(s, k)
	}
	if d.nulled && !s.Nullable {
		s = s.with(func(c *Schema) { c.Nullable = true })
	}
	if d.defaultNode != nil {
		d.checkDefault(s)
	}
	return s
}

// with returns a copy of the schema, changed in ways that do not concern its
// properties.
func (s *Schema) with(change func(*Schema)) *Schema {
	c := *s
	change(&c)
	return &c
}

func (d *draft) keyword(m *member) {
	v := m.value
	switch m.name {
	case "description":
		d.s.Description = d.text(m)
	case "type":
		d.types(v)
	case "nullable":
		d.nulled = d.boolean(m)
	case "readOnly":
		d.s.readOnly = v.is(boolNode) && v.truth
	case "enum":
		d.enumNodes = d.list(m)
		if v.kind == listNode {
			d.s.Enum = nothing
		}
	case "const":
		d.constNode = v
	case "default":
		d.defaultNode = v
		d.s.Default = d.value(v)
	case "minimum", "exclusiveMinimum":
		d.bound(m, &d.lower, m.name == "exclusiveMinimum")
	case "maximum", "exclusiveMaximum":
		d.bound(m, &d.upper, m.name == "exclusiveMaximum")
	case "properties":
		d.properties(m)
	case "required":
		d.requires(m)
	case "items":
		d.items = m
	case "additionalProperties":
		d.additional = m
	case "$ref", "allOf", "anyOf", "oneOf":
		d.composite(m)
	default:
		d.other(m)
	}
}

// other keeps a keyword that is not modelled, and notices one that is
// probably a modelled one misspelt.
func (d *draft) other(m *member) {
	switch {
	case unmodelled[m.name]:
		d.tuple = d.tuple || m.name == "prefixItems"
		d.patterned = d.patterned || m.name == "patternProperties"
		d.keep(m)
	case annotations[m.name] || strings.HasPrefix(m.name, "x-"):
	default:
		if near := d.nearest(m.name, len(modelled), list(modelled...)); near != "" && d.n.get(near) == nil {
			d.report(oddKeyword{name: m.name, near: near, at: d.file.Span(m.start, m.end)})
		}
	}
}

// keep lists a keyword as not modelled.
func (d *draft) keep(m *member) {
	d.s.Unmodelled = append(d.s.Unmodelled, d.asKeyword(m))
}

func (d *draft) asKeyword(m *member) Keyword {
	return Keyword{Name: m.name, Span: d.span(m.value), value: m.value}
}

func (d *draft) composite(m *member) {
	if m.name != "$ref" && (m.value.kind != listNode || len(m.value.items) == 0) {
		d.wrongKind("`"+m.name+"`", m.value, listNode)
		return
	}
	d.composites = append(d.composites, d.asKeyword(m))
}

// text, boolean and list return what a keyword says, and report a value of
// another kind.
func (d *draft) text(m *member) string {
	if m.value.kind != stringNode {
		d.wrongKind("`"+m.name+"`", m.value, stringNode)
	}
	return m.value.text
}

func (d *draft) boolean(m *member) bool {
	if m.value.kind != boolNode {
		d.wrongKind("`"+m.name+"`", m.value, boolNode)
	}
	return m.value.truth
}

func (d *draft) list(m *member) []*node {
	if m.value.kind != listNode {
		d.wrongKind("`"+m.name+"`", m.value, listNode)
	}
	return m.value.items
}

// value returns a value of the file; nil if it is beyond what is computed
// with, which is reported.
func (d *draft) value(n *node) types.Value {
	v, err := n.value()
	if err != nil {
		d.report(badNumber(d.span(n), err))
		return nil
	}
	return v
}

// types reads the keyword `type`.
func (d *draft) types(v *node) {
	names := v.items
	switch {
	case v.kind == stringNode:
		names = []*node{v}
	case v.kind != listNode || len(names) == 0:
		d.wrongKind("`type`", v, stringNode, listNode)
		return
	}
	null, open := false, false
	var list []Kind
	for _, n := range names {
		k, ok := d.kind(n)
		switch {
		case !ok:
			open = true
		case k == KindNull:
			null = true
		default:
			list = append(list, k)
		}
	}
	if open {
		return // reported; whatever it is to be, it may accept anything
	}
	d.s.Nullable = null
	d.s.Types = normal(list)
	if len(list) == 0 {
		d.s.Types = []Kind{KindNull}
	}
}

// normal removes duplicates, and integer beside number.
func normal(list []Kind) []Kind {
	var out []Kind
	for _, k := range list {
		if k == KindInteger && slices.Contains(list, KindNumber) || slices.Contains(out, k) {
			continue
		}
		out = append(out, k)
	}
	return out
}

// kind reads the name of a type. One that is known under another name counts
// as what it means, and is reported all the same.
func (d *draft) kind(n *node) (Kind, bool) {
	if n.kind != stringNode {
		d.wrongKind("the name of a type", n, stringNode)
		return 0, false
	}
	k, ok := kinds[n.text]
	if ok {
		return k, true
	}
	p := unknownType{name: n.text, at: d.span(n)}
	if k, ok = otherKinds[strings.ToLower(n.text)]; ok {
		p.near = k.String()
	} else {
		p.near = d.nearest(n.text, len(kindNames), list(kindNames[:]...))
		k, ok = kinds[p.near]
	}
	p.edit, p.exact = d.replace(n, p.near)
	d.report(p)
	return k, ok
}
