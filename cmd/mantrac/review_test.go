package main

import (
	"os"
	"strings"
	"testing"
)

// The README of the example of a review ends with the comment that diff
// writes, and that is what it writes.
func TestReviewShowsTheComment(t *testing.T) {
	const folder = "../../examples/review"
	text, err := os.ReadFile(folder + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begins := strings.Cut(string(text), "<!-- begin -->\n")
	want, _, ends := strings.Cut(rest, "<!-- end -->\n")
	if !begins || !ends {
		t.Fatal("the README shows no comment")
	}
	c := program(t, "diff", "--behaviour", "--format", "markdown", "old", "new")
	c.Dir = folder
	out, _ := c.Output() // the exit code is that of a difference
	if string(out) != want {
		t.Errorf("the README shows\n%s\nand it is\n%s", want, out)
	}
	c = program(t, "diff", "--behaviour", "--forbid", "looser", "old", "new")
	c.Dir = folder
	if err := c.Run(); c.ProcessState.ExitCode() != exitFindings {
		t.Errorf("the gate ends with %v", err)
	}
}
