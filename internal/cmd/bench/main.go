// Bench measures validation and writes the tables of docs/benchmarks.md.
//
//	bench [-quick] [-only WORD] FILE.md FILE.json
//	bench -cases [-only WORD] FILE.md
//
// It replaces what is between the two marks of the first file, and points
// out there what got slower than it was by the second file, which it then
// writes anew. With -quick it measures less, once, prints the tables and writes
// nothing; so it does with -only, for workloads whose name has the word in it.
// With -cases it measures each case by itself, for the table between two other marks.
package main

import (
	"errors"
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

// The marks between which the tables are.
const (
	begin = "<!-- written by make bench -->\n"
	end   = "<!-- end of what make bench writes -->\n"

	beginCases = "<!-- written by make casebench -->\n"
	endCases   = "<!-- end of what make casebench writes -->\n"
)

func main() {
	quick := flag.Bool("quick", false, "measure less, and once; print, and write nothing")
	only := flag.String("only", "", "measure workloads with this `word` in their name; print, and write nothing")
	cases := flag.Bool("cases", false, "compare auto with the engine that is best, case by case")
	flag.Parse()
	if err := run(*quick, *cases, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(quick, cases bool, only string, args []string) error {
	if cases && len(args) != 1 || !cases && len(args) != 2 {
		return errors.New("want the file of the tables and the file of the figures, or with -cases that of the tables alone")
	}
	lib, err := z3.Load()
	if err != nil {
		return err
	}
	b := &bench{lib: lib, only: only, runs: 5, cap: 4 * time.Second, patience: 12 * time.Second, reference: time.Minute, hard: 6 * time.Minute, measured: make(map[string]*figure)}
	if quick {
		b.quick, b.runs, b.cap, b.patience, b.reference, b.hard = true, 1, time.Second, 4*time.Second, 10*time.Second, 10*time.Second
	}
	b.end = time.Now().Add(longest)
	if cases {
		text, err := b.cases()
		return b.put(args[0], beginCases, endCases, text, err)
	}
	old, err := readFigures(args[1])
	if err != nil {
		return err
	}
	text, err := b.report(old)
	// The tables are written first. Partial figures never replace whole ones.
	if err = b.put(args[0], begin, end, text, err); err != nil || b.partial() {
		return err
	}
	return b.figures().write(args[1])
}

// partial reports whether not all is measured, so that nothing is written.
func (b *bench) partial() bool { return b.quick || b.only != "" }

// put writes tables between two marks of a file, or prints them.
func (b *bench) put(file, begin, end, text string, err error) error {
	switch {
	case err != nil:
		return err
	case b.partial():
		_, err := os.Stdout.WriteString(text)
		return err
	}
	return marked.Replace(file, begin, end, text)
}
