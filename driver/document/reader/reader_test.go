package reader

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/pdftext"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// parsed returns a manual that can be read.
func parsed(t testing.TB, name, text string) *document.Document {
	t.Helper()
	d, err := Parse(name, []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// outline returns the sections of a document, a line for each.
func outline(d *document.Document) string {
	var b strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "%d %s|%s\n", s.Level, s.Heading, strings.Join(strings.Fields(d.Text[s.Body:s.End]), " "))
	}
	return b.String()
}

func TestSections(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"levels", "a.md", "# Shop\n\nHello.\n\n## 1 Refunds\nNever.\n### *When* `x`\nNow.\n", "1 Shop|Hello.\n2 1 Refunds|Never.\n3 When x|Now.\n"},
		{"a text before the first heading", "a.md", "Hello.\n\n## A\nx\n", "0 |Hello.\n2 A|x\n"},
		{"underlined", "a.md", "Shop\n====\nx\n\nOne\ntwo\n---\ny\n", "1 Shop|x\n2 One two|y\n"},
		{"no headings in code, quotations and lists", "a.md", "# A\n\n```\n# no\n```\n\n> # no\n\n- # no\n\n    # no\n", "1 A|``` # no ``` > # no - # no # no\n"},
		{"front matter", "a.md", "---\ntitle: x\n---\n# A\nx\n", "0 |--- title: x ---\n1 A|x\n"},
		{"a mark of the byte order", "a.md", "\ufeff# A\r\nx\r\n", "1 A|x\n"},
		{"an empty heading", "a.md", "#\nx\n", "1 |x\n"},
		{"plain", "a.txt", "THE SHOP\n\nHello. It is\nopen.\n\n1. Refunds\n\nNever.\n\n1.1 In stock\n\n2. is a number.\n", "1 THE SHOP|Hello. It is open.\n1 1. Refunds|Never.\n2 1.1 In stock|2. is a number.\n"},
		{"plain and underlined", "a.txt", "Shop\n====\n\nHello\n\nOne\n---\nx\n", "1 Shop|Hello\n2 One|x\n"},
		{"html", "a.html", "<!DOCTYPE html><title>no</title><script>no <h1>no</h1></script><h1>The <b>shop</b></h1><p>A &amp; B<br>c</p><ul><li>one<ul><li>two</ul><li>three</ul><h2>T</h2><table><tr><th>a<th>b<tr><td><p>1</p><td>2</table>",
			"1 The shop|A & B c - one - two - three\n2 T|| a | b | | 1 | 2 |\n"},
		{"html without an ending", "manual", "<html><body>x", "0 |x\n"},
		{"markdown without an ending", "manual", "# A\nx", "1 A|x\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outline(parsed(t, c.file, c.text)); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

func TestHTMLKeepsTheShapeOfListsAndTables(t *testing.T) {
	d := parsed(t, "a.html", "<h2>A</h2>\n<p>x\n  y</p><ol><li>one<li>two<ul><li>deep</ul></ol><pre>\n a\n  b</pre><table><tr><td>1<td>2</tr><tr><td>3<td>4</tr></table>")
	want := "## A\n\nx y\n\n1. one\n2. two\n   - deep\n\n\n a\n  b\n\n| 1 | 2 |\n| 3 | 4 |\n"
	if d.Text != want {
		t.Errorf("got %q, want %q", d.Text, want)
	}
}

func TestHTMLIsCutAtBlocks(t *testing.T) {
	d := parsed(t, "a.html", "<p>One two three.</p><ul><li>four<li>five</ul>\n<p>Six\nseven eight.")
	g, err := document.Build([]*document.Document{d}, document.Options{MaxTokens: 8})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range g.Chunks {
		got = append(got, fmt.Sprintf("%q %d-%d %d-%d", c.Text, c.Source.Start, c.Source.End, c.Source.Line, c.Source.EndLine))
	}
	want := []string{`"One two three.\n\n- four\n- five\n\n" 3-50 1-1`, `"Six seven eight.\n" 50-66 2-2`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestBad(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"empty", "a.md", " \n", "a.md: the manual is empty"},
		{"empty HTML", "a.html", "<html><title>x</title></html>", "a.html: the manual has no text"},
		{"not UTF-8", "a.md", "# A\nf\xfcr\n", "a.md:2:2: byte 0xFC is not UTF-8; if it is Latin-1, convert it with `iconv -f latin1 -t utf-8`"},
		{"UTF-16", "a.txt", "\xff\xfea\x00", "a.txt: the file is UTF-16, not UTF-8; convert it with `iconv -f utf-16 -t utf-8`"},
		{"binary", "a.txt", "ab\x00", "a.txt:1:3: the file has a NUL byte, so it is not text; give a manual in Markdown, HTML, plain text or PDF"},
		{"nested too deep", "a.md", "x\n" + strings.Repeat("> - ", 300), "a.md:2:1: quotations and lists are nested more than 500 deep; take the text out of them"},
		{"Word", "a.docx", "PK\x03\x04", "a.docx: this is a ZIP archive, such as a Word or OpenDocument file; convert it, for example with `pandoc -t gfm -o manual.md FILE` or `soffice --headless --convert-to pdf FILE`"},
		{"PDF that is cut off", "a.pdf", "%PDF-1.4\n1 0 obj", "a.pdf: the PDF is cut off or damaged: not a PDF file: missing %%EOF; convert it, for example with `qpdf IN.pdf OUT.pdf`, or read it with --poppler"},
		{"encrypted PDF", "a.pdf", "%PDF-1.4\ntrailer << /Encrypt 1 0 R >>", "a.pdf: the PDF is encrypted; remove the password, for example with `qpdf --decrypt --password=PASSWORD IN.pdf OUT.pdf`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.file, []byte(c.text), Options{})
			var bad *Bad
			if !errors.As(err, &bad) || err.Error() != c.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	g := &pdftext.Glyphs{Pages: [][]pdftext.Glyph{make([]pdftext.Glyph, 8), nil}, Unmapped: 2, Images: 1}
	want := []string{
		"25.0 % of the characters (2 of 8) are unknown, as their fonts do not say what they are; --poppler may know more",
		"1 of 2 pages are images without text; recognise their text first, for example with `ocrmypdf IN.pdf OUT.pdf`",
		"3 lines are left out as running titles or page numbers",
	}
	if got := warnings(g, 3); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestHuge(t *testing.T) {
	name := t.TempDir() + "/manual.md"
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, maxSize+1); err != nil {
		t.Fatal(err)
	}
	var bad *Bad
	if _, err := Open(name, Options{}); !errors.As(err, &bad) || !strings.Contains(err.Error(), "cut it into several files") {
		t.Errorf("got %v", err)
	}
}

// manuals draws texts with the marks of all formats.
func manuals() *rapid.Generator[string] {
	word := rapid.OneOf(rapid.StringMatching(`[a-zA-Zé]{1,9}[.,]?`), rapid.SampledFrom([]string{
		"\n", "\n\n", "\n# ", "\n## ", "\n#### ", "\n- ", "\n===\n", "\n---\n", "\n```\n", "\n> ", "\n1.2 A\n\n", "\r\n", "\t", "[a](#a)", "`", "|",
		"<h1>", "</h1>", "<h3>", "<p>", "<li>", "<ul>", "</ul>", "<table>", "<tr>", "<td>", "</table>", "<pre>", "</pre>", "<script>", "</script>", "&amp;", "<br>", "<b", "世界。",
	}))
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 1, 60).Draw(t, "words"), " ") })
}

// The chunks of a document partition its text, none is longer than allowed, and
// each knows where in the file it is from.
func TestChunksPartitionTheText(t *testing.T) {
	modeltest.Law(t, 600, func(t *rapid.T) {
		text := manuals().Draw(t, "text")
		name := rapid.SampledFrom([]string{"a.md", "a.txt", "a.html"}).Draw(t, "name")
		d, err := Parse(name, []byte(text), Options{})
		if err != nil {
			t.Skip(err)
		}
		o := document.Options{MaxTokens: rapid.IntRange(1, 60).Draw(t, "max")}
		o.MinTokens = rapid.IntRange(0, o.MaxTokens).Draw(t, "min")
		g, err := document.Build([]*document.Document{d}, o)
		if err != nil {
			t.Fatal(err)
		}
		var whole strings.Builder
		at := 0
		for _, c := range g.Chunks {
			whole.WriteString(c.Text)
			if c.Tokens > o.MaxTokens {
				t.Fatalf("%s has %d tokens", c.ID, c.Tokens)
			}
			if name != "a.html" && text[c.Source.Start:c.Source.End] != c.Text {
				t.Fatalf("%s is %q, and %q in the file", c.ID, c.Text, text[c.Source.Start:c.Source.End])
			}
			if c.Source.Start < at || c.Source.End < c.Source.Start || c.Source.End > len(text) {
				t.Fatalf("%s is from %d to %d, after %d", c.ID, c.Source.Start, c.Source.End, at)
			}
			if line := 1 + strings.Count(text[:c.Source.Start], "\n"); c.Source.Line != line {
				t.Fatalf("%s is in line %d, not %d", c.ID, line, c.Source.Line)
			}
			if end := 1 + strings.Count(text[:max(c.Source.Start, c.Source.End-1)], "\n"); name != "a.html" && c.Source.EndLine != end || c.Source.EndLine < c.Source.Line {
				t.Fatalf("%s ends in line %d, not %d", c.ID, c.Source.EndLine, end)
			}
			at = c.Source.Start
		}
		if whole.String() != d.Text {
			t.Fatalf("the chunks are %q, the text %q", whole.String(), d.Text)
		}
		if name != "a.html" && d.Text != text {
			t.Fatalf("the text is %q", d.Text)
		}
	})
}

// No content makes the reader fail but by an error.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"a.md", "a.txt", "a.html", "a.pdf"} {
		f.Add(name, []byte("# A\n\n<p>x"))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if d, err := Parse(name, data, Options{}); err == nil {
			if _, err := document.Build([]*document.Document{d}, document.Options{MaxTokens: 50}); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestHTMLOrigins: what a block begins with says where it is from.
func TestHTMLOrigins(t *testing.T) {
	for text, want := range map[string]string{
		"<p>one</p><p><br>two</p>":                                `"one\n\n" 3-17; "two\n" 17-24`,
		"<p>one</p><pre><br>two</pre>":                            `"one\n\n" 3-15; "\ntwo\n" 15-28`,
		"<p>one</p><table><tr><td></td><td>two</td></tr></table>": `"one\n\n" 3-30; "| | two " 30-55; "|\n" 30-55`,
	} {
		d := parsed(t, "a.html", text)
		g, err := document.Build([]*document.Document{d}, document.Options{MaxTokens: 2})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range g.Chunks {
			got = append(got, fmt.Sprintf("%q %d-%d", c.Text, c.Source.Start, c.Source.End))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%s:\n got %s\nwant %s", text, s, want)
		}
	}
}
