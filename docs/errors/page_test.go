package catalogue_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	catalogue "github.com/mantrac/mantrac/docs/errors"
)

// A page is a page of the catalogue, taken apart:
//
//	# MC0412: title
//
//	What: a paragraph.
//
//	Why: a paragraph, perhaps more.
//
//	Run with: --strict-grammar
//
//	## Wrong
//
//	fenced files, perhaps with prose between
//
//	## Right
//
//	fenced files
//
// "Run with" is there only where an option of mantrac check is needed; it may
// be --deep as well. The
// fence of a file names its language and the file: ```wm model.wm. With the
// word "escaped" behind it, the text has the escapes of Go, such as \x00. A
// fence ```text describes an input that is too large to be shown; such inputs
// are made by the functions in generated_test.go.
type page struct {
	code, title  string
	what, why    string
	strict, deep bool
	wrong, right section

	project *testing.T // see example
}

// A section is the set of files that an example consists of, in their order.
type section struct {
	names     []string
	texts     map[string]string
	prose     string // with the fences
	generated bool
}

func (p *page) example(s section) example { return example{s.texts, p.strict, p.deep, p.project} }

// The ways in which examples are run.
const (
	strictFlag = "--strict-grammar"
	deepFlag   = "--deep"
)

// readPage takes a page apart; an error says in what it is not one.
func readPage(code string) (*page, error) {
	text, ok := catalogue.Page(code)
	if !ok {
		return nil, fmt.Errorf("there is no page")
	}
	head, rest, ok := strings.Cut(text, "\n## Wrong\n")
	if !ok {
		return nil, fmt.Errorf("there is no section ## Wrong")
	}
	wrong, right, ok := strings.Cut(rest, "\n## Right\n")
	if !ok {
		return nil, fmt.Errorf("no section ## Right after ## Wrong")
	}
	p := &page{code: code}
	if err := p.head(head); err != nil {
		return nil, err
	}
	var err error
	if p.wrong, err = readSection(wrong); err != nil {
		return nil, fmt.Errorf("Wrong: %w", err)
	}
	if p.right, err = readSection(right); err != nil {
		return nil, fmt.Errorf("Right: %w", err)
	}
	return p, nil
}

// head reads what stands above the sections.
func (p *page) head(text string) error {
	blocks := strings.Split(strings.TrimSpace(text), "\n\n")
	if len(blocks) < 3 {
		return fmt.Errorf("expected a title, What and Why")
	}
	title, ok := strings.CutPrefix(blocks[0], "# "+p.code+": ")
	if !ok || strings.Contains(title, "\n") {
		return fmt.Errorf("the first line is not # %s: TITLE", p.code)
	}
	p.title = title
	if p.what, ok = strings.CutPrefix(blocks[1], "What: "); !ok {
		return fmt.Errorf("the second paragraph does not begin with What:")
	}
	if p.why, ok = strings.CutPrefix(blocks[2], "Why: "); !ok {
		return fmt.Errorf("the third paragraph does not begin with Why:")
	}
	for _, b := range blocks[3:] {
		if flags, ok := strings.CutPrefix(b, "Run with: "); ok {
			if flags != strictFlag && flags != deepFlag {
				return fmt.Errorf("%q is not a way in which examples are run", flags)
			}
			p.strict, p.deep = flags == strictFlag, flags == deepFlag
		}
	}
	return nil
}

func readSection(text string) (section, error) {
	s := section{texts: make(map[string]string), prose: text}
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		info, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "```")
		if !ok {
			continue
		}
		end := slices.Index(lines[i+1:], "```\n")
		if end < 0 {
			return s, fmt.Errorf("a fence is not closed")
		}
		body := strings.Join(lines[i+1:i+1+end], "")
		i += end + 1
		if err := s.fence(strings.Fields(info), body); err != nil {
			return s, err
		}
	}
	if len(s.names) == 0 && !s.generated {
		return s, fmt.Errorf("there is no example")
	}
	return s, nil
}

// fence takes in one fenced block.
func (s *section) fence(info []string, body string) error {
	if len(info) == 1 && info[0] == "text" {
		s.generated = true
		return nil
	}
	if len(info) == 3 && info[2] == "escaped" {
		plain, err := unescape(body)
		if err != nil {
			return err
		}
		info, body = info[:2], plain
	}
	if len(info) != 2 || !strings.HasSuffix(info[1], "."+extension(info[0])) {
		return fmt.Errorf("a fence names its language and its file, and %q does not", info)
	}
	if _, twice := s.texts[info[1]]; twice {
		return fmt.Errorf("%s is there twice", info[1])
	}
	s.names = append(s.names, info[1])
	s.texts[info[1]] = body
	return nil
}

// extension returns the ending of the files of a language.
func extension(language string) string {
	switch language {
	case "wm", "checks", "json", "jsonl", "yaml":
		return language
	case "md", "markdown":
		return "md"
	}
	return "?"
}

// unescape replaces the escapes of Go in a text that has quotes as they are.
func unescape(s string) (string, error) {
	var b []byte
	for s != "" {
		r, multibyte, tail, err := strconv.UnquoteChar(s, 0)
		if err != nil {
			return "", fmt.Errorf("%.10q is not an escape", s)
		}
		if s = tail; multibyte {
			b = utf8.AppendRune(b, r)
		} else {
			b = append(b, byte(r))
		}
	}
	return string(b), nil
}
