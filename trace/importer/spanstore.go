package importer

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/lang/document"
)

// A spanStore keeps spans until the records end, since the spans of a trace may
// be anywhere in a file. It keeps a bounded amount in memory and the rest in
// temporary files, and returns the spans trace by trace.
type spanStore struct {
	*reading
	spans  spool.Grouper // by trace
	record []byte
}

// gathers implements [gatherer].
func (s *spanStore) gathers() {}

// add keeps a span. The text is what is read again when the trace is complete.
func (s *spanStore) add(one *span, text string) error {
	if one.start.IsZero() {
		s.note("no-order", s.at(one.v))
	}
	b := binary.AppendUvarint(s.record[:0], uint64(s.line))
	for _, part := range []string{one.v.Pointer(), one.trace, one.parent} {
		b = append(binary.AppendUvarint(b, uint64(len(part))), part...)
	}
	s.record = append(b, text...)
	return s.spans.Add([]byte(one.trace), s.record)
}

// A storedSpan is what the store keeps of a span.
type storedSpan struct {
	line                int
	base, trace, parent string
	text                string
}

func readStored(record []byte) (s storedSpan) {
	line, n := binary.Uvarint(record)
	s.line = int(line)
	rest := string(record[n:])
	for _, part := range []*string{&s.base, &s.trace, &s.parent} {
		size, n := binary.Uvarint(document.Bytes(rest))
		*part, rest = rest[n:n+int(size)], rest[n+int(size):]
	}
	s.text = rest
	return s
}

// traces calls each with the spans of each trace, in the order in which the
// traces begin in the file. The function read makes a span of what was kept.
func (s *spanStore) traces(read func(v document.Value, of storedSpan) *span, each func([]*span) error) (err error) {
	defer func() { err = cmp.Or(err, s.spans.Err(), s.spans.Close()) }()
	s.halves = false
	var list []*span
	end := func() bool {
		if len(list) > 0 {
			linked(list)
			err = each(list)
			list, s.halves = nil, false
		}
		return err == nil
	}
	s.spans.All(func(first bool, record []byte) bool {
		if first && !end() {
			return false
		}
		stored := readStored(record)
		d := &document.Document{Base: stored.base}
		if err = d.Parse(stored.text); err != nil {
			return false
		}
		s.halves = s.halves || d.Halves > 0
		one := read(d.Root(), stored)
		one.line = stored.line
		list = append(list, one)
		return true
	})
	// The last trace has no next one that would end it.
	end()
	return err
}

// linked puts the spans of a trace in the order in which they begin, and links
// them to their parents. Spans that begin together stay in the order of the file.
func linked(list []*span) {
	byID := lists.IndexBy(list, func(s *span) string { return s.id })
	for _, s := range list {
		// A span that names itself as its parent has none.
		if up := byID[s.parent]; s.parent != "" && up != s {
			s.up = up
		}
	}
	slices.SortStableFunc(list, func(a, b *span) int {
		// dotted_order also orders what has the same time.
		return cmp.Or(a.start.Compare(b.start), strings.Compare(a.dotted, b.dotted))
	})
}
