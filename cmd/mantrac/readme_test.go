package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs the commands that README.md shows with their output, and
// compares.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "\n```\n$ mantrac ")[1:]
	if len(blocks) < 2 {
		t.Fatalf("found %d commands, expected at least 2", len(blocks))
	}
	for _, b := range blocks {
		command, rest, _ := strings.Cut(b, "\n")
		want, _, _ := strings.Cut(rest, "\n```")
		t.Run(command, func(t *testing.T) {
			c := exec.Command("mantrac", strings.Fields(command)...) // put on PATH by testscript.Main
			c.Dir = "../.."
			c.Env = append(os.Environ(), "NO_COLOR=1", "MANTRAC_CACHE="+t.TempDir())
			got, _ := c.Output() // it ends with code 1: there are findings
			if diff := cmp.Diff(want, strings.TrimRight(string(got), "\n")); diff != "" {
				t.Errorf("README.md (-) and the command (+) differ:\n%s", diff)
			}
		})
	}
}
