package tool

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Set is what a file of tools says.
type Set struct {
	File   *source.File
	Format Format  // the format found; else the one that was asked for, which may be [Auto]
	Tools  []*Tool // in file order, no name twice

	byName map[string]*Tool
}

// Lookup returns the tool of the given name, or nil. A nil set has no tools.
func (s *Set) Lookup(name string) *Tool {
	if s == nil {
		return nil
	}
	if s.byName != nil {
		return s.byName[name]
	}
	// Sets that are put together by hand have no index.
	i := slices.IndexFunc(s.Tools, func(t *Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return s.Tools[i]
}

// Names returns the names of all tools, in file order; none of a nil set.
func (s *Set) Names() []string {
	if s == nil {
		return nil
	}
	return lists.Map(s.Tools, func(t *Tool) string { return t.Name })
}

// A Tool is something that an agent can call by name with named arguments.
type Tool struct {
	Name        string
	Description string
	NameSpan    source.Span
	Input       *Schema // of the arguments together; never nil, always an object
	Output      *Schema // of the answer; nil where the file says nothing of it
	Effect      Effect
	Owner       Owner
	Event       *Event // nil, but for an event that mantra.yaml declares
}

// Answer returns the schema of the part of the answer to which a JSON Pointer
// leads, or nil.
func (t *Tool) Answer(pointer string) *Schema {
	if pointer == "" {
		return t.Output
	}
	if p := t.AnswerPart(pointer); p != nil {
		return p.Schema
	}
	return nil
}

// AnswerPart returns the member of the answer to which a JSON Pointer leads, or
// nil. The whole answer is none.
func (t *Tool) AnswerPart(pointer string) *Property {
	part, _, _ := t.follow(pointer)
	return part
}

// Unlisted returns the name on the way of a JSON Pointer that an object of the answer
// lacks, and the names that its schema lists. It is "" where the pointer leads to a part
// that the schema names, or where the schema says that there may be others.
func (t *Tool) Unlisted(pointer string) (name string, listed []string) {
	_, s, name := t.follow(pointer)
	if s == nil || len(s.Properties) == 0 || s.AllowsOthers() || s.composed() {
		return "", nil
	}
	return name, s.PropertyNames()
}

// follow goes the way of a JSON Pointer in the schema of the answer, through named members
// only and not into the elements of a list. It returns the member to which it leads, or else the
// schema that names no such member, if one does, and the name.
func (t *Tool) follow(pointer string) (part *Property, lacks *Schema, name string) {
	if pointer == "" {
		return nil, nil, ""
	}
	s := t.Output
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if s == nil {
			return nil, nil, ""
		}
		name = jsonpointer.Unescape(token)
		if part = s.Property(name); part == nil {
			return nil, s, name
		}
		s = part.Schema
	}
	return part, nil, ""
}

// Param returns the parameter of the given name, or nil.
func (t *Tool) Param(name string) *Property { return t.Input.Property(name) }

// Params returns the names of all parameters, in file order.
func (t *Tool) Params() []string { return t.Input.PropertyNames() }

// An Effect says whether calling a tool can change anything.
type Effect int

const (
	EffectUnknown Effect = iota // nothing says
	EffectRead                  // looks, and changes nothing
	EffectWrite                 // changes something
	EffectGeneric               // has nothing to do with the state: calculates, thinks, hands over
)

var effectNames = [...]string{"unknown", "read", "write", "generic"}

// String returns "unknown", "read", "write" or "generic".
func (e Effect) String() string { return effectNames[e] }

// ParseEffect reads a label: "read", "write" or "generic", or "think", which
// tau2-bench has beside them and which is generic here.
func ParseEffect(label string) (Effect, bool) {
	switch label {
	case "read":
		return EffectRead, true
	case "write":
		return EffectWrite, true
	case "generic", "think":
		return EffectGeneric, true
	}
	return EffectUnknown, false
}

// A Format is a way in which files describe tools.
type Format int

const (
	Auto      Format = iota // tell by the shape of the file
	OpenAI                  // chat completions, responses, legacy functions
	Anthropic               // messages
	MCP                     // tools/list of the Model Context Protocol
	OpenAPI                 // OpenAPI 3.0 and 3.1, one tool an operation
)

var formatNames = [...]string{"auto", "openai", "anthropic", "mcp", "openapi"}

// String returns the name that [ParseFormat] reads.
func (f Format) String() string { return formatNames[f] }

// ParseFormat reads "auto", "openai", "anthropic", "mcp" or "openapi".
func ParseFormat(name string) (Format, bool) {
	i := slices.Index(formatNames[:], name)
	return Format(max(i, 0)), i >= 0
}

// A Call is one call of a tool, with its arguments by name.
type Call struct {
	Tool string
	Args types.Object
	By   Actor
}

// MarshalJSON writes the tool and the arguments.
func (c Call) MarshalJSON() ([]byte, error) {
	return document.AppendJSON(nil, types.Object{{Name: "tool", Value: types.Text(c.Tool)}, {Name: "args", Value: c.Args}}), nil
}

// Normalise returns the call with each argument filled in that it leaves out
// and for which the tool's schema has a default. Defaults inside an argument
// are not filled in. A call of a tool that the set does not know, or that
// lacks nothing, is returned as it is; c itself is not changed.
func (s *Set) Normalise(c Call) Call {
	t := s.Lookup(c.Tool)
	if t == nil {
		return c
	}
	// Clip makes append copy: the arguments of the given call must not change.
	args := slices.Clip(c.Args)
	for _, p := range t.Input.Properties {
		if p.Schema.Default == nil {
			continue
		}
		if _, given := c.Args.Get(p.Name); !given {
			args = append(args, types.Member{Name: p.Name, Value: p.Schema.Default})
		}
	}
	return Call{Tool: c.Tool, Args: args, By: c.By}
}

// Text writes the call as a check that asks for it does, without its form:
// `buy (item "A1")`.
func (c Call) Text() string {
	text := c.Tool
	for _, a := range c.Args {
		text += " (" + a.Name + " " + a.Value.String() + ")"
	}
	return text
}
