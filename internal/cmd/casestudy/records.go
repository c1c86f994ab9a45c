package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Records are those of the airline, as far as the rules turn on them.
type records struct {
	Users map[string]struct {
		Membership   string
		Reservations []string
	}
	Reservations map[string]struct {
		UserID    string `json:"user_id"`
		Cabin     string
		Flights   []leg
		CreatedAt string `json:"created_at"`
		Bags      int    `json:"total_baggages"`
		Insurance string
	}
	Flights map[string]struct {
		Dates map[string]struct{ Status string }
	}
}

type leg struct {
	Number string `json:"flight_number"`
	Date   string
}

// now is the time of the benchmark, as its policy gives it.
const now = "2024-05-15T15:00:00"

func readRecords(path string) (*records, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &records{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// facts returns the records as the `init` of desk.checks has them. Where the
// calls that read are not told, everything is taken as read.
func (r *records) facts(read bool) string {
	ids := slices.Sorted(maps.Keys(r.Reservations))
	which := func(holds func(id string) bool) string {
		return set(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !holds(id) }))
	}
	cabin := func(name string) func(string) bool {
		return func(id string) bool { return r.Reservations[id].Cabin == name }
	}
	parts := []struct{ name, value string }{
		{"on_file", which(func(string) bool { return true })},
		{"read", which(func(string) bool { return read })},
		{"flown", which(func(id string) bool { return r.has(id, "landed", "flying") })},
		{"booked_today", which(r.bookedToday)},
		{"called_off", which(func(id string) bool { return r.has(id, "cancelled") })},
		{"insured", which(func(id string) bool { return r.Reservations[id].Insurance == "yes" })},
		{"business", which(cabin("business"))},
		{"basic_economy", which(cabin("basic_economy"))},
		{"cancelled", "(array)"},
		{"itineraries", r.itineraries(ids)},
		{"fewer_bags", r.fewerBags(ids)},
		{"made", strconv.FormatBool(read)},
		{"profile_read", strconv.FormatBool(read)},
		{"handed_over", "false"},
		{"entitled", set(r.entitled())},
	}
	var b strings.Builder
	b.WriteString("(init")
	for _, p := range parts {
		fmt.Fprintf(&b, "\n        (%s %s)", p.name, p.value)
	}
	return b.String() + ")"
}

// has reports whether a flight of a reservation has one of some states.
func (r *records) has(id string, states ...string) bool {
	return slices.ContainsFunc(r.Reservations[id].Flights, func(l leg) bool {
		return slices.Contains(states, r.Flights[l.Number].Dates[l.Date].Status)
	})
}

func (r *records) bookedToday(id string) bool {
	const layout = "2006-01-02T15:04:05"
	at, err := time.Parse(layout, r.Reservations[id].CreatedAt)
	here, _ := time.Parse(layout, now)
	return err == nil && here.Sub(at) <= 24*time.Hour
}

// itineraries has the reservations in basic economy: the rules do not look at
// the flights of others.
func (r *records) itineraries(ids []string) string {
	var b strings.Builder
	b.WriteString("(array")
	for _, id := range ids {
		if r.Reservations[id].Cabin != "basic_economy" {
			continue
		}
		fmt.Fprintf(&b, "\n          (record (reservation %q) (legs (array", id)
		for _, l := range r.Reservations[id].Flights {
			fmt.Fprintf(&b, " (record (flight_number %q) (date %q))", l.Number, l.Date)
		}
		b.WriteString(")))")
	}
	return b.String() + ")"
}

func (r *records) fewerBags(ids []string) string {
	var b strings.Builder
	b.WriteString("(array")
	for _, id := range ids {
		for n := range r.Reservations[id].Bags {
			fmt.Fprintf(&b, "\n          (record (reservation %q) (bags %d))", id, n)
		}
	}
	return b.String() + ")"
}

// entitled has the customers who are members, or have a reservation that is
// insured or in business.
func (r *records) entitled() []string {
	var list []string
	for _, user := range slices.Sorted(maps.Keys(r.Users)) {
		u := r.Users[user]
		if u.Membership != "regular" || slices.ContainsFunc(u.Reservations, func(id string) bool {
			return r.Reservations[id].Insurance == "yes" || r.Reservations[id].Cabin == "business"
		}) {
			list = append(list, user)
		}
	}
	return list
}

func set(list []string) string {
	var b strings.Builder
	b.WriteString("(array")
	for _, s := range list {
		fmt.Fprintf(&b, " %q", s)
	}
	return b.String() + ")"
}
