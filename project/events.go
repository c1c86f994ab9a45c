package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
)

// recognisers read the keys that say how an event is recognised, each with the
// declaration around it.
var recognisers = map[string]func(c *config, e *tool.Event, v, declaration *document.Node) bool{
	"contains": func(_ *config, e *tool.Event, v, _ *document.Node) bool { e.Contains = v.Text; return true },
	"matches":  (*config).expression,
	"field":    (*config).field,
	"approval": func(_ *config, e *tool.Event, v, _ *document.Node) bool {
		e.Approval = tool.Approval(v.Text)
		return true
	},
}

// Events reads the events that a mantra.yaml declares, and reports what is wrong
// with the file apart from what it names.
func Events(file *source.File) ([]*tool.Tool, []diag.Diagnostic) {
	c := &config{file: file}
	yaml := (*Cache)(nil).yaml("", file)
	for _, p := range append(yaml.faults, yaml.problems...) {
		c.report(p)
	}
	if len(c.found) == 0 {
		c.loadEvents(yaml.root.Get("events"))
	}
	return c.events, c.found
}

// loadEvents reads the key `events`. They join the tools, so that there have to
// be some.
func (r *run) loadEvents(c *config, root *document.Node) {
	events := root.Get("events")
	if events == nil || len(events.Members) == 0 {
		return
	}
	if r.o.Tools == "" && root.Get("tools") == nil {
		c.report(badEvent{at: keyOf(root, "events"), what: "`events` requires `tools`",
			note: "an event joins the tool schemas; without any, a model says which tools there are", help: "name the file of tool schemas by `tools`"})
	}
	c.loadEvents(events)
}

// loadEvents reads the declarations; none if there is no such key.
func (c *config) loadEvents(events *document.Node) {
	if events == nil {
		return
	}
	for _, m := range events.Members {
		if m.Value.Kind == document.Object && m.Value.Get("by").Is(document.String) {
			c.loadEvent(m)
		}
	}
}

// keyOf returns the place of a key of a mapping.
func keyOf(n *document.Node, name string) source.Span {
	for _, m := range n.Members {
		if m.Name == name {
			return m.At
		}
	}
	return n.At
}

// loadEvent reads a declaration.
func (c *config) loadEvent(m document.Member) {
	t := &tool.Tool{Name: m.Name, NameSpan: m.At, Effect: tool.EffectGeneric}
	if m.Value.Get("by").Text == tool.User.String() {
		t.Owner = tool.User
	}
	t.Event = &tool.Event{By: t.Owner, At: m.Value.At}
	if d := m.Value.Get("description"); d.Is(document.String) {
		t.Description = d.Text
	}
	if !tool.IsName(m.Name) {
		c.report(badEvent{at: m.At, what: fmt.Sprintf("an event cannot be named `%s`", diag.Excerpt(m.Name)),
			note: "names have no white space, no parentheses, no `;` and no quotes, and are not all digits and signs", help: "choose a name such as `user_confirms`"})
		return
	}
	if !c.recogniser(t, m) {
		return
	}
	c.arguments(t, m.Value)
	c.events = append(c.events, t)
}

// recogniser reads how an event is recognised.
func (c *config) recogniser(t *tool.Tool, m document.Member) bool {
	keys := lists.Filter(m.Value.Members, func(k document.Member) bool { return recognisers[k.Name] != nil })
	const one = "write one of `contains`, `matches`, `field` and `approval`"
	switch {
	case len(keys) == 0:
		c.report(badEvent{at: m.At, what: fmt.Sprintf("nothing says how the event `%s` is recognised", diag.Excerpt(m.Name)), help: one})
		return false
	case len(keys) > 1:
		c.report(badEvent{at: keys[1].At, what: fmt.Sprintf("the event `%s` has two recognisers", diag.Excerpt(m.Name)), also: keys[0].At, role: "the other is here", help: one + ", or declare another event"})
		return false
	}
	if m.Value.Get("equals") != nil && m.Value.Get("field") == nil {
		c.report(badEvent{at: keyOf(m.Value, "equals"), what: "`equals` requires `field`", help: "add `field`, or remove it"})
	}
	return recognisers[keys[0].Name](c, t.Event, keys[0].Value, m.Value)
}

// expression reads `matches`.
func (c *config) expression(event *tool.Event, v, _ *document.Node) bool {
	e, problem := bindings.Compile(v)
	if problem != nil {
		c.report(problem)
		return false
	}
	event.Matches = e
	return true
}

// field reads `field` and `equals`.
func (c *config) field(event *tool.Event, path, declaration *document.Node) bool {
	event.Field = &tool.Field{Path: path.Text}
	equals := declaration.Get("equals")
	if equals == nil {
		return true
	}
	v, err := equals.Exact()
	if err != nil {
		c.report(badEvent{at: equals.At, what: "the value cannot be represented: " + err.Error(), help: "write it as a text"})
		return false
	}
	event.Field.Equals = v
	return true
}

// arguments reads the schema of an event, or makes one of the groups.
func (c *config) arguments(t *tool.Tool, n *document.Node) {
	var groups []string
	if t.Event.Matches != nil {
		groups = bindings.Groups(t.Event.Matches)
	}
	schema := n.Get("schema")
	if schema == nil {
		schema = schemaOfGroups(groups, n.Get("matches"), t.NameSpan)
		t.Input, _ = tool.ReadArguments(c.file, schema)
		return
	}
	var found []diag.Diagnostic
	t.Input, found = tool.ReadArguments(c.file, schema)
	c.found = append(c.found, found...)
	// With a field or an approval the arguments do not come from groups.
	if diag.Tally(found).Errors > 0 || t.Event.Field != nil || t.Event.Approval != "" {
		return
	}
	for _, g := range groups {
		if t.Param(g) == nil && !t.Input.AllowsOthers() {
			c.report(wrongGroup{group: g, at: n.Get("matches"), event: t.Name, near: spell.Nearest(g, t.Params())})
		}
	}
	for _, p := range t.Input.Properties {
		if p.Required && !slices.Contains(groups, p.Name) {
			c.report(badEvent{at: p.NameSpan, what: fmt.Sprintf("nothing gives the argument `%s`, which the schema requires", diag.Excerpt(p.Name)),
				help: fmt.Sprintf("name a group of `matches`, as in `(?<%s>\\w+)`, or leave it out of `required`", diag.Excerpt(p.Name))})
		}
	}
}

// schemaOfGroups returns the schema of an event without one: its groups are
// strings, and there is nothing else.
func schemaOfGroups(groups []string, expr *document.Node, at source.Span) *document.Node {
	if expr != nil {
		at = expr.At
	}
	text := func(s string) *document.Node {
		return &document.Node{Kind: document.String, At: at, Inexact: true, Text: s}
	}
	object := func(list ...document.Member) *document.Node {
		return &document.Node{Kind: document.Object, At: at, Inexact: true, Members: list}
	}
	properties := object()
	for _, g := range groups {
		properties.Members = append(properties.Members, document.Member{Name: g, At: at, Value: object(document.Member{Name: "type", At: at, Value: text("string")})})
	}
	return object(
		document.Member{Name: "type", At: at, Value: text("object")},
		document.Member{Name: "properties", At: at, Value: properties},
		document.Member{Name: "additionalProperties", At: at, Value: &document.Node{Kind: document.Bool, At: at, Inexact: true}},
	)
}

// join adds the events of a project to its tools.
func (r *run) join(t *toolset, c *config) {
	for _, e := range c.events {
		if had := t.set.Join(e); had != nil {
			t.found = append(t.found, diag.Of(badEvent{at: e.NameSpan, what: fmt.Sprintf("an event cannot have the name of the tool `%s`", diag.Excerpt(e.Name)),
				also: had.NameSpan, role: "the tool is here", help: "name the event otherwise"}))
		}
	}
}

// badEvent is MC0710: an event that cannot be recognised, or named.
type badEvent struct {
	at         source.Span
	what       string
	note, help string
	also       source.Span
	role       string
}

// Diagnose implements [diag.Problem].
func (p badEvent) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0710", p.at, "%s", p.what)
	d.Also(p.also, p.role)
	if p.note != "" {
		d.Notef("%s", p.note)
	}
	d.Helpf("%s", p.help)
	return d
}

// wrongGroup is MC0710 for a group that is no argument.
type wrongGroup struct {
	group, event, near string
	at                 *document.Node
}

// Diagnose implements [diag.Problem].
func (p wrongGroup) Diagnose() diag.Diagnostic {
	at := p.at.At
	i := strings.Index(at.Text(), "<"+p.group+">")
	// In a scalar with escapes the place of the group is not known.
	exact := i >= 0 && !p.at.Inexact
	if exact {
		at = at.File.Span(at.Start+i+1, at.Start+i+1+len(p.group))
	}
	d := diag.Errorf("MC0710", at, "the group `%s` is no argument of the event `%s`", p.group, diag.Excerpt(p.event))
	if exact && p.near != "" {
		d.Fix(fmt.Sprintf("write `%s`", p.near), diag.Edit{Span: at, New: p.near})
	} else {
		d.Helpf("add it to the properties of `schema`")
	}
	return d
}
