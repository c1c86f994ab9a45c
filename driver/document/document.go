package document

import (
	"sort"
	"strings"
)

// A Format is the format of a manual.
type Format string

// The formats that package reader knows.
const (
	Markdown Format = "markdown"
	HTML     Format = "html"
	Text     Format = "text"
	PDF      Format = "pdf"
)

// A Document is the text of a manual.
type Document struct {
	Source
	Sections []Section // in order; they partition the text

	lines []int // the offsets of the line ends of the text
}

// A Section is a heading and the text up to the next heading.
type Section struct {
	Heading    string // "" for the text before the first heading
	Level      int    // 1 is highest; 0 without heading
	Start, End int    // in the text of the document
	Body       int    // where the text after the heading begins
}

// A Heading is where a section begins.
type Heading struct {
	Title      string
	Level      int
	Start, End int // of the lines that it takes
}

// A Link leads from a place in the text to the heading with an anchor.
type Link struct {
	At     int
	Anchor string // as GitHub makes it from the heading
}

// An Anchor says where an offset of the text is in the file. Offsets up to the
// next anchor are as far from it there, unless it is not Verbatim.
type Anchor struct {
	Text     int
	Source   int // an offset in the file; not used for PDF
	Page     int // from 1, for PDF; else 0
	Line     int // from 1, of Source; 0 for PDF
	Verbatim bool
}

// An Origin is the part of a file that a chunk is from.
type Origin struct {
	Start   int `json:"start,omitempty"` // offsets of bytes, but for PDF
	End     int `json:"end,omitempty"`
	Line    int `json:"line,omitempty"` // from 1
	EndLine int `json:"end_line,omitempty"`
	Page    int `json:"page,omitempty"` // from 1
	EndPage int `json:"end_page,omitempty"`
}

// A Source is what a reader made of a file.
type Source struct {
	Name     string // of the file
	Format   Format
	SHA256   string    // of the file, in hexadecimal digits
	Text     string    // that of the file for Markdown and plain text, else what was extracted
	Headings []Heading // in order
	Breaks   []int     // the offsets at which a paragraph begins, ascending
	Links    []Link    // to headings of the document itself
	Warnings []string  // what may have been lost
	Anchors  []Anchor  // ascending; the first is at 0
}

// New returns the document with the sections that the headings of a source begin.
func New(s Source) *Document {
	d := &Document{Source: s}
	for i := range len(s.Text) {
		if s.Text[i] == '\n' {
			d.lines = append(d.lines, i)
		}
	}
	start := len(s.Text)
	if len(s.Headings) > 0 {
		start = s.Headings[0].Start
	}
	// Blank lines alone are no section.
	if len(s.Headings) == 0 || strings.TrimSpace(s.Text[:start]) != "" {
		d.Sections = append(d.Sections, Section{End: start})
	} else {
		start = 0 // blank lines before the first heading belong to it
	}
	for i, h := range s.Headings {
		end := len(s.Text)
		if i+1 < len(s.Headings) {
			end = s.Headings[i+1].Start
		}
		d.Sections = append(d.Sections, Section{Heading: h.Title, Level: h.Level, Start: start, End: end, Body: h.End})
		start = end
	}
	return d
}

// Words returns the number of words, as `wc -w` counts them: also the mark of a heading is one.
func (d *Document) Words() int { return len(strings.Fields(d.Text)) }

// Origin returns the part of the file that a part of the text is from.
func (d *Document) Origin(start, end int) Origin {
	if len(d.Anchors) == 0 {
		return Origin{}
	}
	from, to := d.anchor(start), d.anchor(max(start, end-1))
	// The file of a PDF has pages and no offsets.
	if from.Page > 0 {
		return Origin{Page: from.Page, EndPage: to.Page}
	}
	o := Origin{Start: d.place(from, start), Line: d.line(from, start), EndLine: d.line(to, max(start, end-1))}
	// An empty part has no last byte that could be looked up.
	if o.End = o.Start; end > start {
		o.End = d.end(to, end)
	}
	return o
}

// anchor returns the last anchor that is not after an offset.
func (d *Document) anchor(offset int) Anchor {
	i := sort.Search(len(d.Anchors), func(i int) bool { return d.Anchors[i].Text > offset })
	return d.Anchors[max(i-1, 0)]
}

func (d *Document) place(a Anchor, offset int) int {
	if a.Verbatim {
		return a.Source + offset - a.Text
	}
	return a.Source
}

// end returns the place in the file up to which the text up to an offset is from.
// A is the anchor of the byte before it.
func (d *Document) end(a Anchor, offset int) int {
	// The text up to the next anchor is from the place before it in the file.
	next := sort.Search(len(d.Anchors), func(i int) bool { return d.Anchors[i].Text >= offset })
	if a.Verbatim || next == len(d.Anchors) {
		return d.place(a, offset)
	}
	return d.Anchors[next].Source
}

func (d *Document) line(a Anchor, offset int) int {
	if !a.Verbatim {
		return a.Line
	}
	// The line of the anchor is counted on by the line ends between.
	return a.Line + sort.SearchInts(d.lines, offset) - sort.SearchInts(d.lines, a.Text)
}
