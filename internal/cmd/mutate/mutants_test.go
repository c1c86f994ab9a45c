package main

import (
	"slices"
	"strings"
	"testing"
)

const original = `package p

func f(a, b int) int {
	if !(a < b) && a != 7 {
		a++
	}
	for a > b {
		a -= b
	}
	return a
}
`

// Each mutant changes one line of the text, and only that.
func TestMutants(t *testing.T) {
	list, err := mutantsOf("p.go", []byte(original))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		before, after := strings.Split(original, "\n"), strings.Split(string(m.mutated()), "\n")
		if len(before) != len(after) {
			t.Fatalf("%s: %d lines, want %d", m, len(after), len(before))
		}
		for i := range before {
			if before[i] != after[i] {
				got = append(got, strings.TrimSpace(after[i]))
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"", "", // the statements
		"for (a > b) && false {", "for a <= b {", "for a >= b {",
		"if !(a < b) && a != 8 {", "if !(a < b) && a == 7 {", "if !(a < b) || a != 7 {", "if !(a <= b) && a != 7 {", "if !(a >= b) && a != 7 {",
		"if (!(a < b) && a != 7) && false {", "if (!(a < b) && a != 7) || true {", "if (a < b) && a != 7 {",
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("mutants\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A sample is the same for the same seed.
func TestDrawn(t *testing.T) {
	first, err := drawn(".", "mutants.go", 0, 5, 3)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := drawn(".", "mutants.go", 0, 5, 3)
	other, _ := drawn(".", "mutants.go", 0, 5, 4)
	text := func(list []mutant) string {
		var b strings.Builder
		for _, m := range list {
			b.WriteString(m.String())
		}
		return b.String()
	}
	if len(first) != 5 || text(first) != text(second) || text(first) == text(other) {
		t.Errorf("drawn\n%s\nthen\n%s\nwith another seed\n%s", text(first), text(second), text(other))
	}
}
