package completion

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// A suggestion is something that can be written in a file of data, or in a
// comment, where there are no forms.
type suggestion struct {
	text   string // is inserted
	label  string // "" is the text
	detail string
	doc    string
	kind   protocol.CompletionItemKind
	rank   int // 0 is what the place expects
}

// suggestions lists what can be put into mantra.yaml, into the file of tools of
// a project, and after `@manual`, and the place of what it replaces. It is none
// of its business, and false, elsewhere.
func suggestions(s *snapshot.Snapshot, u protocol.DocumentURI, at protocol.Position) (list []suggestion, from, to int, ok bool) {
	file := snapshot.PathOf(u)
	d, open := s.Documents[file]
	// Without the text of the client, the offset would be meaningless.
	if !open || d.Lost {
		return nil, 0, 0, false
	}
	f := source.NewFile(file, d.Text)
	offset := s.Mapper.Offset(f, at)
	v := s.View(file)
	switch ending := path.Ext(file); {
	case filepath.Base(file) == project.ConfigName || filepath.Base(file) == project.BindingsName:
		list, from = YAMLSuggestions(s, v, file, d.Text, offset)
		return list, from, offset, true
	case ending == ".json":
		list, from, to = JSONSuggestions(v, d.Text, offset)
		return list, from, to, true
	case ending == ".yaml" || ending == ".yml":
		list, from, to = YAMLToolSuggestions(v, d.Text, offset)
		return list, from, to, true
	case d.Known:
		// A model or a suite: its comments can refer to the manual.
		return manualSuggestions(s, v, f, offset)
	}
	return nil, 0, 0, false
}

// manualSuggestions lists files of the project after `; @manual `, Markdown
// first, and the headings of the file after its `#`.
func manualSuggestions(s *snapshot.Snapshot, v *snapshot.View, f *source.File, offset int) (list []suggestion, from, to int, ok bool) {
	line := f.Text()[strings.LastIndexByte(f.Text()[:offset], '\n')+1 : offset]
	before, target, ok := strings.Cut(line, "@manual ")
	// Outside of a comment the word has no meaning.
	if !ok || !strings.Contains(before, ";") {
		return nil, 0, 0, false
	}
	dir := filepath.Dir(f.Name())
	name, heading, ok := strings.Cut(target, "#")
	if !ok {
		// No `#` yet: the name of the file is being typed.
		from = offset - len(strings.TrimLeft(target, " "))
		return fileSuggestions(v.Root, dir, ".md", ".markdown", ".txt"), from, offset, true
	}
	text, err := s.Read(filepath.Join(dir, filepath.FromSlash(strings.TrimSpace(name))))
	if err != nil {
		return nil, offset, offset, true
	}
	for _, h := range project.Headings(text) {
		list = append(list, suggestion{text: h.Text, kind: protocol.CompletionItemKindReference})
	}
	return list, offset - len(strings.TrimLeft(heading, " ")), offset, true
}

// fileSuggestions lists the files of a project with some endings, as they are
// called from a folder; those with the first ending first.
func fileSuggestions(root, dir string, endings ...string) []suggestion {
	var list []suggestion
	for _, p := range project.Paths(root) {
		rank := slices.Index(endings, strings.ToLower(filepath.Ext(p)))
		rel, err := filepath.Rel(dir, p)
		// The position in the list of endings is the rank.
		if rank < 0 || err != nil || filepath.Base(p) == project.ConfigName {
			continue
		}
		list = append(list, suggestion{text: filepath.ToSlash(rel), kind: protocol.CompletionItemKindFile, rank: rank})
	}
	return list
}

// suggestionItems makes items of suggestions, what is expected first.
func suggestionItems(s *snapshot.Snapshot, u protocol.DocumentURI, list []suggestion, from, to int) []protocol.CompletionItem {
	f := source.NewFile("", s.Documents[snapshot.PathOf(u)].Text)
	edit := s.Mapper.Span(f.Span(from, to))
	slices.SortStableFunc(list, func(a, b suggestion) int { return a.rank - b.rank })
	items := []protocol.CompletionItem{}
	for i, c := range list[:min(len(list), mostItems)] {
		label := cmp.Or(c.label, c.text)
		item := protocol.CompletionItem{
			Label: label, Kind: c.kind, Detail: c.detail, SortText: fmt.Sprintf("%d%05d", c.rank, i), FilterText: c.text,
			InsertTextFormat: protocol.InsertTextFormatPlainText, TextEdit: &protocol.TextEdit{Range: edit, NewText: c.text},
		}
		if c.doc != "" {
			item.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: c.doc}
		}
		items = append(items, item)
	}
	return items
}
