package spool

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// A Grouper collects the records of each key. The zero value has none.
//
// It returns the groups in the order of their first records, and the records of
// a group in the order in which they were added. It sorts twice: by key, which
// brings the records of a group together, and then by the number of the first
// record of the group. So it keeps nothing in memory for a key.
type Grouper struct {
	byKey   Sorter // of each record its number, and the record
	ordered Sorter // by the number of the first record of the group
	added   uint64
	record  []byte
	grouped bool
}

// numberSize is the size of the number of a record, in bytes.
const numberSize = 8

// Add adds a record. It must not be called after [Grouper.All].
func (g *Grouper) Add(key, record []byte) error {
	// Big endian numbers sort as bytes in their numeric order.
	g.record = append(binary.BigEndian.AppendUint64(g.record[:0], g.added), record...)
	g.added++
	return g.byKey.Add(key, g.record)
}

// All calls yield with the records, group by group, until it returns false;
// first reports whether a record is the first of its group. A record is valid
// until the next one. All can be called again.
func (g *Grouper) All(yield func(first bool, record []byte) bool) {
	g.group()
	var last []byte
	started := false
	g.ordered.All(func(number, record []byte) bool {
		first := !started || !bytes.Equal(number, last)
		started = true
		last = append(last[:0], number...)
		return yield(first, record)
	})
}

// group moves the records from the first sorter to the second.
func (g *Grouper) group() {
	if g.grouped {
		return
	}
	g.grouped = true
	var last, number []byte
	g.byKey.All(func(key, record []byte) bool {
		// The sort by key is stable, so the first record of a key has the smallest number.
		if number == nil || !bytes.Equal(key, last) {
			last = append(last[:0], key...)
			number = append(number[:0], record[:numberSize]...)
		}
		// All records of the group get the number of the first one as their key.
		return g.ordered.Add(number, record[numberSize:]) == nil
	})
	// The first sorter is not needed any more: free its memory and its file.
	g.ordered.err = errors.Join(g.ordered.err, g.byKey.err, g.byKey.Close())
	g.byKey = Sorter{}
}

// Err returns the first error of writing or reading.
func (g *Grouper) Err() error { return errors.Join(g.byKey.err, g.ordered.err) }

// Close removes the temporary files.
func (g *Grouper) Close() error { return errors.Join(g.byKey.Close(), g.ordered.Close()) }
