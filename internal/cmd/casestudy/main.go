// Casestudy grades the traces of the airline domain of tau-bench by
// examples/airline and writes the tables of docs/casestudy-airline.md.
//
//	casestudy DATA EXAMPLE FILE.md
//
// DATA is a folder with what tau-bench publishes of the domain: its records
// (db_subset.json), tasks (tasks.json) and traces (gpt-4o-airline.*.json).
// EXAMPLE is examples/airline. What stands between the two marks of the file is
// replaced. The case of desk.checks is graded with the records of the benchmark
// in the place of its own.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/marked"
)

// The marks between which the tables stand.
const (
	begin = "<!-- written by make casestudy -->\n"
	end   = "<!-- end of what make casestudy writes -->\n"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "casestudy:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("want the folder of the data, that of the example and the file of the tables, not %d arguments", len(args))
	}
	text, err := report(args[0], args[1])
	if err != nil {
		return err
	}
	return marked.Replace(args[2], begin, end, text)
}

// report grades everything and returns the tables.
func report(data, example string) (string, error) {
	records, err := readRecords(filepath.Join(data, "db_subset.json"))
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "casestudy")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	conversations, err := newDesk(dir, example, records.facts(false))
	if err != nil {
		return "", err
	}
	traces, err := filepath.Glob(filepath.Join(data, "gpt-4o-airline.*.json"))
	if err != nil || len(traces) == 0 {
		return "", fmt.Errorf("%s has no traces gpt-4o-airline.*.json", data)
	}
	results, err := conversations.grade(traces)
	if err != nil {
		return "", err
	}
	// The lists of expected actions name few of the calls that read.
	expected, err := newDesk(dir, example, records.facts(true))
	if err != nil {
		return "", err
	}
	gold, err := expected.gold(filepath.Join(data, "tasks.json"))
	if err != nil {
		return "", err
	}
	return tables(results, gold), nil
}
