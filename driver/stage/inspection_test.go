package stage_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/run"
)

// For people who inspect validated cases the run notes brittle and superfluous checks, trivial tasks and what
// the sample lacks (App. 0.E). Nothing is asked about it, and nothing decided.
func TestInspection(t *testing.T) {
	t.Parallel()
	w, p := newShop(t, map[string]string{
		"document_extraction manual.md#shop":  `{"read": [], "references": [{"to": "manual.md#about", "why": "this page", "weight": 3}]}`,
		"document_extraction manual.md#about": `{"read": [], "references": []}`,
		"check_generation sample-01/lamp":     `(checks (picks (call pick (item "take the big lamp home"))) (looks (after (call pick) (call look))) (twice (or (call pick) (no_call look))))`,
		"check_generation sample-01/desk":     `(checks (sees (call look (item "D1"))) (looks (after (call pick) (call look))))`,
	})
	manual := "# Shop\n\nLook an item up before you pick it. Only items that are in stock are picked.\n\n## About\n\nThis page outlines the work of the shop.\n"
	if err := os.WriteFile(w.settings.Manual, []byte(manual), 0o666); err != nil {
		t.Fatal(err)
	}
	noted := func(nodes int) map[string][]string {
		t.Helper()
		w.settings.Sampling.Min, w.settings.Sampling.Max = nodes, nodes
		w.base = t.TempDir()
		result, _, err := w.do(t, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.asked = make(map[string]int)
		notes := make(map[string][]string)
		for _, k := range result.Cases {
			if k.Status != "validated" {
				t.Errorf("%s is %s: %s", k.Name, k.Status, k.Reason)
			}
			notes[k.Name] = k.Notes
		}
		_, events, err := run.ReadManifest(w.base, "001")
		if err != nil {
			t.Fatal(err)
		}
		logged := 0
		for _, e := range events {
			if e.Stage == "inspection" && slices.Contains(notes[strings.TrimPrefix(e.Subject, "sample-01/")], e.Why) {
				logged++
			}
		}
		if logged != len(notes["lamp"])+len(notes["desk"]) || result.Noted() != 2 {
			t.Errorf("%d notes are in the log, of %v", logged, notes)
		}
		return notes
	}
	both := noted(2)
	rule := "the chunk manual.md#about states no rule"
	if want := []string{"MC0901 picks: the check pins `item`, which is free text", "MC1008 twice: other checks imply check `twice`", rule}; !slices.Equal(both["lamp"], want) {
		t.Errorf("lamp has %q", both["lamp"])
	}
	if want := []string{"trivial: a trace of 1 call passes", rule}; !slices.Equal(both["desk"], want) {
		t.Errorf("desk has %q", both["desk"])
	}
	one := noted(1)
	if want := "the chunk manual.md#shop refers to manual.md#about, which is not in the sample"; !slices.Contains(one["desk"], want) && !slices.Contains(one["desk"], rule) {
		t.Errorf("desk has %q, expected %q", one["desk"], want)
	}
}
