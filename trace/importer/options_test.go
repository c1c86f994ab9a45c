package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// A format that is named is taken, and one that does not exist is refused.
func TestFormatOption(t *testing.T) {
	text := `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"x","arguments":{},"requestor":"user"}]}]}`
	c, notes := read(t, text, importer.Options{Format: "tau2"})
	if len(c.Traces) == 0 || c.Traces[0].Format != "tau2" {
		t.Errorf("%v", c.Traces)
	}
	for _, n := range notes {
		if strings.HasPrefix(n.Code, "format") {
			t.Errorf("a format that was named is said to be recognised: %v", n)
		}
	}
	for name, want := range map[string]string{"opnai": `unknown format "opnai"; did you mean openai?`, "x": `unknown format "x"; known: mantrac, `} {
		_, err := importer.Read("f", strings.NewReader(text), importer.Options{Format: name}, &counter{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A record that is not of the format that was asked for is not lost in silence.
func TestWrongFormat(t *testing.T) {
	for _, f := range importer.Formats() {
		c, _ := read(t, `{"what":"is this"}`, importer.Options{Format: f.Name})
		events := 0
		for _, one := range c.Traces {
			events += len(one.Events)
		}
		if len(c.Problems) == 0 || events > 0 {
			t.Errorf("%s: %s", f.Name, found(c))
		}
	}
}

// The page on traces has a row for each format.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "traces.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range importer.Formats() {
		if !strings.Contains(string(page), "`"+f.Name+"`") || f.About == "" {
			t.Errorf("docs/traces.md does not tell of %s", f.Name)
		}
	}
}

// The simulations of tau2 may be files beside their configuration.
func TestTau2Folder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"results.json":       `{"info":{"agent_info":{"llm":"m"},"environment_info":{"domain_name":"retail"}},"tasks":[]}`,
		"simulations/a.json": `{"id":"a","task_id":"1","trial":0,"reward_info":{"reward":1},"messages":[{"role":"user","content":"hi","turn_idx":0}]}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var c trace.Collector
	for _, name := range []string{"results.json", "simulations/a.json"} {
		if _, err := importer.ReadFile(filepath.Join(dir, filepath.FromSlash(name)), importer.Options{}, &c); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Problems) > 0 || len(c.Traces) != 1 || c.Traces[0].Model != "m" || c.Traces[0].Domain != "retail" {
		t.Errorf("%v %+v", c.Problems, c.Traces)
	}
}

// Which calls have failed, where a format has no mark for it.
func TestErrorPrefix(t *testing.T) {
	text := `[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}},{"id":"b","function":{"name":"x","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"a","content":"  Error: no"},{"role":"tool","tool_call_id":"b","content":"ERR 7"}]`
	for _, test := range []struct {
		o    importer.Options
		want string
	}{
		{importer.Options{}, "error ok"},
		{importer.Options{ErrorPrefix: "ERR"}, "ok error"},
		{importer.Options{NoErrorPrefix: true}, "ok ok"},
	} {
		c, _ := read(t, text, test.o)
		if got := string(c.Traces[0].Events[0].Status + " " + c.Traces[0].Events[1].Status); got != test.want {
			t.Errorf("%+v: %s, want %s", test.o, got, test.want)
		}
	}
}

// What is hidden is not an argument.
func TestRedacted(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{`{"a":1,"b":"x"}`, `ok (record (a 1) (b "x")) []`},
		{`{"a":1,"b":"<hidden:iban>"}`, `redacted (record (a 1)) [b]`},
		{`{"a":{"n":["<hidden:>"]},"b":"[REDACTED]"}`, `redacted (record) [a b]`},
		{`{"b":"[REDACTED] or not"}`, `ok (record (b "[REDACTED] or not")) []`},
		{`"[REDACTED]"`, `redacted (record) []`},
		{`"<hidden:all>"`, `redacted (record) []`},
		{`"<hidden"`, `invalid (record) []`},
	} {
		text := `{"messages":[{"role":"assistant","content":"","tool_calls":[{"id":"a","name":"x","arguments":` + test.args + `,"requestor":"assistant"}],"turn_idx":1}]}`
		c, _ := read(t, text, importer.Options{Redacted: []string{"<hidden:*>", "[REDACTED]"}})
		e := c.Traces[0].Events[0]
		if got := string(e.State) + " " + e.Args.String() + " [" + strings.Join(e.Hidden, " ") + "]"; got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
		if len(e.Raw) == 0 {
			t.Errorf("%s: nothing is left of what was written", test.args)
		}
	}
}

// That a file cannot be opened is a problem of that file.
func TestMissingFile(t *testing.T) {
	var c trace.Collector
	if _, err := importer.ReadFile("gone.json", importer.Options{}, &c); err != nil {
		t.Fatal(err)
	}
	if got := found(&c); got != "gone.json: no such file or directory (fatal)" && !strings.HasPrefix(got, "gone.json: ") {
		t.Error(got)
	}
	if _, err := importer.ReadFile(filepath.Join("testdata"), importer.Options{}, &c); err != nil || len(c.Problems) != 2 {
		t.Error(err, c.Problems)
	}
}

// What import writes of any example is read as the same.
func TestExamplesRoundTrip(t *testing.T) {
	for _, path := range examples(t) {
		var c, back trace.Collector
		if _, err := importer.ReadFile(path, importer.Options{}, &c); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		w := trace.NewWriter(&b)
		for i := range c.Traces {
			w.Begin(&c.Traces[i].Header)
			for k := range c.Traces[i].Events {
				w.Event(&c.Traces[i].Events[k])
			}
		}
		w.Flush()
		if _, err := importer.Read("out.jsonl", strings.NewReader(b.String()), importer.Options{}, &back); err != nil {
			t.Fatal(err)
		}
		// Results without a call have none in what is written either.
		c.Problems, back.Problems = nil, unreadable(&back)
		if want, got := render(&c, nil), render(&back, nil); want != got {
			t.Errorf("%s:\n%s\nis read back as\n%s", path, want, got)
		}
	}
}
