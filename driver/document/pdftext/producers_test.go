package pdftext_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/reader"
)

// open returns the text of a manual, and its headings with their levels.
func open(t *testing.T, name string, o reader.Options) (string, []string) {
	t.Helper()
	d, err := reader.Open(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return d.Text, headings(d)
}

func headings(d *document.Document) []string {
	var list []string
	for _, s := range d.Sections {
		list = append(list, strings.Repeat("#", s.Level)+" "+s.Heading)
	}
	return list
}

// words counts the words of a text, without the signs around them.
func words(text string) map[string]int {
	count := make(map[string]int)
	for w := range strings.FieldsSeq(text) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if w != "" {
			count[w]++
		}
	}
	return count
}

// kept returns the share of the words of a text that are in another one.
func kept(of, in string) float64 {
	all, found := 0, 0
	other := words(in)
	for w, n := range words(of) {
		all += n
		found += min(n, other[w])
	}
	return float64(found) / float64(all)
}

var manual = filepath.Join("..", "..", "..", "examples", "operations", "manual.md")

// Manuals that four programs have printed keep 98 % of their words, have nothing else,
// and keep their headings.
func TestProducers(t *testing.T) {
	text, outline := open(t, manual, reader.Options{})
	for _, c := range []struct {
		file  string
		words float64
		added float64 // the numbers of sections that groff adds
	}{{"chromium.pdf", 1, 0}, {"libreoffice.pdf", 1, 0}, {"weasyprint.pdf", 1, 0}, {"groff.pdf", 0.99, 0.035}} {
		t.Run(c.file, func(t *testing.T) {
			got, found := open(t, filepath.Join("testdata", c.file), reader.Options{})
			if share := kept(text, got); share < c.words {
				t.Errorf("%.1f %% of the words are kept", 100*share)
			}
			if share := kept(got, text); share < 1-c.added {
				t.Errorf("%.1f %% of the words are from the manual", 100*share)
			}
			if c.added > 0 {
				found = withoutNumbers(found)
			}
			if strings.Join(found, "\n") != strings.Join(outline, "\n") {
				t.Errorf("got the headings\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(outline, "\n"))
			}
		})
	}
}

// withoutNumbers leaves out the first number of headings: "# 1. A" is "# A".
func withoutNumbers(list []string) []string {
	for i, h := range list {
		mark, rest, _ := strings.Cut(h, " ")
		_, rest, _ = strings.Cut(rest, " ")
		list[i] = mark + " " + rest
	}
	return list
}

// The words that pdftotext finds are the same.
func TestPoppler(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skipf("there is no pdftotext to compare with (%v); apt-get install poppler-utils", err)
	}
	for _, file := range []string{"chromium.pdf", "libreoffice.pdf", "weasyprint.pdf", "groff.pdf"} {
		ours, _ := open(t, filepath.Join("testdata", file), reader.Options{})
		theirs, _ := open(t, filepath.Join("testdata", file), reader.Options{Poppler: true})
		if kept(ours, theirs) < 0.99 || kept(theirs, ours) < 0.99 {
			t.Errorf("%s: %.1f %% of ours, %.1f %% of theirs", file, 100*kept(ours, theirs), 100*kept(theirs, ours))
		}
	}
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	if err := os.WriteFile(broken, []byte("%PDF-1.4\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Open(broken, reader.Options{Poppler: true}); err == nil || !strings.Contains(err.Error(), "the PDF is cut off or damaged") {
		t.Errorf("got %v", err)
	}
}

// A manual that the Chromium at hand prints keeps its words and headings.
func TestChromium(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skipf("there is no Chromium to print with (%v); apt-get install chromium", err)
	}
	manual := filepath.Join("..", "..", "..", "examples", "retail", "manual.md")
	data, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><meta charset=utf-8>")
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(data, &page); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	html, printed := filepath.Join(dir, "manual.html"), filepath.Join(dir, "manual.pdf")
	if err := os.WriteFile(html, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "user"), "--no-pdf-header-footer", "--print-to-pdf="+printed, html)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, outline := open(t, html, reader.Options{})
	got, found := open(t, printed, reader.Options{})
	if share := kept(want, got); share < 0.98 {
		t.Errorf("%.1f %% of the words are kept", 100*share)
	}
	if strings.Join(found, "\n") != strings.Join(outline, "\n") {
		t.Errorf("got the headings\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(outline, "\n"))
	}
}
