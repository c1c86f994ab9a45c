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

// The rows of the README's comment on a change are those that the example
// has, which a script holds against what is printed.
func TestReadmeShowsTheComment(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../examples/review/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Reviewing a change\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, found := strings.Cut(section, "|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if !found || table == "" {
		t.Fatal("the README shows no comment")
	}
	for row := range strings.SplitSeq(table, "\n") {
		if !strings.Contains(string(example), row+"\n") {
			t.Errorf("not a row of the example's comment: %s", row)
		}
	}
}
