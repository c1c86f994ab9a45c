package importer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/trace"
)

// A result proves that its call was made. Where the call is not in the trace, the log is
// not whole, and nobody knows with which arguments the call was made.

// tellLost reports results of a trace whose calls are not in it.
func (r *reading) tellLost(id string, results []trace.Pointer) error {
	for _, at := range results {
		p := trace.Problem{File: r.file, Trace: id, At: at, Lost: true, Message: "the call that the result answers is not in the trace; give the whole log"}
		if err := r.sink.Problem(p); err != nil {
			return err
		}
	}
	return nil
}

// maxPaired bounds the ids of calls that are kept of a trace of plain lines.
const maxPaired = 1 << 16

// A pairing finds the results in a trace of plain lines whose calls are not in it. Of the
// trace only hashes of ids are kept.
type pairing struct {
	calls map[uint64]struct{}      // the ids of calls
	early map[uint64]trace.Pointer // results whose calls have not come yet, by id

	made, unnamed int             // calls, and results without an id
	lost          []trace.Pointer // results without an id, of which there are more than calls
	full          bool            // there are too many ids
}

// begin begins a trace.
func (p *pairing) begin() {
	if p.calls == nil {
		p.calls, p.early = make(map[uint64]struct{}), make(map[uint64]trace.Pointer)
	}
	clear(p.calls)
	clear(p.early)
	p.made, p.unnamed, p.lost, p.full = 0, 0, nil, false
}

// call takes a call.
func (p *pairing) call(e *trace.Event) {
	p.made++
	if e.CallID == "" || p.full {
		return
	}
	id := hashOf(e.CallID)
	p.calls[id] = struct{}{}
	delete(p.early, id)
}

// result takes a result.
func (p *pairing) result(e *trace.Event) {
	at := trace.Pointer{Line: e.At.Line, Path: strings.Clone(e.At.Path)}
	if e.CallID == "" {
		// Any call may be the one that it answers.
		if p.unnamed++; p.unnamed > p.made && len(p.lost) < maxPaired {
			p.lost = append(p.lost, at)
		}
		return
	}
	id := hashOf(e.CallID)
	if _, has := p.calls[id]; !has && !p.full {
		p.early[id] = at
	}
}

// bounded drops all ids once there are too many; it reports whether it did.
func (p *pairing) bounded() bool {
	if p.full || len(p.calls)+len(p.early) <= maxPaired {
		return false
	}
	p.full = true
	clear(p.calls)
	clear(p.early)
	return true
}

// end returns the places of the results whose calls are not in the trace.
func (p *pairing) end() []trace.Pointer {
	list := p.lost
	for _, at := range p.early {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b trace.Pointer) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Path, b.Path)) })
	return list
}
