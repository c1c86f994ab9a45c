package pdftext

import (
	"fmt"
	"strings"

	"github.com/ledongthuc/pdf"
)

// unknown is the text of a glyph whose character is unknown.
const unknown = "\ufffd"

// A font says how wide its glyphs are and which characters they show.
type font struct {
	length  int // of a code, in bytes
	bold    bool
	widths  map[int]float64 // in thousandths of the size
	usual   float64         // the width of others
	toText  map[string]string
	encoder pdf.TextEncoding // where toText says nothing; nil if there is none
	known   map[string]char
}

// A char is what a code of a font draws.
type char struct {
	code  int
	text  string
	width float64
}

// A fontSet has the fonts of a PDF that were read, which its pages share.
type fontSet struct {
	read  map[string]*font // by the text of their dictionaries
	codes quota
}

func newFontSet() *fontSet { return &fontSet{make(map[string]*font), maxCodes} }

// font returns a font. Two dictionaries with the same text are the same font, since the
// objects that they refer to are in it by their numbers.
func (s *fontSet) font(v pdf.Value) *font {
	key := v.String()
	if s.read[key] == nil {
		s.read[key] = newFont(v, &s.codes)
	}
	return s.read[key]
}

// A quota is how many codes the fonts of a PDF may still describe. A few bytes can
// describe 65,536 codes, and a file can have millions of such ranges.
type quota int

// take takes n codes from the quota, and panics with ErrTooLarge if it has fewer.
func (q *quota) take(n int) {
	if *q -= quota(max(n, 0)); *q < 0 {
		panic(fmt.Errorf("%w: its fonts describe more than %d codes", ErrTooLarge, maxCodes))
	}
}

func newFont(v pdf.Value, codes *quota) *font {
	f := &font{length: 1, widths: make(map[int]float64), known: make(map[string]char)}
	name := strings.ToLower(v.Key("BaseFont").Name())
	if v.Key("Subtype").Name() == "Type0" {
		f.length, f.usual = 2, 1000
		below := v.Key("DescendantFonts").Index(0)
		if w := below.Key("DW"); !w.IsNull() {
			f.usual = w.Float64()
		}
		f.composite(below.Key("W"), codes)
	} else {
		f.simple(v)
	}
	f.bold = strings.Contains(name, "bold") || strings.Contains(name, "black") || strings.Contains(name, "heavy")
	f.toText = textMap(v.Key("ToUnicode"), codes)
	// A map with an encoding may still lack characters.
	if f.length == 1 && (f.toText == nil || !v.Key("Encoding").IsNull()) {
		e := pdf.Font{V: v}
		f.encoder = e.Encoder()
	}
	return f
}

// simple reads the widths of a font with codes of one byte. Those of the standard
// fonts, which a PDF may leave out, are taken to be half the size.
func (f *font) simple(v pdf.Value) {
	first, list := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	// A code has one byte, so more widths are of no use.
	for i := range min(list.Len(), 256) {
		f.widths[first+i] = list.Index(i).Float64()
	}
	f.usual = v.Key("FontDescriptor").Key("MissingWidth").Float64()
	// The standard fonts may leave out their widths.
	if list.Len() == 0 {
		f.usual = 500
	}
	// The widths of Type 3 are in units of their own.
	if m := v.Key("FontMatrix"); v.Key("Subtype").Name() == "Type3" && m.Len() == 6 {
		for code := range f.widths {
			f.widths[code] *= 1000 * m.Index(0).Float64()
		}
	}
}

// composite reads the widths of a font with codes of two bytes: a code and a list of
// widths, or two codes and the width of all between them.
func (f *font) composite(w pdf.Value, codes *quota) {
	for i := 0; i+1 < w.Len(); {
		first := int(w.Index(i).Int64())
		if list := w.Index(i + 1); list.Kind() == pdf.Array {
			n := min(list.Len(), 1<<16)
			codes.take(n)
			for k := range n {
				f.widths[first+k] = list.Index(k).Float64()
			}
			i += 2
			continue
		}
		// A negative code is an error, and no code of two bytes is larger than 65,535.
		if last := min(int(w.Index(i+1).Int64()), 1<<16-1); first >= 0 {
			codes.take(last - first + 1)
			width := w.Index(i + 2).Float64()
			for code := first; code <= last; code++ {
				f.widths[code] = width
			}
		}
		i += 3
	}
}

// char returns what a code draws.
func (f *font) char(raw string) char {
	// A font has few codes, and the same ones are drawn over and over.
	if c, ok := f.known[raw]; ok {
		return c
	}
	c := char{}
	for i := range len(raw) {
		c.code = c.code<<8 | int(raw[i])
	}
	var mapped bool
	// A code without a text is counted by its sign.
	if c.text, mapped = f.toText[raw]; !mapped {
		c.text = unknown
		if f.encoder != nil {
			c.text = f.encoder.Decode(raw)
		}
	}
	c.text = plain.Replace(strings.ToValidUTF8(c.text, unknown))
	var wide bool
	if c.width, wide = f.widths[c.code]; !wide {
		c.width = f.usual
	}
	f.known[raw] = c
	return c
}

// plain replaces ligatures by their letters, and special blanks by blanks.
var plain = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st", "\u00a0", " ", "\u00ad", "-", "\x00", "", "\u200b", "")
