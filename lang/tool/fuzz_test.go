package tool

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// FuzzRead: whatever the file holds, Read and ReadEffects do not panic, take
// little time, say the same again, and point into the file; fixes apply; what
// is read keeps the promises of [Set] and [Schema].
func FuzzRead(f *testing.F) {
	for _, seed := range seeds(f) {
		for _, yaml := range []bool{false, true} {
			f.Add(seed, yaml, byte(Auto))
		}
	}
	for _, file := range hostile {
		name, text := file(12)
		f.Add(text, strings.HasSuffix(name, ".yaml"), byte(Auto))
	}
	f.Fuzz(func(t *testing.T, text string, yaml bool, format byte) {
		name := map[bool]string{false: "tools.json", true: "tools.yaml"}[yaml]
		file := source.NewFile(name, text)
		want := Format(int(format) % len(formatNames))
		set, problems := Read(file, want)
		labels, labelProblems := ReadEffects(file)
		set2, problems2 := Read(file, want)
		if !reflect.DeepEqual(problems, problems2) || !reflect.DeepEqual(set.Names(), set2.Names()) {
			t.Fatal("the same file was read in two ways")
		}
		checkProblems(t, file, append(problems, labelProblems...))
		checkSet(t, file, set)
		for _, l := range labels {
			checkSpan(t, file, l.Span)
			checkSpan(t, file, l.ToolSpan)
		}
	})
}

func checkProblems(t *testing.T, file *source.File, list []diag.Diagnostic) {
	t.Helper()
	for _, d := range list {
		if d.Code == "" || d.Message == "" {
			t.Fatalf("incomplete: %+v", d)
		}
		checkSpan(t, file, d.Primary)
		texts := slices.Concat([]string{d.Message}, d.Notes, d.Help)
		for _, l := range d.Secondary {
			texts = append(texts, l.Role)
		}
		for _, fix := range d.Fixes {
			texts = append(texts, fix.Message)
		}
		for _, s := range texts {
			first, _ := utf8.DecodeRuneInString(s)
			if unicode.IsUpper(first) || strings.HasSuffix(s, ".") || strings.ContainsAny(s, "\r\n") {
				t.Fatalf("%q is not one lower-case line without a full stop", s)
			}
		}
		for _, l := range d.Secondary {
			checkSpan(t, file, l.Span)
		}
		for _, fix := range d.Fixes {
			if _, err := diag.Apply(file, fix.Edits); err != nil {
				t.Fatalf("%s: %v", d.Message, err)
			}
		}
	}
}

func checkSpan(t *testing.T, file *source.File, s source.Span) {
	t.Helper()
	if s.File != file || s.Start < 0 || s.End < s.Start || s.End > len(file.Text()) {
		t.Fatalf("a span outside the file: %+v", s)
	}
}

func checkSet(t *testing.T, file *source.File, set *Set) {
	t.Helper()
	seen := map[*Schema]bool{}
	for _, x := range set.Tools {
		if x.Name == "" || set.Lookup(x.Name) != x {
			t.Fatalf("the tool %q is not found by its name", x.Name)
		}
		checkSpan(t, file, x.NameSpan)
		if !x.Input.Only(KindObject) || x.Input.Nullable {
			t.Fatalf("the arguments of %q are not an object", x.Name)
		}
		if err := checkSchema(file, x.Input, seen, 0); err != nil {
			t.Fatalf("%q: %v", x.Name, err)
		}
	}
}

func checkSchema(file *source.File, s *Schema, seen map[*Schema]bool, depth int) error {
	if seen[s] {
		return nil
	}
	seen[s] = true
	if depth > maxDepth+8 {
		return fmt.Errorf("schemas nest %d deep", depth)
	}
	if s.Span.File != file || s.Span.End > len(file.Text()) {
		return fmt.Errorf("a span outside the file: %v", s.Span)
	}
	names := map[string]bool{}
	for _, p := range s.Properties {
		if p.Schema == nil || names[p.Name] || s.Property(p.Name) != p {
			return fmt.Errorf("the property %q is not found by its name", p.Name)
		}
		names[p.Name] = true
	}
	for _, v := range s.Enum {
		if kindOf(v) == KindNull {
			return fmt.Errorf("null stands in an enum")
		}
	}
	for _, k := range s.Unmodelled {
		if k.value == nil || k.Span.File != file {
			return fmt.Errorf("the keyword %s has no place", k.Name)
		}
	}
	for _, part := range s.parts() {
		if err := checkSchema(file, part, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// seeds returns the inputs of the golden files.
func seeds(f *testing.F) []string {
	paths, err := filepath.Glob(filepath.Join("testdata", "read", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), " --\n")
		in, _, _ := strings.Cut(rest, "-- want --\n")
		out = append(out, in)
	}
	return out
}
