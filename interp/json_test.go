package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

const depot = `(model
  (var r (Record (n Real) (on Bool)))
  (var s (Array (Enum "a" "b")))
  (var text String)

  (transition t
    (params (n n) (r rec) (s txt))
    (pre (> (param n) 0.5)
         (= (param rec) r)
         (= (param txt) text))
    (post (= (next text) "x"))))
`

func render(t testing.TB, trace interp.Trace) string {
	t.Helper()
	var b strings.Builder
	if trace.Init != nil {
		b.WriteString(stateTexts(t, []interp.State{trace.Init})[0])
	}
	for _, s := range trace.Steps {
		fmt.Fprintf(&b, " %s%s", s.Call.Tool, interp.ToJSON(s.Call.Args))
		if s.State != nil {
			b.WriteString(stateTexts(t, []interp.State{s.State})[0])
		}
	}
	return b.String()
}

func TestReadTrace(t *testing.T) {
	m := model(t, depot, nil)
	const whole = `{"r":{"on":true,"n":"1/3"},"s":["b","a","b"],"text":"1/3"}`
	const canonical = `{"r":{"n":"1/3","on":true},"s":["a","b"],"text":"1/3"}`
	for text, want := range map[string]string{
		`[]`:                       "",
		"\ufeff[{\"tool\":\"t\"}]": " t{}",
		`{"init":` + whole + `,"steps":[],"free":["x"],"broken":null}`:                 canonical,
		`{"init":{"r":{"on":false}},"steps":[]}`:                                       `{"r":{"on":false}}`,
		`{"init":null,"steps":[{"tool":"t","state":` + whole + `}]}`:                   " t{}" + canonical,
		`[{"tool":"t","args":{"n":1.50,"z":[1,{"y":null}]}},{"tool":"u"}]`:             ` t{"n":1.5,"z":[1,{"y":null}]} u{}`,
		`[{"tool":"t","arguments":{"n":"1/3","s":"1/3","r":{"n":"-2/4","on":"1/2"}}}]`: ` t{"n":"1/3","s":"1/3","r":{"n":-0.5,"on":"1/2"}}`,
		"{\"tool\":\"t\"}\n{\"tool\":\"u\",\"state\":null}\n":                          ` t{} u{}`,
		"{\"init\":{\"text\":\"a\"}}\n\n{\"tool\":\"t\"}":                              `{"text":"a"} t{}`,
		`{"init":{"text":"a"}}`:                                                        `{"text":"a"}`,
	} {
		if got := render(t, readTrace(t, m, text)); got != want {
			t.Errorf("%s\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestReadTraceErrors(t *testing.T) {
	m := model(t, depot, nil)
	for text, want := range map[string]string{
		``:                     "1:1: the file is empty; a trace without calls is `[]`",
		`,`:                    "1:1: expected a value, found `,`",
		`[,1]`:                 "1:2: unexpected comma",
		`{"a"::1}`:             "1:6: expected a value, found `:`",
		`[1`:                   "1:1: `[` is never closed",
		`[{}`:                  "1:1: `[` is never closed",
		`[{"tool":"t",}]`:      "1:13: unexpected comma before `}`",
		"[\n{\"tool\" \"t\"}]": `2:2: expected a colon and a value after the name "tool"`,
		// A record of JSON Lines ends with its line.
		"{\"tool\":\"t\"}\n{\"tool\":\"t\"\n{\"tool\":\"t\"}":       "2:1: `{` is never closed",
		"{\"tool\":\"t\"\n{\"tool\":\"t\"}\n":                       "1:1: `{` is never closed",
		"{\"tool\":\"t\"}\n{\"tool\":\n{\"tool\":\"t\"}\n":          "2:1: `{` is never closed",
		"{\"tool\":\"t\"}\n{\"tool\":\"t\",\"args\":{}]\n{}":        "2:22: `]` cannot close `{`",
		"\ufeff{\n\"steps\":[\n{\"tool\":\"t\"\n{\"tool\":\"t\"}]}": "4:1: expected a name in double quotes, or `}`",
		`[1]`:                      `1:2: a step is an object {"tool": …, "args": {…}}`,
		`"x"`:                      `1:1: a step is an object {"tool": …, "args": {…}}`,
		`{}`:                       `1:1: the step lacks its "tool"`,
		`[{"tool":1}]`:             "1:10: the name of a tool is a string",
		`[{"tool":"t","args":[]}]`: "1:21: the arguments are an object",
		`[{"tool":"t","args":{},"arguments":{}}]`:                `1:36: a step has "args" or "arguments", not both`,
		`[{"tool":"t","tool":"u"}]`:                              `1:14: duplicate name "tool" in one object`,
		`[{"tool":"t","args":{"a":{"b":1,"b":1}}}]`:              `1:33: duplicate name "b" in one object`,
		`[{"tool":"t","args":{"n":1e9999}}]`:                     "1:26: the exponent of 1e9999 is beyond ±4096",
		`[] []`:                                                  "1:4: the file has data after its trace",
		`{"steps":{}}`:                                           "1:10: the steps are a list",
		`{"init":[],"steps":[]}`:                                 "1:9: a state is an object with the values of the variables",
		`{"init":{"txt":"a"}}`:                                   "1:10: the model has no state variable \"txt\"; did you mean `text`?",
		`{"init":{"text":1}}`:                                    "1:17: expected a String, found 1",
		`{"init":{"text":null}}`:                                 "1:17: expected a String, found null",
		`{"init":{"s":["a","c"]}}`:                               `1:19: "c" is not one of the names "a", "b"`,
		`{"init":{"s":{}}}`:                                      "1:14: (record) is not a value of the type (Array (Enum \"a\" \"b\"))",
		`{"init":{"r":{"n":"1/0"}}}`:                             `1:19: expected a Real, found "1/0"`,
		`{"init":{"r":1}}`:                                       "1:14: expected a record, found 1",
		`{"init":{"r":{"m":1}}}`:                                 `1:15: the record has no field "m"`,
		`[{"tool":"t","state":{"text":"a","s":[],"r":{"n":1}}}]`: `1:45: the record has no field "on"`,
		`[{"tool":"t","state":{"text":"a"}}]`:                    "1:22: the state gives `r` no value",
		"[\"\xff\"]":                                             "1:3: the byte 0xFF is not UTF-8",
		strings.Repeat("[", 300):                                 "1:257: nested more than 256 levels deep",
	} {
		_, err := interp.ReadTrace(source.NewFile("t.json", text), m)
		var traceError *interp.TraceError
		if !errors.As(err, &traceError) || err.Error() != "t.json:"+want {
			t.Errorf("%s\n%v\nwant\n%s", text, err, want)
		}
	}
}

func TestToJSON(t *testing.T) {
	for want, v := range map[string]types.Value{
		`null`:                           nil,
		`["a\n",true,{"k":[],"b":null}]`: types.List{types.Text("a\n"), types.Boolean(true), types.Object{{Name: "k", Value: types.List{}}, {Name: "b", Value: types.Null{}}}},
	} {
		if got := string(interp.ToJSON(v)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, text := range []string{`1 2`, ``, `{"a":1}`, `x`} {
		if v, err := interp.FromJSON([]byte(text), types.Int); err == nil {
			t.Errorf("%s is %s", text, v)
		}
	}
}

// A fraction in a string is read up to a length, so that no file takes long to read.
func TestLongFractions(t *testing.T) {
	for digits, read := range map[int]bool{4094: true, 4095: false} {
		text := `"1/` + strings.Repeat("3", digits) + `"`
		if v, err := interp.FromJSON([]byte(text), types.Real); (err == nil) != read {
			t.Errorf("%d digits: %v, %v", digits, v, err)
		}
	}
}

func TestReadState(t *testing.T) {
	x := interp.New(model(t, depot, nil))
	for text, want := range map[string]string{
		`{"r":{"on":true,"n":"1/3"},"s":["b","a"],"text":"x"}`: `{"r":{"n":"1/3","on":true},"s":["a","b"],"text":"x"}`,
		`[]`:                              "json: cannot unmarshal array into Go value of type map[string]json.RawMessage",
		`{"r":{"n":1,"on":true},"s":[]}`:  "`text` has no value",
		`{"r":{"n":1,"on":"yes"},"s":[]}`: "`r`: value:1:13: expected a Bool, found \"yes\"",
	} {
		s, err := x.ReadState([]byte(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = stateTexts(t, []interp.State{s})[0]
		}
		if got != want {
			t.Errorf("%s: %s\nexpected %s", text, got, want)
		}
	}
}

func fuzzModel(t testing.TB) *checker.Model { return model(t, depot, nil) }

// Whatever a file holds, reading it ends with a trace that can be replayed or
// with an error that has a place.
func FuzzReadTrace(f *testing.F) {
	for _, seed := range []string{
		`[]`, `{"init":{"text":"a","s":["a"],"r":{"n":"1/3","on":true}},"steps":[{"tool":"t","args":{"n":1,"r":{}}}]}`,
		"{\"init\":{}}\n{\"tool\":\"t\"}", `[{"tool":"t","args":{"a":[[[]]],"a":1}}]`, `[1e5, -0.0, "\ud800"]`, "{\"a\":", "\xff",
	} {
		f.Add(seed)
	}
	m := fuzzModel(f)
	x := interp.New(m)
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := interp.ReadTrace(source.NewFile("t.json", text), m)
		if err != nil {
			var traceError *interp.TraceError
			if !errors.As(err, &traceError) || traceError.At.IsZero() || traceError.Message == "" {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		for _, s := range trace.Steps {
			if s.State == nil {
				continue
			}
			if _, err := x.Canonical(s.State); err != nil {
				t.Fatalf("a state that is none: %v", err)
			}
		}
		if len(trace.Steps) < 50 {
			_, _ = x.Run(trace)
		}
	})
}
