package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/follow"
	"github.com/mantrac/mantrac/trace/grade"
)

func watchTraces(c *cli.Context) error {
	if c.NArg() < 2 {
		return suggest("expected a suite and traces to follow", "", "mantrac help watch")
	}
	interval := c.Duration("interval")
	if interval < time.Millisecond || c.Duration("until-idle") < 0 {
		return suggest("--interval is at least 1ms, and --until-idle not negative", "", "mantrac help watch")
	}
	if slices.Contains(c.Args().Tail(), "-") {
		return suggest("standard input cannot be followed; mantrac grade reads it", "", "mantrac help watch")
	}
	judging, err := judgingOf(c)
	if err != nil {
		return err
	}
	w := &watching{
		Grading: grading.Grading{Importing: importOptions(c), Choose: judging.choose, Complain: complain},
		last:    make(map[string]watched),
		said:    make(map[string]bool),
		lost:    make(map[string]int),
		failing: c.Bool("fail-fast"),
	}
	if c.String("format") == "jsonl" {
		w.show = json.NewEncoder(os.Stdout).Encode
	} else {
		text := grade.NewText(os.Stdout, grade.TextOptions{Color: terminal.Colored(c.String("color"), os.Stdout), Verbose: c.Bool("verbose")})
		w.show = func(r any) error { return text.Result(r.(*grade.Result)) }
	}
	sayMissing(c.Args().Tail())
	ctx := interrupt.Context()
	err = follow.Run(ctx, follow.Options{
		List:     func() ([]string, error) { return w.list(c.Args().Tail()) },
		Changed:  w.changed,
		Interval: interval,
		Idle:     c.Duration("until-idle"),
	})
	unusedPrefix(c, w.Assumed.ByText > 0)
	return w.end(ctx, err, c.Args().Tail())
}

// sayMissing says what is waited for: a misspelt name would be without end.
func sayMissing(args []string) {
	for _, arg := range missing(args) {
		say("waiting for traces in " + watchedName(arg))
	}
}

// missing returns the arguments that name nothing yet.
func missing(args []string) []string {
	return lists.Filter(args, func(arg string) bool {
		err := grading.In(arg, func(name string) error { _, err := os.Stat(name); return err })
		return errors.Is(err, grading.ErrNone) || errors.Is(err, fs.ErrNotExist)
	})
}

// A watching is one run of the verb.
type watching struct {
	grading.Grading
	show    func(result any) error
	last    map[string]watched // by what tells traces apart
	order   []string
	file    string          // that is read
	now     map[string]int  // how often an id is in it, so far
	said    map[string]bool // of what could not be read, and of traces without a case
	lost    map[string]int  // by file: what may be traces without a verdict, at the last look
	failing bool            // end at the first failure
}

// watched is the last result of a trace.
type watched struct {
	result *grade.Result
	text   string
}

// errFailed ends a watch at a failure.
var errFailed = errors.New("a trace fails")

// list returns the files that there are now. A folder or a pattern may be empty
// as yet.
func (w *watching) list(args []string) ([]string, error) {
	var names []string
	for _, arg := range args {
		err := grading.In(arg, func(name string) error {
			names = append(names, name)
			return nil
		})
		// What does not exist yet may come.
		if err != nil && !errors.Is(err, grading.ErrNone) && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return names, nil
}

// changed grades a file, and shows what is new.
func (w *watching) changed(name string) error {
	w.file, w.now = name, make(map[string]int)
	grader := grade.NewGrader(func(h *trace.Header) (*grade.Plan, error) { return w.planOf(h), nil }, w.graded)
	sink := &watchSink{Grader: grader, said: w.said}
	notes, err := w.Read(name, sink)
	w.lost[name] = sink.ungraded
	w.Assumed.Add(notes)
	for _, n := range notes {
		if text := fmt.Sprintf("%s: %s", project.Shown(n.File), report.Visible(n.Message)); n.Code == "no-mark" && !w.said[text] {
			w.said[text] = true
			complain(errors.New(text))
		}
	}
	return err
}

// planOf says by which plan a trace is graded, and once of a trace that there is
// none.
func (w *watching) planOf(h *trace.Header) *grade.Plan {
	plan := w.Choose(h)
	if plan == grading.LeftOut {
		return nil
	}
	if text := fmt.Sprintf("the trace %s#%s has no case; --case names one, and --map one for each trace", h.File, h.ID); plan == nil && !w.said[text] {
		w.said[text] = true
		w.Without++
		w.Ungraded++
		complain(errors.New(project.Shown(text)))
	}
	return plan
}

func (w *watching) graded(r *grade.Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	id := r.File + "#" + r.ID // which a file of plain lines may have twice
	w.now[id]++
	key := fmt.Sprintf("%s\x00%s\x00%d", w.file, id, w.now[id])
	// A file is graded anew as a whole. Results that are known already are not shown again.
	if w.last[key].text == string(text) {
		return nil
	}
	// order keeps the first appearance, so the tally does not depend on a map.
	if w.last[key].result == nil {
		w.order = append(w.order, key)
	}
	w.last[key] = watched{r, string(text)}
	if err := w.show(r); err != nil {
		return err
	}
	if w.failing && r.Verdict == grade.Fail {
		return errFailed
	}
	return nil
}

// end says how it went with what the arguments name.
func (w *watching) end(ctx context.Context, err error, args []string) error {
	for _, key := range w.order {
		w.Tally.Add(w.last[key].result)
		w.Traces++
	}
	for _, n := range w.lost {
		w.Ungraded += n
	}
	// What was waited for and has not come leaves the result open.
	w.Ungraded += len(missing(args))
	switch {
	case ctx.Err() != nil:
		// The usual end of a watch is an interrupt, after which the tally is shown.
		err = status(exitInterrupted)
	case err != nil && !errors.Is(err, errFailed):
		return err
	case w.Traces+w.Without == 0:
		complain(fmt.Errorf("no traces found in %s", strings.Join(lists.Map(args, watchedName), ", ")))
		return status(exitBadInput)
	default:
		err = gradeEnding(&w.Grading).status()
	}
	fmt.Fprintln(os.Stderr, w.Tally.String())
	return err
}

// watchedName returns what an argument names, and that it does not exist.
func watchedName(arg string) string {
	if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) {
		return project.Shown(arg) + " (no such file)"
	}
	return project.Shown(arg)
}

// A watchSink is a grader, and says once what cannot be read. At the end of a
// file that is being written that may be half a record, which is whole at one
// of the next looks.
type watchSink struct {
	*grade.Grader
	said     map[string]bool
	ungraded int
}

// Problem implements [trace.Sink].
func (s *watchSink) Problem(p trace.Problem) error {
	if p.Ungraded() {
		s.ungraded++
	}
	if text := report.Visible(p.Error()); !s.said[text] {
		s.said[text] = true
		complain(errors.New(text))
	}
	return s.Grader.Problem(p)
}
