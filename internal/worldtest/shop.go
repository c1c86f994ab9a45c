// Package worldtest has a small project for tests of packages that run world models.
package worldtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// Secret is a value in the initial states of the shop that no answer shows.
const Secret = "open-sesame-4711"

const shopTools = `[
  {"name": "get_order", "parameters": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}},
  {"name": "unlock", "parameters": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}},
  {"name": "cancel_order", "parameters": {"type": "object", "properties": {"order_id": {"type": "string"}, "reason": {"type": "string", "enum": ["late", "mistake"]}}, "required": ["order_id", "reason"]}}
]`

const shopModel = `(model
  (var order_status (Map String (Enum "pending" "delivered" "cancelled")))
  (var vault_code String)
  (var unlocked Bool)
  (transition get_order
    (params (order_id o))
    (results (status s))
    (pre)
    (post (= (result s) (get order_status (param o)))))
  (transition unlock
    (params (code c))
    (pre (= (param c) vault_code))
    (post (= (next unlocked) true)))
  ; @manual manual.md#Cancelling
  (transition cancel_order
    (params (order_id o))
    (pre (= (get order_status (param o)) "pending")
         (seen (get order_status (param o))))
    (post (= (get (next order_status) (param o)) "cancelled"))))
`

const shopSuite = `(case cancel
  (prompt "Please cancel order A1.")
  (init (order_status (map ("A1" "pending") ("B2" "delivered"))) (vault_code "open-sesame-4711") (unlocked false))
  (checks (cancelled (call cancel_order (order_id "A1")))))
(case impossible
  (init (order_status (map ("B2" "delivered"))) (vault_code "open-sesame-4711") (unlocked false))
  (checks (cancelled (call cancel_order (order_id "B2")))))
(case open
  (init (unlocked false))
  (checks (cancelled (call cancel_order))))
`

// Write writes the project of a shop into a folder.
func Write(t testing.TB, dir string) {
	for name, text := range map[string]string{
		"mantra.yaml": "tools:\n  format: openai\n  source: tools.json\nmodel: shop.wm\n",
		"tools.json":  shopTools, "shop.wm": shopModel, "shop.checks": shopSuite,
		"manual.md": "# Cancelling\n\nAn order is cancelled only while it is pending, after it has been looked up.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Shop returns the suite of the shop.
func Shop(t testing.TB) *checker.Suite {
	dir := t.TempDir()
	Write(t, dir)
	return Read(t, dir)
}

// Read returns the suite of a folder, which has one.
func Read(t testing.TB, dir string) *checker.Suite {
	files, errs := project.Find([]string{dir}, project.FindOptions{})
	r := project.Check(files, project.Options{})
	if d := diag.FirstError(r.Diagnostics); d != nil {
		t.Fatal(d.Message)
	}
	if len(errs) > 0 || len(r.Suites) != 1 {
		t.Fatal(errs, r.Errors)
	}
	return r.Suites[0]
}

// Suites returns the suites of the shop.
func Suites(t testing.TB) []*checker.Suite { return []*checker.Suite{Shop(t)} }
