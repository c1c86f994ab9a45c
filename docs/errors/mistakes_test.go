package catalogue_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/lang/diag"
)

var update = flag.Bool("update", false, "write what is found into testdata/mistakes")

// A mistake is an edit of a correct project as a language model writes it, and
// what is to be said of it. See testdata/mistakes/README.md.
type mistake struct {
	label string
	body  []string // the lines of the edit, as they are
	says  []string // the lines that begin with ! or >

	right, wrong example
}

const mistakesFolder = "testdata/mistakes"

// Each mistake is reported as expected, and as one root cause. Where its fix is
// certain, the fix gives back the correct original.
func TestMistakes(t *testing.T) {
	bases := readBases(t)
	files, err := filepath.Glob(filepath.Join(mistakesFolder, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range files {
		head, list := readMistakes(t, name, bases)
		total += len(list)
		if len(list) > 10 {
			t.Errorf("%s has %d mistakes; at most 10 are of one kind", name, len(list))
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			for _, m := range list {
				t.Run(m.label, m.run)
			}
		})
		if *update {
			writeMistakes(t, name, head, list)
		}
	}
	if total < 500 || len(files) < 50 {
		t.Errorf("there are %d mistakes of %d kinds, fewer than 500 of 50", total, len(files))
	}
}

// The projects that mistakes are made in are correct.
func TestMistakeBases(t *testing.T) {
	for name, x := range readBases(t) {
		for _, d := range x.check() {
			t.Errorf("%s: %s", name, show(d))
		}
	}
}

func readBases(t *testing.T) map[string]example {
	files, err := filepath.Glob(filepath.Join(mistakesFolder, "base", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	bases := make(map[string]example)
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		x := example{texts: make(map[string]string)}
		for _, f := range archive.Files {
			x.texts[f.Name] = string(f.Data)
		}
		bases[strings.TrimSuffix(filepath.Base(name), ".txtar")] = x
	}
	return bases
}

// readMistakes reads the mistakes of one kind, and what stands before them.
func readMistakes(t *testing.T, name string, bases map[string]example) (head string, list []*mistake) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	entries := strings.Split(string(text), "\n=== ")
	_, base, _ := strings.Cut(entries[0], "\nbase: ")
	base, _, _ = strings.Cut(base, "\n")
	right, ok := bases[base]
	if !ok {
		t.Fatalf("%s: there is no base %q", name, base)
	}
	for _, entry := range entries[1:] {
		label, body, _ := strings.Cut(strings.TrimRight(entry, "\n"), "\n")
		m := &mistake{label: label, right: right}
		for line := range strings.SplitSeq(body, "\n") {
			if strings.HasPrefix(line, "! ") || strings.HasPrefix(line, "> ") {
				m.says = append(m.says, line)
			} else {
				m.body = append(m.body, line)
			}
		}
		if m.wrong, err = m.make(); err != nil {
			t.Errorf("%s: %s: %v", name, label, err)
			continue
		}
		list = append(list, m)
	}
	return entries[0], list
}

// make makes the mistake in the correct project.
func (m *mistake) make() (example, error) {
	x := example{texts: make(map[string]string)}
	maps.Copy(x.texts, m.right.texts)
	for lines := m.body; len(lines) > 0; {
		var file string
		var old, new []string
		for len(lines) > 0 && strings.HasPrefix(lines[0], "@ ") {
			file, lines = lines[0][2:], lines[1:]
		}
		for len(lines) > 0 && strings.HasPrefix(lines[0], "-") {
			old, lines = append(old, strings.TrimPrefix(lines[0][1:], " ")), lines[1:]
		}
		for len(lines) > 0 && strings.HasPrefix(lines[0], "+") {
			new, lines = append(new, strings.TrimPrefix(lines[0][1:], " ")), lines[1:]
		}
		switch {
		case file != "":
			x.texts[file] = strings.Join(new, "\n") + "\n"
		case len(old) == 0:
			return x, fmt.Errorf("%q is not part of an edit", lines)
		default:
			if err := x.replace(strings.Join(old, "\n"), strings.Join(new, "\n")); err != nil {
				return x, err
			}
		}
	}
	return x, nil
}

// replace replaces a text that is in one place of the example.
func (x example) replace(old, new string) error {
	count := 0
	for name, text := range x.texts {
		count += strings.Count(text, old)
		x.texts[name] = strings.Replace(text, old, new, 1)
	}
	if count != 1 {
		return fmt.Errorf("%q is in %d places", old, count)
	}
	return nil
}

func (m *mistake) run(t *testing.T) {
	list := m.wrong.check()
	if len(list) == 0 {
		t.Error("nothing is found")
	}
	var says []string
	for _, d := range list {
		checkWording(t, d)
		says = append(says, "! "+levelOf(d)+" "+string(d.Code)+" "+d.Message)
	}
	if slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return len(d.Fixes) > 0 }) {
		says = append(says, "> "+m.mended(t))
	}
	if *update {
		m.says = says
	} else if !slices.Equal(says, m.says) {
		t.Errorf("it says\n%s\nnot\n%s", strings.Join(says, "\n"), strings.Join(m.says, "\n"))
	}
}

// mended applies the certain fixes, and then the suggestions. It says how far
// they lead: to the original, to another text that checks, or to findings.
// Certain fixes that lead to a text that checks lead to the original.
func (m *mistake) mended(t *testing.T) string {
	for _, level := range []diag.Level{diag.Certain, diag.Suggestion} {
		after, left := m.wrong.fixedBy(t, level)
		same := m.right.sameAs(after)
		switch {
		case same:
			return level.String() + " fixes give back the original"
		case len(left) == 0 && level == diag.Certain && *update:
			return "CERTAIN FIXES CHANGE THE MEANING"
		case len(left) == 0 && level == diag.Certain:
			t.Errorf("certain fixes lead to another text that checks\n%s", after.texts)
		case len(left) == 0:
			return "suggestions lead to another text that checks"
		}
	}
	return "a part is left to the author"
}

// fixedBy applies the first fixes up to a level, again and again, and returns
// the findings that then remain.
func (x example) fixedBy(t *testing.T, level diag.Level) (example, []diag.Diagnostic) {
	for range 20 {
		list := x.check()
		edits, fixed := diag.Compatible(list, level)
		if len(fixed) == 0 {
			return x, list
		}
		var err error
		if x, err = x.apply(edits); err != nil {
			t.Fatal(err)
		}
	}
	return x, x.check()
}

// sameAs reports whether two examples are the same but for their layout.
func (x example) sameAs(y example) bool {
	for _, name := range slices.Concat(x.named(".wm"), x.named(".checks")) {
		if laidOut(x.texts[name]) != laidOut(y.texts[name]) {
			return false
		}
	}
	return true
}

// laidOut returns a text without what does not matter: layout and comments.
func laidOut(text string) string {
	text = comments.ReplaceAllString(text, "")
	return spaces.ReplaceAllStringFunc(text, func(s string) string {
		if s = strings.TrimSpace(s); s == "" {
			return " "
		}
		return s
	})
}

var (
	comments = regexp.MustCompile(`;[^\n]*`)
	spaces   = regexp.MustCompile(`\s*[()]\s*|\s+`)
)

// levelOf returns the level of the first fix of a finding, or "none".
func levelOf(d diag.Diagnostic) string {
	if len(d.Fixes) == 0 {
		return "none"
	}
	return d.Fixes[0].Level.String()
}

func writeMistakes(t *testing.T, name, head string, list []*mistake) {
	var b strings.Builder
	b.WriteString(head)
	for _, m := range list {
		b.WriteString("\n=== " + m.label + "\n" + strings.Join(m.body, "\n") + "\n")
		for _, s := range m.says {
			b.WriteString(s + "\n")
		}
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
