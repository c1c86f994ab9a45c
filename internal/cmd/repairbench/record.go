package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/mutate"
)

// A record is what became of one mistake.
type record struct {
	Project  string
	Operator mutate.Operator
	At       string
	Was, Now string
	Outcome  outcome

	// Of a draft with a conflict:
	Case, Conflict string
	Candidates     []string
	Wrong          []int `json:",omitempty"` // candidates with other verdicts than they say
	Tried, Untried int
	Took           time.Duration // of the processor
	// Place is that of the first candidate with which the files accept the same runs of
	// the model as without the mistake; missed if there is none.
	Place int
}

type outcome string

const (
	unchecked outcome = "does not check"
	quiet     outcome = "no conflict"
	kept      outcome = "draft"
)

const missed = -1

// readRecords reads the lines of a file of an earlier run; there are none without a file.
func readRecords(name string) (list []record, err error) {
	f, err := os.Open(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		var line record
		if err := lines.Decode(&line); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, line)
	}
	return list, nil
}

// write adds a record to a file, if it has a name.
func (r *record) write(name string) error {
	if name == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// missedOf returns those draws whose correction was not the first candidate in an
// earlier run.
func missedOf(draws []draw, log string) ([]draw, error) {
	records, err := readRecords(log)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(draws, func(d draw) bool {
		return !slices.ContainsFunc(records, func(r record) bool {
			// Place 0 is the first candidate.
			return r.Outcome == kept && r.Place != 0 && r.Project == d.of.name && r.At == d.mistake.At.String() && r.Was == d.mistake.Was && r.Now == d.mistake.Now
		})
	}), nil
}

// add keeps a record.
func (b *bench) add(r record) error {
	b.records = append(b.records, r)
	if b.verbose && r.Outcome == kept {
		r.print()
	}
	return r.write(b.log)
}

func (r *record) print() {
	fmt.Printf("\n%s %s %s\n  %s\n  => %s\n  %s: %s\n", r.Project, r.Operator, r.At, r.Was, r.Now, r.Case, r.Conflict)
	fmt.Printf("  place %d, tried %d, left %d, %v\n", r.Place, r.Tried, r.Untried, r.Took.Round(time.Millisecond))
	for i, c := range r.Candidates {
		fmt.Printf("    %d. %s\n", i+1, c)
	}
}

// of returns the records of an example; all for "".
func (b *bench) of(example string) []record {
	return lists.Filter(b.records, func(r record) bool { return example == "" || exampleOf(r.Project) == example })
}

func count(list []record, o outcome) int {
	return lists.Count(list, func(r record) bool { return r.Outcome == o })
}

// report prints a row for each example, as docs/repair.md has them, and counts by the
// operators of the mistakes.
func (b *bench) report() {
	fmt.Println("\n| seed | example | mistakes that do not check | without a conflict | drafts | the first candidate is the correction | one of the first five is | processor time, median | longest |\n|---|---|---|---|---|---|---|---|---|")
	var examples []string
	for _, r := range b.records {
		examples = lists.Include(examples, exampleOf(r.Project))
	}
	for _, example := range append(examples, "") {
		list := b.of(example)
		all, first, five, times := tally(list)
		fmt.Printf("| %d | %s | %d | %d | %d | %s | %s | %s | %s |\n", b.seed, cmp.Or(example, "all"), count(list, unchecked), count(list, quiet), all, share(first, all), share(five, all), times.quantile(0.5), times.quantile(1))
	}
	shown, wrong := 0, 0
	for _, r := range b.records {
		shown, wrong = shown+len(r.Candidates), wrong+len(r.Wrong)
	}
	fmt.Printf("\n%d candidates, %d with other verdicts of cases than they say\n\n", shown, wrong)
	by := make(map[mutate.Operator][]record)
	for _, r := range b.records {
		by[r.Operator] = append(by[r.Operator], r)
	}
	for _, o := range slices.Sorted(maps.Keys(by)) {
		all, first, five, _ := tally(by[o])
		fmt.Printf("%-20s %d drafts, first %s, first five %s\n", o, all, share(first, all), share(five, all))
	}
}

// tally counts the drafts in a list, and at which places the correction was found.
func tally(list []record) (all, first, five int, times durations) {
	for _, r := range list {
		if r.Outcome != kept {
			continue
		}
		all++
		times = append(times, r.Took)
		if r.Place == 0 {
			first++
		}
		if r.Place != missed && r.Place < 5 {
			five++
		}
	}
	slices.Sort(times)
	return all, first, five, times
}

func share(n, of int) string {
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(of))
}

// durations are sorted.
type durations []time.Duration

// quantile returns the shortest time that a share of all does not exceed, in seconds.
func (d durations) quantile(share float64) string {
	if len(d) == 0 {
		return "–"
	}
	// The smallest index that covers the share, counted from 0.
	return fmt.Sprintf("%.3g s", d[max(0, int(math.Ceil(share*float64(len(d))))-1)].Seconds())
}
