package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// A desk is the case by which all traces are graded.
type desk struct{ plan *grade.Plan }

func newDesk(suite string) (*desk, error) {
	files, errs := project.Find([]string{suite}, project.FindOptions{})
	checked := project.Check(files, project.Options{})
	if err := errors.Join(append(errs, checked.Errors...)...); err != nil {
		return nil, err
	}
	if d := diag.FirstError(checked.Diagnostics); d != nil {
		return nil, fmt.Errorf("%s: %s", d.Primary, d.Message)
	}
	if len(checked.Suites) != 1 || len(checked.Suites[0].Cases) != 1 {
		return nil, fmt.Errorf("%s is no suite of one case", suite)
	}
	s := checked.Suites[0]
	plan, err := grade.NewPlan(s, s.Cases[0], grade.Options{Replay: true, Findings: grade.AllFindings()})
	return &desk{plan}, err
}

// grader returns what hands on the result of each trace.
func (d *desk) grader(emit func(*grade.Result)) *grade.Grader {
	return grade.NewGrader(
		func(*trace.Header) (*grade.Plan, error) { return d.plan, nil },
		func(r *grade.Result) error { emit(r); return nil })
}

// grade grades the traces of files.
func (d *desk) grade(files []string) ([]*grade.Result, error) {
	var results []*grade.Result
	g := d.grader(func(r *grade.Result) {
		r.File = filepath.Base(r.File)
		results = append(results, r)
	})
	for _, name := range files {
		if _, err := importer.ReadFile(name, importer.Options{}, g); err != nil {
			return nil, err
		}
	}
	return results, nil
}
