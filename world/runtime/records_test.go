package runtime_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/world/runtime"
)

// withRecords returns the world of a case of the shop whose orders are in a file.
func withRecords(t *testing.T, file, text string) (*runtime.World, error) {
	dir := t.TempDir()
	worldtest.Write(t, dir)
	config, err := os.ReadFile(filepath.Join(dir, "mantra.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"mantra.yaml":   string(config) + "bindings: bindings.yaml\n",
		"bindings.yaml": "tools:\n  get_order:\n    records: {file: " + file + ", key: id, argument: order_id}\n",
		file:            text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, errs := project.Find([]string{filepath.Join(dir, "shop.checks")}, project.FindOptions{})
	r := project.Check(files, project.Options{})
	if len(errs) > 0 || len(r.Suites) != 1 || r.Suites[0].Answers == nil {
		t.Fatal(errs, r.Errors, r.Diagnostics)
	}
	return runtime.New(r.Suites[0], r.Suites[0].Cases[0], runtime.Options{})
}

// An answer is the record that the call names, and what the model says of it.
func TestRecords(t *testing.T) {
	for file, text := range map[string]string{
		"orders.json": `[{"id": "A1", "buyer": "Ada", "items": [1, 2], "status": "lost"}]`,
		"byid.json":   `{"A1": {"id": "A1", "buyer": "Ada", "items": [1, 2]}}`,
		"orders.csv":  "id,buyer,items,note\nA1,Ada,\"[1,2]\",\nB2,Bob,[],x\n",
	} {
		w, err := withRecords(t, file, text)
		if err != nil {
			t.Fatal(err)
		}
		s := begin(t, w, 1)
		got := call(t, s, "get_order", "order_id", "A1").Text
		for _, want := range []string{`"id":"A1"`, `"buyer":"Ada"`, `"status":"pending"`} {
			if !strings.Contains(got, want) || strings.Contains(got, "note") || strings.Contains(got, "lost") {
				t.Errorf("%s: %s has no %s", file, got, want)
			}
		}
		if got := call(t, s, "get_order", "order_id", "Z9").Text; strings.Contains(got, "buyer") {
			t.Errorf("%s: another order is %s", file, got)
		}
	}
}

// A table that cannot be used has an error with its place.
func TestBadRecords(t *testing.T) {
	for text, want := range map[string]string{
		`[{"name": "A1"}]`: `record 1: it has no member "id"`, `[{"id": "A1"}, {"id": "A1"}]`: `another one with the key "A1"`, `[`: "orders.json", `7`: "expected a list of records",
	} {
		if _, err := withRecords(t, "orders.json", text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "bindings.yaml:3") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := withRecords(t, "orders.csv", "name\nA1\n"); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Error(err)
	}
}
