package ast

import (
	"iter"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A Doc is the documentation of an item: the comment block directly above it
// (grammar/spec.md, chapter 5).
type Doc struct {
	Text   string // without semicolons; "" if there is none
	Manual []Provenance
}

// A Provenance is a line `; @manual FILE#PLACE` of a comment block: it names
// the place in the manual that an item was taken from.
type Provenance struct {
	Span        source.Span // of FILE#PLACE, or of what is in its place
	File        string      // "" where the line is malformed
	Heading     string      // "" where the place is given by lines
	First, Last int         // lines counted from 1, or 0
	// NotCheckable is the reason why no check can say what is there: the text after
	// "not checkable:". Such a line says nothing of the item below it.
	NotCheckable string
}

// DocOf returns the documentation of the item that starts where the span
// does. The span must be one of a whole file.
func DocOf(at source.Span) Doc {
	file := at.File
	place := at.From(source.Bytes)
	if strings.TrimLeft(file.Line(place.Line)[:place.Column-1], " \t") != "" {
		return Doc{} // something else precedes it
	}
	// Go up to the first line of the comment block.
	first := place.Line
	for first > 1 && isCommentLine(file.Line(first-1)) {
		first--
	}
	var doc Doc
	var text []string
	for n := first; n < place.Line; n++ {
		line := file.Line(n)
		start := file.Offset(source.Location{Line: n, Column: 1}, source.Bytes)
		semicolon := strings.IndexByte(line, ';')
		if p, ok := provenance(file.Span(start+semicolon, start+len(line))); ok {
			if p.NotCheckable == "" {
				doc.Manual = append(doc.Manual, p)
			}
			continue
		}
		if _, ok := ReadWaiver(file.Span(start+semicolon, start+len(line))); ok {
			continue
		}
		text = append(text, strings.TrimPrefix(strings.TrimLeft(line[semicolon:], ";"), " "))
	}
	doc.Text = strings.TrimSpace(strings.Join(text, "\n"))
	return doc
}

func isCommentLine(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t"), ";") }

// marker is what a comment that leads to a manual begins with.
const marker = "@manual"

// notCheckable is what separates a place from the reason why it cannot be checked.
const notCheckable = " not checkable:"

// Provenances returns every @manual line of the file, in order.
func (f *File) Provenances() []Provenance {
	var list []Provenance
	for comment := range f.commentsWith(marker) {
		if p, ok := provenance(comment); ok {
			list = append(list, p)
		}
	}
	return list
}

// commentsWith returns the comments of the file in which a text occurs, in order.
func (f *File) commentsWith(text string) iter.Seq[source.Span] {
	return func(yield func(source.Span) bool) {
		for _, piece := range f.Tree.Pieces {
			if !strings.Contains(piece.Source.Text(), text) {
				continue // most have none, and an editor asks at each keystroke
			}
			for _, t := range piece.Tokens {
				if t.Kind != syntax.Comment || !strings.Contains(piece.Text(t.Start, t.End), text) {
					continue
				}
				// Fragments count from their own start.
				if !yield(f.Tree.Resolve(piece.Source.Span(t.Start, t.End))) {
					return
				}
			}
		}
	}
}

// provenance reads a comment as an @manual line.
func provenance(comment source.Span) (Provenance, bool) {
	text := comment.Text()
	body := strings.TrimLeft(text, "; \t")
	rest, ok := strings.CutPrefix(body, marker)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return Provenance{}, false
	}
	rest, reason, excused := strings.Cut(rest, notCheckable)
	target := strings.TrimSpace(rest)
	start := comment.Start + strings.Index(text, marker) + len(marker) + len(rest) - len(strings.TrimLeft(rest, " \t"))
	p := Provenance{Span: comment.File.Span(start, start+len(target)), NotCheckable: strings.TrimSpace(reason)}
	file, place, ok := strings.Cut(target, "#")
	place = strings.TrimSpace(place)
	if !ok || file == "" || place == "" || excused && p.NotCheckable == "" {
		return p, true
	}
	p.File = file
	if p.First, p.Last = lineSpan(place); p.First == 0 {
		p.Heading = place
	}
	return p, true
}

// lineSpan reads L12 or L12-L30. It returns 0 for anything else.
func lineSpan(place string) (first, last int) {
	from, to, ranged := strings.Cut(place, "-")
	if !ranged {
		to = from
	}
	first, last = lineNumber(from), lineNumber(to)
	if first == 0 || last < first {
		return 0, 0
	}
	return first, last
}

func lineNumber(s string) int {
	digits, ok := strings.CutPrefix(s, "L")
	if !ok {
		return 0 // no error is made, of which an editor would have thousands
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return 0
	}
	return n
}
