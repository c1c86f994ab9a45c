package pdftext

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
)

// made returns a PDF with the programs of some pages, in which /F is Helvetica with
// letters of half the size, /B the same in bold, /Z a font of unknown characters, /X a
// form and /I an image.
func made(pages ...string) []byte {
	var b bytes.Buffer
	var places []int
	object := func(format string, args ...any) {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(places)}, args...)...)
	}
	stream := func(dict, data string) { object("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data) }
	font := func(name, more string) {
		object("<< /Type /Font /Subtype /Type1 /BaseFont /%s /FirstChar 32 /LastChar 126 /Widths [%s] %s >>", name, strings.Repeat("500 ", 95), more)
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 8+2*i)
	}
	object("<< /Type /Pages /Kids [%s] /Count %d /Resources << /Font << /F 3 0 R /B 4 0 R /Z 5 0 R >> /XObject << /X 6 0 R /I 7 0 R >> >> >>", kids.String(), len(pages))
	font("Helvetica", "/Encoding /WinAnsiEncoding")
	font("Helvetica-Bold", "/Encoding /WinAnsiEncoding")
	object("<< /Type /Font /Subtype /Type0 /BaseFont /Z /Encoding /Identity-H /DescendantFonts [<< /W [1 [500 500] 3 9 500] >>] >>")
	stream("/Subtype /Form /Matrix [1 0 0 1 0 -100]", "BT /F 10 Tf 50 700 Td (in a form) Tj ET")
	stream("/Subtype /Image /Width 1 /Height 1", "x")
	for i, page := range pages {
		object("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", 9+2*i)
		stream("", page)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, start)
	return b.Bytes()
}

// text draws lines, one below the other, in a font of a size.
func text(font string, size, y float64, lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "BT /%s %g Tf 50 %g Td (%s) Tj ET\n", font, size, y-1.2*size*float64(i), l)
	}
	return b.String()
}

func read(t *testing.T, data []byte) *Glyphs {
	t.Helper()
	g, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// shown returns the blocks of a PDF, a line for each.
func shown(t *testing.T, pages ...string) string {
	t.Helper()
	blocks, _ := Blocks(Lines(read(t, made(pages...)).Pages))
	var b strings.Builder
	for _, k := range blocks {
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("#", k.Level), k.Text)
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	body := text("F", 10, 100, "This is the size of nearly all of the text of this page.", "So it is what the others are measured by, as a rule.")
	for _, c := range []struct{ name, page, want string }{
		{"lines of a paragraph", text("F", 10, 700, "One two", "three.") + text("F", 10, 660, "Four."), "One two three.\nFour.\n"},
		{"items without marks", text("F", 10, 700, "one two three four", "five", "six seven eight", "nine"), "one two three four five\nsix seven eight nine\n"},
		{"a word that is hyphenated", text("F", 10, 700, "A refund, or re-", "fund, and a read-", "only thing"), "A refund, or refund, and a read-only thing\n"},
		{"gaps are blanks, kerning is none", "BT /F 10 Tf 50 700 Td [(on)-50(e)-300(two)20( th)30(ree)] TJ ET", "one two three\n"},
		{"a blank that is taken back", "BT /F 10 Tf -5 Tw 50 700 Td (T r) Tj ET", "Tr\n"},
		{"space between letters and words", "BT /F 10 Tf 50 700 Td 2 Tc (ab) Tj 0 Tc 90 Tz (c) Tj ET", "a b c\n"},
		{"letters one by one", "BT /F 10 Tf 50 700 Td (a) Tj 5 0 Td (b) Tj 7.5 0 Td (c) Tj ET", "ab c\n"},
		{"a raised number", "BT /F 10 Tf 50 700 Td (see) Tj /F 6 Tf 4 Ts (2) Tj /F 10 Tf 0 Ts ( there) Tj ET", "see2 there\n"},
		{"matrices, leading and quotes", "q 2 0 0 2 0 0 cm BT /F 5 Tf 6 TL 1 0 0 1 25 350 Tm (one) Tj T* (two) Tj (three) ' 0 0 (four) \" 0 -6 TD (five) Tj ET Q", "one two three four five\n"},
		{"a form", "/X Do " + text("F", 10, 800, "Before"), "in a form\nBefore\n"},
		{"headings by size and weight", text("F", 20, 800, "Shop") + text("F", 14, 760, "Refunds") + text("B", 10, 740, "In stock") + body + text("F", 14, 60, "More"),
			"#Shop\n##Refunds\n###In stock\nThis is the size of nearly all of the text of this page. So it is what the others are measured by, as a rule.\n##More\n"},
		{"headings by numbers", text("B", 10, 800, "1. Shop") + text("B", 10, 760, "1.1. Refunds") + body, "#1. Shop\n##1.1. Refunds\nThis is the size of nearly all of the text of this page. So it is what the others are measured by, as a rule.\n"},
		{"a row of a table is no heading", "BT /B 10 Tf 50 800 Td (Tier) Tj 60 0 Td (Bags) Tj ET " + body, "Tier Bags\nThis is the size of nearly all of the text of this page. So it is what the others are measured by, as a rule.\n"},
		{"a table of contents has no headings", text("F", 14, 800, "1 Refunds . . . . . . 3") + body, "1 Refunds . . . . . . 3\nThis is the size of nearly all of the text of this page. So it is what the others are measured by, as a rule.\n"},
		{"marks that are drawn by themselves", text("F", 10, 700, "one", "two") + "BT /F 10 Tf 40 700 Td (\x95) Tj 0 -12 Td (\x95) Tj ET", "- one\n- two\n"},
		{"a soft hyphen", "BT /F 10 Tf 50 700 Td (a\xadc) Tj ET", "a-c\n"},
		{"what makes no sense is passed", "Q 1 Tf (x) Tj /F 10 Tf BT 50 700 Td (ok) Tj 5 Td ET /Nothing Do q q", "ok\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(t, c.page); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

func TestPages(t *testing.T) {
	page := func(n int, lines ...string) string {
		return text("F", 10, 800, "Handbook") + text("F", 10, 700, lines...) + text("F", 10, 600, "the end of it.") + text("F", 10, 40, fmt.Sprintf("page %d of 3", n))
	}
	pages := []string{page(1, "A sentence may go"), page(2, "on here. Another ends.", "So it is"), page(3, "New one.")}
	if got, want := shown(t, pages...), "A sentence may go\nthe end of it.\non here. Another ends. So it is\nthe end of it.\nNew one.\nthe end of it.\n"; got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	if _, running := Blocks(Lines(read(t, made(pages...)).Pages)); running != 6 {
		t.Errorf("%d running titles, not 6", running)
	}
	if got, want := shown(t, text("F", 10, 700, "it goes"), text("F", 10, 700, "on.")), "it goes on.\n"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestUnknownCharactersAndImages(t *testing.T) {
	g := read(t, made("BT /Z 10 Tf 50 700 Td <000100020004> Tj /F 10 Tf (a) Tj ET", "/I Do"))
	if g.Unmapped != 3 || len(g.Pages[0]) != 4 || g.Images != 1 {
		t.Errorf("%d of %d are unknown; %d images", g.Unmapped, len(g.Pages[0]), g.Images)
	}
	if first := g.Pages[0][1]; first.X != 55 || first.W != 5 {
		t.Errorf("the second glyph is at %g, %g wide", first.X, first.W)
	}
}

func TestDamaged(t *testing.T) {
	whole := made(text("F", 10, 700, "one"))
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"cut off", whole[:len(whole)/2], errDamaged},
		{"no PDF", []byte("%PDF-1.4\n" + strings.Repeat("x", 200)), errDamaged},
		{"no pages", bytes.Replace(whole, []byte("/Kids [8 0 R ]"), []byte("/Kids [0 0 R ]"), 1), errDamaged},
		{"pages in a circle", bytes.Replace(whole, []byte("/Kids [8 0 R ]"), []byte("/Kids [2 0 R ]"), 1), ErrTooLarge},
		{"forms in a circle", bytes.Replace(made("/X Do"), []byte("BT /F 10 Tf 50 700 Td (in a form) Tj ET"), []byte(strings.Repeat("/X Do ", 6)+"   "), 1), ErrTooLarge},
		{"a table of nowhere", bytes.Replace(whole, []byte("startxref\n"), []byte("startxref\n9"), 1), errDamaged},
		{"encrypted", bytes.Replace(whole, []byte("/Root 1 0 R"), []byte("/Root 1 0 R /Encrypt << /Filter /Standard /V 5 /R 6 >>"), 1), ErrEncrypted},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Read(c.data); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestMaps(t *testing.T) {
	texts := make(map[string]string)
	addChars(texts, [][]string{{"\x01"}, {"\x00f\x00i"}})
	addRanges(texts, [][]string{{"\x00\xff"}, {"\x01\x01"}, {"\x00A"}, {"\x02"}, {"\x03"}, {"\x00x", "\x00y"}, {"\x04"}, {"\x04"}, {"\xd8\x3d\xde\x00"}, {"\x05"}, {"\x06"}, {"\x00f\x00f\x00i"}}, ample())
	for code, want := range map[string]string{"\x01": "fi", "\x00\xff": "A", "\x01\x00": "B", "\x01\x01": "C", "\x02": "x", "\x03": "y", "\x04": "😀", "\x05": "ffi", "\x06": "ffj"} {
		if texts[code] != want {
			t.Errorf("%q is %q, not %q", code, texts[code], want)
		}
	}
}

// ample returns a quota that no small test uses up.
func ample() *quota {
	q := quota(maxCodes)
	return &q
}

// A word inside a list ends the list.
func TestListNotClosed(t *testing.T) {
	for _, end := range []string{"endbfchar", "endbfrange", "def"} {
		texts := parseMap("<05> <05> [ <01> "+end+" <02> <0041> endbfchar", ample())
		if len(texts) == 0 || texts["\x02"] != "A" {
			t.Errorf("%s: %q", end, texts)
		}
	}
}

// withFont returns a PDF whose page uses a font of two bytes with a map and widths.
func withFont(texts, widths string) []byte {
	data := string(made("BT /Z 10 Tf 50 700 Td <0001> Tj ET"))
	data = strings.Replace(data, "/W [1 [500 500] 3 9 500]", "/W ["+widths+"]", 1)
	data = strings.Replace(data, "/BaseFont /Z", "/BaseFont /Z /ToUnicode 6 0 R", 1)
	return moved(strings.Replace(data, "/Length 39 >>\nstream\nBT /F 10 Tf 50 700 Td (in a form) Tj ET", fmt.Sprintf("/Length %d >>\nstream\n%s", len(texts), texts), 1))
}

// moved corrects the table of a PDF after its objects have moved.
func moved(data string) []byte {
	body, table, _ := strings.Cut(data, "xref\n")
	rows, trailer, _ := strings.Cut(table, "trailer\n")
	count := strings.Count(rows, " n ")
	rows = fmt.Sprintf("0 %d\n0000000000 65535 f \n", count+1)
	for n := range count {
		rows += fmt.Sprintf("%010d 00000 n \n", strings.Index("\n"+body, fmt.Sprintf("\n%d 0 obj", n+1)))
	}
	trailer, _, _ = strings.Cut(trailer, "startxref")
	return fmt.Appendf(nil, "%sxref\n%strailer\n%sstartxref\n%d\n%%%%EOF\n", body, rows, trailer, len(body))
}

// A few bytes describe many codes, so their number is limited. A font that describes all
// codes is read once for all pages.
func TestCodesOfFonts(t *testing.T) {
	const all, wide = "<0000><ffff><0000> endbfrange ", "0 65535 500 "
	if g := read(t, withFont(all, wide)); g.Unmapped != 0 || g.Pages[0][0].W != 5 {
		t.Errorf("got %+v", g)
	}
	// The map and the widths take 131,074 codes together, and the map's text a few.
	set := func() *fontSet { return &fontSet{make(map[string]*font), 150_000} }
	for _, data := range [][]byte{withFont(strings.Repeat(all, 3), wide), withFont(all, strings.Repeat(wide, 3)), withFont(strings.Repeat(" ", 2_000_000), "")} {
		if _, err := run(firstPage(t, data), set()); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "its fonts describe more than") {
			t.Errorf("got %v", err)
		}
	}
	page, shared := firstPage(t, withFont(all, wide)), set()
	for range 10 {
		if _, err := run(page, shared); err != nil {
			t.Fatal(err)
		}
	}
}

func firstPage(t *testing.T, data []byte) pdf.Value {
	t.Helper()
	r, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := pagesOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return pages[0]
}

func TestWordsOfPoppler(t *testing.T) {
	g, err := words(strings.NewReader(strings.Map(inXML, "<html><page height=\"100\"><line yMin=\"10\" yMax=\"20\"><word xMin=\"1\" xMax=\"9\">o\x01ﬁ &amp;</word></line></page></html>")))
	if err != nil || len(g.Pages) != 1 || len(g.Pages[0]) != 2 || g.Pages[0][0] != (Glyph{X: 1, Y: 80, W: 8, Size: 10, Text: "ofi &"}) {
		t.Errorf("got %+v, %v", g, err)
	}
}

// No content makes the reader fail but by an error.
func FuzzRead(f *testing.F) {
	f.Add(made(text("F", 10, 700, "one", "two")))
	f.Add(made("/X Do BT /Z 9 Tf <0001> Tj ET"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := Read(data); err == nil {
			Blocks(Lines(g.Pages))
		}
	})
}
