package project

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/lang/source"
)

// Limits of what is read of a mantra.yaml.
const (
	maxConfig = 1 << 20 // bytes
	maxValues = 10_000  // with the aliases written out
	maxDepth  = 64
)

// A value is a value of a YAML file and the place where it stands.
type value struct {
	kind    valueKind
	text    string      // of a scalar, decoded
	at      source.Span // of a collection, its first line
	plain   bool        // a scalar without quotes, all of it in at
	entries []entry     // of a mapping, no name twice
	items   []*value    // of a list
}

// An entry is a key of a mapping and its value.
type entry struct {
	name  string
	at    source.Span // of the key
	value *value
}

type valueKind int

const (
	nullValue valueKind = iota
	textValue
	truthValue
	integerValue
	numberValue
	listValue
	mappingValue
)

// get returns the entry of the given name, or nil.
func (v *value) get(name string) *entry {
	for i := range v.entries {
		if v.entries[i].name == name {
			return &v.entries[i]
		}
	}
	return nil
}

// A yamlReader turns the nodes of a file into values.
type yamlReader struct {
	yamlPlaces
	left   int  // values that may still be read
	ended  bool // at a limit
	faults []notYAML
}

// readYAML returns the value of a file; nil where it cannot be read. An empty
// file is an empty mapping.
func readYAML(file *source.File) (*value, []notYAML) {
	r := &yamlReader{yamlPlaces: newYAMLPlaces(file), left: maxValues}
	if !r.legible() {
		return nil, r.faults
	}
	dec := yaml.NewDecoder(strings.NewReader(file.Text()))
	doc, err := decode(dec)
	switch {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		return &value{kind: mappingValue, at: file.Span(0, 0)}, nil
	case err != nil:
		r.broken(err)
		return nil, r.faults
	}
	root := r.value(doc.Content[0], 0)
	if next, err := decode(dec); err == nil {
		r.fault(r.lineSpan(next.Line), "a second document begins here, and only the first is read")
	} else if !errors.Is(err, io.EOF) {
		r.broken(err)
	}
	return root, r.faults
}

// legible reports whether the parser can be given the file.
func (r *yamlReader) legible() bool {
	text := r.file.Text()
	if len(text) > maxConfig {
		r.fault(r.file.Span(0, 0), fmt.Sprintf("the file has %d bytes, more than the %d (1 MiB) that are read", len(text), maxConfig))
		return false
	}
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			r.fault(r.file.Span(i, i+1), fmt.Sprintf("the byte 0x%02X is not UTF-8", text[i]))
			return false
		}
	}
	return true
}

// decode reads the next document. The parser reports what its authors did not
// think of by panicking, which is an error here.
func decode(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("yaml: %v", v)
		}
	}()
	doc = new(yaml.Node)
	return doc, dec.Decode(doc)
}

func (r *yamlReader) fault(at source.Span, message string) {
	r.faults = append(r.faults, notYAML{at: at, message: message})
}

var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)

// broken reports an error of the parser, which names a line at most.
func (r *yamlReader) broken(err error) {
	n := 1
	m := yamlError.FindStringSubmatch(err.Error())
	if m == nil {
		m = []string{"", "", err.Error()}
	}
	if i, err := strconv.Atoi(m[1]); err == nil {
		n = i
	}
	p := notYAML{at: r.lineSpan(n), message: "not YAML: " + m[2]}
	if tab := r.indentingTab(); !tab.IsZero() {
		p.at, p.tab = tab, true
		p.message = "tabs cannot indent in YAML"
	}
	r.faults = append(r.faults, p)
}

// value converts a node. What an alias stands for is converted anew each
// time, within the limits.
func (r *yamlReader) value(n *yaml.Node, depth int) *value {
	at := r.span(n)
	if n.Kind == yaml.AliasNode {
		v := *r.value(n.Alias, depth)
		v.at, v.plain = at, false
		return &v
	}
	v := &value{at: at}
	if r.left == 0 || depth == maxDepth {
		r.limit(at, depth)
		return v
	}
	r.left--
	switch n.Kind {
	case yaml.MappingNode:
		v.kind = mappingValue
		r.mapping(v, n, depth)
	case yaml.SequenceNode:
		v.kind = listValue
		for _, item := range n.Content {
			if r.ended {
				break
			}
			v.items = append(v.items, r.value(item, depth+1))
		}
	default:
		r.scalar(v, n)
	}
	return v
}

// limit reports the first time that a limit is met.
func (r *yamlReader) limit(at source.Span, depth int) {
	if r.ended {
		return
	}
	r.ended = true
	if depth == maxDepth {
		r.fault(at, fmt.Sprintf("nested more than %d levels deep", maxDepth))
		return
	}
	r.fault(at, fmt.Sprintf("with its aliases written out, the file has more than %d values", maxValues))
}

func (r *yamlReader) scalar(v *value, n *yaml.Node) {
	v.text = n.Value
	v.plain = n.Style == 0 && v.at.Text() == n.Value
	switch n.ShortTag() {
	case "!!null":
		v.kind = nullValue
	case "!!bool":
		v.kind = truthValue
	case "!!int":
		v.kind = integerValue
	case "!!float":
		v.kind = numberValue
	default:
		v.kind = textValue
	}
}

func (r *yamlReader) mapping(v *value, n *yaml.Node, depth int) {
	var merged []*value
	for i := 0; i+1 < len(n.Content) && !r.ended; i += 2 {
		key, at := n.Content[i], r.span(n.Content[i])
		child := r.value(n.Content[i+1], depth+1)
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			r.fault(at, "a key is a name, not a mapping or a list")
		case key.ShortTag() == "!!merge":
			merged = append(merged, child)
		case v.get(key.Value) != nil:
			r.faults = append(r.faults, notYAML{at: at, first: v.get(key.Value).at, message: fmt.Sprintf("duplicate key `%s`", key.Value)})
		default:
			v.entries = append(v.entries, entry{name: key.Value, at: at, value: child})
		}
	}
	for _, m := range merged {
		r.merge(v, m)
	}
}

// merge adds the entries that the key << brings in, and that are not there.
func (r *yamlReader) merge(v, from *value) {
	switch from.kind {
	case mappingValue:
		for _, e := range from.entries {
			if v.get(e.name) == nil {
				v.entries = append(v.entries, e)
			}
		}
	case listValue:
		for _, item := range from.items {
			r.merge(v, item)
		}
	default:
		r.fault(from.at, "`<<` merges mappings")
	}
}
