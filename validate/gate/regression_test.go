package gate_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
)

// TestMadeUpFor is what brute force found (MANTRAC_SEED=7): one of two edits is
// looser by itself, the other one makes up for it, and of the whole it is not
// known. Then it is not known of the edit either.
func TestMadeUpFor(t *testing.T) {
	const tools = `{"tools": [
  {"name": "buy", "inputSchema": {"type": "object", "properties": {"p": {"type": "array", "enum": [[true, true, false], []], "items": {"type": "boolean"}}}, "required": ["p"]}},
  {"name": "look", "inputSchema": {"type": "object", "properties": {"p": {"type": ["array", "null"], "enum": [[true, false], [false, true, false], null], "items": {"type": "boolean"}}}}},
  {"name": "post", "inputSchema": {"type": "object", "properties": {"p": {"type": ["array", "null"], "enum": [[true, true], null], "items": {"type": "boolean"}}}, "required": ["p"]}}
]}`
	const model = `(model
  (const ke0 (Enum "a" "c") "c")
  (const kb1 Bool true)
  (const kr2 (Record (f (Enum "a" "b"))) (record (f "b")))
  (var set0 (Array Bool))
  (var e1 (Enum "a" "b"))

  (transition buy
    (params (p my_p))
    (pre)
    (post
      (=> (> 0 (* 0.0 0) -1) (and (= (next set0) (remove (param my_p) (<= 2 1))) (=> kb1 (= (field kr2 f) (next e1)))))))

  (transition look
    (params (p set0))
    (pre
      kb1
      kb1)
    (post
      (= (next set0) (remove set0 (= (array false) (array true) set0)))))

  (transition post
    (params (p my_p))
    (pre
      (= (array) set0))
    (post
      (= (next set0) (remove (insert (param my_p) kb1) (=> (= (array true) (param my_p)) kb1)))
      (= (next e1) "b")
      (contains (next set0) (= (next e1) "b")))))`
	const suite = `(use "model.wm") (case c0 (init) (checks (k0 (call buy))))`
	old, err := modeltest.Load(tools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	new, err := modeltest.Load(tools, strings.Replace(model, `(contains (next set0) (= (next e1) "b"))`, `(contains (next set0) kb1)`, 1), suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range judgeVersions(t, versionOf(old), versionOf(new)).Changes {
		if c.Looser.Answer == validate.Found {
			t.Errorf("%s is looser: %v", c.Key, c.Looser.Witness.Calls)
		}
	}
}
