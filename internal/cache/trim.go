package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// journal is a file whose time is that of the last look at the folder, and
// which has a byte for each KB that was written since.
const journal = "journal"

// Trim removes what is too old, and the oldest of what is too much. A program
// that has put something into a store calls it at the end. It looks at the folder once a
// day, and when a tenth of maxSize has been written.
func (s *Store) Trim() {
	// The counter is in bytes, the journal has one byte for each kilobyte.
	kilobytes := (s.written.Swap(0) + 1023) / 1024
	if kilobytes == 0 {
		return
	}
	now, path := s.now(), filepath.Join(s.dir, journal)
	info, err := os.Stat(path)
	if err == nil && now.Sub(info.ModTime()).Abs() < 24*time.Hour && (info.Size()+kilobytes)*1024 < s.limit/10 {
		// Neither a day nor a tenth of the limit: only note what was written.
		note(path, int(kilobytes), info.ModTime())
		return
	}
	if os.WriteFile(path, nil, 0o600) == nil && os.Chtimes(path, now, now) == nil {
		s.trim(now)
	}
}

// note adds to the journal, and leaves its time as it is.
func note(path string, kilobytes int, modified time.Time) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	f.Write(bytes.Repeat([]byte("."), kilobytes))
	if f.Close() == nil {
		os.Chtimes(path, modified, modified)
	}
}

func (s *Store) trim(now time.Time) {
	list := s.files()
	// The most recently used come first, so what is over the limit is the oldest.
	slices.SortFunc(list, func(a, b file) int { return b.used.Compare(a.used) })
	total := int64(0)
	for _, f := range list {
		total += f.size
		// A temporary file that is old was left by a process that died.
		if total > s.limit || now.Sub(f.used) > maxAge || f.temporary() && now.Sub(f.used) > used {
			os.Remove(f.path)
		}
	}
}
