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
)

// Errors that say what to do.
var (
	ErrEncrypted = errors.New("the PDF is encrypted")
	ErrDamaged   = errors.New("the PDF is cut off or damaged")
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
	g, total := &Glyphs{}, 0
	for n := 1; ; n++ {
		p, err := page(r, n)
		switch {
		case err != nil:
			return nil, &PageError{n, err}
		case p == nil && n == 1:
			return nil, fmt.Errorf("%w: it has no pages", ErrDamaged)
		case p == nil:
			return g, nil
		}
		if total += len(p.glyphs); total > maxGlyphs || n > maxPages {
			return nil, &PageError{n, fmt.Errorf("%w: it has more than %d pages or %d characters", ErrTooLarge, maxPages, maxGlyphs)}
		}
		g.Pages = append(g.Pages, p.glyphs)
		g.Unmapped += p.unmapped
		if p.images > 0 && len(p.glyphs) == 0 {
			g.Images++
		}
	}
}

func open(data []byte) (r *pdf.Reader, err error) {
	defer rescue(&err)
	r, err = pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case err != nil && bytes.Contains(data, []byte("/Encrypt")):
		return nil, ErrEncrypted
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return r, nil
}

// page runs the program of a page; nil if there is none of this number.
func page(r *pdf.Reader, n int) (in *interpreter, err error) {
	defer rescue(&err)
	p := r.Page(n)
	if p.V.IsNull() {
		return nil, nil
	}
	in = &interpreter{fonts: make(map[string]*font), state: state{ctm: identity, scale: 1}}
	in.run(p.V.Key("Contents"), resources(p.V), 0)
	return in, nil
}

// resources returns what a page names, itself or by its parents.
func resources(page pdf.Value) pdf.Value {
	for depth := 0; depth < 32 && !page.IsNull(); depth++ {
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
		*err = fmt.Errorf("%w: %v", ErrDamaged, x)
		if e, ok := x.(error); ok && errors.Is(e, ErrTooLarge) {
			*err = e
		}
	}
}
