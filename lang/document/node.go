package document

import (
	"strconv"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Node is a value of a file of JSON or YAML, with its place. Aliases of
// YAML share nodes, so that nodes form a graph without cycles rather than a tree.
type Node struct {
	Kind    Kind
	At      source.Span
	Inexact bool // At does not end exactly where the value does, and must not be edited

	Text    string   // of a string, decoded; of a number, as JSON
	Truth   bool     // of a boolean
	Items   []*Node  // of a list
	Members []Member // of an object, in file order, no name twice

	index map[string]*Node // of the members, once there is a use for it
}

// A Member is a named value of an object.
type Member struct {
	Name  string
	At    source.Span // of the name, with its quotes
	Value *Node
}

// String names the kind as messages do: "a string".
func (k Kind) String() string {
	return [...]string{"nothing", "null", "a boolean", "a number", "a string", "a list", "an object"}[k]
}

// Get returns the member of the given name; nil if there is none, or n is no
// object, or nil.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	if len(n.Members) > few {
		return n.indexed()[name]
	}
	for i := range n.Members {
		if n.Members[i].Name == name {
			return n.Members[i].Value
		}
	}
	return nil
}

func (n *Node) indexed() map[string]*Node {
	// There is no lock: two goroutines must not look for the first name at once.
	if n.index == nil {
		n.index = make(map[string]*Node, len(n.Members))
		for _, m := range n.Members {
			n.index[m.Name] = m.Value
		}
	}
	return n.index
}

// Is reports whether there is a node and it is of the kind.
func (n *Node) Is(k Kind) bool { return n != nil && n.Kind == k }

// Names returns the names of the members.
func (n *Node) Names() []string {
	return lists.Map(n.Members, func(m Member) string { return m.Name })
}

// Exact returns the node as a value, or an error if a number in it is beyond
// what is computed with.
func (n *Node) Exact() (types.Value, error) {
	switch n.Kind {
	case Bool:
		return types.Boolean(n.Truth), nil
	case Number:
		return types.ParseNumber(n.Text)
	case String:
		return types.Text(n.Text), nil
	case List:
		list := make(types.List, len(n.Items))
		for i, item := range n.Items {
			v, err := item.Exact()
			if err != nil {
				return nil, err
			}
			list[i] = v
		}
		return list, nil
	case Object:
		object := make(types.Object, len(n.Members))
		for i, m := range n.Members {
			v, err := m.Value.Exact()
			if err != nil {
				return nil, err
			}
			object[i] = types.Member{Name: m.Name, Value: v}
		}
		return object, nil
	}
	return types.Null{}, nil
}

// JSON returns the node as compact JSON.
func (n *Node) JSON() string { return string(n.appendJSON(nil)) }

func (n *Node) appendJSON(b []byte) []byte {
	switch n.Kind {
	case Bool:
		return strconv.AppendBool(b, n.Truth)
	case Number:
		return append(b, n.Text...)
	case String:
		return AppendString(b, n.Text)
	case List:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.appendJSON(b)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, m := range n.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendString(b, m.Name), ':')
			b = m.Value.appendJSON(b)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

// IsNumber reports whether a text is a number by the grammar of JSON.
func IsNumber(s string) bool { return s != "" && numberSize(s) == len(s) }
