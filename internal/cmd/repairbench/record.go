package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

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
	Tried, Untried int
	Took           time.Duration // of the processor
	// The place of the first candidate with which the files accept the same runs of
	// the model as without the mistake, or the same traces of any calls; missed if
	// there is none.
	Runs, Traces int
}

type outcome string

const (
	unchecked outcome = "does not check"
	quiet     outcome = "no conflict"
	kept      outcome = "draft"
)

const missed = -1

// readLines reads the lines of a file of an earlier run; there are none without a file.
func readLines[T any](name string) (list []T, err error) {
	f, err := os.Open(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		var line T
		if err := lines.Decode(&line); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, line)
	}
	return list, nil
}

// addLine adds a line to a file, if it has a name.
func addLine(name string, value any) error {
	if name == "" {
		return nil
	}
	line, err := json.Marshal(value)
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
	records, err := readLines[record](log)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(draws, func(d draw) bool {
		return !slices.ContainsFunc(records, func(r record) bool {
			return r.Outcome == kept && r.Runs != 0 && r.Project == d.of.name && r.At == d.mistake.At.String() && r.Was == d.mistake.Was && r.Now == d.mistake.Now
		})
	}), nil
}

// add keeps a record.
func (b *bench) add(r record) error {
	b.records = append(b.records, r)
	if b.verbose && r.Outcome == kept {
		r.print()
	}
	return addLine(b.log, r)
}

func (r *record) print() {
	fmt.Printf("\n%s %s %s\n  %s\n  => %s\n  %s: %s\n", r.Project, r.Operator, r.At, r.Was, r.Now, r.Case, r.Conflict)
	fmt.Printf("  runs %d traces %d, tried %d, left %d, %v\n", r.Runs, r.Traces, r.Tried, r.Untried, r.Took.Round(time.Millisecond))
	for i, c := range r.Candidates {
		fmt.Printf("    %d. %s\n", i+1, c)
	}
}

// kept counts the drafts with a conflict.
func (b *bench) kept() int { return b.count(kept) }

func (b *bench) count(o outcome) int {
	n := 0
	for _, r := range b.records {
		if r.Outcome == o {
			n++
		}
	}
	return n
}

// ranks counts at which place the correction was found.
type ranks struct{ first, five, all int }

func (r *ranks) add(place int) {
	r.all++
	if place == 0 {
		r.first++
	}
	if place >= 0 && place < 5 {
		r.five++
	}
}

func (r *ranks) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / float64(r.all) }
	return fmt.Sprintf("first %d (%.0f %%), first five %d (%.0f %%) of %d", r.first, percent(r.first), r.five, percent(r.five), r.all)
}

func (b *bench) report() {
	fmt.Printf("\nseed %d: %d mistakes, %d do not check, %d without a conflict, %d drafts\n", b.seed, len(b.records), b.count(unchecked), b.count(quiet), b.kept())
	var runs, traces ranks
	by := make(map[string]*ranks)
	var groups []string
	var times []time.Duration
	for _, r := range b.records {
		if r.Outcome != kept {
			continue
		}
		runs.add(r.Runs)
		traces.add(r.Traces)
		times = append(times, r.Took)
		for _, group := range []string{r.Project, string(r.Operator)} {
			if by[group] == nil {
				by[group] = &ranks{}
				groups = append(groups, group)
			}
			by[group].add(r.Runs)
		}
	}
	if len(times) == 0 {
		return
	}
	fmt.Printf("same runs of the model:  %v\nsame traces of any call: %v\n", &runs, &traces)
	slices.Sort(groups)
	for _, g := range groups {
		fmt.Printf("  %-28s %v\n", g, by[g])
	}
	slices.Sort(times)
	fmt.Printf("processor time of a draft: median %v, nine tenths up to %v, longest %v\n", times[len(times)/2].Round(time.Millisecond), times[len(times)*9/10].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond))
}
