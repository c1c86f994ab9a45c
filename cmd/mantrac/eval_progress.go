package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/world/trial"
)

// A progress shows on a terminal how far trials are: a bar, and above it a table of the
// agents, with the verdicts so far. It implements [trial.Progress].
type progress struct {
	*judging
	bar *terminal.Bar // nil where nothing is shown

	mu     sync.Mutex
	agents []*agentProgress
}

// An agentProgress is a row of the table.
type agentProgress struct {
	name                                  string
	planned, done, passed, crashed, calls int
}

// Plan implements [trial.Progress].
func (p *progress) Plan(list []trial.Trial) {
	for _, t := range list {
		p.row(t).planned++
	}
	p.bar = terminal.NewBar(len(list), "error")
	p.bar.Rows(p.rows())
}

// row returns the row of the agent of a trial.
func (p *progress) row(t trial.Trial) *agentProgress {
	name := t.Agent.Name()
	for _, a := range p.agents {
		if a.name == name {
			return a
		}
	}
	p.agents = append(p.agents, &agentProgress{name: name})
	return p.agents[len(p.agents)-1]
}

// Begin implements [trial.Progress].
func (p *progress) Begin(t trial.Trial) { p.bar.Begin(t.String()) }

// End implements [trial.Progress].
func (p *progress) End(t trial.Trial, kept *trace.Trace, err error) {
	if p.bar == nil {
		// Nothing is shown, so nothing need be graded.
		return
	}
	var skip *trial.Skip
	passed := false
	if err == nil {
		plan := p.choose(&kept.Header) // nil for a case of another suite
		passed = plan != nil && plan.Grade(kept).Verdict == grade.Pass
	}
	// The trace has been graded without the lock.
	p.mu.Lock()
	defer p.mu.Unlock()
	p.row(t).count(kept, err, passed)
	p.bar.Rows(p.rows())
	p.bar.End(t.String(), err != nil && !errors.As(err, &skip))
}

// count counts a trial that has ended.
func (a *agentProgress) count(kept *trace.Trace, err error, passed bool) {
	a.done++
	if err != nil {
		return
	}
	if passed {
		a.passed++
	}
	if kept.Crash != "" {
		a.crashed++
	}
	for _, e := range kept.Events {
		if e.Kind == trace.Call {
			a.calls++
		}
	}
}

// rows returns the table.
func (p *progress) rows() []string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "agent\ttrials\tpassed\tcrashed\tcalls")
	for _, a := range p.agents {
		fmt.Fprintf(table, "%s\t%d/%d\t%d\t%d\t%d\n", project.Shown(a.name), a.done, a.planned, a.passed, a.crashed, a.calls)
	}
	_ = table.Flush() // a builder takes all
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func (p *progress) close() { p.bar.Close() }
