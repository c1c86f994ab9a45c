package server

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// snippetClient is a client that fills in snippets.
var snippetClient = map[string]any{"textDocument": map[string]any{"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}}}

// document names the document of a marker in a request.
func (m *marked) document(mk marker) map[string]any {
	return map[string]any{"uri": m.client.uri(mk.file)}
}

// typeBehind types behind the first argument of a marker, and returns the text then
// and the position behind what was typed, in UTF-16.
func (m *marked) typeBehind(mk marker, typed string) (text string, at protocol.Position) {
	f := source.NewFile(mk.file, m.files[mk.file])
	offset := snapshot.Mapper{Unit: source.UTF16}.Offset(f, m.rangeOf(mk).End)
	text = f.Text()[:offset] + typed + f.Text()[offset:]
	m.version++
	m.client.replace(mk.file, m.version, text)
	return text, snapshot.Mapper{Unit: source.UTF16}.Position(source.NewFile("", text), offset+len(typed))
}

// untype takes back what was typed.
func (m *marked) untype(mk marker) {
	m.version++
	m.client.replace(mk.file, m.version, m.files[mk.file])
}

func (m *marked) complete(mk marker) {
	text, at := m.typeBehind(mk, mk.args[1])
	var got protocol.CompletionList
	m.client.call("textDocument/completion", map[string]any{"textDocument": m.document(mk), "position": at}, &got)
	f := source.NewFile("", text)
	slices.SortFunc(got.Items, func(a, b protocol.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
	var b strings.Builder
	for _, i := range got.Items {
		here := snapshot.Mapper{Unit: source.UTF16}.Offset(f, at)
		replaced := snapshot.Mapper{Unit: source.UTF16}.Bytes(f, i.TextEdit.Range)
		if replaced.Start > here || replaced.End < here {
			m.Errorf("%v: %s replaces %v, which is not around %v", mk, i.Label, i.TextEdit.Range, at)
		}
		fmt.Fprintf(&b, "%s %s: %q becomes %q (%s)\n", i.SortText[:1], i.Label, replaced.Text(), i.TextEdit.NewText, i.Detail)
	}
	m.compare(mk, mk.args[2], b.String())
	m.untype(mk)
}

// documentation is what a candidate says when it is looked at.
func (m *marked) documentation(mk marker) {
	_, at := m.typeBehind(mk, mk.args[1])
	var got protocol.CompletionList
	m.client.call("textDocument/completion", map[string]any{"textDocument": m.document(mk), "position": at}, &got)
	defer m.untype(mk)
	for _, i := range got.Items {
		if i.Label != mk.args[2] {
			continue
		}
		var full struct {
			Documentation protocol.MarkupContent `json:"documentation"`
		}
		m.client.call("completionItem/resolve", i, &full)
		m.compare(mk, mk.args[3], full.Documentation.Value)
		return
	}
	m.Errorf("%v: there is no such candidate", mk)
}

func (m *marked) signature(mk marker) {
	_, at := m.typeBehind(mk, mk.args[1])
	var got *protocol.SignatureHelp
	m.client.call("textDocument/signatureHelp", map[string]any{"textDocument": m.document(mk), "position": at}, &got)
	m.untype(mk)
	if got == nil {
		m.compare(mk, mk.args[2], "none\n")
		return
	}
	s := got.Signatures[0]
	active := "none"
	if i := int(got.ActiveParameter); i < len(s.Parameters) {
		active = s.Parameters[i].Label
	}
	for _, p := range s.Parameters {
		if !strings.Contains(s.Label, p.Label) {
			m.Errorf("%v: %q has no part %q", mk, s.Label, p.Label)
		}
	}
	m.compare(mk, mk.args[2], fmt.Sprintf("%s\nactive: %s\n%v\n", s.Label, active, s.Documentation))
}

// leads compares the places that a method leads to with labels.
func (m *marked) leads(method string) func(marker) {
	return func(mk marker) {
		var got []protocol.Location
		m.client.call("textDocument/"+method, m.params(mk), &got)
		m.compareLabels(mk, got)
	}
}

func (m *marked) linked(mk marker) {
	var got *feature.LinkedEditingRanges
	m.client.call("textDocument/linkedEditingRange", m.params(mk), &got)
	var list []protocol.Location
	if got != nil {
		for _, r := range got.Ranges {
			list = append(list, protocol.Location{URI: m.client.uri(mk.file), Range: r})
		}
	}
	m.compareLabels(mk, list)
}

func (m *marked) tokens(mk marker) {
	var got protocol.SemanticTokens
	m.client.call("textDocument/semanticTokens/full", map[string]any{"textDocument": m.document(mk)}, &got)
	m.compare(mk, mk.args[0], m.tokenText(mk, got.Data))
}

func (m *marked) tokensin(mk marker) {
	var got protocol.SemanticTokens
	m.client.call("textDocument/semanticTokens/range", m.params(mk), &got)
	m.compare(mk, mk.args[1], m.tokenText(mk, got.Data))
}

// tokenText shows tokens with their text.
func (m *marked) tokenText(mk marker, data []uint32) string {
	f := source.NewFile("", m.files[mk.file])
	var b strings.Builder
	line, column := 0, 0
	for i := 0; i+5 <= len(data); i += 5 {
		if data[i] > 0 {
			column = 0
		}
		line, column = line+int(data[i]), column+int(data[i+1])
		at := protocol.Position{Line: uint32(line), Character: uint32(column)}
		end := protocol.Position{Line: uint32(line), Character: uint32(column) + data[i+2]}
		var modifiers []string
		for n, name := range feature.TokenModifiers {
			if data[i+4]&(1<<n) != 0 {
				modifiers = append(modifiers, name)
			}
		}
		fmt.Fprintf(&b, "%d:%d %s %s\n", line+1, column+1, snapshot.Mapper{Unit: source.UTF16}.Bytes(f, protocol.Range{Start: at, End: end}).Text(),
			strings.Join(append([]string{feature.TokenTypes[data[i+3]]}, modifiers...), " "))
	}
	return b.String()
}

func (m *marked) fold(mk marker) {
	var got []protocol.FoldingRange
	m.client.call("textDocument/foldingRange", map[string]any{"textDocument": m.document(mk)}, &got)
	lines := strings.Split(m.files[mk.file], "\n")
	var b strings.Builder
	for _, r := range got {
		fmt.Fprintf(&b, "%d-%d %s%s\n", r.StartLine+1, r.EndLine+1, strings.TrimSpace(lines[r.StartLine]), map[bool]string{true: " (comment)"}[r.Kind != ""])
	}
	m.compare(mk, mk.args[0], b.String())
}

func (m *marked) selects(mk marker) {
	params := m.params(mk)
	params["positions"] = []any{params["position"]}
	var got []protocol.SelectionRange
	m.client.call("textDocument/selectionRange", params, &got)
	f := source.NewFile("", m.files[mk.file])
	var b strings.Builder
	for r := &got[0]; r != nil; r = r.Parent {
		text := snapshot.Mapper{Unit: source.UTF16}.Bytes(f, r.Range).Text()
		if first, rest, more := strings.Cut(text, "\n"); more {
			text = fmt.Sprintf("%s … %d lines", first, 1+strings.Count(rest, "\n")+1)
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	m.compare(mk, mk.args[1], b.String())
}

func (m *marked) hints(mk marker) {
	f := source.NewFile("", m.files[mk.file])
	whole := snapshot.Mapper{Unit: source.UTF16}.Span(f.Span(0, len(f.Text())))
	var got []feature.InlayHint
	m.client.call("textDocument/inlayHint", map[string]any{"textDocument": m.document(mk), "range": whole}, &got)
	slices.SortStableFunc(got, func(a, b feature.InlayHint) int {
		return snapshot.Mapper{Unit: source.UTF16}.Offset(f, a.Position) - snapshot.Mapper{Unit: source.UTF16}.Offset(f, b.Position)
	})
	var b strings.Builder
	for _, h := range got {
		line := f.Line(int(h.Position.Line) + 1)
		at := int(h.Position.Character)
		fmt.Fprintf(&b, "%d: %s[%s]%s -- %s\n", h.Position.Line+1, strings.TrimSpace(line[:at]), h.Label, line[at:], h.Tooltip)
	}
	m.compare(mk, mk.args[0], b.String())
}

func (m *marked) lenses(mk marker) {
	var got []protocol.CodeLens
	m.client.call("textDocument/codeLens", map[string]any{"textDocument": m.document(mk)}, &got)
	var b strings.Builder
	for _, l := range got {
		fmt.Fprintf(&b, "%d: %s\n", l.Range.Start.Line+1, l.Command.Title)
	}
	m.compare(mk, mk.args[0], b.String())
}

func (m *marked) links(mk marker) {
	var got []protocol.DocumentLink
	m.client.call("textDocument/documentLink", map[string]any{"textDocument": m.document(mk)}, &got)
	f := source.NewFile("", m.files[mk.file])
	var b strings.Builder
	for _, l := range got {
		fmt.Fprintf(&b, "%d: %s -> %s (%s)\n", l.Range.Start.Line+1, snapshot.Mapper{Unit: source.UTF16}.Bytes(f, l.Range).Text(), l.Target, l.Tooltip)
	}
	m.compare(mk, mk.args[0], b.String())
}

func (m *marked) calls(mk marker) {
	var items []protocol.CallHierarchyItem
	m.client.call("textDocument/prepareCallHierarchy", m.params(mk), &items)
	if len(items) != 1 {
		m.Fatalf("%v: there are %d items", mk, len(items))
	}
	var in []protocol.CallHierarchyIncomingCall
	m.client.call("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &in)
	var out []protocol.CallHierarchyOutgoingCall
	m.client.call("callHierarchy/outgoingCalls", map[string]any{"item": items[0]}, &out)
	var b strings.Builder
	for _, c := range in {
		fmt.Fprintf(&b, "%s writes what it reads: %s\n", c.From.Name, m.texts(c.From.URI, c.FromRanges))
	}
	for _, c := range out {
		fmt.Fprintf(&b, "%s reads what it writes: %s\n", c.To.Name, m.texts(items[0].URI, c.FromRanges))
	}
	m.compare(mk, mk.args[1], b.String())
}

// texts returns what stands in ranges of a file.
func (m *marked) texts(u protocol.DocumentURI, ranges []protocol.Range) string {
	var list []string
	for name, text := range m.files {
		if m.client.uri(name) != u {
			continue
		}
		for _, r := range ranges {
			list = append(list, snapshot.Mapper{Unit: source.UTF16}.Bytes(source.NewFile(name, text), r).Text())
		}
	}
	return strings.Join(list, ", ")
}

func (m *marked) wsymbol(mk marker) {
	var got []protocol.SymbolInformation
	m.client.call("workspace/symbol", map[string]any{"query": mk.args[0]}, &got)
	var b strings.Builder
	for _, s := range got {
		fmt.Fprintf(&b, "%s %v in %s, line %d\n", s.Name, s.Kind, s.ContainerName, s.Location.Range.Start.Line+1)
	}
	m.compare(mk, mk.args[1], b.String())
}

func (m *marked) formatrange(mk marker) {
	params := m.params(mk)
	params["options"] = map[string]any{"tabSize": 2, "insertSpaces": true}
	var got []protocol.TextEdit
	m.client.call("textDocument/rangeFormatting", params, &got)
	m.compare(mk, mk.args[1], m.applied(protocol.WorkspaceEdit{Changes: map[protocol.DocumentURI][]protocol.TextEdit{m.client.uri(mk.file): got}}))
}

// ontype breaks the line behind a text, and shows the two lines.
func (m *marked) ontype(mk marker) {
	text, at := m.typeBehind(mk, "\n")
	var got []protocol.TextEdit
	m.client.call("textDocument/onTypeFormatting", map[string]any{"textDocument": m.document(mk), "position": at, "ch": "\n",
		"options": map[string]any{"tabSize": 2, "insertSpaces": true}}, &got)
	m.untype(mk)
	f := source.NewFile("", text)
	var edits []diag.Edit
	for _, e := range got {
		edits = append(edits, diag.Edit{Span: snapshot.Mapper{Unit: source.UTF16}.Bytes(f, e.Range), New: e.NewText})
	}
	after, err := diag.Apply(f, edits)
	if err != nil {
		m.Fatal(err)
	}
	lines := strings.Split(string(after), "\n")
	m.compare(mk, mk.args[1], lines[mk.line]+"\n"+lines[mk.line+1]+"|\n")
}
