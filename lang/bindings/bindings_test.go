package bindings

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

func read(t testing.TB, text string) (*Set, []string) {
	t.Helper()
	var found []string
	add := func(p diag.Problem) { found = append(found, diag.Of(p).Primary.String()+" "+diag.Of(p).Message) }
	f := source.NewFile("bindings.yaml", text)
	root, _ := document.ReadYAML(f, document.Options{Depth: 64, Values: 1000, Report: add})
	if root == nil {
		t.Fatal(found)
	}
	s, problems := New(f, root)
	for _, p := range problems {
		add(p)
	}
	return s, found
}

func mustRead(t testing.TB, text string) *Set {
	t.Helper()
	s, found := read(t, text)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return s
}

const shop = `
failures: ['^Error:']
tools:
  send_certificate:
    failures: ['not found$']
    answers:
      - matches: 'Certificate (?<id>\w+) added with amount (?<amount>\d+)(?<note> \(new\))?'
      - matches: '^nothing (?<why>.*)'
        value: {amount: 0}
      - matches: '^Transfer successful$'
        value: true
    fields:
      amount: {as: integer}
  get_order:
    fields:
      status: {map: {"pending (item modified)": pending, 7: seven}}
      /items/*/due: {date: YYYY-MM-DD}
      /items/0/price: {as: text}
      detail: {as: json}
      /detail/on: {date: 'MMM D, YYYY'}
      /a~1b: {as: boolean}
      cards: {as: keys}
      variants: {as: values}
      first_due: {from: /items/0/on, date: YYYY-MM-DD}
  is_open:
    fields:
      "": {as: boolean}
`

func TestRead(t *testing.T) {
	s := mustRead(t, shop)
	for _, c := range []struct{ tool, text, want string }{
		{"send_certificate", "Certificate c_1 added with amount 300.", `{"id":"c_1","amount":300}`},
		{"send_certificate", "Certificate c_1 added with amount 300 (new)", `{"id":"c_1","amount":300,"note":" (new)"}`},
		{"send_certificate", "nothing to do", `{"amount":0,"why":"to do"}`},
		{"send_certificate", "Transfer successful", `true`},
		{"send_certificate", `{"amount": "12"}`, `{"amount":12}`},
		{"send_certificate", `{"amount": "12.5"}`, `{"amount":"12.5"}`},
		{"send_certificate", "something else", `"something else"`},
		{"send_certificate", "user not found", "failed: not found$"},
		{"send_certificate", "Error: no", "failed: ^Error:"},
		{"get_order", "Error: no", "failed: ^Error:"},
		{"other", "Error: no", "failed: ^Error:"},
		{"get_order", "user not found", `"user not found"`},
		{"get_order", `{"status":"pending (item modified)"}`, `{"status":"pending"}`},
		{"get_order", `{"status":7}`, `{"status":"seven"}`},
		{"get_order", `{"status":"delivered"}`, `{"status":"delivered"}`},
		{"get_order", `{"items":[{"due":"1970-01-02"},{"due":"1969-12-31T23:00:00Z"},{}]}`, `{"items":[{"due":1},{"due":-1},{}]}`},
		{"get_order", `{"items":[{"due":"2024-02-30","price":2.50},{"due":"2024-02-299"}]}`, `{"items":[{"due":"2024-02-30","price":"2.5"},{"due":"2024-02-299"}]}`},
		{"get_order", `{"detail":"{\"on\": \"Mar 5, 2024\"}"}`, `{"detail":{"on":19787}}`},
		{"get_order", `{"a/b":"TRUE"}`, `{"a/b":true}`},
		{"get_order", `{"cards":{"c2":{},"c1":1},"variants":{"v2":{"id":"v2"},"v1":1}}`, `{"cards":["c2","c1"],"variants":[{"id":"v2"},1]}`},
		{"get_order", `{"cards":["c1"],"variants":{}}`, `{"cards":["c1"],"variants":[]}`},
		{"get_order", `{"items":[{"on":"1970-01-02"},{"on":"1970-01-03"}]}`, `{"items":[{"on":"1970-01-02"},{"on":"1970-01-03"}],"first_due":1}`},
		{"get_order", `{"items":[{"on":"soon"}],"first_due":"x"}`, `{"items":[{"on":"soon"}],"first_due":"x"}`},
		{"get_order", `[1, 2]`, `[1,2]`},
		{"is_open", "false", `false`},
		{"is_open", " True", `true`},
		{"other", "[1, 1]", `[1,1]`},
		{"other", "just text", `"just text"`},
	} {
		r := s.Read(c.tool, c.text)
		got := ""
		if r.Failed != nil {
			got = "failed: " + r.Failed.Text
		} else {
			got = string(document.AppendJSON(nil, r.Value))
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.tool, c.text, got, c.want)
		}
	}
}

// Without bindings an answer is what it is as JSON, or its text.
func TestReadWithout(t *testing.T) {
	var s *Set
	for text, want := range map[string]string{`{"a":1}`: `{"a":1}`, "a b": `"a b"`, "": `""`} {
		if got := string(document.AppendJSON(nil, s.Read("x", text).Value)); got != want || s.MayFail("x") {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// What a value shares with others is not changed.
func TestConversionCopies(t *testing.T) {
	s := mustRead(t, "tools: {t: {answers: [{matches: x, value: {d: ['1970-01-03'], e: 1}}], fields: {/d/*: {date: YYYY-MM-DD}, e: {as: text}}}}")
	for range 2 {
		if got := string(document.AppendJSON(nil, s.Read("t", "x").Value)); got != `{"d":[2],"e":"1"}` {
			t.Error(got)
		}
	}
}

func TestTrace(t *testing.T) {
	s := mustRead(t, shop)
	var told []string
	s.Trace("get_order", `{"status":"odd","items":[{"due":"x"},{"due":"1970-01-01"}],"detail":{"no":1}}`, func(f *Field, o Outcome) {
		told = append(told, fmt.Sprintf("%s %d %d %s", f.Path, o.Found, o.Converted, o.Left))
		if o.Beside != nil {
			told[len(told)-1] += " beside " + string(document.AppendJSON(nil, o.Beside))
		}
	})
	want := `status 1 0 "odd"
/items/*/due 2 1 "x"
/items/0/price 0 0  beside {"due":"x"}
detail 1 0 {"no":1}
/detail/on 0 0  beside {"no":1}
/a~1b 0 0  beside {"status":"odd","items":[{"due":"x"},{"due":0}],"detail":{"no":1}}
cards 0 0  beside {"status":"odd","items":[{"due":"x"},{"due":0}],"detail":{"no":1}}
variants 0 0  beside {"status":"odd","items":[{"due":"x"},{"due":0}],"detail":{"no":1}}
/items/0/on 0 0  beside {"due":"x"}`
	if got := strings.Join(told, "\n"); got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"failures: ['a(b']", "bindings.yaml:1:13 the regular expression cannot be read: missing closing )"},
		{"failures: ['a(?=b)']", "bindings.yaml:1:14 the regular expression cannot be read: invalid or unsupported Perl syntax"},
		{"tools: {t: {answers: [{matches: abc}]}}", "bindings.yaml:1:33 the rule says nothing about the answer"},
		{"tools: {t: {answers: [{matches: '(?<a>b)', value: 1}]}}", "bindings.yaml:1:51 the groups of a rule are members of its value, which is not a mapping"},
		{"tools: {t: {answers: [{matches: '(?<a>b)', value: {a: 1}}]}}", "bindings.yaml:1:52 `a` is a member of the value and a group of the regular expression"},
		{"tools: {t: {fields: {a: {}}}}", "bindings.yaml:1:22 a field requires one conversion"},
		{"tools: {t: {fields: {a: {as: text, map: {}}}}}", "bindings.yaml:1:22 a field requires one conversion"},
		{"tools: {t: {fields: {a: {from: b}}}}", "bindings.yaml:1:22 a field requires one conversion"},
		{"tools: {t: {fields: {a: {from: /b/*, as: text}}}}", "bindings.yaml:1:32 `from` leads to one part of the answer"},
		{"tools: {t: {fields: {/a/b: {from: b, as: text}}}}", "bindings.yaml:1:22 a field with `from` is a new member of the answer"},
		{"tools: {t: {fields: {a: {date: yyyy-mm-dd}}}}", "bindings.yaml:1:32 the form of a date requires a year, a month and a day, each once"},
	} {
		_, found := read(t, c.text)
		if got := strings.Join(found, "\n"); got != c.want {
			t.Errorf("%s\n  %s\n  want %s", c.text, got, c.want)
		}
	}
}

// Whatever tools answer, reading ends, and does not panic.
func TestReadAnything(t *testing.T) {
	s := mustRead(t, shop)
	rapid.Check(t, func(t *rapid.T) {
		tool := rapid.SampledFrom([]string{"send_certificate", "get_order", "is_open", "other"}).Draw(t, "tool")
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`\{"(status|items|detail|amount)":([0-9]{1,30}|"[ -~]*"|\[.*\]|null)\}`)).Draw(t, "text")
		if r := s.Read(tool, text); (r.Value == nil) != (r.Failed != nil) {
			t.Errorf("%q: %+v", text, r)
		}
	})
}
