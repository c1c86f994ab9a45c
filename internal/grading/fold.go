package grading

import (
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
)

// maxAlike is how many problems of one kind are told one by one, and maxKinds
// how many kinds are told apart.
const (
	maxAlike = 5
	maxKinds = 1000
)

// A Fold tells of records that cannot be read: of each kind of problem
// the first few one by one, and the rest in one line at the end.
type Fold struct {
	Complain func(error)

	kinds map[string]*alike
	order []*alike
}

// alike is problems of one kind.
type alike struct {
	count int
	last  trace.Problem
}

// varying matches what differs between problems of one kind: what a file says
// there, and numbers.
var varying = lazyregexp.New(`"(?:[^"\\]|\\.)*"…?|[0-9]+`)

// Tell tells of a problem, or counts it.
func (f *Fold) Tell(p trace.Problem) {
	p.File = project.Shown(p.File)
	// Messages that differ only in quotations and numbers are of one kind.
	key := varying.ReplaceAllLiteralString(p.Message, "…")
	// Further kinds share the empty key, so that memory is bounded.
	if len(f.kinds) >= maxKinds && f.kinds[key] == nil {
		key = ""
	}
	k := f.kinds[key]
	if k == nil {
		if f.kinds == nil {
			f.kinds = make(map[string]*alike)
		}
		k = &alike{}
		f.kinds[key] = k
		f.order = append(f.order, k)
	}
	k.count, k.last = k.count+1, p
	if k.count <= maxAlike {
		f.Complain(errors.New(report.Visible(p.Error())))
	}
}

// Finish tells how many problems were not told one by one.
func (f *Fold) Finish() {
	for _, k := range f.order {
		if more := k.count - maxAlike; more > 0 {
			f.Complain(fmt.Errorf("%s like this; the last is %s", report.Counts(more, "more problem", "more problems"), report.Visible(k.last.Error())))
		}
	}
}
