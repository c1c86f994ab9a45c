package edit_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// addresses are addresses of every kind.
var addresses = map[edit.Kind][]string{
	edit.Const:      {"const/limit"},
	edit.ConstType:  {"const/limit/type"},
	edit.ConstValue: {"const/limit/value"},
	edit.Var:        {"var/in_stock", "model.wm#var/a~1b", "a b/model.wm#var/type"},
	edit.VarType:    {"var/status/type"},
	edit.EnumName:   {"var/status/enum/open", "var/r/field/f/elem/enum/two words", "const/limit/enum/~", "var/field/elem/field/elem/enum/enum", "var/status/key/enum/open", "var/status/value/field/f/enum/value"},
	edit.Transition: {"transition/pay"},
	edit.Param:      {"transition/pay/param/amount"},
	edit.Pre:        {"transition/pay/pre/0", "transition/pay/pre"},
	edit.Post:       {"transition/pay/post/12", "transition/pay/post"},
	edit.Use:        {"use", "suite.checks#use"},
	edit.Case:       {"case/first"},
	edit.Prompt:     {"case/first/prompt"},
	edit.Init:       {"case/first/init/in_stock"},
	edit.InitValue:  {"case/first/init/in_stock/value"},
	edit.Check:      {"case/first/check/order"},
	edit.CheckForm:  {"case/first/check/order/form"},
	edit.Pin:        {"case/first/check/order/pin/item", "case/c/check/or/or/0/or/1/pin/pin", "case/c/check/k/anchor/pin/value"},
	edit.PinValue:   {"case/first/check/order/target/pin/item/value"},
	edit.Goal:       {"case/first/goal/0", "case/first/goal"},
}

func TestAddresses(t *testing.T) {
	for kind, list := range addresses {
		for _, s := range list {
			a, err := edit.ParseAddress(s)
			if err != nil || a.Kind() != kind || a.String() != s {
				t.Errorf("%s is read as %s, which is %s: %v", s, a, a.Kind(), err)
			}
		}
	}
	if a, err := edit.ParseAddress("#var/x"); err != nil || a.File != "" || a.Kind() != edit.Var {
		t.Errorf("#var/x is read as %s, which is %s: %v", a, a.Kind(), err)
	}
	for _, s := range []string{"", "var", "var/", "variable/x", "var/x/y", "var/x/enum", "var/x/field/enum/y", "use/x", "transition/t/pre/x", "transition/t/pre/01",
		"transition/t/pre/-1", "case/c/check/k/pin", "case/c/check/k/or/pin/x", "case/c/init", "var/a~b", "var/x#y/type"} {
		if a, err := edit.ParseAddress(s); err == nil {
			t.Errorf("%q is read as %s", s, a.Kind())
		}
	}
}

// A name may hold anything.
func TestNamesInAddresses(t *testing.T) {
	modeltest.Law(t, 70, func(t *rapid.T) {
		name := rapid.StringOf(rapid.SampledFrom([]rune("a/#~0 é\x00\""))).Draw(t, "name")
		a := edit.At("var", "x", "enum", name)
		b, err := edit.ParseAddress(a.String())
		if err != nil || b.Key() != name || b.Kind() != edit.EnumName {
			t.Fatalf("%q is written as %q and read as %q: %v", name, a, b.Key(), err)
		}
	})
}

// The schema takes exactly the operations that things of a kind take.
func TestSchemaKnowsTheKinds(t *testing.T) {
	for kind, list := range addresses {
		for _, s := range list {
			at, _ := edit.ParseAddress(s)
			for _, op := range []edit.Op{edit.Add, edit.Remove, edit.Replace, edit.Rename, edit.Move} {
				data, err := edit.WriteJSON([]edit.Edit{{Op: op, At: at, Expect: "x", Text: "x", To: "y", Before: "z"}})
				if err != nil {
					t.Fatal(err)
				}
				want := kind.Takes(op)
				if kind == edit.Pre || kind == edit.Post || kind == edit.Goal {
					want = want && (at.Index() < 0) == (op == edit.Add)
				}
				if err := schematest.Check("edits.schema.json", string(data)); (err == nil) != want {
					t.Errorf("%s %s: %v", op, s, err)
				}
			}
		}
	}
}

// A person reads the clauses in a list of edits as they are in a model.
func TestWriteJSONKeepsOperators(t *testing.T) {
	data, err := edit.WriteJSON([]edit.Edit{{Op: edit.Add, At: edit.At("transition", "t", "pre"), Text: "(=> (<= a 1) (> b 2)) ; a & b"}})
	if err != nil || !strings.Contains(string(data), `"(=> (<= a 1) (> b 2)) ; a & b"`) {
		t.Errorf("%s %v", data, err)
	}
}

func TestReadJSONRefuses(t *testing.T) {
	for doc, want := range map[string]string{
		`[]`:                                     "expected a JSON object {\"version\": 1, \"edits\": […]}: line 1: expected an object, found a list",
		``:                                       "expected a JSON object {\"version\": 1, \"edits\": […]}: line 1: unexpected end of the text",
		"{\n x":                                  "expected a JSON object {\"version\": 1, \"edits\": […]}: line 2: not JSON",
		`{"version": 2, "edits":[]}`:             "the member `version` is not 1",
		`{"version": 1}`:                         "the member `edits` is not a list of objects",
		`{"version": 1, "edits": [], "more": 1}`: "there is a member `more`",
		`{"d": 1, "c": 1, "b": 1, "a": 1}`:       "there is a member `a`",
		`{"version": 1, "edits": [{"op": "drop"}]}`:                                                            "edit 1, op: `op` is not add, remove, replace, rename or move",
		`{"version": 1, "edits": [{"op": "remove", "at": "var/x"}]}`:                                           "edit 1, expect: `remove` lacks its member `expect`",
		`{"version": 1, "edits": [{"op": "remove", "at": "var/x", "expect": "", "to": ""}]}`:                   "edit 1, to: `remove` has no member `to`; it has at, expect",
		`{"version": 1, "edits": [{"op": "remove", "at": "var/x", "expect": null}]}`:                           "edit 1, expect: it is not a text",
		`{"version": 1, "edits": [{"op": "remove", "at": "x", "expect": ""}]}`:                                 "edit 1, at: \"x\" is not an address",
		`{"version": 1, "edits": [{"op": "add", "at": "var/x", "before": 1, "text": "(var x Bool)"}]}`:         "edit 1, before: it is not a text",
		`{"version": 1, "edits": [{"op": "rename", "at": "var/x", "expect": "x", "to": "y"}, {"op": "move"}]}`: "edit 2, at: `move` lacks its member `at`",
	} {
		_, err := edit.ReadJSON([]byte(doc))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", doc, err)
		}
		number := -1 // of the edit; the document as a whole is none
		if strings.HasPrefix(want, "edit ") {
			number = int(want[len("edit ")] - '1')
		}
		var refused *edit.Refused
		if errors.As(err, &refused) && refused.Faults[0].Edit != number {
			t.Errorf("%s: the fault is of edit %d, not %d", doc, refused.Faults[0].Edit, number)
		}
		if schematest.Check("edits.schema.json", doc) == nil {
			t.Errorf("the schema takes %s", doc)
		}
	}
}
