package catalogue_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/compiler/z3"
	catalogue "github.com/mantrac/mantrac/docs/errors"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

const root = "../.."

// Every code in the sources has a page, and every page a code.
func TestEveryCodeHasAPage(t *testing.T) {
	pages, sources := catalogue.Codes(), sourceCodes(t, ".")
	for _, code := range sources {
		if !slices.Contains(pages, code) {
			t.Errorf("%s is raised and has no page", code)
		}
	}
	for _, code := range pages {
		if !slices.Contains(sources, code) {
			t.Errorf("%s has a page and is never raised", code)
		}
	}
}

// sourceCodes returns the codes that occur in the sources in a folder, tests
// aside.
func sourceCodes(t *testing.T, folder string) []string {
	quoted := regexp.MustCompile(`"MC[0-9]{4}"`)
	var codes []string
	top := filepath.Join(root, folder)
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != top && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, q := range quoted.FindAllString(string(text), -1) {
			codes = append(codes, strings.Trim(q, `"`))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// The pages say what the checker does.
func TestPages(t *testing.T) {
	loader := loaderCodes(t)
	for _, code := range catalogue.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			p, err := readPage(code)
			if err != nil {
				t.Fatal(err)
			}
			if loader[code] || code == "MC0011" || p.wrong.texts["bindings.yaml"] != "" { // which other packages know, too
				p.project = t
			}
			if _, err := z3.Load(); p.deep && err != nil {
				t.Skip("this asks the solver: ", err)
			}
			p.checkProse(t)
			p.checkWrong(t)
			p.checkRight(t)
		})
	}
}

func (p *page) checkProse(t *testing.T) {
	if p.title != catalogue.Title(p.code) {
		t.Errorf("Title returns %q, not %q", catalogue.Title(p.code), p.title)
	}
	if first, _ := utf8.DecodeRuneInString(p.title); unicode.IsUpper(first) || strings.HasSuffix(p.title, ".") {
		t.Errorf("the title %q is a sentence", p.title)
	}
	text, _ := catalogue.Page(p.code)
	checkLinks(t, text)
}

// checkLinks checks that what a page links to is there.
func checkLinks(t *testing.T, text string) {
	for _, link := range regexp.MustCompile(`\]\(([^)#]*)#?([^)]*)\)`).FindAllStringSubmatch(text, -1) {
		target, err := os.ReadFile(link[1])
		if err != nil {
			t.Errorf("a link leads nowhere: %v", err)
		} else if link[2] != "" && !slices.Contains(anchors(string(target)), link[2]) {
			t.Errorf("%s has no heading #%s", link[1], link[2])
		}
	}
}

// punctuation is what anchors leave out.
var punctuation = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// anchors returns the names by which the headings of a text are linked to.
func anchors(text string) []string {
	var list []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		name := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
		name = punctuation.ReplaceAllString(name, "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

// checkWrong holds the wrong example to its law: it raises the page's code
// and nothing else, and what its fixes promise they do.
func (p *page) checkWrong(t *testing.T) {
	examples := []example{p.example(p.wrong)}
	if p.wrong.generated {
		examples = generated[p.code]()
	}
	for _, x := range examples {
		x.project = p.project
		list := x.check()
		if !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.Code(p.code) }) {
			t.Errorf("Wrong does not raise %s", p.code)
		}
		for i, d := range list {
			if i == 10 {
				break // the others say the same
			}
			if d.Code != diag.Code(p.code) && p.code != "MC0010" { // which is about other findings
				t.Errorf("Wrong raises %s", show(d))
			}
			checkWording(t, d)
		}
		if !t.Failed() && !p.wrong.generated {
			p.checkFixes(t, x, list)
		}
	}
}

// checkFixes applies the first fixes of all findings, until the example is
// clean, and each fix of the first finding by itself, after which that one
// is gone.
func (p *page) checkFixes(t *testing.T, x example, list []diag.Diagnostic) {
	if !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return len(d.Fixes) > 0 }) {
		return
	}
	after, left, err := x.fixed()
	if err != nil {
		t.Errorf("the first fixes cannot be applied: %v", err)
	}
	for _, d := range left {
		t.Errorf("after the first fixes there is %s\n%s", show(d), after.texts)
	}
	for _, fix := range list[0].Fixes {
		after, err := x.apply(fix.Edits)
		if err != nil {
			t.Errorf("%q cannot be applied: %v", fix.Message, err)
			continue
		}
		if left := after.check(); same(list[0], left) {
			t.Errorf("%q does not remove %s\n%s", fix.Message, show(list[0]), after.texts)
		}
	}
}

// same reports whether a finding is still in a list: one that says the same
// of the same text.
func same(d diag.Diagnostic, list []diag.Diagnostic) bool {
	return slices.ContainsFunc(list, func(e diag.Diagnostic) bool {
		return d.Code == e.Code && d.Message == e.Message && d.Primary.Start == e.Primary.Start
	})
}

// checkRight holds the right example to its law: nothing is found in it, and
// it has the canonical layout.
func (p *page) checkRight(t *testing.T) {
	x := p.example(p.right)
	for _, d := range x.check() {
		t.Errorf("Right raises %s", show(d))
	}
	for ending, kind := range map[string]ast.Kind{".wm": ast.ModelFile, ".checks": ast.ChecksFile} {
		for _, name := range x.named(ending) {
			text, err := format.Source(source.NewFile(name, x.texts[name]), kind)
			if err != nil {
				t.Error(err)
			} else if string(text) != x.texts[name] {
				t.Errorf("%s is laid out as\n%s\nand not as\n%s", name, x.texts[name], text)
			}
		}
	}
}

// checkWording holds a diagnostic to the rules of package diag.
func checkWording(t *testing.T, d diag.Diagnostic) {
	if d.Primary.IsZero() {
		t.Errorf("%s has no place", show(d))
	}
	if first, _ := utf8.DecodeRuneInString(d.Message); unicode.IsUpper(first) {
		t.Errorf("the message %q does not begin in lower case", d.Message)
	}
	texts := slices.Concat([]string{d.Message}, d.Notes, d.Help)
	for _, f := range d.Fixes {
		texts = append(texts, f.Message)
	}
	for _, l := range d.Secondary {
		texts = append(texts, l.Role)
	}
	for _, s := range texts {
		if s == "" || strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
			t.Errorf("%q is not one line without a full stop", s)
		}
	}
}

func show(d diag.Diagnostic) string {
	return string(d.Code) + " " + d.Primary.String() + ": " + d.Message
}
