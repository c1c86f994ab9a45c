package repair

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A Sentence is a place of the manual that an item was taken from.
type Sentence struct {
	File  string `json:"file"`
	Place string `json:"place"`
	Text  string `json:"text"` // the first paragraph there; "" where it cannot be read
}

// sentences returns the places of the manual that what is edited was taken from:
// those of the clauses and checks, else of their transitions and cases.
func (f *finder) sentences(edits []edit.Edit) []Sentence {
	var list []Sentence
	for _, e := range edits {
		at, ok := f.spanOf(e.At)
		if !ok {
			continue
		}
		for _, p := range ast.DocOf(at).Manual {
			s := f.read(at.File.Name(), p)
			list = lists.Include(list, s)
		}
	}
	return list
}

// spanOf returns where the nearest item with documentation is that an address
// names, or that it is in.
func (f *finder) spanOf(at edit.Address) (source.Span, bool) {
	if m := f.modelOf(at.File); m != nil {
		if t := m.Transition(at.Declaration().Key()); at.Path[0] == "transition" && t != nil {
			// Provenance of the clause comes before that of its transition.
			tree := m.File.Tree
			whole := tree.Resolve(t.Unit.Span(t.Unit.Node))
			if i := at.Index(); i >= 0 {
				if s := clausesOf(t, at.Path[2]); i < len(s) {
					if span := tree.Resolve(t.Unit.Span(s[i])); len(ast.DocOf(span).Manual) > 0 {
						return span, true
					}
				}
			}
			return whole, true
		}
		return source.Span{}, false
	}
	for _, ref := range f.refs {
		if ref.Suite.File.Tree.File.Name() != at.File || at.Path[0] != "case" || ref.Name() != at.Path[1] {
			continue
		}
		if len(at.Path) > 3 && at.Path[2] == "check" {
			if c := ref.Case.CheckNamed(at.Path[3]); c != nil {
				if span := ref.Suite.SpanOf(ref.Case, c); len(ast.DocOf(span).Manual) > 0 {
					return span, true
				}
			}
		}
		h := ref.Case.Decl.Header
		return ref.Suite.File.Tree.Resolve(h.Span(h.Node)), true
	}
	return source.Span{}, false
}

// read returns a place of a manual with its first paragraph.
func (f *finder) read(file string, p ast.Provenance) Sentence {
	s := Sentence{File: p.File, Place: p.Heading}
	if p.Heading == "" {
		s.Place = fmt.Sprintf("L%d-L%d", p.First, p.Last)
	}
	read := f.ReadManual
	if read == nil {
		read = project.ReadText
	}
	text, err := read(filepath.Join(filepath.Dir(file), filepath.FromSlash(p.File)))
	if err != nil {
		return s
	}
	first, last := p.First, p.Last
	if p.Heading != "" {
		first, last = project.Section(text, p.Heading)
	}
	lines := strings.Split(text, "\n")
	if first < 1 || first > len(lines) {
		return s
	}
	s.Text = paragraph(lines[first-1 : min(last, len(lines))])
	return s
}

// paragraph returns the first paragraph of some lines on one line.
func paragraph(lines []string) string {
	var words []string
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "#") || l == "" && len(words) > 0 {
			break
		}
		words = append(words, strings.Fields(l)...)
	}
	return strings.Join(words, " ")
}
