package project

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/mantrac/mantrac/lang/diag"
)

const (
	meaningTools = `{"tools": [
  {"name": "cancel_order", "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}, "reason": {"type": "string"}}}},
  {"name": "look_up", "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}}
]}
`
	meaningModel = `(model
  (var looked Bool)
  (var status (Enum "open" "closed"))
  (var count Int)
  (var flags (Array String))

  (transition look_up
    (params (order_id id))
    (pre (contains flags (param id)))
    (post (= (next looked) true)))

  (transition cancel_order
    (params (order_id id))
    (pre looked
         (contains flags (param id))
         (>= count 0)
         (= status "open"))
    (post (= (next status) "closed"))))
`
	meaningSuite = `(use "m.wm")

(case refund
  (init (looked false) (status "open") (count 0))
  (checks
    (cancel (call cancel_order (order_id "O1")))))
`
)

// Texts of which a fix changed the meaning, or of which there are two readings:
// check --fix leaves them as they are, and so do suggestions where the reading
// that they would choose is wrong.
func TestFixKeepsTheMeaning(t *testing.T) {
	for _, c := range []struct {
		name, from, to string // what is written for what
		suggested      string // what suggestions make of it; "" where nothing is suggested
	}{
		{"tool_call is no no_call", "(call cancel_order (order_id \"O1\"))", "(tool_call cancel_order)", "(call cancel_order)"},
		{"do_call is no no_call", "(call cancel_order (order_id \"O1\"))", "(do_call cancel_order)", "(call cancel_order)"},
		{"must_not_call forbids", "(call cancel_order (order_id \"O1\"))", "(must_not_call cancel_order)", "*(no_call cancel_order)"},
		{"a check that is named for what it forbids", "(cancel (call cancel_order (order_id \"O1\")))", "(no_cancel cancel_order)", ""},
		{"not contains", "looked\n", "(not-contains flags \"vip\")\n", "(not (contains flags \"vip\"))\n"},
		{"xor", "looked\n", "(xor looked (= count 1))\n", "(not (= looked (= count 1)))\n"},
		{"nand", "looked\n", "(nand looked (= count 1))\n", "(not (and looked (= count 1)))\n"},
		{"nor", "looked\n", "(nor looked (= count 1))\n", "(not (or looked (= count 1)))\n"},
		{"a no-call as an anchor", "(call cancel_order (order_id \"O1\"))", "(after (call cancel_order) (no_call look_up))", ""},
		{"a no-call as a target", "(call cancel_order (order_id \"O1\"))", "(follows (no_call cancel_order) (call look_up))", ""},
		{"a star", `(order_id "O1")`, `(order_id *)`, "?"},
		{"an underscore", `(order_id "O1")`, `(order_id _)`, "?"},
		{"any", `(order_id "O1")`, `(order_id any)`, "?"},
		{"a variable with a dollar", `(order_id "O1")`, `(order_id $id)`, "?"},
		{"a variable with a question mark", `(order_id "O1")`, `(order_id ?id)`, "?"},
		{"a name without quotes", `(order_id "O1")`, `(order_id O1)`, `(order_id "O1")`},
		{"None", `(order_id "O1")`, `(order_id None)`, `(order_id null)`},
		{"an assignment without next", `(= (next status) "closed")`, `(= count (+ count 1))`, "?"},
		{"one beside another", `(= (next status) "closed")`, "(= (next status) \"closed\")\n          (= looked false)", ""},
		{"an initial value in var", "(var looked Bool)", "(var looked Bool false)", "?"},
		{"a free text that the manual may restrict", `(order_id "O1")`, `(order_id "O1") (reason "the item arrived damaged and late")`, `(order_id "O1")`},
		{"an unused variable", "(var looked Bool)", "(var looked Bool)\n  (var extra Int)", "(var looked Bool)"},
		{"a section that is lost", "    (pre (contains flags (param id)))\n", "", "?"},
		{"a decimal comma", "(count 0)", "(count 1,5)", "?"},
		{"a name with a slip", "looked\n", "loked\n", "looked\n"},
		{"an operand that may go anywhere", "looked\n", "(and (or looked (= count 1) (= count 2))\n", "?"},
		{"a file that is cut off", "         (>= count 0)\n         (= status \"open\"))\n    (post (= (next status) \"closed\"))))\n", "", "?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts := map[string]string{"m.wm": meaningModel, "s.checks": meaningSuite, "tools.json": meaningTools, "mantra.yaml": "tools: tools.json\nmodel: m.wm\n"}
			changed := "m.wm"
			if strings.Count(texts[changed], c.from) == 0 {
				changed = "s.checks"
			}
			if strings.Count(texts[changed], c.from) != 1 {
				t.Fatalf("%q is not there once", c.from)
			}
			texts[changed] = strings.Replace(texts[changed], c.from, c.to, 1)
			tree(t, "")
			for name, text := range texts {
				put(t, name, text)
			}
			if fixed := Fix(mustFind(t, "."), Options{}, diag.Certain); len(fixed.Files) > 0 {
				t.Errorf("--fix makes\n%s", fixed.Files[0].New)
			}
			if c.suggested == "?" {
				return
			}
			want := strings.Replace(texts[changed], c.to, strings.TrimPrefix(c.suggested, "*"), 1)
			if c.suggested == "" {
				want = texts[changed]
			}
			got := texts[changed]
			for _, f := range Fix(mustFind(t, "."), Options{}, diag.Suggestion).Files {
				got = f.New
			}
			if got != want && !(c.suggested[:min(1, len(c.suggested))] == "*" && got == texts[changed]) {
				t.Errorf("--fix=suggestions makes\n%s\nnot\n%s", got, want)
			}
		})
	}
}

// What is certain is fixed: it has one reading.
func TestCertainFixes(t *testing.T) {
	for _, c := range []struct{ name, from, to string }{
		{"brackets", `(order_id "O1")`, `[order_id "O1"]`},
		{"commas in an enum", `"open" "closed")`, `"open", "closed")`},
		{"names of an enum without quotes", `"open" "closed")`, `open, closed)`},
		{"a next of another language", "(next looked)", "next.looked"},
		{"infix", `(= status "open")`, `(status == "open")`},
		{"an argument written bare", "(contains flags (param id)))\n    (post", "(contains flags id))\n    (post"},
		{"a section in a wrong place", "(params (order_id id))\n    (pre (contains flags (param id)))\n    (post (= (next l", "(pre (contains flags (param id)))\n    (params (order_id id))\n    (post (= (next l"},
		{"a parenthesis missing in the middle", "(post (= (next looked) true)))", "(post (= (next looked) true))"},
		{"a parenthesis too many", "(post (= (next looked) true)))", "(post (= (next looked) true))))"},
		{"quotation marks", `"O1"`, `“O1”`},
		{"a clause that is there twice", "         (= status \"open\"))", "         (= status \"open\")\n         (= status \"open\"))"},
		{"a number that is written as a string", "(count 0)", `(count "0")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts := map[string]string{"m.wm": meaningModel, "s.checks": meaningSuite, "tools.json": meaningTools, "mantra.yaml": "tools: tools.json\nmodel: m.wm\n"}
			tree(t, "")
			for name, text := range texts {
				put(t, name, strings.Replace(text, c.from, c.to, 1))
			}
			for _, f := range Fix(mustFind(t, "."), Options{}, diag.Certain).Files {
				put(t, f.Name, f.New)
			}
			for name, text := range texts {
				if got := content(t, name); got != text {
					t.Errorf("%s becomes\n%s", name, got)
				}
			}
		})
	}
}

// A file in another encoding or another language is never changed.
func TestFixLeavesForeignFilesAlone(t *testing.T) {
	var wide strings.Builder
	wide.WriteString("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(meaningModel)) {
		wide.WriteByte(byte(unit))
		wide.WriteByte(byte(unit >> 8))
	}
	for name, text := range map[string]string{
		"UTF-16":          wide.String(),
		"JSON":            `{"cases": [{"name": "refund", "checks": [{"call": "cancel_order"}]}]}` + "\n",
		"JSON and a form": "[\n  {\"call\": \"cancel_order\"},\n  (case a)\n]\n",
		"YAML":            "case: refund\nchecks:\n  - call: cancel_order\n",
		"XML":             "<suite>\n  <call tool=\"cancel_order\"/>\n</suite>\n",
	} {
		for _, file := range []string{"a.checks", "a.wm"} {
			tree(t, "")
			put(t, file, text)
			fixed := Fix(mustFind(t, file), Options{}, diag.Suggestion)
			if len(fixed.Files) > 0 {
				t.Errorf("%s in %s becomes\n%q", name, file, fixed.Files[0].New)
			}
			if len(fixed.Result.Diagnostics) == 0 {
				t.Errorf("nothing is said about %s in %s", name, file)
			}
		}
	}
}

// While there are errors in any of the files, no lint is fixed.
func TestFixErrorsFirst(t *testing.T) {
	twice := strings.Replace(meaningModel, `(= status "open"))`, "(= status \"open\")\n         (= status \"open\"))", 1)
	tree(t, "-- mantra.yaml --\ntools: tools.json\nmodel: m.wm\n-- tools.json --\n"+meaningTools+"-- m.wm --\n"+twice+
		"-- s.checks --\n"+strings.Replace(meaningSuite, "call cancel_order", "call cancel_orders", 1))
	if fixed := Fix(mustFind(t, "."), Options{}, diag.Certain); len(fixed.Files) > 0 {
		t.Errorf("%s becomes\n%s", fixed.Files[0].Name, fixed.Files[0].New)
	}
	put(t, "s.checks", meaningSuite)
	fixed := Fix(mustFind(t, "."), Options{}, diag.Certain)
	if len(fixed.Files) != 1 || fixed.Files[0].New != meaningModel {
		t.Errorf("without errors: %+v", fixed)
	}
}
