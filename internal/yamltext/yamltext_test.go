package yamltext_test

import (
	"bytes"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/internal/yamltext"
)

// TestFault: messages have the line and what is wrong there, and no types of Go.
func TestFault(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "the file is empty"},
		{"a: 1\nfoo: 1\nbar: 2", "line 2: unknown key `foo`; line 3: unknown key `bar`"},
		{"a: x", "line 1: a text is not allowed here: `x`"},
		{"a: [1]", "line 1: a list is not allowed here"},
		{"- 1", "line 1: a list is not allowed here"},
		{"a: 1\na: 2", "line 2: mapping key \"a\" already defined at line 1"},
		{"a: [", "line 1: did not find expected node content"},
	} {
		d := yaml.NewDecoder(bytes.NewReader([]byte(test.text)))
		d.KnownFields(true)
		var into struct {
			A int `yaml:"a"`
		}
		err := d.Decode(&into)
		if err == nil {
			t.Errorf("%q is read", test.text)
			continue
		}
		if got := yamltext.Fault(err); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
