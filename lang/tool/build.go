package tool

import (
	"slices"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// A builder turns the nodes of one JSON Schema document into schemas. Each
// node is built once, however often it is referred to.
type builder struct {
	*reporter
	root     *document.Node // the document, which `#` refers to
	requests bool           // OpenAPI: leave out what only responses have

	built   map[*document.Node]*Schema
	targets map[*document.Node]*document.Node // of the `$ref` of each node; nil where there is none
	graph   graph

	depth, merged int
	said          map[*document.Node]bool // required names that have been reported
	settled       map[*wanted]bool        // lists of required names that have been looked at
	full          bool                    // a limit has been reported
}

func newBuilder(r *reporter, root *document.Node) *builder {
	return &builder{
		reporter: r, root: root,
		built: map[*document.Node]*Schema{}, targets: map[*document.Node]*document.Node{}, graph: graph{}, said: map[*document.Node]bool{}, settled: map[*wanted]bool{},
	}
}

// anything is the schema that accepts everything.
func anything(at source.Span) *Schema {
	s := &Schema{Span: at, Nullable: true}
	s.finish()
	return s
}

// complete builds a schema that stands for itself, and is not merged with
// others: every name that it requires must be one of its properties.
func (b *builder) complete(n *document.Node) *Schema {
	s := b.schema(n)
	// Names that are not properties are allowed where others may be added or composed.
	if len(s.required) == 0 || b.settled[&s.required[0]] || s.open || s.Additional != nil || s.composed() {
		return s
	}
	// Copies of a schema share the list, so the address of its first name identifies it.
	b.settled[&s.required[0]] = true
	for _, w := range s.required {
		if !b.said[w.at] {
			b.said[w.at] = true
			near := b.nearest(w.name, len(s.Properties), s.PropertyNames)
			b.report(notAProperty{misreading(w.at, near), w.name})
		}
	}
	return s
}

// composed reports whether properties may be told by what is not modelled.
func (s *Schema) composed() bool {
	return slices.ContainsFunc(s.Unmodelled, func(k Keyword) bool { return composes[k.Name] })
}

// schema builds a schema, which may be one of several that are merged.
func (b *builder) schema(n *document.Node) *Schema {
	if s := b.built[n]; s != nil {
		return s
	}
	at := n.At
	if b.depth == maxDepth {
		b.limit(tooDeep(at))
		return anything(at)
	}
	// The graph tells which references are part of a cycle before they are followed.
	b.findLoops(n)
	b.depth++
	s := b.build(n)
	b.depth--
	// A schema beyond the limits accepts everything, so that nothing grows from it.
	if s.measure.over(maxSchema) {
		if s.measure.height > maxDepth {
			b.limit(tooDeep(at))
		} else {
			b.limit(schemaTooLarge(at))
		}
		s = anything(at)
	}
	// Built once: references to the node share the schema.
	b.built[n] = s
	return s
}

// limit reports the first limit that is met.
func (b *builder) limit(p tooMuch) {
	if !b.full {
		b.report(p)
	}
	b.full = true
}

func (b *builder) build(n *document.Node) *Schema {
	at := n.At
	switch n.Kind {
	case document.Object:
		return b.draft(n).result()
	case document.Bool:
		s := anything(at)
		// The schema `false` accepts nothing, not even null.
		if !n.Truth {
			s.Nullable, s.Enum = false, nothing
		}
		return s
	}
	b.wrongKind("a schema", n, document.Object)
	return anything(at)
}

// wrongKind reports a value of the wrong kind.
func (r *reporter) wrongKind(what string, n *document.Node, want ...document.Kind) {
	r.report(wrongKind{what: what, at: n.At, want: want, got: n})
}
