package lsp

import (
	"context"
	"regexp"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
)

// signatureHelp shows the shape of the form around the cursor, and which of its
// parts the cursor is in. Pairs such as the argument of a call belong to the
// form that they are in.
func signatureHelp(_ context.Context, now *snapshot, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	v, c, err := now.open(p.TextDocument.URI)
	if err != nil || c.tree == nil {
		return nil, nil
	}
	at := placeAt(c, now.mapper.offset(c.source, p.Position))
	if at.comment {
		return nil, nil
	}
	d := scribe{view: v, place: at, scope: scopeOf(v, c)}
	for list, index := at.list, at.index; list != nil; list, index = list.parent, list.index {
		if help := d.describe(list, index); help != nil {
			return help, nil
		}
	}
	return nil, nil
}

// A scribe writes signatures.
type scribe struct {
	view  *view
	place place
	scope scope
}

// describe returns the signature of a list, or nil if it has none of its own.
func (d scribe) describe(list *form, index int) *protocol.SignatureHelp {
	outer := wishAt(d.place, d.scope, list.parent, list.index)
	head := list.head()
	k := wordOf(head, outer.want == wantForm)
	switch outer.want {
	case wantForm:
		if forms.Lookup(head).Shape() == forms.Pattern {
			return d.atom(list, index, k)
		}
	case wantTop, wantClause, wantPart, wantSection, wantType, wantExpr, wantValue:
	default:
		return nil // a pair
	}
	if keywords.Lookup(head) == keywords.Params && list.parent.word(1) != "" {
		return d.parameters(list, index, "(params", "LOCAL", list.parent.word(1), k.meaning)
	}
	if k == (word{}) {
		return nil
	}
	return d.shape(k, list, index)
}

var shapeOperand = regexp.MustCompile(`\([^()]*\)(?: …)?|[A-Z]{2,}(?: …)?|\(params …\) \(pre …\) \(post …\)`)

// shape makes a signature of the shape of a form.
func (d scribe) shape(k word, list *form, index int) *protocol.SignatureHelp {
	var parts []string
	if len(k.shape) > 1 && k.shape[0] == '(' {
		parts = shapeOperand.FindAllString(k.shape[1:len(k.shape)-1], -1)
	}
	return signature(k.shape, k.meaning, parts, index-1)
}

// signature makes a signature with the part that counts from 0; what is beyond
// the last part belongs to that.
func signature(label, doc string, parts []string, active int) *protocol.SignatureHelp {
	info := protocol.SignatureInformation{Label: label}
	if doc != "" {
		info.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: doc}
	}
	for _, p := range parts {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: p})
	}
	help := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{info}}
	if active > 0 && len(parts) > 0 {
		help.ActiveParameter = uint32(min(active, len(parts)-1))
	}
	return help
}

// atom makes the signature of a call in a check: the arguments of the tool.
func (d scribe) atom(list *form, index int, k word) *protocol.SignatureHelp {
	name := list.word(1)
	if index <= 1 || name == "" {
		return d.shape(k, list, index)
	}
	return d.parameters(list, index, "("+list.head()+" "+name, "", name, k.meaning)
}

// parameters makes a signature of the parameters of a tool. The one that counts
// is that of the pair under the cursor, or the first that is not there yet.
func (d scribe) parameters(list *form, index int, start, local, name, meaning string) *protocol.SignatureHelp {
	var label strings.Builder
	label.WriteString(start)
	help := signature("", d.about(name, meaning), nil, 0)
	info := &help.Signatures[0]
	here, taken, found := list.item(index).head(), heads(list), false
	for _, p := range d.scope.parameters(name) {
		part := p.String()
		if local != "" {
			part = "(" + p.name + " " + local + ")"
		}
		label.WriteString(" " + part)
		one := protocol.ParameterInformation{Label: part}
		if p.schema != nil {
			one.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: property(p.schema)}
		}
		if p.name == here || !found && here == "" && !taken[p.name] {
			help.ActiveParameter, found = uint32(len(info.Parameters)), true
		}
		info.Parameters = append(info.Parameters, one)
	}
	if !found {
		help.ActiveParameter = uint32(len(info.Parameters)) // none of them
	}
	info.Label = label.String() + ")"
	return help
}

// about returns what the schema says of a tool, or else the meaning of the form.
func (d scribe) about(name, meaning string) string {
	if t := d.scope.tools.Lookup(name); t != nil && t.Description != "" {
		return t.Description
	}
	return meaning
}
