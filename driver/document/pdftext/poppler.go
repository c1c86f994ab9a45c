package pdftext

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// ErrNoPoppler says that pdftotext is not installed.
var ErrNoPoppler = errors.New("the program pdftotext is not installed (package poppler-utils)")

// Poppler returns the words of a PDF as the program pdftotext finds them. It does
// not tell which are bold, nor which characters are unknown.
func Poppler(data []byte) (*Glyphs, error) {
	path, err := exec.LookPath("pdftotext")
	if err != nil {
		return nil, ErrNoPoppler
	}
	cmd := exec.Command(path, "-q", "-bbox-layout", "-", "-")
	var out, complaints bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &complaints
	if err := cmd.Run(); err != nil {
		if strings.Contains(complaints.String(), "password") || bytes.Contains(data, []byte("/Encrypt")) {
			return nil, ErrEncrypted
		}
		return nil, fmt.Errorf("%w: pdftotext: %v", errDamaged, err)
	}
	return words(strings.NewReader(strings.Map(inXML, strings.ToValidUTF8(out.String(), unknown))))
}

// inXML leaves out characters that XML does not have: pdftotext writes them as they are.
func inXML(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
		return -1
	}
	return r
}

// words reads the words and places that pdftotext writes.
func words(r io.Reader) (*Glyphs, error) {
	g := &Glyphs{}
	var height float64 // of the page
	var line struct{ low, size float64 }
	d := xml.NewDecoder(r)
	d.Strict = false
	for {
		t, err := d.Token()
		if err == io.EOF {
			return g, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: pdftotext: %v", errDamaged, err)
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "page":
			height = number64(e, "height")
			g.Pages = append(g.Pages, nil)
		case "line":
			// Places count from the top there, and from the bottom here.
			line.low, line.size = height-number64(e, "yMax"), number64(e, "yMax")-number64(e, "yMin")
		case "word":
			var text string
			if err := d.DecodeElement(&text, &e); err != nil || len(g.Pages) == 0 {
				return nil, fmt.Errorf("%w: pdftotext wrote a word that cannot be read", errDamaged)
			}
			x, end := number64(e, "xMin"), number64(e, "xMax")
			last := &g.Pages[len(g.Pages)-1]
			*last = append(*last,
				Glyph{X: x, Y: line.low, W: end - x, Size: line.size, Text: plain.Replace(text)},
				// The blank after each word is what separates words in the same line.
				Glyph{X: end, Y: line.low, Size: line.size, Text: " "})
		}
	}
}

// number64 returns the number in an attribute; 0 if there is none.
func number64(e xml.StartElement, name string) float64 {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			n, _ := strconv.ParseFloat(a.Value, 64) // or 0
			return n
		}
	}
	return 0
}
