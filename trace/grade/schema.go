package grade

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// A callSchema is what the arguments of a tool are held against.
type callSchema struct {
	input    *tool.Schema
	args     []argSchema
	byName   map[string]int   // the arguments, where they are many
	required []*tool.Property // without a default
	whole    *residue         // of the arguments together
}

// An argSchema is what an argument is held against.
type argSchema struct {
	*tool.Property
	residue *residue
}

// fewArgs is how many arguments are looked through faster than looked up.
const fewArgs = 8

// arg returns what is said of an argument; nil if that is nothing.
func (s *callSchema) arg(name string) *argSchema {
	if s.byName != nil {
		if i, ok := s.byName[name]; ok {
			return &s.args[i]
		}
		return nil
	}
	for i := range s.args {
		if s.args[i].Name == name {
			return &s.args[i]
		}
	}
	return nil
}

func newCallSchema(t *tool.Tool) *callSchema {
	s := &callSchema{input: t.Input, whole: newResidue(&tool.Schema{Unmodelled: t.Input.Unmodelled})}
	for _, p := range t.Input.Properties {
		// A required argument with a default may be left out: the default is filled in.
		if p.Required && p.Schema.Default == nil {
			s.required = append(s.required, p)
		}
		s.args = append(s.args, argSchema{p, newResidue(p.Schema)})
	}
	if len(s.args) > fewArgs {
		s.byName = make(map[string]int, len(s.args))
		for i, a := range s.args {
			s.byName[a.Name] = i
		}
	}
	return s
}

// written returns arguments as the log has them: the text of a string of JSON.
func written(raw []byte) string {
	var s string
	// A string in Raw holds the text as the log has it.
	if bytes.HasPrefix(raw, []byte{'"'}) && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// schema holds a call against the schema of its tool. Arguments are looked at
// one by one, so that each that is wrong is found; what is not known is not
// looked at.
func (f *finder) schema(e *trace.Event, c *call) {
	if e.State == trace.ArgsInvalid {
		f.add(InvalidArguments, func() string {
			return fmt.Sprintf("the arguments of `%s` are not a JSON object: %s", c.tool.name, short(written(e.Raw)))
		}, c.evidence(Subject))
	}
	if c.tool.plan == nil || c.tool.plan.tool == nil {
		f.unknownTool(c)
		return
	}
	s := c.tool.plan.schema
	// Invalid arguments have their own finding.
	if c.bad || !f.readsArguments {
		return
	}
	for i := range c.args {
		if m := &c.args[i]; !c.unknown(m.Name) {
			f.argument(c, s, m)
		}
	}
	// Nothing is known to be missing.
	if c.none {
		return
	}
	// Keywords about the whole object need all arguments.
	if s.whole != nil && c.complete() {
		if why := s.whole.refuses(c.args); why != "" {
			f.add(WrongArgument, func() string { return fmt.Sprintf("`%s`: %s", c.tool.name, why) }, c.evidence(Subject))
		}
	}
	for _, p := range s.required {
		if _, given := c.args.Get(p.Name); !given && !c.unknown(p.Name) {
			f.add(MissingArgument, func() string { return fmt.Sprintf("`%s` lacks its `%s`", c.tool.name, p.Name) }, c.evidence(Subject))
		}
	}
}

// unknownTool finds a tool that is not in the schemas. Without schemas the model, if it is
// judged, says which tools there are.
func (f *finder) unknownTool(c *call) {
	p := f.plan
	if p.tools == nil && (p.replayed == nil || p.replayed.rules[c.tool.name] != nil) {
		return
	}
	f.add(UnknownTool, func() string {
		s := fmt.Sprintf("unknown tool `%s`", c.tool.name)
		if near := spell.Nearest(c.tool.name, p.toolNames()); near != "" {
			s += fmt.Sprintf("; the nearest is `%s`", near)
		}
		return s
	}, c.evidence(Subject))
}

// toolNames returns the names of the tools of the schemas, or else of the model.
func (p *Plan) toolNames() []string {
	if p.tools != nil {
		return p.tools.Names()
	}
	return slices.Sorted(maps.Keys(p.replayed.rules))
}

func (f *finder) argument(c *call, s *callSchema, m *types.Member) {
	p := s.arg(m.Name)
	if p == nil {
		f.extra(c, s, m)
		return
	}
	if ok, why := p.Schema.Accepts(m.Value); !ok {
		f.wrong(c, m.Name, why)
	} else if why := p.residue.refuses(m.Value); why != "" {
		// The residue is only asked of values that the modelled part accepts.
		f.wrong(c, m.Name, why)
	}
}

func (f *finder) wrong(c *call, name, why string) {
	f.add(WrongArgument, func() string { return fmt.Sprintf("`%s` of `%s`: %s", name, c.tool.name, why) }, c.evidence(Subject))
}

// extra finds an argument that the schema does not name. JSON Schema accepts
// such where nothing is said of them; an implementation of a tool does not, so
// that only a schema that says it takes others is taken to, or one that speaks
// of them by keywords that are not modelled.
func (f *finder) extra(c *call, s *callSchema, m *types.Member) {
	if !s.input.Closed && (s.input.AllowsOthers() || len(s.input.Unmodelled) > 0) {
		if s.input.Additional != nil {
			if ok, why := s.input.Additional.Accepts(m.Value); !ok {
				f.wrong(c, m.Name, why)
			}
		}
		return
	}
	f.add(ExtraArgument, func() string {
		message := fmt.Sprintf("`%s` has no argument %s", c.tool.name, short(m.Name))
		if near := spell.Nearest(m.Name, s.input.PropertyNames()); near != "" {
			message += fmt.Sprintf("; the nearest is `%s`", near)
		}
		return message
	}, c.evidence(Subject))
}
