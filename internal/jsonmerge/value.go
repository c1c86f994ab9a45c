package jsonmerge

import (
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// A value is a JSON value in its text.
type value struct {
	*document.Node
	entries []entry // of an object or array
	keys    []string
}

// An entry is a member of an object, or an element of an array.
type entry struct {
	lead, start int // where the white space before it begins, and the entry
	name        string
	value       *value
}

func (v *value) text() string { return v.At.File.Text() }

// plain returns the value without layout, so that equal values are equal texts.
func (v *value) plain() string { return v.JSON() }

func (e entry) raw() string   { return e.value.text()[e.start:e.value.At.End] }
func (e entry) space() string { return e.value.text()[e.lead:e.start] }

// parse reads a document, or returns nil if it is not JSON, or an object in it has
// two members of one name.
func parse(text string) *value {
	faults := 0
	root, _ := document.ReadJSON(source.NewFile("", text), document.Options{Depth: document.MaxDepth, Report: func(diag.Problem) { faults++ }})
	if root == nil || faults > 0 {
		return nil
	}
	return valueOf(root)
}

func valueOf(n *document.Node) *value {
	v := &value{Node: n}
	for _, item := range n.Items {
		v.add(item.At.Start, "", item)
	}
	for _, m := range n.Members {
		v.add(m.At.Start, m.Name, m.Value)
	}
	return v
}

// add adds an entry after the others.
func (v *value) add(start int, name string, n *document.Node) {
	lead := v.At.Start + 1
	if last := len(v.entries) - 1; last >= 0 {
		end := v.entries[last].value.At.End
		// The comma after the entry before is not part of its white space.
		lead = end + strings.IndexByte(v.text()[end:], ',') + 1
	}
	v.entries = append(v.entries, entry{lead, start, name, valueOf(n)})
}

// closing returns the white space before the closing bracket.
func (v *value) closing() string {
	inner := v.text()[v.At.Start+1 : v.At.End-1]
	return inner[len(strings.TrimRight(inner, " \t\r\n")):]
}
