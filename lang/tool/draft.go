package tool

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// A draft is a schema whose keywords are being read.
type draft struct {
	*builder
	n *document.Node
	s *Schema

	nulled                 bool // by `nullable: true`
	lower, upper           limits
	composites             []Keyword // $ref, allOf, anyOf, oneOf
	required               []wanted
	tuple, patterned       bool // prefixItems and patternProperties change what items and additionalProperties mean
	omitted                map[string]bool
	items, additional      *document.Member
	constNode, defaultNode *document.Node
	enumNodes              []*document.Node
}

// limits are the two keywords that bound numbers on one side.
type limits struct {
	plain, exclusive *Bound
	makeExclusive    bool // as in OpenAPI 3.0, where exclusiveMinimum is a boolean
}

// nothing is an enum without values.
var nothing = []types.Value{}

func (b *builder) draft(n *document.Node) *draft {
	// An empty schema accepts everything, null included.
	d := &draft{builder: b, n: n, s: &Schema{Span: n.At, Nullable: true}}
	for i := range n.Members {
		d.keyword(&n.Members[i])
	}
	return d
}

// result puts together what the keywords say.
func (d *draft) result() *Schema {
	// First what needs several keywords at once, in an order in which later steps read earlier ones.
	d.members()
	d.s.Minimum = d.lower.bound(lower)
	d.s.Maximum = d.upper.bound(upper)
	d.values()
	d.s.finish()
	s := d.s
	// Then $ref, allOf, anyOf and oneOf are merged into what the keywords say directly.
	for _, k := range d.composites {
		s = d.compose(s, k)
	}
	// OpenAPI's `nullable: true` adds null to whatever the other keywords accept.
	if d.nulled && !s.Nullable {
		s = s.with(func(c *Schema) { c.Nullable = true })
	}
	// The default is checked against the final schema.
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

func (d *draft) keyword(m *document.Member) {
	v := m.Value
	switch m.Name {
	case "description":
		d.s.Description = d.text(m)
	case "type":
		d.types(v)
	case "nullable":
		d.nulled = d.boolean(m)
	case "readOnly":
		d.s.readOnly = v.Is(document.Bool) && v.Truth
	case "enum":
		d.enumNodes = d.list(m)
		// The values are read later. Until then the list counts as an empty enum, not as none.
		if v.Kind == document.List {
			d.s.Enum = nothing
		}
	case "const":
		d.constNode = v
	case "default":
		d.defaultNode = v
		d.s.Default = d.value(v)
	case "minimum", "exclusiveMinimum":
		d.bound(m, &d.lower, m.Name == "exclusiveMinimum")
	case "maximum", "exclusiveMaximum":
		d.bound(m, &d.upper, m.Name == "exclusiveMaximum")
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
func (d *draft) other(m *document.Member) {
	switch {
	case unmodelled[m.Name]:
		d.tuple = d.tuple || m.Name == "prefixItems"
		d.patterned = d.patterned || m.Name == "patternProperties"
		// items and additionalProperties may come before these in the file, so only note them here.
		d.keep(m)
	case annotations[m.Name] || strings.HasPrefix(m.Name, "x-"):
		// Annotations restrict nothing and are left out.
	default:
		if near := d.nearest(m.Name, len(modelled), list(modelled...)); near != "" && d.n.Get(near) == nil {
			d.report(oddKeyword{name: m.Name, near: near, at: m.At})
		}
	}
}

// keep lists a keyword as not modelled.
func (d *draft) keep(m *document.Member) {
	d.s.Unmodelled = append(d.s.Unmodelled, d.asKeyword(m))
}

func (d *draft) asKeyword(m *document.Member) Keyword {
	return Keyword{Name: m.Name, Span: m.Value.At, value: m.Value}
}

func (d *draft) composite(m *document.Member) {
	if m.Name != "$ref" && (m.Value.Kind != document.List || len(m.Value.Items) == 0) {
		d.wrongKind("`"+m.Name+"`", m.Value, document.List)
		return
	}
	d.composites = append(d.composites, d.asKeyword(m))
}

// text, boolean and list return what a keyword says, and report a value of
// another kind.
func (d *draft) text(m *document.Member) string {
	if m.Value.Kind != document.String {
		d.wrongKind("`"+m.Name+"`", m.Value, document.String)
	}
	return m.Value.Text
}

func (d *draft) boolean(m *document.Member) bool {
	if m.Value.Kind != document.Bool {
		d.wrongKind("`"+m.Name+"`", m.Value, document.Bool)
	}
	return m.Value.Truth
}

func (d *draft) list(m *document.Member) []*document.Node {
	if m.Value.Kind != document.List {
		d.wrongKind("`"+m.Name+"`", m.Value, document.List)
	}
	return m.Value.Items
}

// value returns a value of the file; nil if it is beyond what is computed
// with, which is reported.
func (d *draft) value(n *document.Node) types.Value {
	v, err := n.Exact()
	if err != nil {
		d.report(badNumber(n.At, err))
		return nil
	}
	return v
}

// types reads the keyword `type`.
func (d *draft) types(v *document.Node) {
	names := v.Items
	switch {
	case v.Kind == document.String:
		names = []*document.Node{v}
	case v.Kind != document.List || len(names) == 0:
		d.wrongKind("`type`", v, document.String, document.List)
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
		// Only null was listed. Types is empty only for schemas that accept all types.
		d.s.Types = []Kind{KindNull}
	}
}

// normal removes duplicates, and integer beside number.
func normal(list []Kind) []Kind {
	var out []Kind
	for _, k := range list {
		// Every integer is a number, so integer adds nothing beside it.
		if k == KindInteger && slices.Contains(list, KindNumber) || slices.Contains(out, k) {
			continue
		}
		out = append(out, k)
	}
	return out
}

// kind reads the name of a type. One that is known under another name counts
// as what it means, and is reported all the same.
func (d *draft) kind(n *document.Node) (Kind, bool) {
	if n.Kind != document.String {
		d.wrongKind("the name of a type", n, document.String)
		return 0, false
	}
	k, ok := kinds[n.Text]
	if ok {
		return k, true
	}
	near := ""
	if k, ok = otherKinds[strings.ToLower(n.Text)]; ok {
		near = k.String()
	} else {
		near = d.nearest(n.Text, len(kindNames), list(kindNames[:]...))
		k, ok = kinds[near]
	}
	d.report(unknownType{misreading(n, near), n.Text})
	return k, ok
}
