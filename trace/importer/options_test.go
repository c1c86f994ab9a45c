package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// A format that is named is taken, and one that does not exist is refused.
func TestFormatOption(t *testing.T) {
	text := `[{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"x","arguments":{},"requestor":"user"}]}]`
	c, notes := read(t, text, importer.Options{Format: "tau2"})
	if len(c.Traces) == 0 || c.Traces[0].Format != "tau2" {
		t.Errorf("%v", c.Traces)
	}
	for _, n := range notes {
		if strings.HasPrefix(n.Code, "format") {
			t.Errorf("a format that was named is said to be recognised: %v", n)
		}
	}
	for name, want := range map[string]string{"opnai": `there is no format "opnai"; did you mean openai?`, "x": `there is no format "x"; there are ["mantrac"`} {
		_, err := importer.Read("f", strings.NewReader(text), importer.Options{Format: name}, &counter{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
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
		c.Problems = nil
		if want, got := render(&c, nil), render(&back, nil); want != got {
			t.Errorf("%s:\n%s\nis read back as\n%s", path, want, got)
		}
	}
}
