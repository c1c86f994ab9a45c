package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/repair"
	repairs "github.com/mantrac/mantrac/repair/report"
	"github.com/mantrac/mantrac/validate"
	results "github.com/mantrac/mantrac/validate/report"
)

// repairFlags are the budgets of repair, and what it does with the candidates.
func repairFlags() []cli.Flag {
	return []cli.Flag{
		boundFlag("search traces of at most `K` calls"),
		listFlag("case", "only the conflicts of the case of this `NAME`; may be repeated"),
		&cli.IntFlag{Name: "show", Value: repair.DefaultShown, Usage: "show up to `N` candidates for each conflict"},
		&cli.IntFlag{Name: "tries", Value: repair.DefaultTries, Usage: "validate up to `N` candidates for each conflict"},
		&cli.IntFlag{Name: "states", Value: repair.DefaultStates, Usage: "`STATES` to visit for each question, before it is left to the solver"},
		&cli.UintFlag{Name: "rlimit", Value: repair.DefaultSteps, Usage: "`STEPS` of the solver for each question to it, which are the same on every machine; 0 is no limit"},
		&cli.IntFlag{Name: "apply", Usage: "make the edits of candidate `N` of the list", DefaultText: "none"},
		boolFlag("interactive", "ask for each conflict which candidate to apply"),
		memoryFlag("`MB` that libz3 may have"),
	}
}

// A repairing is one run of the verb.
type repairing struct {
	repair.Options
	findings
	files  []project.File
	made   *editing.Application
	result *repair.Result
}

func repairCases(c *cli.Context) error {
	if err := inFiles(c); err != nil {
		return err
	}
	if c.IsSet("apply") && c.Bool("interactive") {
		return suggest("--apply and --interactive cannot be combined", "", "mantrac help repair")
	}
	// They write no report.
	if (c.IsSet("apply") || c.Bool("interactive")) && (c.String("format") != "text" || c.String("output") != "") {
		return suggest("--format and --output cannot be combined with --apply or --interactive", "", "mantrac help repair")
	}
	r, err := newRepairing(c)
	if err != nil {
		return err
	}
	found, set, err := r.selected(c)
	if err != nil {
		return err
	}
	if err := r.find(set, found); err != nil {
		return err
	}
	switch {
	case c.IsSet("apply"):
		return r.applyNumber(c.Int("apply"))
	case c.Bool("interactive"):
		return r.ask(os.Stdin)
	}
	if err := r.write(c); err != nil {
		return err
	}
	return answered(c, found, r.status(found.Bad))
}

// newRepairing reads the flags.
func newRepairing(c *cli.Context) (*repairing, error) {
	r := &repairing{}
	r.Bound, r.Shown, r.Tries, r.States = c.Int("bound"), c.Int("show"), c.Int("tries"), c.Int("states")
	r.Engine, r.AnyWitness = validate.Auto, false
	_, err := solver.Attach(&r.Options.Options, solver.Limits{Jobs: 1, Memory: uint64(c.Int("memory")), Steps: c.Uint("rlimit")})
	return r, err
}

// selected returns the cases that arguments name, and the set of files that the
// candidates may change.
func (r *repairing) selected(c *cli.Context) (*selection.Selection, *edit.Set, error) {
	var set *edit.Set
	// The set has everything that was checked, also suites that the arguments do not name.
	found, err := selectFiles(c, func(o *selection.Checked) (*selection.Selection, error) {
		set = &edit.Set{Models: o.Models, Suites: o.Suites}
		return selection.Cases(o, c.StringSlice("case"))
	})
	if err != nil {
		return nil, nil, err
	}
	// Edits must not be derived from files with errors.
	if found.Bad {
		return nil, nil, status(exitBadInput)
	}
	if r.files, err = editing.Files(set.Names()); err != nil {
		return nil, nil, err
	}
	if r.made, err = editing.NewApplication(r.files, projectOptions(c), false, say); err != nil {
		return nil, nil, err
	}
	r.Locks = r.made.Locks()
	return found, set, nil
}

// find looks for candidates.
func (r *repairing) find(set *edit.Set, found *selection.Selection) error {
	cases := lists.Map(found.Cases, func(k selection.Case) repair.Ref { return repair.Ref{Suite: k.Suite, Case: k.Decl} })
	terminal.Progress("looking for repairs")
	ctx := interrupt.Context()
	result, err := repair.Find(ctx, set, cases, r.Options)
	terminal.Progress("")
	if interrupt.Ended(ctx) {
		return status(exitInterrupted)
	}
	// From here on an interrupt ends the program, which may wait for the user.
	interrupt.Release()
	r.result = result
	return err
}

func (r *repairing) write(c *cli.Context) error {
	r.findings = findings{color: coloredOutput(c), more: repairs.Findings(r.result), fingerprint: results.Fingerprint, head: repairs.Summary(r.result)}
	if err := writeDocument(c, r); err != nil {
		return err
	}
	if c.String("format") == "text" {
		say(r.head)
	}
	return nil
}

// Text implements [report.Document].
func (r *repairing) Text(w io.Writer) error {
	return repairs.Text(w, r.result, repairs.Options{Color: r.color})
}

// JSON implements [report.Document].
func (r *repairing) JSON(w io.Writer) error { return repairs.JSON(w, r.result) }

// status returns how the verb ends.
func (r *repairing) status(bad bool) error {
	return ending{bad: bad, found: len(r.result.Repairs) > 0, open: len(r.result.Unknown) > 0}.status()
}

// applyNumber makes the edits of a candidate by its number.
func (r *repairing) applyNumber(n int) error {
	all := 0
	for i := range r.result.Repairs {
		for j := range r.result.Repairs[i].Candidates {
			// Candidates are numbered across all conflicts, as the text shows them.
			if all++; all == n {
				return r.apply(&r.result.Repairs[i].Candidates[j])
			}
		}
	}
	return suggest(fmt.Sprintf("unknown candidate %d: %s found", n, report.Count(all, "candidate")), "", "mantrac help repair")
}

// apply makes the edits of a candidate to the files: all, or none.
func (r *repairing) apply(c *repair.Candidate) error {
	result, err := r.made.Run(c.Edits, "repair")
	if err != nil {
		return refusedEdits("repair", err, exitFindings)
	}
	changes := r.made.Changes(result.Changes)
	if err := changes.Write(); err != nil {
		return err
	}
	if err := r.made.Finish(result, edit.Record{Time: time.Now()}); err != nil {
		// Files and locks change together or not at all.
		return errors.Join(err, changes.Undo())
	}
	say(fmt.Sprintf("%s, in %s", repairs.Label(c), report.Count(len(result.Changes), "file")))
	return nil
}

// ask shows the candidates of one conflict after the other, and applies the one that is
// chosen. What is left may be another matter then, so that it ends there.
func (r *repairing) ask(in io.Reader) error {
	answers := bufio.NewScanner(in)
	for i := range r.result.Repairs {
		x := &r.result.Repairs[i]
		one := &repair.Result{Bound: r.result.Bound, Repairs: []repair.Repair{*x}}
		if err := repairs.Text(os.Stdout, one, repairs.Options{}); err != nil {
			return err
		}
		if len(x.Candidates) == 0 {
			continue
		}
		n, quit, err := chosen(answers, len(x.Candidates))
		switch {
		case err != nil:
			return err
		case n > 0:
			return r.apply(&x.Candidates[n-1])
		case quit:
			return r.status(false)
		}
	}
	say(repairs.Summary(r.result))
	return r.status(false)
}

// chosen asks for the number of a candidate; 0 skips the conflict, or all that are left.
func chosen(answers *bufio.Scanner, of int) (n int, quit bool, err error) {
	for {
		fmt.Fprintf(os.Stderr, "apply which one (1 to %d), s to skip, q to quit? ", of)
		if !answers.Scan() {
			// The end of the input counts as quit.
			return 0, true, answers.Err()
		}
		switch answer := strings.TrimSpace(answers.Text()); answer {
		case "q":
			return 0, true, nil
		case "s":
			return 0, false, nil
		default:
			if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= of {
				return n, false, nil
			}
		}
	}
}
