package plan

import (
	"fmt"
	"path"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// Costs are what calls of tools cost. The zero value has every call cost 1.
type Costs struct {
	of map[string]types.Number
}

// A costError is what is wrong with a file of costs.
type costError struct {
	At      source.Span
	Tool    string // "" where it is about the file
	Message string
}

func (e *costError) Error() string {
	text := e.At.String() + ": "
	if e.Tool != "" {
		text += "the cost of `" + e.Tool + "`: "
	}
	return text + e.Message
}

// ReadCosts reads a file of JSON or YAML: an object of numbers that are not
// negative, by tool. A tool that is not in it costs 1. Tools are the names that are
// known. The error says where the mistake is.
func ReadCosts(f *source.File, tools []string) (*Costs, error) {
	root, err := readDocument(f)
	if err != nil {
		return nil, err
	}
	if !root.Is(document.Object) {
		return nil, &costError{At: root.At, Message: fmt.Sprintf("expected an object of tools with their costs, found %s", root.Kind)}
	}
	costs := &Costs{of: make(map[string]types.Number)}
	for _, m := range root.Members {
		if !slices.Contains(tools, m.Name) {
			e := &costError{At: m.At, Tool: m.Name, Message: "unknown tool"}
			if near := spell.Nearest(m.Name, tools); near != "" {
				e.Message += "; did you mean `" + near + "`?"
			}
			return nil, e
		}
		n, message := costOf(m.Value)
		if message != "" {
			return nil, &costError{At: m.Value.At, Tool: m.Name, Message: message}
		}
		costs.of[m.Name] = n
	}
	return costs, nil
}

func readDocument(f *source.File) (*document.Node, error) {
	var fault error
	o := document.Options{Depth: 16, Values: 100_000, Report: func(p diag.Problem) {
		// Only the first fault is reported.
		if d := p.Diagnose(); fault == nil {
			fault = &costError{At: d.Primary, Message: d.Message}
		}
	}}
	read := document.ReadYAML
	if path.Ext(f.Name()) == ".json" {
		read = document.ReadJSON
	}
	root, _ := read(f, o)
	if fault == nil && root == nil {
		fault = &costError{At: f.Span(0, 0), Message: "expected an object of tools with their costs, found nothing"}
	}
	return root, fault
}

func costOf(n *document.Node) (types.Number, string) {
	const expected = "expected a number that is not negative, found "
	if !n.Is(document.Number) {
		return types.Number{}, expected + n.Kind.String()
	}
	v, err := types.ParseNumber(n.Text)
	switch {
	case err != nil:
		return v, err.Error()
	case v.Sign() < 0:
		return v, expected + n.Text
	}
	return v, ""
}

// Of returns what a call of a tool costs.
func (c *Costs) Of(tool string) types.Number {
	if n, ok := c.of[tool]; ok {
		return n
	}
	return types.NewInt(1)
}

// typeName returns the type of sums of the costs, as models name it.
func (c *Costs) typeName() string {
	for _, n := range c.of {
		if !n.IsInt() {
			return types.Real.String()
		}
	}
	return types.Int.String()
}
