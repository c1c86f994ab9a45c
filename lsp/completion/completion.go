package completion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A candidate is something that can be put where the cursor is.
type candidate struct {
	label  string
	text   string // a snippet; a list with its parentheses
	filter string // what is typed to find it; "" is the label
	kind   protocol.CompletionItemKind
	detail string
	doc    string
	rank   int              // 0 fits best
	names  *snapshot.Entity // whose documentation is fetched when it is looked at
}

// The ranks of candidates.
const (
	fitting   = iota // of the type that is expected
	making           // makes something of that type
	general          // goes anywhere
	unfitting        // of another type
)

// mostItems is how many candidates are sent at once. If there are more, the
// editor asks again as the user types.
const mostItems = 1000

// Completion lists what can be put where the cursor is, what fits first. It
// goes by the tokens around the cursor and needs no text that is well formed.
func Completion(_ context.Context, now *snapshot.Snapshot, p *protocol.CompletionParams) (*protocol.CompletionList, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	// Settings, tool files and manual references have no forms. They are completed by other means.
	if found, from, to, ok := suggestions(now, p.TextDocument.URI, p.Position); ok {
		list.Items = suggestionItems(now, p.TextDocument.URI, found, from, to)
		return list, nil
	}
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	at := cursor.PlaceAt(c, now.Mapper.Offset(c.Source, p.Position))
	if at.Comment {
		return list, nil
	}
	if at.Atom != nil && at.Atom.Start == at.Offset {
		at.Atom = nil // what is put before a word does not replace it
	}
	g := gatherer{view: v, place: at, scope: ScopeOf(v, c).within(at)}
	g.expected = ExpectedAt(at, g.scope, at.List, at.Index)
	g.headless = at.List != nil && at.Index == 0
	g.gather()
	w := itemWriter{snapshot: now, uri: p.TextDocument.URI, snippets: now.Client.TextDocument.Completion.CompletionItem.SnippetSupport, gatherer: &g}
	w.edit = now.Mapper.Span(at.Span())
	list.Items, list.IsIncomplete = w.items()
	return list, nil
}

// An itemWriter makes items of candidates.
type itemWriter struct {
	*gatherer
	snapshot *snapshot.Snapshot
	uri      protocol.DocumentURI
	snippets bool
	edit     protocol.Range // what is replaced
}

func (w itemWriter) items() (items []protocol.CompletionItem, more bool) {
	typed := ""
	if w.place.Atom != nil {
		typed = strings.ToLower(strings.TrimPrefix(w.place.Span().Text(), `"`))
	}
	list := w.fitted()
	// The client filters by itself. Only a list that is too long is filtered here first.
	if len(list) > mostItems {
		list = slices.DeleteFunc(list, func(c candidate) bool { return !Fuzzy(typed, strings.ToLower(c.filter)) })
	}
	// A stable sort keeps the order of gathering within a rank.
	slices.SortStableFunc(list, func(a, b candidate) int { return a.rank - b.rank })
	more = len(list) > mostItems
	items = make([]protocol.CompletionItem, 0, min(len(list), mostItems))
	for i, c := range list[:min(len(list), mostItems)] {
		items = append(items, w.item(c, i))
	}
	return items, more
}

// fitted returns the candidates as they fit the place: at the head of a list
// without parentheses, and in a string only strings.
func (w itemWriter) fitted() []candidate {
	text := w.place.Atom != nil && (w.place.Atom.Kind == syntax.String || w.place.Atom.Kind == syntax.OpenString)
	var list []candidate
	for _, c := range w.found {
		if c.filter == "" {
			c.filter = c.label
		}
		isList := strings.HasPrefix(c.text, "(")
		switch {
		case text && !strings.HasPrefix(c.text, `"`):
			// Inside quotes only a string literal can be meant.
			continue
		case text:
			c.filter = Plain(c.text)
		case w.headless && isList:
			// The parentheses are in the text already.
			c.text = strings.TrimSuffix(c.text[1:], ")")
			if w.followed() {
				// The head has operands, so only the word at the head is inserted.
				c.text, _, _ = strings.Cut(c.text, " ")
				c.text, _, _ = strings.Cut(c.text, "\n")
			}
			if w.followed() && c.names != nil && c.names.Sort != snapshot.Definition && !w.bare() {
				continue // what it names would be cut off
			}
		case w.headless && !w.bare():
			// A word without parentheses cannot be at the head of a list.
			continue
		}
		list = append(list, c)
	}
	return list
}

// followed reports whether the head of the list has operands already. What
// is on another line may belong to somebody else: the form is new, and
// nothing closes it yet.
func (g *gatherer) followed() bool {
	for _, f := range g.place.List.Items {
		if f != g.place.Atom && f.Start >= g.place.Offset {
			return !strings.Contains(g.place.Content.Source.Span(g.place.Offset, f.Start).Text(), "\n")
		}
	}
	return false
}

// bare reports whether the head of the list is a name.
func (w itemWriter) bare() bool {
	switch w.expected.What {
	case expectParam, expectInitVar, expectPinName, expectField, expectPath:
		return true
	}
	return false
}

func (w itemWriter) item(c candidate, n int) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label: c.label, Kind: c.kind, Detail: c.detail, FilterText: c.filter, SortText: fmt.Sprintf("%d%05d", c.rank, n),
		InsertTextFormat: protocol.InsertTextFormatPlainText, TextEdit: &protocol.TextEdit{Range: w.edit, NewText: Plain(c.text)},
	}
	// Only placeholders and escapes need the snippet format.
	if w.snippets && strings.ContainsAny(c.text, "$\\") {
		item.InsertTextFormat, item.TextEdit.NewText = protocol.InsertTextFormatSnippet, c.text
	}
	// The client indents the following lines like the line of the cursor.
	if strings.Contains(c.text, "\n") {
		item.InsertTextMode = protocol.InsertTextModeAdjustIndentation
	}
	if c.doc != "" {
		item.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: c.doc}
	}
	if c.names != nil {
		item.Data = Reference{w.uri, c.names.Sort, c.names.Scope, c.names.Name}
	}
	return item
}

// A Reference names a thing in an item, so that its documentation can be
// fetched.
type Reference struct {
	URI   protocol.DocumentURI `json:"uri"`
	Sort  snapshot.Sort        `json:"sort"`
	Scope string               `json:"scope"`
	Name  string               `json:"name"`
}

// Fuzzy reports whether the characters of a word occur in a name, in their
// order.
func Fuzzy(word, name string) bool {
	for _, r := range word {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		// The earliest match of each character leaves the most text for the rest, so greedy is exact.
		name = name[i+len(string(r)):]
	}
	return true
}
