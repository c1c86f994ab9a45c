package project

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

const boundProject = `
-- tools.json --
[{"name": "look", "input_schema": {"type": "object", "properties": {}}}]
-- desk.checks --
(use "desk.wm")

(case a
  (prompt "p")
  (init)
  (checks (c (answered (call look) (status "open")))))
-- desk.wm --
(model
  (transition look (params) (pre) (post)))
`

// Bindings are those beside mantra.yaml, or those that it names.
func TestBindingsOfProjects(t *testing.T) {
	for _, c := range []struct{ name, files, found, status string }{
		{"none", "-- mantra.yaml --\ntools: tools.json\n", "", ""},
		{"beside it", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\ntools: {look: {answers: [{matches: 'is (?<status>.*)'}]}}\n", "", `"open"`},
		{"named", "-- mantra.yaml --\ntools: tools.json\nenv_bindings: {path: env/b.yaml}\n-- bindings.yaml --\nx: 1\n-- env/b.yaml --\ntools: {look: {answers: [{matches: 'is (?<status>.*)'}]}}\n", "", `"open"`},
		{"without mantra.yaml", "-- bindings.yaml --\nx: 1\n", "", ""},
		{"missing", "-- mantra.yaml --\ntools: tools.json\nenv_bindings: {path: binding.yaml}\n-- bindings.yaml --\n{}\n", "mantra.yaml:2:22 error MC0704 `binding.yaml` does not exist", ""},
		{"no such tool", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\ntools: {loke: {}}\n", "bindings.yaml:1:9 warning MC0705 unknown tool `loke` to read the answers of", "null"},
		{"key", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\ntools: {look: {answer: []}}\n", "bindings.yaml:1:16 warning MC0702 `tools.look` has no key `answer`", "null"},
		{"value", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\ntools: {look: {answers: [{matches: 7}]}}\n", "bindings.yaml:1:36 error MC0703 `tools.look.answers[0].matches` takes a text, not `7`", ""},
		{"expression", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\nfailures: ['a)']\n", "bindings.yaml:1:13 error MC0708 the regular expression cannot be read: unexpected )", ""},
		{"no YAML", "-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\nfailures: [\n", "bindings.yaml", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree(t, boundProject+c.files)
			r := Check(mustFind(t, "desk.checks"), Options{Cache: NewCache()})
			found := strings.Join(lines(r.Diagnostics), "\n")
			if c.found == "" && found != "" || !strings.Contains(found, c.found) {
				t.Errorf("found %s\nwant %s", found, c.found)
			}
			answers := r.Suites[0].Answers
			if (answers != nil) != (c.status != "") {
				t.Fatalf("bindings: %v", answers)
			}
			if strings.HasPrefix(c.status, `"`) {
				if got := answers.Read("look", "it is open").Value.String(); !strings.Contains(got, c.status) {
					t.Errorf("read %s", got)
				}
			}
		})
	}
}

// A file that is named is checked, in a project and without one.
func TestCheckBindings(t *testing.T) {
	for _, files := range []string{"-- bindings.yaml --\nx: 1\n", "-- mantra.yaml --\nvalidation: {n_rounds: 1}\n-- bindings.yaml --\nx: 1\n"} {
		tree(t, files)
		r := Check(mustFind(t, "bindings.yaml"), Options{})
		if got := strings.Join(lines(r.Diagnostics), "\n"); len(r.Diagnostics) != 1 || !strings.Contains(got, "MC0702 bindings.yaml has no key `x`") {
			t.Errorf("%s", got)
		}
	}
}

// A suite is checked again once its bindings have changed, and only then.
func TestCacheOfBindings(t *testing.T) {
	tree(t, boundProject+"-- mantra.yaml --\ntools: tools.json\n-- bindings.yaml --\nfailures: [a]\n")
	cache, text := NewCache(), "failures: [a]\n"
	check := func() *Result {
		return Check(mustFind(t, "desk.checks"), Options{Cache: cache, Read: func(path string) (string, error) {
			if strings.HasSuffix(path, BindingsName) {
				return text, nil
			}
			return ReadText(path)
		}})
	}
	first, again := check(), check()
	if first.Suites[0] != again.Suites[0] {
		t.Error("the suite is checked again")
	}
	text = "failures: [b]\n"
	if now := check().Suites[0]; now.Answers.Failure("look", "b") == nil || first.Suites[0].Answers.Failure("look", "b") != nil {
		t.Error("the bindings are the old ones")
	}
	text = "failures: ["
	if r := check(); r.Suites[0].Answers != nil || diag.Tally(r.Diagnostics).Errors == 0 {
		t.Error("the bindings are used although they cannot be read")
	}
}
