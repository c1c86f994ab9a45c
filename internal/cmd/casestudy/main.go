// Casestudy grades published traces by a suite and writes the tables of a case study.
//
//	casestudy [-gold DIR] SUITE JUDGED.csv STUDY.md TRACES…
//
// The suite has one case, for all traces. JUDGED.csv says of each rule that a trace
// breaks whether the verdict is right: its rows are those of a table with the
// columns trace, rule, judged and why. What is between the two marks of
// STUDY.md is replaced. DIR has tasks of tau-bench (tasks.json) and records
// (db_subset.json): the lists of actions that a task expects are graded, too.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/mantrac/mantrac/internal/marked"
)

// The marks between which the tables are.
const (
	begin = "<!-- written by make casestudy -->\n"
	end   = "<!-- end of what make casestudy writes -->\n"
)

func main() {
	gold := flag.String("gold", "", "the `folder` of tasks and records whose expected actions are graded")
	flag.Parse()
	if err := run(flag.Args(), *gold); err != nil {
		fmt.Fprintln(os.Stderr, "casestudy:", err)
		os.Exit(1)
	}
}

func run(args []string, gold string) error {
	if len(args) < 4 {
		return fmt.Errorf("want a suite, what was judged, the file of the tables, and traces, not %d arguments", len(args))
	}
	text, err := report(args[0], args[1], args[3:], gold)
	if err != nil {
		return err
	}
	return marked.Replace(args[2], begin, end, text)
}

// report grades everything and returns the tables.
func report(suite, judged string, traces []string, gold string) (string, error) {
	d, err := newDesk(suite)
	if err != nil {
		return "", err
	}
	results, err := d.grade(traces)
	if err != nil {
		return "", err
	}
	judgements, err := readJudgements(judged, results)
	if err != nil {
		return "", err
	}
	var expected []*expectation
	if gold != "" {
		if expected, err = d.gold(gold); err != nil {
			return "", err
		}
	}
	return tables(results, judgements, expected), nil
}
