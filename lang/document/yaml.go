package document

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A yamlReader turns the nodes of a YAML file into ours.
type yamlReader struct {
	reader
	place
	anchors map[*yaml.Node]*anchored
	merged  int // members copied by merge keys so far
	depth   int
}

// An anchored node may be shared by aliases. Its node is nil while it is
// being read.
type anchored struct {
	node *Node
	measure
}

// A measure is how large a value is with its aliases written out.
type measure struct{ size, height int }

// add counts a part.
func (m *measure) add(part measure) {
	m.size = min(m.size+part.size, math.MaxInt32)
	m.height = max(m.height, part.height+1)
}

// ReadYAML is [ReadJSON] for YAML. What is in the file is read as the
// JSON that it amounts to: timestamps are strings, keys are names.
func ReadYAML(f *source.File, o Options) (root *Node, whole bool) {
	y := &yamlReader{reader: newReader(f, o), place: newPlace(f), anchors: map[*yaml.Node]*anchored{}}
	if !y.encoded() {
		return nil, false // the parser would say so again
	}
	dec := yaml.NewDecoder(strings.NewReader(f.Text()))
	doc, err := decodeYAML(dec)
	switch {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		return nil, true
	case err != nil:
		y.broken(err)
		return nil, false
	}
	root, _ = y.node(doc.Content[0])
	// A second document would otherwise be ignored without notice.
	if next, err := decodeYAML(dec); err == nil {
		y.refuse(y.line(next.Line), "a second document begins here, and only the first is read")
	} else if !errors.Is(err, io.EOF) {
		y.broken(err)
	}
	return root, !y.dead
}

// decodeYAML reads the next document. The parser reports what its authors did
// not think of by panicking, which is an error here.
func decodeYAML(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("yaml: %v", v)
		}
	}()
	doc = new(yaml.Node)
	return doc, dec.Decode(doc)
}

var yamlError = lazyregexp.New(`^yaml: (?:line (\d+): )?`)

// broken reports an error of the parser, which names a line at most.
func (y *yamlReader) broken(err error) {
	if tab := y.indentingTab(); !tab.IsZero() {
		blanks := strings.ReplaceAll(tab.Text(), "\t", "  ")
		y.mistake(tab, "use two blanks for each tab", diag.Edit{Span: tab, New: blanks}, "tabs cannot indent in YAML")
		y.dead = true
		return
	}
	message := err.Error()
	line := 1
	if m := yamlError.FindStringSubmatch(message); m != nil {
		message = message[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	message, _, _ = strings.Cut(message, "\n")
	y.refuse(y.line(line), "not YAML: %s", Excerpt(strings.TrimRight(message, ".")))
}

// refuse stops at what has no meaning.
func (y *yamlReader) refuse(at source.Span, format string, args ...any) {
	y.stop(Fault{At: at, Message: fmt.Sprintf(format, args...)})
}

// node converts a node, and measures it with its aliases written out. It
// never returns nil.
func (y *yamlReader) node(in *yaml.Node) (*Node, measure) {
	if in.Kind == yaml.AliasNode {
		return y.alias(in)
	}
	start := y.contentStart(in)
	out := &Node{Kind: Null, At: y.file.Span(start, start), Inexact: true}
	if y.depth == y.Depth {
		y.tooDeep(y.file.Span(start, start+1))
	}
	if y.dead {
		return out, measure{}
	}
	if in.Anchor != "" {
		// The node stays nil until the content is read, so that an alias inside it is refused.
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
	switch {
	case size.height > y.Depth:
		// The depth was checked on the way down; only aliases can make the value higher.
		y.tooDeep(y.file.Span(start, start+1))
	case size.size > y.Values:
		y.tooMany(y.file.Span(start, start+1))
	}
	return out, size
}

func (y *yamlReader) tooMany(at source.Span) {
	y.limit(Fault{At: at, Message: fmt.Sprintf("with its aliases written out, the file has more than %d values", y.Values), Help: y.Fewer})
}

func (y *yamlReader) alias(in *yaml.Node) (*Node, measure) {
	start := y.offset(in.Line, in.Column)
	at := y.file.Span(start, start+len("*")+len(in.Value))
	a := y.anchors[in.Alias]
	if a == nil || a.node == nil {
		y.refuse(at, "`*%s` refers to a value that contains it", Excerpt(in.Value))
		return &Node{Kind: Null, At: y.file.Span(start, start), Inexact: true}, measure{}
	}
	if !y.AtAliases {
		return a.node, a.measure
	}
	// A copy at the place of the alias, which shares its parts with the original.
	n := *a.node
	n.At, n.Inexact = at, true
	return &n, a.measure
}

func (y *yamlReader) sequence(out *Node, in *yaml.Node) measure {
	out.Kind = List
	var total measure
	end := out.At.Start + 1
	for _, c := range in.Content {
		item, size := y.node(c)
		out.Items = append(out.Items, item)
		total.add(size)
		end = max(end, y.childEnd(c, item))
	}
	y.closeNested(out, in, end, ']')
	return total
}

func (y *yamlReader) mapping(out *Node, in *yaml.Node) measure {
	out.Kind = Object
	var all, merged []Member
	var before []*Node
	var last *Node
	var total measure
	end := out.At.Start + 1
	for i := 0; i+1 < len(in.Content); i += 2 {
		k, v := in.Content[i], in.Content[i+1]
		m, ok := y.key(k)
		value, size := y.node(v)
		m.Value = value
		total.add(size)
		end = max(end, y.childEnd(v, value))
		switch {
		case !ok:
		case k.Tag == "!!merge":
			merged = append(merged, y.merge(value)...)
		default:
			all, before = append(all, m), append(before, last)
		}
		if last = value; v.Kind == yaml.AliasNode {
			last = nil // its value is at another place
		}
	}
	// A member of the mapping itself has priority over a merged one, wherever `<<` is.
	y.members(out, all, before)
	addMerged(out, merged)
	y.closeNested(out, in, end, '}')
	return total
}

// key converts the key of a mapping, which must be a scalar.
func (y *yamlReader) key(in *yaml.Node) (Member, bool) {
	n, _ := y.node(in)
	// The name is that of the value that the alias refers to.
	if in.Kind == yaml.AliasNode {
		in = in.Alias
	}
	if in.Kind != yaml.ScalarNode {
		y.refuse(n.At, "a name must be a string, not %s", n.Kind)
		return Member{}, false
	}
	return Member{Name: in.Value, At: n.At}, true
}

// merge returns the members that a merge key, `<<`, brings in.
func (y *yamlReader) merge(value *Node) []Member {
	switch value.Kind {
	case Object:
		// Each merge may double the members of the one before, so their total is bounded.
		y.merged += len(value.Members)
		if y.merged > y.Values {
			y.tooMany(value.At)
			return nil
		}
		return value.Members
	case List:
		var all []Member
		for _, item := range value.Items {
			if item.Kind == Object {
				all = append(all, y.merge(item)...)
			}
		}
		return all
	}
	y.refuse(value.At, "`<<` merges mappings, not %s", value.Kind)
	return nil
}

// addMerged adds the members whose names are not taken.
func addMerged(out *Node, merged []Member) {
	if len(merged) == 0 {
		return
	}
	taken := make(map[string]bool, len(out.Members)+len(merged))
	for _, m := range out.Members {
		taken[m.Name] = true
	}
	for _, m := range merged {
		if !taken[m.Name] {
			taken[m.Name] = true
			out.Members = append(out.Members, m)
		}
	}
}

// scalar converts a scalar by the type that YAML gives it.
func (y *yamlReader) scalar(out *Node, in *yaml.Node) {
	end, inexact := y.scalarEnd(in, out.At.Start)
	out.At, out.Inexact = y.file.Span(out.At.Start, end), inexact
	out.Kind, out.Text = String, in.Value
	ok := true
	switch in.Tag {
	case "!!null":
		out.Kind = Null
	case "!!bool":
		out.Kind = Bool
		out.Truth = strings.EqualFold(in.Value, "true")
		// A tag that is written can be on any text, such as `!!bool yes`.
		ok = out.Truth || strings.EqualFold(in.Value, "false")
	case "!!int", "!!float":
		out.Kind = Number
		if out.Text, ok = yamlNumber(in.Value); !ok {
			out.Text, ok = in.Value, y.Infinite
		}
	}
	if !ok {
		y.refuse(out.At, "`%s` has no counterpart in JSON", Excerpt(in.Value))
	}
}

// maxNumber bounds the digits of a number that is written anew. Reading one
// takes time quadratic in their count.
const maxNumber = 4096

// yamlNumber writes a number of YAML as JSON: `0x1F`, `1_000`, `.5`.
func yamlNumber(s string) (string, bool) {
	if IsNumber(s) {
		return s, true
	}
	if len(s) <= maxNumber {
		// Base 0 reads the prefixes of other bases, and underscores.
		if n, ok := new(big.Int).SetString(s, 0); ok {
			return n.String(), true
		}
	}
	return repairNumber(s)
}
