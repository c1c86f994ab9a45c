package reader

import (
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/pdftext"
)

// readPDF makes text of a PDF.
func readPDF(name string, data []byte, o Options) (*document.Source, error) {
	read := pdftext.Read
	if o.Poppler {
		read = pdftext.Poppler
	}
	g, err := read(data)
	if err != nil {
		return nil, badPDF(name, err, o)
	}
	lines := pdftext.Lines(g.Pages)
	blocks, running := pdftext.Blocks(lines)
	var b document.Builder
	item := false
	for _, k := range blocks {
		// The items of a list follow each other without a blank line.
		b.Add(document.Block{Text: k.Text, Title: k.Text, Level: k.Level, Close: k.Item && item, From: document.Anchor{Page: k.Page}})
		item = k.Item
	}
	s := b.Source(document.Anchor{Page: max(len(g.Pages), 1)})
	s.Warnings = warnings(g, running)
	return &s, nil
}

// warnings says what may have been lost.
func warnings(g *pdftext.Glyphs, running int) []string {
	var list []string
	all := 0
	for _, p := range g.Pages {
		all += len(p)
	}
	if g.Unmapped > 0 {
		list = append(list, fmt.Sprintf("%.1f %% of the characters (%d of %d) are unknown, as their fonts do not say what they are; --poppler may know more", 100*float64(g.Unmapped)/float64(all), g.Unmapped, all))
	}
	if g.Images > 0 {
		list = append(list, fmt.Sprintf("%d of %d pages are images without text; recognise their text first, for example with `ocrmypdf IN.pdf OUT.pdf`", g.Images, len(g.Pages)))
	}
	if running > 0 {
		list = append(list, fmt.Sprintf("%d lines are left out as running titles or page numbers", running))
	}
	return list
}

// badPDF returns the error of a PDF that cannot be read, with a way out.
func badPDF(name string, err error, o Options) error {
	bad := &Bad{Name: name, Why: err.Error(), Help: "convert it, for example with `qpdf IN.pdf OUT.pdf`"}
	if !o.Poppler {
		bad.Help += ", or read it with --poppler"
	}
	var page *pdftext.PageError
	// The page is the place, so the message does not repeat it.
	if errors.As(err, &page) {
		bad.Place, bad.Why = fmt.Sprintf("page %d", page.Page), page.Err.Error()
	}
	switch {
	case errors.Is(err, pdftext.ErrEncrypted):
		bad.Help = "remove the password, for example with `qpdf --decrypt --password=PASSWORD IN.pdf OUT.pdf`"
	case errors.Is(err, pdftext.ErrTooLarge):
		bad.Help = "cut it into several files, by chapters"
	case errors.Is(err, pdftext.ErrNoPoppler):
		bad.Help = "install it, or leave --poppler out"
	}
	return bad
}
