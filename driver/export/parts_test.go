package export

import (
	"path/filepath"
	"strings"
	"testing"
)

// Nothing in a prompt is read as a template.
func TestRaw(t *testing.T) {
	for text, want := range map[string]string{
		"plain { } %} text":       "plain { } %} text",
		"a {{x}} b":               `a {{ "{{" }}x}} b`,
		"{% endraw %}{{ env.X }}": `{{ "{%" }} endraw %}{{ "{{" }} env.X }}`,
		"{% raw %} {# c #}":       `{{ "{%" }} raw %} {{ "{#" }} c {{ "#}" }}`,
		"{{{%":                    `{{ "{{" }}{{ "{%" }}`,
	} {
		if got := raw(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Paths with nothing in common, as on two drives, are an error and no endless loop.
func TestCommonFolder(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"/a/b/c", "/a/b/d/e"}, "/a/b"},
		{[]string{"/a/b/c", "/a/d"}, "/a"},
		{[]string{"/a/b", "/c/d"}, "/"},
		{[]string{"/a/b", "c/d"}, ""},
	} {
		got, err := commonFolder(c.paths)
		if got != filepath.FromSlash(c.want) || (err == nil) == (c.want == "") {
			t.Errorf("%v: got %q, %v", c.paths, got, err)
		}
		if err != nil && !strings.Contains(err.Error(), "/a/b and c/d have no common folder") {
			t.Error(err)
		}
	}
}

func TestSize(t *testing.T) {
	for cases, want := range map[int]string{
		0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 9999: "1K<n<10K", 10_000: "10K<n<100K", 100_000: "100K<n<1M",
		1_000_000: "1M<n<10M", 10_000_000: "10M<n<100M", 100_000_000: "100M<n<1B", 999_999_999: "100M<n<1B",
	} {
		if got := size(cases); got != want {
			t.Errorf("%d: got %s, want %s", cases, got, want)
		}
	}
}
