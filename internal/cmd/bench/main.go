// Bench measures validation and writes the tables of docs/benchmarks.md.
//
//	bench [-quick] [-only WORD] FILE.md FILE.json
//
// It replaces what stands between the two marks of the first file, and points
// out there what got slower than it was by the second file, which it then
// writes anew. With -quick it measures less, once, prints the tables and writes
// nothing; so it does with -only, for workloads whose name has the word in it.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/marked"
)

// longest is how long all of it may take. What is not measured by then is left out,
// and the tables say so.
const longest = 20 * time.Minute

// The marks between which the tables stand.
const (
	begin = "<!-- written by make bench -->\n"
	end   = "<!-- end of what make bench writes -->\n"
)

func main() {
	quick := flag.Bool("quick", false, "measure less, and once; print, and write nothing")
	only := flag.String("only", "", "measure workloads with this `word` in their name; print, and write nothing")
	flag.Parse()
	if err := run(*quick, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(quick bool, only string, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want the file of the tables and the file of the figures, not %d arguments", len(args))
	}
	lib, err := z3.Load()
	if err != nil {
		return err
	}
	old, err := readFigures(args[1])
	if err != nil {
		return err
	}
	b := &bench{lib: lib, only: only, runs: 5, cap: 4 * time.Second, patience: 12 * time.Second, reference: time.Minute, hard: 6 * time.Minute, measured: make(map[string]*figure)}
	if quick {
		b.quick, b.runs, b.cap, b.patience, b.reference, b.hard = true, 1, time.Second, 4*time.Second, 10*time.Second, 10*time.Second
	}
	b.end = time.Now().Add(longest)
	text, err := b.report(old)
	if err != nil {
		return err
	}
	if quick || only != "" {
		_, err := os.Stdout.WriteString(text)
		return err
	}
	if err := marked.Replace(args[0], begin, end, text); err != nil {
		return err
	}
	return b.figures().write(args[1])
}
