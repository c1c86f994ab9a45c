package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// The checks and the model of the desk agree about a reservation that is made in
// the conversation: it may be changed without being read, and no other may.
func TestSameConversation(t *testing.T) {
	text, err := os.ReadFile("../../../examples/airline/desk.checks")
	if err != nil {
		t.Fatal(err)
	}
	from, to := strings.Index(string(text), "(init"), strings.Index(string(text), "\n  (checks")
	d, err := newDesk(t.TempDir(), "../../../examples/airline", string(text[from:to]))
	if err != nil {
		t.Fatal(err)
	}
	const (
		profile = `{"tool":"get_user_details","args":{"user_id":"u"}}`
		book    = `{"tool":"book_reservation","args":{}}`
		read    = `{"tool":"get_reservation_details","args":{"reservation_id":"NEW001"}}`
	)
	changes := map[string]string{
		"cancel": `{"tool":"cancel_reservation","args":{"reservation_id":"NEW001"}}`,
		"change": `{"tool":"update_reservation_flights","args":{"reservation_id":"NEW001","cabin":"economy","flights":[]}}`,
		"pack":   `{"tool":"update_reservation_baggages","args":{"reservation_id":"NEW001","total_baggages":1}}`,
		"rename": `{"tool":"update_reservation_passengers","args":{"reservation_id":"NEW001"}}`,
	}
	for name, change := range changes {
		for _, row := range []struct {
			calls []string
			want  grade.Verdict
		}{
			{[]string{profile, book, change}, grade.Pass},
			{[]string{read, change}, grade.Pass},
			{[]string{change}, grade.Fail},
			{[]string{profile, change}, grade.Fail},
		} {
			file := filepath.Join(t.TempDir(), "trace.jsonl")
			if err := os.WriteFile(file, []byte(strings.Join(row.calls, "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
			results, err := d.grade([]string{file})
			if err != nil || len(results) != 1 {
				t.Fatal(results, err)
			}
			checks := grade.Pass
			for _, c := range results[0].Checks {
				if c.Verdict != grade.Pass {
					checks = c.Verdict
				}
			}
			if model := results[0].Replay.Verdict; checks != row.want || model != row.want {
				t.Errorf("%s after %d calls: the checks say %s, the model %s, want %s", name, len(row.calls)-1, checks, model, row.want)
			}
		}
	}
}
