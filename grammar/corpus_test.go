package grammar

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A testCase is a case of the conformance corpus; conformance/README.md
// describes the format.
type testCase struct {
	name   string // FILE/CASE
	place  string // FILE:LINE of the case
	reason string
	files  []section
	accept bool
	clean  bool // there are not even lints
	strict bool
	want   []string // findings, sorted

	traces   []*evaluated
	verdicts []*verdict
}

// A section of a txtar archive.
type section struct {
	name, text string
	line       int
}

var marker = regexp.MustCompile(`^-- (.+) --$`)

// archive cuts a txtar archive into its sections. What stands before the
// first is left out.
func archive(text string) []section {
	var list []section
	for i, line := range strings.SplitAfter(text, "\n") {
		if m := marker.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			list = append(list, section{name: m[1], line: i + 1})
		} else if len(list) > 0 {
			list[len(list)-1].text += line
		}
	}
	return list
}

// corpus reads all cases.
func corpus(t *testing.T) []*testCase {
	t.Helper()
	paths, err := filepath.Glob("conformance/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	var all []*testCase
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, cases(t, path, string(text))...)
	}
	return all
}

// cases reads the cases of one archive.
func cases(t *testing.T, path, text string) []*testCase {
	t.Helper()
	var all []*testCase
	var shared []section
	for _, s := range archive(text) {
		name, isCase := strings.CutPrefix(s.name, "case ")
		switch {
		case isCase:
			base := strings.TrimSuffix(filepath.Base(path), ".txtar")
			all = append(all, &testCase{
				name: base + "/" + name, place: fmt.Sprintf("%s:%d", path, s.line),
				reason: strings.TrimSpace(s.text), files: slices.Clone(shared),
			})
		case s.name == "expect":
			if err := all[len(all)-1].expect(s.text); err != nil {
				t.Fatalf("%s:%d: %v", path, s.line, err)
			}
		case len(all) == 0:
			shared = append(shared, decoded(s))
		case slices.Contains([]string{"trace", "outcome", "verdict"}, strings.Fields(s.name)[0]):
			if err := all[len(all)-1].dynamic(s); err != nil {
				t.Fatalf("%s:%d: %v", path, s.line, err)
			}
		default:
			all[len(all)-1].put(decoded(s))
		}
	}
	return all
}

// put adds a file, in place of a shared one of the same name.
func (c *testCase) put(s section) {
	i := slices.IndexFunc(c.files, func(f section) bool { return f.name == s.name })
	if i >= 0 {
		c.files = slices.Delete(c.files, i, i+1)
	}
	c.files = append(c.files, s)
}

var hexByte = regexp.MustCompile(`<[0-9A-F]{2}>`)

// decoded returns a file with its name and its bytes.
func decoded(s section) section {
	name, hex := strings.CutSuffix(s.name, " hex")
	if !hex {
		return s
	}
	text := hexByte.ReplaceAllStringFunc(strings.TrimSuffix(s.text, "\n"), func(b string) string {
		n, _ := strconv.ParseUint(b[1:3], 16, 8) // the expression admits nothing else
		return string([]byte{byte(n)})
	})
	return section{name, text, s.line}
}

var finding = regexp.MustCompile(`^(error|warning|lint) MC\d{4} [^ ]+:\d+:\d+-\d+:\d+$`)

// expect reads the section that ends a case.
func (c *testCase) expect(text string) error {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		switch {
		case i == 0 && slices.Contains([]string{"accept", "accept clean", "reject"}, line):
			c.accept, c.clean = line != "reject", line == "accept clean"
		case line == "strict-grammar":
			c.strict = true
		case finding.MatchString(line):
			c.want = append(c.want, line)
		default:
			return fmt.Errorf("`%s` is no expectation", line)
		}
	}
	if c.accept == slices.ContainsFunc(c.want, func(w string) bool { return strings.HasPrefix(w, "error ") }) {
		return fmt.Errorf("%s: a case is rejected if, and only if, it lists an error", c.name)
	}
	slices.Sort(c.want)
	return nil
}

// minds reports whether the case says anything about findings of a severity:
// lints matter where it lists one or denies all.
func (c *testCase) minds(s diag.Severity) bool {
	return s != diag.Lint || c.clean || slices.ContainsFunc(c.want, func(w string) bool { return strings.HasPrefix(w, "lint ") })
}

// line renders a finding as the corpus writes it.
func line(d diag.Diagnostic) string {
	return fmt.Sprintf("%s %s %s-%s", d.Severity, d.Code, d.Primary, location(d.Primary))
}

// location renders the end of a span.
func location(s source.Span) string {
	end := s.To(source.Bytes)
	return fmt.Sprintf("%d:%d", end.Line, end.Column)
}
