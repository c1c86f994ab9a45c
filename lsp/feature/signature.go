package feature

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// SignatureHelp shows the shape of the form around the cursor, and which of its
// parts the cursor is in. Pairs such as the argument of a call belong to the
// form that they are in.
func SignatureHelp(_ context.Context, now *snapshot.Snapshot, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return nil, nil
	}
	at := cursor.PlaceAt(c, now.Mapper.Offset(c.Source, p.Position))
	if at.Comment {
		return nil, nil
	}
	d := scribe{view: v, place: at, scope: completion.ScopeOf(v, c)}
	// Go outwards until a form has a signature of its own.
	for list, index := at.List, at.Index; list != nil; list, index = list.Parent, list.Index {
		if help := d.describe(list, index); help != nil {
			return help, nil
		}
	}
	return nil, nil
}

// A scribe writes signatures.
type scribe struct {
	view  *snapshot.View
	place cursor.Place
	scope completion.Scope
}

// describe returns the signature of a list, or nil if it has none of its own.
func (d scribe) describe(list *cursor.Form, index int) *protocol.SignatureHelp {
	outer := completion.ExpectedAt(d.place, d.scope, list.Parent, list.Index)
	head := list.Head()
	k := outer.HeadOf(head, d.place)
	// Only forms with operands have a signature. Pairs belong to the form around them.
	switch outer.What {
	case completion.ExpectForm:
		switch forms.Lookup(head).Shape() {
		case forms.Pattern:
			return d.atom(list, index, k)
		case forms.Answer:
			return d.answered(list, index, k)
		}
	case completion.ExpectTop, completion.ExpectClause, completion.ExpectPart, completion.ExpectSection, completion.ExpectType, completion.ExpectExpr, completion.ExpectValue:
	default:
		if ops.Lookup(head) != ops.Zip {
			return nil // a pair
		}
	}
	// params and results list the names that the schema of the tool has.
	if tool := list.Parent.Word(1); tool != "" {
		switch keywords.Lookup(head) {
		case keywords.Params:
			return d.parameters(list, index, "(params", "LOCAL", d.scope.Parameters(tool), d.about(tool, k.Meaning))
		case keywords.Results:
			if parts := d.scope.Answer(tool); len(parts) > 0 {
				return d.parameters(list, index, "(results", "LOCAL", parts, k.Meaning)
			}
		}
	}
	if k == (completion.Word{}) {
		return d.definition(head, index)
	}
	return d.shape(k, index)
}

var shapeOperand = lazyregexp.New(`\([^()]*\)(?: …)?|[A-Z]{2,}(?: …)?|\(params …\) \(pre …\) \(post …\)`)

// shape makes a signature of the shape of a form.
func (d scribe) shape(k completion.Word, index int) *protocol.SignatureHelp {
	var parts []string
	if len(k.Shape) > 1 && k.Shape[0] == '(' {
		parts = shapeOperand.FindAllString(k.Shape[1:len(k.Shape)-1], -1)
	}
	// Item 0 is the head, so the operands count from index 1.
	return signature(k.Shape, k.Meaning, parts, index-1)
}

// signature makes a signature with the part that counts from 0; what is beyond
// the last part belongs to that.
func signature(label, doc string, parts []string, active int) *protocol.SignatureHelp {
	info := protocol.SignatureInformation{Label: label}
	if doc != "" {
		info.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: doc}
	}
	info.Parameters = lists.Map(parts, func(p string) protocol.ParameterInformation { return protocol.ParameterInformation{Label: p} })
	help := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{info}}
	if active > 0 && len(parts) > 0 {
		help.ActiveParameter = uint32(min(active, len(parts)-1))
	}
	return help
}

// atom makes the signature of a call in a check: the arguments of the tool.
func (d scribe) atom(list *cursor.Form, index int, k completion.Word) *protocol.SignatureHelp {
	name := list.Word(1)
	if index <= 1 || name == "" {
		return d.shape(k, index)
	}
	return d.parameters(list, index, "("+list.Head()+" "+name, "", d.scope.Parameters(name), d.about(name, k.Meaning))
}

// answered makes the signature of what a check asks of an answer: its parts.
func (d scribe) answered(list *cursor.Form, index int, k completion.Word) *protocol.SignatureHelp {
	name := completion.CalledIn(list.Item(1))
	parts := d.scope.Answer(name)
	if index <= 1 || len(parts) == 0 {
		return d.shape(k, index)
	}
	return d.parameters(list, index, "("+list.Head()+" (call "+name+" …)", "VALUE", parts, k.Meaning)
}

// definition makes the signature of a definition, or returns nil if there is none.
func (d scribe) definition(name string, index int) *protocol.SignatureHelp {
	if d.scope.Model == nil || d.scope.Model.Definition(name) == nil {
		return nil
	}
	def := d.scope.Model.Definition(name)
	shape, operands := completion.DefinitionShape(def)
	return signature(shape, ast.DocOf(d.view.ByPath[d.scope.Model.File.Tree.File.Name()].Tree.Tree.Resolve(def.Unit.Span(def.Decl))).Text, operands, index-1)
}

// parameters makes a signature of the parameters of a tool, or of the parts of its
// answer. The one that counts is that of the pair under the cursor, or the first
// that is not there yet.
func (d scribe) parameters(list *cursor.Form, index int, start, local string, params []completion.Parameter, about string) *protocol.SignatureHelp {
	var label strings.Builder
	label.WriteString(start)
	help := signature("", about, nil, 0)
	info := &help.Signatures[0]
	here, taken, found := list.Item(index).Head(), completion.Heads(list), false
	for _, p := range params {
		part := p.String()
		if local != "" {
			part = "(" + p.Name + " " + local + ")"
		}
		label.WriteString(" " + part)
		one := protocol.ParameterInformation{Label: part}
		switch {
		case p.Schema != nil && p.Part:
			one.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: partOfAnswer(p.Schema)}
		case p.Schema != nil:
			one.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: property(p.Schema)}
		}
		// The pair under the cursor, or if it has no name yet the first parameter not given.
		if p.Name == here || !found && here == "" && !taken[p.Name] {
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
	if t := d.scope.Tools.Lookup(name); t != nil && t.Description != "" {
		return t.Description
	}
	return meaning
}
