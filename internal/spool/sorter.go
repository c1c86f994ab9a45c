package spool

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"io"
	"os"
	"slices"
)

// A Sorter is records with keys. The zero value has none.
type Sorter struct {
	text   []byte // records that are not in the file
	places []int  // where they begin
	file   *os.File
	runs   []int64 // where the sorted parts of the file end
	err    error
}

// Add adds a record.
func (s *Sorter) Add(key, record []byte) error {
	s.text = roomFor(s.text, len(key)+len(record))
	s.places = append(s.places, len(s.text))
	s.text = binary.AppendUvarint(s.text, uint64(len(key)))
	s.text = append(s.text, key...)
	s.text = binary.AppendUvarint(s.text, uint64(len(record)))
	if s.text = append(s.text, record...); len(s.text) > inMemory {
		s.flush()
	}
	return s.err
}

// cut splits a text into its first part, which follows its length, and the rest.
func cut(b []byte) (part, rest []byte) {
	n, k := binary.Uvarint(b)
	return b[k : k+int(n)], b[k+int(n):]
}

// sort sorts what is in memory. Records with the same key stay in order.
func (s *Sorter) sort() {
	slices.SortStableFunc(s.places, func(a, b int) int {
		x, _ := cut(s.text[a:])
		y, _ := cut(s.text[b:])
		return bytes.Compare(x, y)
	})
}

// flush sorts what is in memory and moves it to the file.
func (s *Sorter) flush() {
	if s.file == nil && s.err == nil {
		s.file, s.err = create()
	}
	s.sort()
	if s.err == nil {
		s.err = s.write()
	}
	// runs has the ends of the sorted parts, counted from the beginning of the file.
	end := int64(len(s.text))
	if n := len(s.runs); n > 0 {
		end += s.runs[n-1]
	}
	s.runs = append(s.runs, end)
	s.text, s.places = emptied(s.text), s.places[:0]
}

// write writes what is in memory to the file, in the order of its places.
func (s *Sorter) write() error {
	w := bufio.NewWriterSize(s.file, writeBuffer)
	for _, at := range s.places {
		_, rest := cut(s.text[at:])
		_, rest = cut(rest)
		w.Write(s.text[at : len(s.text)-len(rest)]) // an error is that of Flush
	}
	return w.Flush()
}

// All calls yield with the records in the order of their keys, those of one key
// in the order in which they were added, until it returns false. A record is
// valid until the next one. It can be called again.
func (s *Sorter) All(yield func(key, record []byte) bool) {
	if s.err != nil {
		return
	}
	s.sort()
	var h merge
	from := int64(0)
	for i, end := range s.runs {
		h.push(&run{order: i, file: newRecords(io.NewSectionReader(s.file, from, end-from), s.readBuffer())})
		from = end
	}
	// What is in memory was added last, so it has the highest order among equal keys.
	h.push(&run{order: len(s.runs), sorter: s})
	for len(h) > 0 {
		if !yield(h[0].key, h[0].record) {
			return
		}
		if h[0].next() {
			// The smallest run has advanced and may not be the smallest any more.
			heap.Fix(&h, 0)
			continue
		}
		// A run ends at its end or at an error.
		if r := heap.Pop(&h).(*run); r.file != nil && r.file.err != nil {
			s.err = r.file.err
			return
		}
	}
}

// readBuffer returns the size of the buffer of each part that is merged. All
// buffers together take at most inMemory, unless there are very many parts.
func (s *Sorter) readBuffer() int {
	return max(minReadBuffer, min(readBuffer, inMemory/max(1, len(s.runs))))
}

// Err returns the first error of writing or reading.
func (s *Sorter) Err() error { return s.err }

// Close removes the temporary file.
func (s *Sorter) Close() error { return remove(s.file) }

// A run is a sorted part: one of the file, or what is in memory.
type run struct {
	order       int
	file        *records
	sorter      *Sorter // of what is in memory
	at          int     // the next of its places
	key, record []byte
}

// next goes to the next record; false at the end.
func (r *run) next() bool {
	if r.file != nil {
		if !r.file.next() {
			return false
		}
		// The key is copied, because reading the record reuses the buffer.
		r.key = append(r.key[:0], r.file.record...)
		ok := r.file.next()
		r.record = r.file.record
		return ok
	}
	if r.at == len(r.sorter.places) {
		return false
	}
	key, rest := cut(r.sorter.text[r.sorter.places[r.at]:])
	r.key = key
	r.record, _ = cut(rest)
	r.at++
	return true
}

// merge is a heap of runs, by their next records.
type merge []*run

// push adds a run, if it has a record.
func (h *merge) push(r *run) {
	if r.next() {
		heap.Push(h, r)
	}
}

func (h merge) Len() int { return len(h) }

func (h merge) Less(i, j int) bool {
	if c := bytes.Compare(h[i].key, h[j].key); c != 0 {
		return c < 0
	}
	// Equal keys come in the order in which they were added.
	return h[i].order < h[j].order
}

func (h merge) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements [heap.Interface].
func (h *merge) Push(x any) { *h = append(*h, x.(*run)) }

// Pop implements [heap.Interface].
func (h *merge) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
