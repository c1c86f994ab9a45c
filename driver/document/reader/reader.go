package reader

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// maxSize is the largest size in bytes of a manual.
const maxSize = project.MaxSize

// Options say how manuals are read.
type Options struct {
	Poppler bool // read PDF by the program pdftotext of poppler
}

// A Bad manual cannot be read.
type Bad struct {
	Name  string
	Place string // LINE:COLUMN, or the page; "" for the whole file
	Why   string
	Help  string // what to do
}

// Error implements [error].
func (b *Bad) Error() string {
	place := project.Shown(b.Name)
	if b.Place != "" {
		place += ":" + b.Place
	}
	if b.Help == "" {
		return place + ": " + b.Why
	}
	return place + ": " + b.Why + "; " + b.Help
}

// Open reads the manual in a file.
func Open(name string, o Options) (*document.Document, error) {
	// A file that is too large is not read at all.
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > maxSize {
		return nil, &Bad{Name: name, Why: fmt.Sprintf("the manual has %d bytes, more than the %d that are read", info.Size(), maxSize), Help: "cut it into several files, by chapters"}
	}
	data, err := project.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data, o)
}

// Parse reads a manual from the content of a file of a name.
func Parse(name string, data []byte, o Options) (*document.Document, error) {
	// White space alone is no manual, in any format.
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &Bad{Name: name, Why: "the manual is empty"}
	}
	format, bad := formatOf(name, data)
	if bad != nil {
		return nil, bad
	}
	s, err := read(format, name, data, o)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(s.Text) == "" {
		return nil, nothing(format, name)
	}
	sum := sha256.Sum256(data)
	s.Name, s.Format, s.SHA256 = filepath.ToSlash(name), format, hex.EncodeToString(sum[:])
	return document.New(*s), nil
}

func read(format document.Format, name string, data []byte, o Options) (*document.Source, error) {
	if format == document.PDF {
		return readPDF(name, data, o)
	}
	if err := checkText(name, data); err != nil {
		return nil, err
	}
	if format == document.HTML {
		return readHTML(string(data)), nil
	}
	// A byte order mark is no part of the text, but of the places in the file.
	text, mark := strings.CutPrefix(string(data), "\ufeff")
	anchor := document.Anchor{Line: 1, Verbatim: true}
	if mark {
		anchor.Source = len("\ufeff")
	}
	s := &document.Source{Text: text, Anchors: []document.Anchor{anchor}}
	if format == document.Markdown {
		// The check comes first, since the parser would take too long.
		if at := tooDeep(text); at >= 0 {
			return nil, &Bad{name, place([]byte(text), at), fmt.Sprintf("quotations and lists are nested more than %d deep", maxDepth), "take the text out of them"}
		}
		readMarkdown(s)
	} else {
		readText(s)
	}
	return s, nil
}

// nothing is the error of a file without text.
func nothing(format document.Format, name string) error {
	if format == document.PDF {
		return &Bad{Name: name, Why: "no page has text; they may be scanned images", Help: "recognise the text first, for example with `ocrmypdf IN.pdf OUT.pdf`"}
	}
	return &Bad{Name: name, Why: "the manual has no text"}
}

// endings are those of names, with the format of each.
var endings = map[string]document.Format{
	".md": document.Markdown, ".markdown": document.Markdown, ".txt": document.Text, ".text": document.Text,
	".html": document.HTML, ".htm": document.HTML, ".xhtml": document.HTML, ".pdf": document.PDF,
}

func formatOf(name string, data []byte) (document.Format, error) {
	start := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 512)]))
	switch {
	case bytes.HasPrefix(data, []byte("%PDF-")):
		return document.PDF, nil
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "", &Bad{Name: name, Why: "this is a ZIP archive, such as a Word or OpenDocument file", Help: "convert it, for example with `pandoc -t gfm -o manual.md FILE` or `soffice --headless --convert-to pdf FILE`"}
	}
	// The name counts first, since a Markdown file may begin with HTML.
	if f, ok := endings[strings.ToLower(filepath.Ext(name))]; ok {
		return f, nil
	}
	if bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html")) {
		return document.HTML, nil
	}
	return document.Markdown, nil
}

// checkText returns an error if a content is not text in UTF-8.
func checkText(name string, data []byte) error {
	// UTF-16 has zero bytes too, and a better message.
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return &Bad{Name: name, Why: "the file is UTF-16, not UTF-8", Help: "convert it with `iconv -f utf-16 -t utf-8`"}
	}
	at := bytes.IndexByte(data, 0)
	if at >= 0 {
		return &Bad{name, place(data, at), "the file has a NUL byte, so it is not text", "give a manual in Markdown, HTML, plain text or PDF"}
	}
	if at = invalid(data); at >= 0 {
		return &Bad{name, place(data, at), fmt.Sprintf("byte 0x%02X is not UTF-8", data[at]), "if it is Latin-1, convert it with `iconv -f latin1 -t utf-8`"}
	}
	return nil
}

// invalid returns the offset of the first byte that is not UTF-8, or -1.
func invalid(data []byte) int {
	for at := 0; at < len(data); {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			return at
		}
		at += n
	}
	return -1
}

func place(data []byte, at int) string {
	l := source.NewFile("", string(data)).Location(at, source.Bytes)
	return fmt.Sprintf("%d:%d", l.Line, l.Column)
}
