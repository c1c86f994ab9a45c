package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/repair/report"
)

// repair says which edits close the conflicts of a case.
func (w *worker) repair(ctx context.Context, r Request) (json.RawMessage, error) {
	found, err := w.world(r, r.Model, r.Suites)
	if err != nil {
		return nil, err
	}
	set := &edit.Set{Models: found.Models, Suites: found.Suites}
	ref, err := caseOf(found.Suites, r.Suite, r.Cases)
	if err != nil {
		return nil, err
	}
	o := repair.Options{Options: options(r)}
	o.States = repair.DefaultStates
	if o.Locks, err = locks.Of(set); err != nil {
		return nil, err
	}
	within := limits
	within.Steps = repair.DefaultSteps
	if _, err := solver.Attach(&o.Options, within); err != nil {
		return nil, err
	}
	result, err := repair.Find(ctx, set, []repair.Ref{ref}, o)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = report.JSON(&text, result)
	return text.Bytes(), err
}

// caseOf returns the case that a request names.
func caseOf(suites []*checker.Suite, path string, names []string) (repair.Ref, error) {
	for _, s := range suites {
		for _, k := range s.Cases {
			if s.File.Tree.File.Name() == path && k.Decl.Name() != nil && slices.Contains(names, k.Decl.Name().Name) {
				return repair.Ref{Suite: s, Case: k}, nil
			}
		}
	}
	return repair.Ref{}, fmt.Errorf("%s has no case %v", path, names)
}
