package grade

import (
	"strings"

	"github.com/mantrac/mantrac/trace"
)

// A point is the place of an event. Its path may belong to the event; the name
// of the tool does not.
type point struct {
	seq  int
	tool string
	at   trace.Pointer
}

func pointOf(e *trace.Event, tool string) point { return point{seq: e.Seq, tool: tool, at: e.At} }

// clone returns a point that may be kept for longer than the event.
func (p point) clone() point {
	p.at.Path = strings.Clone(p.at.Path)
	return p
}

func (p *point) evidence(role string) Evidence {
	return Evidence{Seq: p.seq, Tool: p.tool, Role: role, At: p.at}
}

// A place is a point that is kept beyond the event, in memory that is used
// again and again. The zero place is none.
type place struct {
	is        bool
	seq, line int
	tool      string
	path      []byte
}

func (p *place) reset() { p.is = false }

func (p *place) set(at *point) {
	p.is, p.seq, p.line, p.tool = true, at.seq, at.at.Line, at.tool
	p.path = append(p.path[:0], at.at.Path...)
}

func (p *place) evidence(role string) Evidence {
	return Evidence{Seq: p.seq, Tool: p.tool, Role: role, At: trace.Pointer{Line: p.line, Path: string(p.path)}}
}

// A record tells which calls match an atom.
type record struct {
	count       int
	first, last place
}

func (r *record) reset() {
	r.count = 0
	r.first.reset()
	r.last.reset()
}

func (r *record) hit(at *point) {
	if r.count == 0 {
		r.first.set(at)
	}
	r.count++
	r.last.set(at)
}
