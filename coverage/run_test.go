package coverage_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/solver"
)

const tools = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"how": {"type": "string", "enum": ["card", "cash"]}}, "required": ["how"]}},
  {"name": "close", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "cancel", "inputSchema": {"type": "object", "properties": {}}},
  {"name": "repair", "inputSchema": {"type": "object", "properties": {}}}
]}`

const model = `(model
  (var looked Bool)
  ; @manual manual.md#States
  (var state (Enum "open" "closed" "lost"))
  ; @manual manual.md#Looking
  (transition look (params) (pre) (post (= (next looked) true)))
  ; @manual manual.md#Paying
  (transition pay (params (how h))
    (pre (= looked true)
         ; @manual manual.md#L20-L21
         (=> (= (param h) "cash") (= state "open")))
    (post))
  (transition close (params) (pre) (post (= (next state) "closed")))
  (transition cancel (params) (pre) (post))
  (transition repair (params) (pre (= state "lost")) (post)))
`

const suite = `(use "model.wm")
; @manual manual.md#Cards
(case buy
  (init (looked false) (state "open"))
  (checks
    (paid (call pay (how "card")))
    (first (after (call pay) (call look)))
    (open (after (no_call pay (how "cash")) (call close)))
    (kept (no_call cancel))))
(case stuck
  (init (looked false) (state "lost"))
  (checks (yes (call pay)) (no (no_call pay))))
`

const manual = `# Shop

## Looking
## Paying
## Cards
## States
## Hours
`

// shop returns the coverage of a small project.
func shop(t *testing.T, read func(string) ([]byte, error)) *coverage.Result {
	t.Helper()
	p, err := modeltest.Load(tools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	o := coverage.Options{Workers: 2, Read: read}
	if _, err := solver.Attach(&o.Options, solver.Limits{Jobs: 2, Steps: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	r, err := coverage.Run(context.Background(), []*checker.Model{p.Model}, []*checker.Suite{p.Suite}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestItems(t *testing.T) {
	r := shop(t, nil)
	want := map[string]string{
		"var/state/enum/open":     "exercised buy",
		"var/state/enum/closed":   "reached buy",
		"var/state/enum/lost":     "untouched",
		"transition/look":         "exercised buy",
		"transition/look/post/0":  "exercised buy",
		"transition/pay":          "exercised buy",
		"transition/pay/pre/0":    "exercised buy, forbidden buy",
		"transition/pay/pre/1":    "forbidden buy",
		"transition/close":        "reached buy",
		"transition/close/post/0": "reached buy",
		"transition/cancel":       "forbidden buy",
		"transition/repair":       "untouched",
		"transition/repair/pre/0": "untouched",
	}
	for _, x := range r.Models[0].Items {
		var parts []string
		for _, p := range []struct {
			status coverage.Status
			cases  []string
		}{{coverage.Exercised, x.Exercised}, {coverage.Forbidden, x.Forbidden}, {coverage.Reached, x.Reached}} {
			if len(p.cases) > 0 {
				parts = append(parts, string(p.status)+" "+strings.Join(p.cases, " "))
			}
		}
		got := strings.Join(parts, ", ")
		if got == "" {
			got = string(x.Status())
		}
		at := edit.At(x.At.Path...).String()
		if got != want[at] {
			t.Errorf("%s is %s, expected %s", at, got, want[at])
		}
		delete(want, at)
	}
	for at := range want {
		t.Errorf("there is no item %s", at)
	}
	if i := slices.IndexFunc(r.Models[0].Cases, func(k coverage.Case) bool { return k.Name == "stuck" }); i < 0 || r.Models[0].Cases[i].Compliant {
		t.Error("a case without a compliant trace counts")
	}
}

func TestPlaces(t *testing.T) {
	r := shop(t, func(string) ([]byte, error) { return []byte(manual), nil })
	want := map[string]coverage.Status{"Shop": coverage.NotCited, "Looking": coverage.Exercised, "Paying": coverage.Exercised,
		"Cards": coverage.Exercised, "States": coverage.Forbidden, "Hours": coverage.NotCited, "": coverage.Forbidden}
	for _, s := range r.Manuals[0].Sections {
		if s.Status != want[s.Heading] {
			t.Errorf("%q is %s, expected %s", s.Heading, s.Status, want[s.Heading])
		}
		delete(want, s.Heading)
	}
	if len(want) > 0 {
		t.Errorf("places are missing: %v", want)
	}
	if got := r.Manuals[0].LineStatus(4); got != coverage.Exercised {
		t.Errorf("line 4 is %s", got)
	}
}

// A heading in a fenced block is none, and does not end the place around it.
func TestFencedHeading(t *testing.T) {
	const fenced = "# Shop\n\n```\n## Paying\n```\n\n## Looking\n## Paying\n## Cards\n"
	r := shop(t, func(string) ([]byte, error) { return []byte(fenced), nil })
	var list []string
	for _, s := range r.Manuals[0].Sections {
		list = append(list, s.Heading)
	}
	if slices.Index(list, "Shop") < 0 || slices.Index(list, "Paying") < slices.Index(list, "Looking") || r.Manuals[0].LineStatus(4) == coverage.Exercised {
		t.Errorf("the places are %q, and line 4 is %s", list, r.Manuals[0].LineStatus(4))
	}
}

// A manual that cannot be read is told, and its places are listed all the same.
func TestManualThatCannotBeRead(t *testing.T) {
	r := shop(t, func(string) ([]byte, error) { return nil, errors.New("gone") })
	if len(r.Errors) != 1 || len(r.Manuals[0].Sections) == 0 {
		t.Errorf("%v, %d places", r.Errors, len(r.Manuals[0].Sections))
	}
}
