package execute

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// Complete returns the calls of a trace with all arguments that the tools require. Without
// schemas they are as they were found.
func Complete(w *validate.Witness, tools *tool.Set) []tool.Call {
	known := make(map[string]types.Value) // by name, the first value that matters
	for _, s := range w.Steps {
		for _, m := range s.Call.Args {
			// Irrelevant values were made up, and must not spread to other calls.
			if known[m.Name] == nil && !slices.Contains(s.Irrelevant, m.Name) {
				known[m.Name] = m.Value
			}
		}
	}
	var list []tool.Call
	for _, s := range w.Steps {
		c := s.Call
		// A tool without a schema has no required arguments that are known.
		if t := tools.Lookup(c.Tool); t != nil {
			c.Args = slices.Concat(c.Args, missing(c.Args, t.Input, known))
		}
		list = append(list, c)
	}
	return list
}

// missing returns the required arguments that a call lacks.
func missing(args types.Object, schema *tool.Schema, known map[string]types.Value) types.Object {
	var list types.Object
	for _, p := range schema.Properties {
		if _, given := args.Get(p.Name); given || !p.Required {
			continue
		}
		if v := valueOf(p, known); v != nil {
			list = append(list, types.Member{Name: p.Name, Value: v})
		}
	}
	return list
}

// valueOf returns a value for an argument; nil if none is found that its schema accepts.
func valueOf(p *tool.Property, known map[string]types.Value) types.Value {
	if v := known[p.Name]; v != nil {
		// The value that another call has for the same name keeps the trace coherent.
		if ok, _ := p.Schema.Accepts(v); ok {
			return v
		}
	}
	if v := p.Schema.Default; v != nil {
		return v
	}
	if list := system.Samples(p.Schema, 1); len(list) > 0 {
		return list[0]
	}
	return nil
}
