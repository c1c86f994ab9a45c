package tool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/lang/source"
)

// A yamlReader turns the nodes of a YAML file into ours.
type yamlReader struct {
	*reporter
	place
	anchors map[*yaml.Node]*anchored
	merged  int // members copied by merge keys so far
	depth   int
	dead    bool
}

// An anchored node may be shared by aliases. Its node is nil while it is
// being read.
type anchored struct {
	node *node
	measure
}

// readYAML is [readJSON] for YAML. What stands in the file is read as the
// JSON that it amounts to: timestamps are strings, keys are names.
func readYAML(r *reporter) (root *node, whole bool) {
	y := &yamlReader{reporter: r, place: newPlace(r.file.Text()), anchors: map[*yaml.Node]*anchored{}}
	dec := yaml.NewDecoder(bytes.NewReader([]byte(r.file.Text())))
	doc, err := decodeYAML(dec)
	switch {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		y.stop(r.file.Span(0, 0), "the file is empty; expected a list of tools")
		return nil, false
	case err != nil:
		y.broken(err)
		return nil, false
	}
	root, _ = y.node(doc.Content[0])
	if next, err := decodeYAML(dec); err == nil {
		y.stop(y.line(next.Line), "a second document begins here, and only the first is read")
	} else if !errors.Is(err, io.EOF) {
		y.broken(err)
	}
	return root, !y.dead
}

// decodeYAML reads the next document. The parser reports what it has not
// thought of by panicking, which is an error here.
func decodeYAML(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("yaml: %v", v)
		}
	}()
	doc = new(yaml.Node)
	return doc, dec.Decode(doc)
}

var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// broken reports an error of the parser, which names a line at most.
func (y *yamlReader) broken(err error) {
	message := err.Error()
	line := 1
	if m := yamlError.FindStringSubmatch(message); m != nil {
		message = message[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	message, _, _ = strings.Cut(message, "\n")
	y.stop(y.line(line), "not YAML: "+excerpt(strings.TrimRight(message, ".")))
}

func (y *yamlReader) stop(at source.Span, message string) {
	if !y.dead {
		y.report(fault{at: at, message: message})
	}
	y.dead = true
}

// line returns the span of a line without the white space around it.
func (y *yamlReader) line(n int) source.Span {
	n = min(max(n, 1), len(y.starts))
	start, end := y.starts[n-1], len(y.text)
	if n < len(y.starts) {
		end = y.starts[n]
	}
	line := y.text[start:end]
	start += len(line) - len(strings.TrimLeft(line, " \t"))
	return y.file.Span(start, start+len(strings.TrimSpace(line)))
}

// node converts a node, and measures it with its aliases written out. It
// never returns nil.
func (y *yamlReader) node(in *yaml.Node) (*node, measure) {
	if in.Kind == yaml.AliasNode {
		return y.alias(in)
	}
	start := y.contentStart(in)
	out := &node{start: start, end: start, loose: true}
	if y.depth == maxDepth || y.dead {
		y.limit(tooDeep(y.file.Span(start, start+1)))
		return out, measure{}
	}
	if in.Anchor != "" {
		y.anchors[in] = &anchored{}
	}
	y.depth++
	size := measure{size: 1}
	switch in.Kind {
	case yaml.MappingNode:
		size.add(y.mapping(out, in))
	case yaml.SequenceNode:
		size.add(y.sequence(out, in))
	default:
		y.scalar(out, in)
	}
	y.depth--
	if in.Anchor != "" {
		*y.anchors[in] = anchored{node: out, measure: size}
	}
	if size.over(maxValues) {
		y.limit(tooManyAliases(y.file.Span(start, start+1)))
	}
	return out, size
}

// limit stops at a limit.
func (y *yamlReader) limit(p tooMuch) {
	if !y.dead {
		y.report(p)
	}
	y.dead = true
}

func (y *yamlReader) alias(in *yaml.Node) (*node, measure) {
	a := y.anchors[in.Alias]
	if a == nil || a.node == nil {
		start := y.offset(in.Line, in.Column)
		y.stop(y.file.Span(start, start+1+len(in.Value)), "`*"+excerpt(in.Value)+"` refers to a value that contains it")
		return &node{start: start, end: start, loose: true}, measure{}
	}
	return a.node, a.measure
}

func (y *yamlReader) sequence(out *node, in *yaml.Node) measure {
	out.kind = listNode
	var total measure
	end := out.start + 1
	for _, c := range in.Content {
		item, size := y.node(c)
		out.items = append(out.items, item)
		total.add(size)
		end = max(end, y.childEnd(c, item))
	}
	y.closeNested(out, in, end, ']')
	return total
}

func (y *yamlReader) mapping(out *node, in *yaml.Node) measure {
	out.kind = objectNode
	var all, merged []member
	var total measure
	end := out.start + 1
	for i := 0; i+1 < len(in.Content); i += 2 {
		k, v := in.Content[i], in.Content[i+1]
		m, ok := y.key(k)
		value, size := y.node(v)
		m.value = value
		total.add(size)
		end = max(end, y.childEnd(v, value))
		switch {
		case !ok:
		case k.Tag == "!!merge":
			merged = append(merged, y.merge(v, value)...)
		default:
			all = append(all, m)
		}
	}
	y.members(out, all)
	y.addMerged(out, merged)
	y.closeNested(out, in, end, '}')
	return total
}

// key converts the key of a mapping, which must be a scalar.
func (y *yamlReader) key(in *yaml.Node) (member, bool) {
	n, _ := y.node(in)
	if in.Kind == yaml.AliasNode {
		in = in.Alias
	}
	if in.Kind != yaml.ScalarNode {
		y.stop(y.span(n), "a name must be a string, not "+n.kind.String())
		return member{}, false
	}
	return member{name: in.Value, start: n.start, end: n.end}, true
}

// merge returns the members that a merge key, `<<`, brings in.
func (y *yamlReader) merge(in *yaml.Node, value *node) []member {
	switch value.kind {
	case objectNode:
		y.merged += len(value.members)
		if y.merged > maxValues {
			y.limit(tooManyAliases(y.span(value)))
			return nil
		}
		return value.members
	case listNode:
		var all []member
		for _, item := range value.items {
			if item.kind == objectNode {
				all = append(all, y.merge(in, item)...)
			}
		}
		return all
	}
	y.stop(y.span(value), "`<<` merges mappings, not "+value.kind.String())
	return nil
}

// addMerged adds the members whose names are not taken.
func (y *yamlReader) addMerged(out *node, merged []member) {
	if len(merged) == 0 {
		return
	}
	taken := make(map[string]bool, len(out.members)+len(merged))
	for _, m := range out.members {
		taken[m.name] = true
	}
	for _, m := range merged {
		if !taken[m.name] {
			taken[m.name] = true
			out.members = append(out.members, m)
		}
	}
}

// scalar converts a scalar by the type that YAML gives it.
func (y *yamlReader) scalar(out *node, in *yaml.Node) {
	out.end, out.loose = y.scalarEnd(in, out.start)
	out.kind, out.text = stringNode, in.Value
	var ok bool
	switch in.Tag {
	case "!!null":
		out.kind = nullNode
		return
	case "!!bool":
		out.kind = boolNode
		out.truth, ok = yamlBool(in.Value)
	case "!!int", "!!float":
		out.kind = numberNode
		out.text, ok = yamlNumber(in.Value)
	default:
		return
	}
	if !ok {
		y.stop(y.span(out), "`"+excerpt(in.Value)+"` has no counterpart in JSON")
	}
}

func yamlBool(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// yamlNumber writes a number of YAML as JSON: `0x1F`, `1_000`, `.5`.
func yamlNumber(s string) (string, bool) {
	if isJSONNumber(s) {
		return s, true
	}
	if len(s) <= maxNumber {
		if n, ok := new(big.Int).SetString(s, 0); ok {
			return n.String(), true
		}
	}
	return repairNumber(s)
}
