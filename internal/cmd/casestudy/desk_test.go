package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// The checks and the model of the desk agree about a reservation that is made in
// the conversation: it may be changed without being read, and no other may.
func TestSameConversation(t *testing.T) {
	d, err := newDesk("../../../examples/airline/desk.checks")
	if err != nil {
		t.Fatal(err)
	}
	call := func(tool, args, answer string) string {
		return fmt.Sprintf(`{"kind":"call","id":"%[1]s","tool":"%[1]s","args":%[2]s}
{"kind":"result","id":"%[1]s","tool":"%[1]s","text":%[3]q}`, tool, args, answer)
	}
	const flights = `[{"flight_number":"MX1","date":"2024-05-20"}]`
	const details = `{"reservation_id":"NEW001","cabin":"economy","insurance":"yes","total_baggages":0,"created_at":"2024-05-15T15:00:00","flights":` + flights + `}`
	profile := call("get_user_details", `{"user_id":"u"}`, `{"membership":"gold"}`)
	book := call("book_reservation", `{"cabin":"economy","insurance":"yes","total_baggages":0,"flights":`+flights+`}`, details)
	read := call("get_reservation_details", `{"reservation_id":"NEW001"}`, details)
	changes := map[string]string{
		"cancel": call("cancel_reservation", `{"reservation_id":"NEW001"}`, "done"),
		"change": call("update_reservation_flights", `{"reservation_id":"NEW001","cabin":"economy","flights":[]}`, details),
		"pack":   call("update_reservation_baggages", `{"reservation_id":"NEW001","total_baggages":1}`, details),
		"rename": call("update_reservation_passengers", `{"reservation_id":"NEW001"}`, details),
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
