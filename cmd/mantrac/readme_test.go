package main

import (
	"os"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
)

// What the README shows of a command is what it prints.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skipf("validate asks libz3, which is not there (%v); apt-get install libz3-4", err)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```\n$ mantrac ")[1:]
	if len(blocks) < 2 {
		t.Fatal("the README shows no conflict, or no trace")
	}
	for _, b := range blocks {
		command, rest, _ := strings.Cut(b, "\n")
		want, _, ends := strings.Cut(rest, "```")
		if !ends {
			t.Fatalf("the block of %s does not end", command)
		}
		c := program(t, strings.Fields(command)...)
		c.Dir = "../.."
		out, _ := c.Output() // the exit code is that of a conflict, or of a failure
		if string(out) != want {
			t.Errorf("the README shows\n%s\nand mantrac %s prints\n%s", want, command, out)
		}
	}
}
