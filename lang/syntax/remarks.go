package syntax

import (
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A Remark is a comment as another language writes it: `// text`, `# text`,
// `-- text`, `/* text */`. The languages read it as names.
type Remark struct {
	Start, End int
	Mark       string // what it begins with
	Block      bool   // it has an end of its own, and may have several lines
}

// blockMarks are the marks of comments with an end of their own.
var blockMarks = map[string]string{"/*": "*/", "#|": "|#", "<!--": "-->", "(*": "*)"}

// Remarks returns the comments of other languages in a file. Each of them goes
// to the end of its line.
func (t *Tree) Remarks() []Remark {
	if t.unread || t.unmerged {
		return nil
	}
	return remarks(t.File.Text())
}

func remarks(text string) []Remark {
	if !hasMarks(text) {
		return nil
	}
	var list []Remark
	opened := false // the token before is an opening parenthesis
	for i := 0; i < len(text); {
		if r, ok := remarkAt(text, i, opened); ok {
			list = append(list, r)
			i, opened = r.End, false
			continue
		}
		kind, end := next(text, i)
		if !kind.IsTrivia() {
			opened = kind == LParen
		}
		i = end
	}
	return list
}

// hasMarks reports whether a mark is in a text at a place that looks like the
// start of a token, so that reading the whole text is worth the time.
func hasMarks(text string) bool {
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, ";")
		for _, mark := range []string{"//", "--", "#", "/*", "<!--", "*)"} {
			for from := 0; ; {
				i := strings.Index(code[from:], mark)
				if i < 0 {
					break
				}
				i += from
				if mark == "*)" || i == 0 || strings.IndexByte(" \t)", code[i-1]) >= 0 {
					return true
				}
				from = i + len(mark)
			}
		}
	}
	return false
}

// remarkAt reads the remark at an offset, where a token begins. After an
// opening parenthesis a mark is an operator: `(// a b)`.
func remarkAt(text string, at int, opened bool) (Remark, bool) {
	for mark, closing := range blockMarks {
		if !strings.HasPrefix(text[at:], mark) {
			continue
		}
		end := strings.Index(text[at+len(mark):], closing)
		if end < 0 {
			return Remark{}, false
		}
		end += at + len(mark) + len(closing)
		last := strings.LastIndexByte(text[:lineEnd(text, end)], '\n') + 1
		if strings.TrimSpace(text[end:lineEnd(text, max(end, last))]) != "" || mark == "(*" && strings.Contains(text[at:end], "\n") {
			return Remark{}, false // something follows it on the line
		}
		return Remark{at, end, mark, true}, true
	}
	if opened {
		return Remark{}, false
	}
	end := lineEnd(text, at)
	mark := lineMark(text[at:end])
	alone := strings.TrimSpace(text[at+len(mark):end]) == ""
	first := strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == ""
	glued := !alone && !strings.ContainsAny(text[at+len(mark):][:1], " \t")
	words := len(strings.Fields(text[at:end]))
	switch {
	case mark == "", alone && !first, glued && (mark[0] == '-' || words == 1 || mark[0] == '#' && !first):
		return Remark{}, false
	}
	return Remark{at, end, mark, false}, true
}

// lineMark returns the mark of a comment that a line begins with, or "".
func lineMark(line string) string {
	for _, mark := range []string{"//", "--", "#"} {
		if strings.HasPrefix(line, mark) {
			return line[:len(line)-len(strings.TrimLeft(line, mark[:1]))]
		}
	}
	return ""
}

// Without returns a text of the same length in which the remarks are blank.
func Without(text string, remarks []Remark) string {
	b := []byte(text)
	for _, r := range remarks {
		for i := r.Start; i < r.End; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// ParseWithout reads a file without the given remarks. What is wrong with the
// rest is in Faults, and that there are remarks.
func ParseWithout(file *source.File, remarks []Remark, prev *Tree) *Tree {
	t := &Tree{File: file, partial: true}
	t.read(source.NewFile(file.Name(), Without(file.Text(), remarks)), prev.fragments(0, -1))
	t.gather()
	t.Faults = append(t.Faults, diag.Of(foreignComments{file, remarks}))
	return t
}

// foreignComments are the comments of a file that other languages would read
// as such.
type foreignComments struct {
	File    *source.File
	Remarks []Remark
}

// Diagnose implements [diag.Problem].
func (p foreignComments) Diagnose() diag.Diagnostic {
	first := p.Remarks[0]
	d := diag.Errorf("MC0013", p.File.Span(first.Start, first.Start+len(first.Mark)), "comments begin with `;`, not with `%s`", first.Mark)
	for i, r := range p.Remarks[1:] {
		if i == 3 {
			d.Notef("there are %d more", len(p.Remarks)-1-i)
			break
		}
		d.Also(p.File.Span(r.Start, r.Start+len(r.Mark)), "this one too")
	}
	var edits []diag.Edit
	for _, r := range p.Remarks {
		edits = append(edits, diag.Edit{Span: p.File.Span(r.Start, r.End), New: r.comment(p.File.Text()[r.Start:r.End])})
	}
	message := "write it with `;`"
	if len(edits) > 1 {
		message = "write them with `;`"
	}
	d.Fix(message, edits...).As(diag.Certain)
	return d
}

// comment returns the text of a remark as a comment of ours.
func (r Remark) comment(text string) string {
	if !r.Block {
		rest := text[len(r.Mark):]
		if strings.TrimSpace(rest) == "" {
			return "; " + text // a line of dashes
		}
		return ";" + rest
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, r.Mark), blockMarks[r.Mark])
	var lines []string
	for i, line := range strings.Split(text, "\n") {
		content := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "*"))
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if i == 0 {
			indent = ""
		}
		lines = append(lines, indent+strings.TrimSpace("; "+content))
	}
	return strings.Join(lines, "\n")
}
