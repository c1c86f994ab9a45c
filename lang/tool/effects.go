package tool

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// A Label says what effect a tool has.
type Label struct {
	Tool     string
	ToolSpan source.Span
	Effect   Effect
	Span     source.Span // of the label itself
	Side     string      // whose tool it is, "agent" or "user"; "" where the file does not tell them apart
}

// ReadEffects reads a file of read/write labels, in file order: an object that
// maps the name of each tool to "read", "write", "generic" or "think", or as
// in tau2-bench to an object
//
//	{"tool_type": "read", "mutates_state": false}
//
// of which either member may be missing; or an object that has such objects
// under "agent" and "user". It is JSON, or YAML if it is named .yaml or .yml.
// Labels of tools that do not exist are not its concern.
func ReadEffects(f *source.File) ([]Label, []diag.Diagnostic) {
	r := &reporter{file: f}
	root, whole := r.parse()
	if root == nil {
		return nil, r.problems
	}
	formal := len(r.problems)
	labels := r.labels(root)
	if !whole {
		// Of a file that was read in part, only the problems of its syntax are sure.
		r.problems = r.problems[:formal]
	}
	return labels, r.problems
}

func (r *reporter) labels(root *document.Node) []Label {
	if root.Kind != document.Object {
		r.report(badLabel{misread{at: r.head(root)}, "labels are an object that maps the names of tools to them, not " + root.Kind.String()})
		return nil
	}
	var out []Label
	for _, m := range root.Members {
		if !isSide(m) {
			out = r.label(out, m, "")
			continue
		}
		// One level more: the labels of one side.
		for _, tool := range m.Value.Members {
			out = r.label(out, tool, m.Name)
		}
	}
	return out
}

// isSide reports whether a member has the labels of one side, rather than
// being the label of a tool.
func isSide(m document.Member) bool {
	if m.Name != "agent" && m.Name != "user" || m.Value.Kind != document.Object {
		return false
	}
	return m.Value.Get("tool_type") == nil && m.Value.Get("mutates_state") == nil
}

// label reads the label of one tool.
func (r *reporter) label(out []Label, m document.Member, side string) []Label {
	l := Label{Tool: m.Name, ToolSpan: m.At, Span: m.Value.At, Side: side}
	// A plain word is the label itself. An object has it in two members.
	kind, mutates := m.Value, (*document.Node)(nil)
	if m.Value.Kind == document.Object {
		kind, mutates = m.Value.Get("tool_type"), m.Value.Get("mutates_state")
	}
	if kind == nil && mutates == nil {
		r.report(badLabel{misread{at: r.head(m.Value)}, "a label has neither `tool_type` nor `mutates_state`"})
		return out
	}
	if mutates != nil && mutates.Kind != document.Bool {
		r.report(badLabel{misread{at: mutates.At}, "`mutates_state` must be true or false, not " + mutates.Kind.String()})
		return out
	}
	if kind != nil {
		effect, ok := r.effect(kind)
		if !ok {
			return out
		}
		l.Effect, l.Span = effect, kind.At
	}
	if mutates != nil {
		r.mutates(&l, kind, mutates)
	}
	return append(out, l)
}

// effect reads the word of a label.
func (r *reporter) effect(n *document.Node) (Effect, bool) {
	p := badLabel{misreading(n, ""), "a label must be `read`, `write` or `generic`, not " + n.Kind.String()}
	if n.Kind == document.String {
		if e, ok := ParseEffect(n.Text); ok {
			return e, true
		}
		p.what = fmt.Sprintf("a label must be `read`, `write` or `generic`, not %s", quoted(excerpt(n.Text)))
		p.near = r.nearest(n.Text, len(effectNames), list(effectNames[EffectRead:]...))
	}
	r.report(p)
	return EffectUnknown, false
}

// mutates refines a label by whether its tool changes the state: a generic
// tool that does writes. A reader that does contradicts itself, and so does a
// writer that does not.
func (r *reporter) mutates(l *Label, kind, n *document.Node) {
	says := EffectRead
	if n.Truth {
		says = EffectWrite
	}
	switch {
	case kind == nil:
		// Without a word, the truth value alone decides.
		l.Effect, l.Span = says, n.At
	case l.Effect == EffectGeneric && n.Truth:
		l.Effect = EffectWrite
	case l.Effect != EffectGeneric && l.Effect != says:
		r.report(contradiction{at: n.At, label: l.Span, effect: l.Effect, mutates: n.Truth})
	}
}

// badLabel is MC0509: a read/write label is none.
type badLabel struct {
	misread
	what string
}

// Diagnose implements [diag.Problem].
func (p badLabel) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0509", p.at, "%s", p.what)
	if p.exact {
		p.advise(&d, "write `"+p.near+"`")
	}
	return d
}

// contradiction is MC0510: the two parts of a label contradict each other.
type contradiction struct {
	at, label source.Span
	effect    Effect
	mutates   bool
}

// Diagnose implements [diag.Problem].
func (p contradiction) Diagnose() diag.Diagnostic {
	what := "changes the state"
	if !p.mutates {
		what = "does not change the state"
	}
	d := diag.Errorf("MC0510", p.at, "a tool that is labelled `%s` is said to be one that %s", p.effect, what)
	d.Also(p.label, "labelled here")
	d.Helpf("change whichever of the two is wrong")
	return d
}

// hints returns the effect that the annotations of an MCP tool tell.
//
// By the specification of MCP, readOnlyHint is false and destructiveHint is
// true unless said otherwise, and the second matters only where the first is
// false. A tool whose annotations mention neither has not said anything, and
// neither has one that says only that it is not destructive; to take their
// silence for a "write" would make writers of all tools that are merely
// given a title.
func hints(n *document.Node) Effect {
	annotations := n.Get("annotations")
	readOnly, destructive := annotations.Get("readOnlyHint"), annotations.Get("destructiveHint")
	switch {
	case readOnly.Is(document.Bool) && readOnly.Truth:
		return EffectRead
	case readOnly.Is(document.Bool), destructive.Is(document.Bool) && destructive.Truth:
		return EffectWrite
	}
	return EffectUnknown
}
