package tool

import (
	"encoding/json"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// A node is a value of a JSON or YAML file and the place where it stands.
// Aliases of a YAML file share nodes, so that nodes form a graph without
// cycles rather than a tree.
type node struct {
	kind       nodeKind
	start, end int
	loose      bool // the end is not exact, and the text must not be edited

	text    string   // of a string, decoded; of a number, as JSON
	truth   bool     // of a boolean
	items   []*node  // of a list
	members []member // of an object, in file order, no name twice

	index map[string]*node // of the members, once there is a use for it
}

// A member is a named value of an object.
type member struct {
	name       string
	start, end int // of the name, with its quotes
	value      *node
}

type nodeKind int

const (
	nullNode nodeKind = iota
	boolNode
	numberNode
	stringNode
	listNode
	objectNode
)

// String names the kind as messages do: "a string".
func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}[k]
}

// few is the number of members up to which searching beats an index.
const few = 8

// get returns the member of the given name; nil if there is none, or n is no
// object, or nil.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	if len(n.members) > few {
		return n.indexed()[name]
	}
	for i := range n.members {
		if n.members[i].name == name {
			return n.members[i].value
		}
	}
	return nil
}

func (n *node) indexed() map[string]*node {
	if n.index == nil {
		n.index = make(map[string]*node, len(n.members))
		for _, m := range n.members {
			n.index[m.name] = m.value
		}
	}
	return n.index
}

// is reports whether there is a node and it is of the kind.
func (n *node) is(k nodeKind) bool { return n != nil && n.kind == k }

// names returns the names of the members.
func (n *node) names() []string {
	names := make([]string, len(n.members))
	for i, m := range n.members {
		names[i] = m.name
	}
	return names
}

// value returns the node as a value, or an error if a number in it is beyond
// what is computed with.
func (n *node) value() (types.Value, error) {
	switch n.kind {
	case boolNode:
		return types.Boolean(n.truth), nil
	case numberNode:
		return number(n.text)
	case stringNode:
		return types.Text(n.text), nil
	case listNode:
		return n.list()
	case objectNode:
		return n.object()
	}
	return types.Null{}, nil
}

func (n *node) list() (types.Value, error) {
	list := make(types.List, len(n.items))
	for i, item := range n.items {
		v, err := item.value()
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

func (n *node) object() (types.Value, error) {
	object := make(types.Object, len(n.members))
	for i, m := range n.members {
		v, err := m.value.value()
		if err != nil {
			return nil, err
		}
		object[i] = types.Member{Name: m.name, Value: v}
	}
	return object, nil
}

// json writes the node as compact JSON.
func (n *node) json(b *strings.Builder) {
	switch n.kind {
	case nullNode:
		b.WriteString("null")
	case boolNode:
		b.WriteString(map[bool]string{true: "true", false: "false"}[n.truth])
	case numberNode:
		b.WriteString(n.text)
	case stringNode:
		b.WriteString(types.Quote(n.text))
	case listNode:
		for i, item := range n.items {
			b.WriteString(separator("[", i))
			item.json(b)
		}
		b.WriteString(ending("[", "]", len(n.items)))
	case objectNode:
		for i, m := range n.members {
			b.WriteString(separator("{", i))
			b.WriteString(types.Quote(m.name) + ":")
			m.value.json(b)
		}
		b.WriteString(ending("{", "}", len(n.members)))
	}
}

func separator(opening string, i int) string {
	if i == 0 {
		return opening
	}
	return ","
}

func ending(opening, closing string, n int) string {
	if n == 0 {
		return opening + closing
	}
	return closing
}

// maxNumber bounds the digits of a number. Reading one takes time quadratic
// in their count.
const maxNumber = 4096

// number reads the text of a JSON number.
func number(text string) (types.Number, error) {
	if len(text) > maxNumber {
		return types.Number{}, errLongNumber
	}
	return types.ParseNumber(text)
}

// isJSONNumber reports whether the text is a number by JSON's grammar.
func isJSONNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && json.Valid([]byte(s))
}
