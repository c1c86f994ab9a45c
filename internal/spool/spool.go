// Package spool stores records that may not fit into memory. It keeps a bounded
// amount in memory and the rest in a temporary file.
//
// A [Spool] returns its records in the order in which they were added. A
// [Sorter] returns them in the order of their keys: it sorts as many as it
// keeps in memory at a time, and merges the sorted parts when they are read. A
// [Grouper] returns the records of each key together.
package spool

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

const (
	inMemory      = 4 << 20  // bytes of records that are kept in memory
	smallBuffer   = 1 << 20  // bytes of a buffer that may grow step by step
	writeBuffer   = 64 << 10 // bytes
	readBuffer    = 64 << 10 // bytes, of each part that is read
	minReadBuffer = 4 << 10
)

// A Spool is a sequence of records. The zero value is an empty one.
type Spool struct {
	text []byte // records that are not in the file
	file *os.File
	size int64 // of the file
	err  error
}

// Add adds a record.
func (s *Spool) Add(record []byte) error {
	s.text = roomFor(s.text, len(record))
	s.text = binary.AppendUvarint(s.text, uint64(len(record)))
	if s.text = append(s.text, record...); len(s.text) > inMemory {
		s.flush()
	}
	return s.err
}

// flush moves what is in memory to the file.
func (s *Spool) flush() {
	if s.file == nil && s.err == nil {
		s.file, s.err = create()
	}
	if s.err == nil {
		_, s.err = s.file.Write(s.text)
		s.size += int64(len(s.text))
	}
	// Emptied even after an error, so that memory does not grow.
	s.text = emptied(s.text)
}

// roomFor returns a buffer with room for n more bytes. Beyond smallBuffer it is
// allocated once, with the size that it can grow to: a buffer that grows step by
// step is in memory twice.
func roomFor(b []byte, n int) []byte {
	n += 2 * binary.MaxVarintLen64 // the lengths of a key and a record
	if len(b)+n <= cap(b) || len(b)+n < smallBuffer {
		return b
	}
	return slices.Grow(b, max(inMemory-len(b), 0)+n)
}

// emptied returns a buffer without its content. A buffer that one large record
// made large is not used again.
func emptied(b []byte) []byte {
	if cap(b) > 2*inMemory {
		return nil
	}
	return b[:0]
}

// create makes a temporary file, which goes away with the program.
func create() (*os.File, error) {
	f, err := os.CreateTemp("", "mantrac-*")
	if err != nil {
		return nil, fmt.Errorf("cannot keep results in a temporary file: %w", err)
	}
	os.Remove(f.Name()) // where a file that is open can be removed; else Close does
	return f, nil
}

// All calls yield with the records in order, until it returns false. A record is
// valid until the next one. It can be called again.
func (s *Spool) All(yield func(record []byte) bool) {
	if s.err != nil {
		return
	}
	// The file has the older records.
	if s.file != nil {
		r := newRecords(io.NewSectionReader(s.file, 0, s.size), readBuffer)
		for r.next() {
			if !yield(r.record) {
				return
			}
		}
		if s.err = r.err; s.err != nil {
			return
		}
	}
	for rest := s.text; len(rest) > 0; {
		n, k := binary.Uvarint(rest)
		if !yield(rest[k : k+int(n)]) {
			return
		}
		rest = rest[k+int(n):]
	}
}

// Err returns the first error of writing or reading.
func (s *Spool) Err() error { return s.err }

// Close removes the temporary file.
func (s *Spool) Close() error { return remove(s.file) }

func remove(f *os.File) error {
	if f == nil {
		return nil
	}
	err := f.Close()
	if gone := os.Remove(f.Name()); gone != nil && !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// records reads records, each with its length before it.
type records struct {
	r      *bufio.Reader
	record []byte
	err    error
}

func newRecords(r io.Reader, buffer int) *records {
	return &records{r: bufio.NewReaderSize(r, buffer)}
}

// next reads the next record; false at the end, or at an error.
func (r *records) next() bool {
	n, err := binary.ReadUvarint(r.r)
	if err == io.EOF {
		return false
	}
	if err == nil {
		if uint64(cap(r.record)) < n {
			r.record = make([]byte, n)
		}
		r.record = r.record[:n]
		_, err = io.ReadFull(r.r, r.record)
	}
	if err != nil {
		r.err = fmt.Errorf("cannot read results back from a temporary file: %w", err)
	}
	return err == nil
}
