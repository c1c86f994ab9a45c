package mutate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/lists"
)

// kept are the traces that are kept about a suite and judged as expected.
type kept struct {
	file   *golden.File
	passed map[string]bool // by id
}

// keep reads what is kept about the suites.
func (f *family) keep(read func(string) (*golden.File, error)) error {
	f.kept = make([]kept, len(f.suites))
	if read == nil {
		return nil
	}
	for i, s := range f.suites {
		file, err := read(s.File.Tree.File.Name())
		if err != nil {
			return err
		}
		if file == nil {
			continue
		}
		outcomes, err := golden.Judge(file, s, s.Cases, false)
		if err != nil {
			return err
		}
		f.kept[i] = kept{file, make(map[string]bool)}
		for _, o := range outcomes {
			// A trace that is not judged as expected without mutants tells nothing about them.
			f.kept[i].passed[o.ID] = o.Status == golden.Passed
		}
	}
	return nil
}

// has reports whether a trace of a case is kept.
func (k *kept) has(name string) bool {
	return k.file != nil && slices.ContainsFunc(k.file.Traces, func(t *golden.Trace) bool { return t.Case() == name && k.passed[t.ID] })
}

// replay judges the traces that are kept about a case. Those that change sides kill
// the mutant.
func (t *trial) replay(j *judge) error {
	kept := &t.kept[j.suite]
	if !kept.has(j.name) {
		return nil
	}
	suite, k := j.of(t.mutated.Suites)
	outcomes, err := golden.Judge(kept.file, suite, []*checker.Case{k}, false)
	for _, o := range outcomes {
		if o.Status != golden.Failed || !kept.passed[o.ID] {
			continue
		}
		kill := Kill{Case: j.name, File: j.file, Kept: o.ID}
		kill.Checks = lists.Map(o.Changes, func(c golden.Change) string { return c.Name })
		t.Kills = append(t.Kills, kill)
	}
	return err
}
