package importer

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// maxFlattened is how deep attributes are flattened: messages need ten levels.
const maxFlattened = 32

// flattened puts messages together that are spread over attributes, as
// OpenInference has them: llm.output_messages.0.message.tool_calls.1.tool_call.
// function.name. It returns a list of OpenAI's messages as JSON, nothing if
// there are none.
func flattened(s *span, prefix string) string {
	tree := make(map[string]any)
	var names []string
	for name := range s.attributes {
		// The depth is bounded, since a name can have any number of dots.
		if strings.HasPrefix(name, prefix+".") && strings.Count(name, ".") <= maxFlattened {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	// Sorted names give the same tree for the same attributes.
	slices.Sort(names)
	for _, name := range names {
		graft(tree, strings.Split(name[len(prefix)+1:], "."), s.attributes[name])
	}
	list := lists.Map(inOrderOfIndex(tree), func(m map[string]any) any { return flatMessage(m) })
	return string(appendTree(nil, list))
}

// appendTree appends a tree as JSON. Values stay as they are written: encoding/json
// refuses NaN, which some programs write.
func appendTree(b []byte, x any) []byte {
	switch x := x.(type) {
	case []any:
		b = append(b, '[')
		for i, item := range x {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendTree(b, item)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(x)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(document.AppendJSON(b, types.Text(name)), ':')
			b = appendTree(b, x[name])
		}
		return append(b, '}')
	}
	return append(b, x.(raw)...)
}

// raw is a value as it is written.
type raw string

// graft puts a value into a tree of objects.
func graft(tree map[string]any, path []string, v document.Value) {
	for _, part := range path[:len(path)-1] {
		next, is := tree[part].(map[string]any)
		if !is {
			next = make(map[string]any)
			tree[part] = next
		}
		tree = next
	}
	// Each name comes once, and in sorted order after the names that it begins with.
	tree[path[len(path)-1]] = raw(v.Raw())
}

// inOrderOfIndex returns the objects of a tree that are named by numbers.
func inOrderOfIndex(tree any) (list []map[string]any) {
	objects, _ := tree.(map[string]any)
	type named struct {
		index int
		name  string
	}
	var at []named
	for name := range objects {
		if n, err := strconv.Atoi(name); err == nil {
			at = append(at, named{n, name})
		}
	}
	// Several names may be of one index, such as 0 and 00.
	slices.SortFunc(at, func(a, b named) int { return cmp.Or(cmp.Compare(a.index, b.index), strings.Compare(a.name, b.name)) })
	for _, n := range at {
		if m, is := objects[n.name].(map[string]any); is {
			list = append(list, m)
		}
	}
	return list
}

// flatMessage makes a message of OpenAI of one that was flattened.
func flatMessage(m map[string]any) map[string]any {
	if inside, is := m["message"].(map[string]any); is {
		m = inside
	}
	out := make(map[string]any)
	for _, name := range []string{"role", "content", "tool_call_id", "name"} {
		if v, has := m[name]; has {
			out[name] = v
		}
	}
	// Plain content wins over its parts.
	if parts := unflattened(m["contents"], "message_content"); parts != nil && out["content"] == nil {
		out["content"] = parts
	}
	if calls := unflattened(m["tool_calls"], "tool_call"); calls != nil {
		out["tool_calls"] = calls
	}
	return out
}

// unflattened returns the elements of a flattened list; of each what is under a name
// in it, if there is something.
func unflattened(flat any, name string) (list []any) {
	for _, c := range inOrderOfIndex(flat) {
		if inside, is := c[name].(map[string]any); is {
			c = inside
		}
		list = append(list, c)
	}
	return list
}
