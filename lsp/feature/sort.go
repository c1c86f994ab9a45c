package feature

import (
	"cmp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// SortKind puts declarations, or cases, in the order of their names.
const SortKind protocol.CodeActionKind = "source.sort.mantrac"

// A movable is a form with the comments that belong to it: those directly above
// it, and one after it on its last line.
type movable struct {
	name, kind string
	start, end int
	tail       bool // it ends with a comment, which takes the rest of its line
}

// sortOffers offers to sort a file. Forms of one kind that are one after the
// other change places; a comment that is by itself, between blank lines, is
// the heading of what follows, so that nothing is moved over it. Forms that
// share a line stay where they are.
func sortOffers(s *snapshot.Snapshot, c *snapshot.Content) []offer {
	if c.Tree == nil || c.Tree.Broken() {
		return nil
	}
	text := c.Source.Text()
	after := SortedText(text, Movables(c.Tree))
	if after == text {
		return nil
	}
	return []offer{{protocol.CodeAction{Title: "sort by name", Kind: SortKind}, func() (*protocol.WorkspaceEdit, string) {
		// Sorting must lose no word. If it would, nothing is changed.
		if !SameWords(text, after, c.Tree.Kind) {
			return nil, ""
		}
		return s.EditOf(map[string][]protocol.TextEdit{c.Path: formatEdits(s, c.Source, after)}), ""
	}}}
}

// Movables returns the named forms of a file, in order.
func Movables(f *ast.File) []movable {
	text := f.Tree.File.Text()
	var list []movable
	add := func(id *ast.Ident, kind string, at source.Span) {
		if id != nil {
			list = append(list, around(text, movable{name: id.Name, kind: kind, start: at.Start, end: at.End}))
		}
	}
	for _, m := range f.Models {
		for _, u := range m.Clauses {
			at := f.Tree.Resolve(u.Span(u.Node))
			switch n := u.Node.(type) {
			case *ast.Const:
				add(n.Name, "const", at)
			case *ast.Var:
				add(n.Name, "var", at)
			case *ast.Transition:
				add(n.Tool, "transition", at)
			}
		}
	}
	for _, k := range f.Cases {
		add(k.Name(), "case", ClosedCase(f, k))
	}
	slices.SortStableFunc(list, func(a, b movable) int { return cmp.Compare(a.start, b.start) })
	return list
}

// around adds to a form the comments that belong to it.
func around(text string, m movable) movable {
	line := strings.LastIndexByte(text[:m.start], '\n') + 1
	if strings.TrimSpace(text[line:m.start]) != "" {
		m.kind = "" // something precedes it
		return m
	}
	// Take in the comment lines directly above. A blank line ends them.
	for line > 0 {
		above := strings.LastIndexByte(text[:line-1], '\n') + 1
		words := strings.TrimSpace(text[above : line-1])
		if !strings.HasPrefix(words, ";") {
			break
		}
		line, m.start = above, above+strings.Index(text[above:line], ";")
	}
	rest, _, _ := strings.Cut(text[m.end:], "\n")
	switch words := strings.TrimSpace(rest); {
	case strings.HasPrefix(words, ";"):
		m.end += len(strings.TrimRight(rest, " \t\r"))
		m.tail = true
	case strings.HasPrefix(words, "("):
		// Another form follows on the line, so this one cannot move.
		m.kind = ""
	}
	return m
}

// SortedText returns a text with the forms of each run in order.
func SortedText(text string, list []movable) string {
	var b strings.Builder
	done := 0
	for len(list) > 0 {
		n := 1
		// A run ends at another kind, or at anything but white space between two forms.
		for n < len(list) && list[n].kind == list[0].kind && list[0].kind != "" && strings.TrimSpace(text[list[n-1].end:list[n].start]) == "" {
			n++
		}
		slots := list[:n]
		order := slices.Clone(slots)
		slices.SortStableFunc(order, func(a, b movable) int { return strings.Compare(a.name, b.name) })
		for i, slot := range slots {
			// The white space stays where it is. Only the forms change places.
			b.WriteString(text[done:slot.start])
			b.WriteString(text[order[i].start:order[i].end])
			done = slot.end
			if next := text[done:]; order[i].tail && next != "" && next[0] != '\n' && next[0] != '\r' {
				// A trailing comment would swallow what follows it on the line.
				b.WriteString("\n")
			}
		}
		list = list[n:]
	}
	return b.String() + text[done:]
}

// SameWords reports whether nothing but places is different: the same forms and
// comments, and a file that can be read.
func SameWords(before, after string, kind ast.Kind) bool {
	words := func(text string) []string {
		f := ast.Parse(source.NewFile("", text), kind, nil)
		if f.Broken() {
			return nil
		}
		var list []string
		for _, p := range f.Tree.Pieces {
			for _, t := range p.Tokens {
				if word := strings.TrimSpace(p.Text(t.Start, t.End)); word != "" {
					list = append(list, word)
				}
			}
		}
		// Compare as multisets: the order is what sorting changes.
		slices.Sort(list)
		return list
	}
	one := words(before)
	return one != nil && slices.Equal(one, words(after))
}

// ClosedCase is snapshot.CaseSpan with the parenthesis that closes the case.
func ClosedCase(f *ast.File, k *ast.Case) source.Span {
	at := snapshot.CaseSpan(f, k)
	for _, p := range f.Tree.Pieces {
		if p.Kind == syntax.Close && p.Start >= at.End {
			at.End = p.Start + 1
			break
		}
	}
	return at
}
