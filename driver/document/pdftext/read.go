package pdftext

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ledongthuc/pdf"
)

// A Glyph is a text at a place of a page: of one character, or of a word.
type Glyph struct {
	X, Y float64 // where its base line begins, from the lower left corner
	W    float64
	Size float64 // of the font
	Bold bool
	Text string
}

// Glyphs are those of a PDF.
type Glyphs struct {
	Pages    [][]Glyph // in the order in which they are drawn
	Unmapped int       // glyphs whose characters are unknown
	Images   int       // pages with images and without text
}

// The limits of what is read, which no manual comes near to.
const (
	maxPages  = 20_000
	maxGlyphs = 20_000_000
	maxCodes  = 10_000_000 // of all fonts
)

// Errors that say what to do.
var (
	ErrEncrypted = errors.New("the PDF is encrypted")
	errDamaged   = errors.New("the PDF is cut off or damaged")
	ErrTooLarge  = errors.New("the PDF is too large")
)

// A PageError is an error about a page.
type PageError struct {
	Page int // from 1
	Err  error
}

// Error implements [error].
func (p *PageError) Error() string { return fmt.Sprintf("page %d: %v", p.Page, p.Err) }

// Unwrap returns what is wrong with the page.
func (p *PageError) Unwrap() error { return p.Err }

// Read returns the glyphs of a PDF.
func Read(data []byte) (*Glyphs, error) {
	r, err := open(data)
	if err != nil {
		return nil, err
	}
	pages, err := pagesOf(r)
	if err != nil {
		return nil, err
	}
	g, total, set := &Glyphs{}, 0, newFontSet()
	for i, v := range pages {
		p, err := run(v, set)
		if err != nil {
			return nil, &PageError{i + 1, err}
		}
		// The pages are counted together, since many small ones need as much memory.
		if total += len(p.glyphs); total > maxGlyphs {
			return nil, &PageError{i + 1, fmt.Errorf("%w: up to here it has %d characters", ErrTooLarge, total)}
		}
		g.Pages = append(g.Pages, p.glyphs)
		g.Unmapped += p.unmapped
		if p.images > 0 && len(p.glyphs) == 0 {
			g.Images++
		}
	}
	return g, nil
}

func open(data []byte) (r *pdf.Reader, err error) {
	defer rescue(&err)
	r, err = pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case err != nil && bytes.Contains(data, []byte("/Encrypt")):
		return nil, ErrEncrypted
	case err != nil:
		return nil, fmt.Errorf("%w: %v", errDamaged, err)
	}
	return r, nil
}

// pagesOf returns the pages of a PDF.
func pagesOf(r *pdf.Reader) (pages []pdf.Value, err error) {
	defer rescue(&err)
	left := maxPages // pages and groups of them, as a damaged file may lead in circles
	var add func(v pdf.Value)
	add = func(v pdf.Value) {
		if left--; left < 0 {
			panic(fmt.Errorf("%w: it has more than %d pages", ErrTooLarge, maxPages))
		}
		switch kids := v.Key("Kids"); v.Key("Type").Name() {
		case "Page":
			pages = append(pages, v)
		case "Pages":
			for i := range kids.Len() {
				add(kids.Index(i))
			}
		}
	}
	add(r.Trailer().Key("Root").Key("Pages"))
	if len(pages) == 0 {
		return nil, fmt.Errorf("%w: it has no pages", errDamaged)
	}
	return pages, nil
}

// run runs the program of a page.
func run(page pdf.Value, set *fontSet) (in *interpreter, err error) {
	defer rescue(&err)
	in = &interpreter{fonts: make(map[string]*font), set: set, state: state{ctm: identity, scale: 1}}
	in.run(page.Key("Contents"), resources(page), 0)
	return in, nil
}

// resources returns what a page names, itself or by its parents.
func resources(page pdf.Value) pdf.Value {
	for depth := 0; depth < 32 && !page.IsNull(); depth++ {
		// Resources are inherited from the groups that a page is in.
		if r := page.Key("Resources"); !r.IsNull() {
			return r
		}
		page = page.Key("Parent")
	}
	return pdf.Value{}
}

// rescue makes an error of a panic: the library panics at what no PDF should have.
func rescue(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("%w: %v", errDamaged, x)
		// An error that says the PDF is too large keeps what it says.
		if e, ok := x.(error); ok && errors.Is(e, ErrTooLarge) {
			*err = e
		}
	}
}
