package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// readMapping reads the file of --map, and makes the plans of its cases.
func (j *judging) readMapping(c *cli.Context, name string) error {
	if c.String("case") != "" {
		return suggest("--case and --map cannot be combined", "", "mantrac help "+c.Command.Name)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := grade.ReadMapping(f)
	if err != nil {
		return fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	for _, fault := range m.Doubled() {
		complain(fmt.Errorf("%s: %s", project.Shown(name), fault))
	}
	plans := map[string]*grade.Plan{grade.LeftOut: grading.LeftOut}
	names, lines := m.Cases()
	for i, want := range names {
		k, err := oneCase(c, j.suite, want)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", project.Shown(name), lines[i], err)
		}
		if plans[want], err = grade.NewPlan(j.suite, k, j.options); err != nil {
			return err
		}
		needsModel(k, j.options)
	}
	j.mapping, j.mapped = m, name
	j.choose = func(h *trace.Header) *grade.Plan { return plans[m.Case(h)] }
	return nil
}

// warnUnused tells which rows of the mapping no trace has used: a name in them may be
// misspelt.
func (j *judging) warnUnused() {
	if j.mapping == nil {
		return
	}
	switch lines := j.mapping.Unused(); len(lines) {
	case 0:
	case 1:
		complain(fmt.Errorf("%s: line %d: no trace has its case by this row", project.Shown(j.mapped), lines[0]))
	default:
		complain(fmt.Errorf("%s: no trace has its case by %s, the first of them in line %d", project.Shown(j.mapped), report.Count(len(lines), "row"), lines[0]))
	}
}
