package export

import "testing"

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
