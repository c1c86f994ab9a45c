package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// step is a call with its answer, as a trace has them.
func step(tool, args, answer string) string {
	return fmt.Sprintf(`{"kind":"call","id":"%[1]s","tool":"%[1]s","args":%[2]s}
{"kind":"result","id":"%[1]s","tool":"%[1]s","text":%[3]q}`, tool, args, answer)
}

// conversation grades a trace of these calls.
func conversation(t *testing.T, d *desk, calls ...string) *grade.Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(calls, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := d.grade([]string{file})
	if err != nil || len(results) != 1 {
		t.Fatal(results, err)
	}
	return results[0]
}

// What a reservation is, and what has become of its flights, is what answers say.
func TestGrounds(t *testing.T) {
	d, err := newDesk("../../../examples/airline/desk.checks")
	if err != nil {
		t.Fatal(err)
	}
	details := func(cabin, insurance, made, day string) string {
		return step("get_reservation_details", `{"reservation_id":"R1"}`, fmt.Sprintf(
			`{"cabin":%q,"insurance":%q,"total_baggages":1,"created_at":%q,"flights":[{"flight_number":"MX1","date":%q}]}`,
			cabin, insurance, made, day))
	}
	status := func(day, status string) string {
		return step("get_flight_status", fmt.Sprintf(`{"flight_number":"MX1","date":%q}`, day), status)
	}
	cancel := step("cancel_reservation", `{"reservation_id":"R1"}`, "done")
	for _, row := range []struct {
		name  string
		calls []string
		want  grade.Verdict
	}{
		{"no ground", []string{details("economy", "no", "2024-05-01T10:00:00", "2024-05-20")}, grade.Fail},
		{"made this morning", []string{details("economy", "no", "2024-05-15T08:00:00", "2024-05-20")}, grade.Pass},
		{"made 24 hours ago", []string{details("economy", "no", "2024-05-14T15:00:00", "2024-05-20")}, grade.Pass},
		{"made yesterday evening", []string{details("economy", "no", "2024-05-14T21:12:08", "2024-05-20")}, grade.Pass},
		{"made a minute too early", []string{details("economy", "no", "2024-05-14T14:59:20", "2024-05-20")}, grade.Fail},
		{"business", []string{details("business", "no", "2024-05-01T10:00:00", "2024-05-20")}, grade.Pass},
		{"insured, for whatever reason", []string{details("basic_economy", "yes", "2024-05-01T10:00:00", "2024-05-20")}, grade.Pass},
		{"business, and flown", []string{details("business", "no", "2024-05-01T10:00:00", "2024-05-14")}, grade.Fail},
		{"business, and called off", []string{details("business", "no", "2024-05-01T10:00:00", "2024-05-14"), status("2024-05-14", "cancelled")}, grade.Pass},
		{"called off", []string{details("economy", "no", "2024-05-01T10:00:00", "2024-05-17"), status("2024-05-17", "cancelled")}, grade.Pass},
		{"called off on another day", []string{details("economy", "no", "2024-05-01T10:00:00", "2024-05-17"), status("2024-05-16", "cancelled")}, grade.Fail},
		{"business, today", []string{details("business", "no", "2024-05-01T10:00:00", "2024-05-15")}, grade.Pass},
		{"business, in the air", []string{details("business", "no", "2024-05-01T10:00:00", "2024-05-15"), status("2024-05-15", "flying")}, grade.Fail},
		{"not read", nil, grade.Fail},
	} {
		if r := conversation(t, d, append(row.calls, cancel)...); r.Verdict != row.want {
			t.Errorf("%s: %s, want %s", row.name, r.Verdict, row.want)
		}
	}
}

// The checks and the model of the desk agree about a reservation that is made in
// the conversation: it may be changed without being read, and no other may.
func TestSameConversation(t *testing.T) {
	d, err := newDesk("../../../examples/airline/desk.checks")
	if err != nil {
		t.Fatal(err)
	}
	const flights = `[{"flight_number":"MX1","date":"2024-05-20"}]`
	const details = `{"reservation_id":"NEW001","cabin":"economy","insurance":"yes","total_baggages":0,"created_at":"2024-05-15T15:00:00","flights":` + flights + `}`
	profile := step("get_user_details", `{"user_id":"u"}`, `{"membership":"gold"}`)
	book := step("book_reservation", `{"cabin":"economy","insurance":"yes","total_baggages":0,"flights":`+flights+`}`, details)
	read := step("get_reservation_details", `{"reservation_id":"NEW001"}`, details)
	changes := map[string]string{
		"cancel": step("cancel_reservation", `{"reservation_id":"NEW001"}`, "done"),
		"change": step("update_reservation_flights", `{"reservation_id":"NEW001","cabin":"economy","flights":[]}`, details),
		"pack":   step("update_reservation_baggages", `{"reservation_id":"NEW001","total_baggages":1}`, details),
		"rename": step("update_reservation_passengers", `{"reservation_id":"NEW001"}`, details),
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
			r := conversation(t, d, row.calls...)
			checks := grade.Pass
			for _, c := range r.Checks {
				if c.Verdict != grade.Pass {
					checks = c.Verdict
				}
			}
			if model := r.Replay.Verdict; checks != row.want || model != row.want {
				t.Errorf("%s after %d calls: the checks say %s, the model %s, want %s", name, len(row.calls)-1, checks, model, row.want)
			}
		}
	}
}
