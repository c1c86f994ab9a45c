package report

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// checkText reads a text back. What is under the carets is found out from the
// columns alone, and a fix by carrying out what is shown on the old text.
func checkText(t *rapid.T, d diag.Diagnostic, texts []text, got string) {
	r := reader{t: t, lines: strings.Split(strings.TrimSuffix(got, "\n"), "\n")}
	equal(t, "header", fmt.Sprintf("%s[%s]: %s", d.Severity, d.Code, report.Visible(d.Message)), r.next())
	arrow, underlines := r.snippets()
	wantArrow := ""
	if !d.Primary.IsZero() {
		at := textOf(d.Primary.File, texts).position(d.Primary.Start)
		wantArrow = fmt.Sprintf("%s:%d:%d", report.Visible(d.Primary.File.Name()), at.Line, at.Column)
	}
	equal(t, "arrow", wantArrow, arrow)
	equal(t, "underlines", wantUnderlines(d, texts), underlines)
	equal(t, "notes", jsontext.Each(d.Notes, report.Visible), r.all(note))
	for _, s := range d.Help {
		equal(t, "help", "help: "+report.Visible(s), r.next())
	}
	for _, f := range d.Fixes {
		equal(t, "fix", fixLabels[levelWords[f.Level]]+": "+report.Visible(f.Message), r.next())
		r.fix(f, d.Primary.File, texts)
	}
	equal(t, "rest", []string(nil), r.lines)
}

// An underline is a row under a source line, as it is read and as it is
// wanted.
type underline struct {
	File, Line  string // the line as shown
	Number      int
	From, Cells int
	Sign, Tail  string
}

func wantUnderlines(d diag.Diagnostic, texts []text) []string {
	var out []string
	add := func(s source.Span, role, sign string) {
		x := textOf(s.File, texts)
		first, last := x.position(s.Start), x.position(max(s.Start, s.End-1))
		lines := strings.SplitAfter(x.file.Text(), "\n")
		line := lines[first.Line-1]
		start := s.Start - first.Column + 1
		stop := start + len(strings.TrimRight(line, "\r\n"))
		u := underline{
			File: report.Visible(s.File.Name()), Line: shownLines(x.file.Text())[first.Line-1], Number: first.Line,
			From:  x.cells(start, min(s.Start, stop)),
			Cells: max(1, x.cells(s.Start, min(s.End, stop))),
			Sign:  sign,
		}
		if last.Line != first.Line {
			u.Tail = fmt.Sprintf(" (to %d:%d)", last.Line, last.Column)
		}
		if role != "" {
			u.Tail += " " + report.Visible(role)
		}
		out = append(out, fmt.Sprintf("%+v", u))
	}
	if !d.Primary.IsZero() {
		add(d.Primary, d.Role, "^")
	}
	for _, l := range d.Secondary {
		add(l.Span, l.Role, "-")
	}
	slices.Sort(out)
	return out
}

// A reader takes a text apart line by line.
type reader struct {
	t     *rapid.T
	lines []string
}

var (
	arrow    = regexp.MustCompile(`^ *--> (.*:\d+:\d+)$`)
	other    = regexp.MustCompile(`^ *::: (.*):\d+:\d+$`)
	numbered = regexp.MustCompile(`^ *(\d+) ([-+|])(?: (.*))?$`)
	row      = regexp.MustCompile(`^ *\| ( *)(\^+|-+)(.*)$`)
	fixRow   = regexp.MustCompile(`^ *\| ([ ~+]*)$`)
	bar      = regexp.MustCompile(`^ *\|$`)
	gap      = regexp.MustCompile(`^\.\.\.$`)
	note     = regexp.MustCompile(`^ *= note: (.*)$`)
)

func (r *reader) next() string {
	if len(r.lines) == 0 {
		r.t.Fatalf("the text ends too early")
	}
	line := r.lines[0]
	r.lines = r.lines[1:]
	return line
}

// take returns the groups of the next line if it has the form wanted.
func (r *reader) take(form *regexp.Regexp) []string {
	if len(r.lines) == 0 {
		return nil
	}
	m := form.FindStringSubmatch(r.lines[0])
	if m != nil {
		r.lines = r.lines[1:]
	}
	return m
}

// all takes lines while they have a form.
func (r *reader) all(form *regexp.Regexp) []string {
	var out []string
	for m := r.take(form); m != nil; m = r.take(form) {
		out = append(out, m[1])
	}
	return out
}

func (r *reader) snippets() (place string, found []string) {
	var u underline
	for {
		if m := r.take(arrow); m != nil {
			place = m[1]
			u.File = strings.Join(strings.Split(place, ":")[:strings.Count(place, ":")-1], ":")
		} else if m := r.take(other); m != nil {
			u.File = m[1]
		} else if m := r.take(numbered); m != nil {
			u.Number, _ = strconv.Atoi(m[1])
			u.Line = m[3]
		} else if m := r.take(row); m != nil {
			u.From, u.Cells, u.Sign, u.Tail = len(m[1]), len(m[2]), m[2][:1], m[3]
			found = append(found, fmt.Sprintf("%+v", u))
		} else if r.take(bar) == nil && r.take(gap) == nil {
			slices.Sort(found)
			return place, found
		}
	}
}

// fix reads the result of a fix, file by file, and compares it with the
// text after the fix.
func (r *reader) fix(f diag.Fix, home *source.File, texts []text) {
	for _, file := range filesOf(f) {
		if file != home {
			m := r.take(arrow)
			if m == nil || !strings.HasPrefix(m[1], report.Visible(file.Name())+":") {
				r.t.Fatalf("fix of %s under %q", file.Name(), m)
			}
		}
		home = file
		if r.take(bar) == nil {
			r.t.Fatalf("no bar before %q", r.lines)
		}
		after, err := diag.Apply(file, f.Edits)
		if err != nil {
			r.t.Fatalf("%v", err)
		}
		got := r.result(shownLines(file.Text()))
		equal(r.t, "result", shownLines(after), got.lines)
		equal(r.t, "new", wantNew(textOf(file, texts), f), got.new)
	}
}

// A result is what a reader of a fix learns.
type result struct {
	lines []string // the new text
	new   []string // what is marked as new, line by line
}

// result carries out a fix on the lines of the old text.
func (r *reader) result(old []string) result {
	var out result
	used := 0 // old lines that are dealt with
	keep := func(n int) {
		if n < used || n > len(old) {
			r.t.Fatalf("line %d is out of order", n)
		}
		out.lines = append(out.lines, old[used:n]...)
		used = n
	}
	for {
		m := r.take(numbered)
		if m == nil {
			if r.take(gap) != nil {
				continue
			}
			keep(len(old))
			return out
		}
		n, _ := strconv.Atoi(m[1])
		switch m[2] {
		case "-":
			keep(n - 1)
			equal(r.t, "old line", old[n-1], m[3])
			used++
			continue
		default:
			keep(used + n - 1 - len(out.lines))
		}
		if m[2] == "|" {
			used++
			if marks := r.take(fixRow); marks != nil {
				out.new = append(out.new, under(m[3], marks[1]))
			}
		}
		out.lines = append(out.lines, m[3])
	}
}

// under returns the characters of a line that a row of marks is under, each
// after its mark.
func under(line, marks string) string {
	var b strings.Builder
	for _, c := range cellsOf(line, 0, len(line)) {
		if c.at < len(marks) && marks[c.at] != ' ' {
			b.WriteString(marks[c.at:c.at+1] + c.text)
		}
	}
	return b.String()
}

// wantNew returns what must be marked in the lines that a fix changes
// without deleting, adding or joining any.
func wantNew(x text, f diag.Fix) []string {
	marked, spoiled := make(map[int]string), make(map[int]bool)
	for _, e := range f.Edits {
		if e.Span.File != x.file {
			continue
		}
		first, last := x.position(e.Span.Start).Line, x.position(e.Span.End).Line
		for n := first; n <= last; n++ {
			spoiled[n] = spoiled[n] || first != last || e.New == "" || strings.Contains(e.New, "\n")
			sign := "~"
			if e.Span.Text() == "" {
				sign = "+"
			}
			for _, c := range cellsOf(e.New, 0, len(e.New)) {
				marked[n] += sign + c.text
			}
		}
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(marked)) {
		if !spoiled[n] {
			out = append(out, marked[n])
		}
	}
	return out
}

func filesOf(f diag.Fix) []*source.File {
	var files []*source.File
	for _, e := range f.Edits {
		if !slices.Contains(files, e.Span.File) {
			files = append(files, e.Span.File)
		}
	}
	return files
}
