package coverage

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/project"
)

// A Manual is a file that `; @manual` lines lead to.
type Manual struct {
	File     string
	Text     string // "" if it could not be read
	Sections []Section
}

// A Section is a place in a manual: a heading with the lines up to the next one,
// or lines that are named by their numbers.
type Section struct {
	Heading     string // "" for lines
	First, Last int    // the lines, from 1 on; 0 if the manual could not be read
	Status      Status
	Items       []*Item
	Cases       []string // that name the place and have a compliant trace
	Reason      string   // why no check can say what is there; "" if nobody says that it cannot
}

// LineStatus returns the best status of a section that a line is in. Lines that are
// named as not checkable are that, whatever the status of the heading above them is.
func (m *Manual) LineStatus(line int) Status {
	best := NotCited
	for _, s := range m.Sections {
		switch in := s.First <= line && line <= s.Last; {
		case in && s.Heading == "" && s.Status == NotCheckable:
			return NotCheckable
		case in && s.Status.better(best):
			best = s.Status
		}
	}
	return best
}

// readManuals finds the places of manuals and what touches them.
func (r *Result) readManuals(read func(string) ([]byte, error)) {
	c := &citations{manuals: make(map[string]map[place]*Section)}
	for i := range r.Models {
		m := &r.Models[i]
		for _, x := range m.Items {
			for _, p := range x.places {
				s := c.section(p)
				s.Items = append(s.Items, x)
			}
		}
		for _, k := range m.Cases {
			at := k.suite.File.Tree.Resolve(k.decl.Decl.Header.Span(k.decl.Decl.Header.Node))
			for _, p := range placesOf(k.suite.File, at) {
				// The place is cited in any case; only a case with a compliant trace exercises it.
				if s := c.section(p); k.Compliant {
					s.Cases = append(s.Cases, k.Name)
				}
			}
		}
	}
	// Excuses come after the citations: a place may be both.
	for _, f := range r.files() {
		c.excuse(f)
	}
	for _, name := range c.names {
		m := Manual{File: name}
		if read != nil {
			data, err := read(name)
			if err != nil {
				// The message names the manual already, so the path is taken out of the error.
				var at *fs.PathError
				if errors.As(err, &at) {
					err = at.Err
				}
				r.Errors = append(r.Errors, fmt.Errorf("cannot read the manual %s: %w", name, err))
			}
			m.Text = string(data)
		}
		m.Sections = c.sections(name, m.Text)
		r.Manuals = append(r.Manuals, m)
	}
}

// files returns the files of the models, and of the suites about them.
func (r *Result) files() []*ast.File {
	var list []*ast.File
	add := func(f *ast.File) {
		list = lists.Include(list, f)
	}
	for i := range r.Models {
		add(r.Models[i].File.File)
		for _, k := range r.Models[i].Cases {
			add(k.suite.File)
		}
	}
	return list
}

// excuse notes the places that a file says cannot be checked.
func (c *citations) excuse(f *ast.File) {
	for _, p := range f.Provenances() {
		if p.File != "" && p.NotCheckable != "" {
			c.section(placeOf(f, p)).Reason = p.NotCheckable
		}
	}
}

// citations are the places that items and cases name, by manual.
type citations struct {
	names   []string
	manuals map[string]map[place]*Section
}

func (c *citations) section(p place) *Section {
	// names keeps the manuals in the order in which they are first cited.
	if c.manuals[p.file] == nil {
		c.names = append(c.names, p.file)
		c.manuals[p.file] = make(map[place]*Section)
	}
	if c.manuals[p.file][p] == nil {
		c.manuals[p.file][p] = &Section{Heading: p.heading, First: p.first, Last: p.last}
	}
	return c.manuals[p.file][p]
}

// sections returns the headings of a manual in their order, then the places that
// are lines, then headings that it does not have.
func (c *citations) sections(name, text string) []Section {
	var list []Section
	for _, h := range headingsOf(text) {
		s := Section{Heading: h.text, Status: NotCited}
		if cited := c.manuals[name][place{file: name, heading: h.text}]; cited != nil {
			s = *cited
			s.settle()
			// Each heading is taken once: a second one with the text is not cited.
			delete(c.manuals[name], place{file: name, heading: h.text})
		}
		s.First, s.Last = h.first, h.last
		list = append(list, s)
	}
	var rest []Section
	for _, s := range c.manuals[name] {
		s.settle()
		rest = append(rest, *s)
	}
	// rest comes from a map; the sort makes its order the same in each run.
	slices.SortFunc(rest, func(a, b Section) int {
		return cmp.Or(a.First-b.First, a.Last-b.Last, strings.Compare(a.Heading, b.Heading))
	})
	return append(list, rest...)
}

// settle finds the status. That a case names a value of a variable at the start says
// little, so values count where nothing else belongs to the place.
func (s *Section) settle() {
	// The weakest status first; each step may raise it.
	if s.Status = Untouched; s.Reason != "" {
		s.Status = NotCheckable
	}
	if len(s.Cases) > 0 {
		s.Status = Exercised
	}
	if more := slices.DeleteFunc(slices.Clone(s.Items), func(x *Item) bool { return x.Kind == Value }); len(more) > 0 {
		s.Items = more
	}
	for _, x := range s.Items {
		if t := x.Status(); t.better(s.Status) {
			s.Status = t
		}
	}
}

// Touched returns how many of the items of a place some case touches.
func (s *Section) Touched() int {
	return lists.Count(s.Items, func(x *Item) bool { return x.Cases() > 0 })
}

// A heading of a manual, with the lines of its section.
type heading struct {
	text        string
	first, last int
}

// headingsOf returns the headings of a manual, as `; @manual` lines name them.
func headingsOf(text string) []heading {
	var list []heading
	for _, h := range project.Headings(text) {
		if len(list) > 0 {
			list[len(list)-1].last = h.Line - 1
		}
		list = append(list, heading{text: h.Text, first: h.Line})
	}
	if len(list) > 0 {
		list[len(list)-1].last = len(slices.Collect(strings.Lines(text)))
	}
	return list
}
