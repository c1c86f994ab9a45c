package main

import (
	"os"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
)

// The README opens with what validate says of the paper's example, and that
// is what it says.
func TestReadmeShowsTheConflict(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const command = "mantrac validate --case in_stock_monitor examples/procurement/before.checks"
	_, rest, found := strings.Cut(string(text), "$ "+command+"\n")
	want, _, ends := strings.Cut(rest, "```")
	if !found || !ends {
		t.Fatalf("the README does not show %s", command)
	}
	c := program(t, strings.Fields(command)[1:]...)
	c.Dir = "../.."
	out, _ := c.Output() // the exit code is that of a conflict
	if string(out) != want {
		t.Errorf("the README shows\n%s\nand it is\n%s", want, out)
	}
}
