package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T) *Store {
	t.Helper()
	return Open(filepath.Join(t.TempDir(), "made", "when", "needed"))
}

func keyOf(n int) Key { return Key{byte(n), byte(n >> 8), byte(n >> 16)} }

func put(t *testing.T, s *Store, k Key, text string) {
	t.Helper()
	if err := s.Put(k, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, s *Store, k Key, text string, ok bool) {
	t.Helper()
	got, found := s.Get(k)
	if found != ok || string(got) != text {
		t.Errorf("under %x there is %q, %v; wanted %q, %v", k[:3], got, found, text, ok)
	}
}

func TestPutGet(t *testing.T) {
	s := open(t)
	want(t, s, keyOf(1), "", false)
	put(t, s, keyOf(1), "one")
	put(t, s, keyOf(2), "")
	want(t, s, keyOf(1), "one", true)
	want(t, s, keyOf(2), "", true)
	put(t, s, keyOf(1), "another")
	want(t, s, keyOf(1), "another", true)
	if count, size := s.Size(); count != 2 || size < 7 || size > 1000 {
		t.Errorf("%d texts, %d bytes", count, size)
	}
}

// A file in which anything was changed, or that lies in the place of another,
// is as if it was not there.
func TestCorruptFilesAreNotRead(t *testing.T) {
	s := open(t)
	put(t, s, keyOf(1), "one")
	good, err := os.ReadFile(s.path(keyOf(1)))
	if err != nil {
		t.Fatal(err)
	}
	write := func(k Key, data []byte) {
		if err := os.WriteFile(s.path(k), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		write(keyOf(1), bad)
		want(t, s, keyOf(1), "", false)
		write(keyOf(1), good[:i])
		want(t, s, keyOf(1), "", false)
	}
	write(keyOf(1), append(good, '!'))
	want(t, s, keyOf(1), "", false)
	put(t, s, keyOf(2), "two")
	write(keyOf(2), good)
	want(t, s, keyOf(2), "", false)
	put(t, s, keyOf(2), "two")
	want(t, s, keyOf(2), "two", true)
}

// Clean removes what the store has made and nothing else.
func TestClean(t *testing.T) {
	s := open(t)
	for i := range 10 {
		put(t, s, keyOf(i), "text")
	}
	mine := []string{"notes.txt", filepath.Join("00", "notes.txt"), filepath.Join("src", strings.Repeat("0", 62)), filepath.Join("ab", strings.Repeat("0", 62), "x")}
	for _, name := range mine {
		path := filepath.Join(s.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	kept := filepath.Join(outside, strings.Repeat("0", 62))
	if err := os.WriteFile(kept, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(s.dir, "cd")); err == nil {
		mine = append(mine, filepath.Join("cd", strings.Repeat("0", 62)))
	}
	if count, err := s.Clean(); count != 10 || err != nil {
		t.Errorf("%d removed, %v", count, err)
	}
	for _, name := range mine {
		if _, err := os.Stat(filepath.Join(s.dir, name)); err != nil {
			t.Errorf("%s is gone", name)
		}
	}
	if count, size := s.Size(); count != 0 || size != 0 {
		t.Errorf("%d texts of %d bytes are left", count, size)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "05")); err == nil {
		t.Error("empty folders are left")
	}
	if count, err := Open(filepath.Join(s.dir, "none")).Clean(); count != 0 || err != nil {
		t.Errorf("%d removed from nothing, %v", count, err)
	}
}

// What was not used for long goes, then the oldest of what is too much.
func TestTrim(t *testing.T) {
	s := open(t)
	s.limit = 1 << 20
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return now }
	age := func(k Key, old time.Duration) {
		at := now.Add(-old)
		if err := os.Chtimes(s.path(k), at, at); err != nil {
			t.Fatal(err)
		}
	}
	big := strings.Repeat("x", int(s.limit)/4)
	for i := range 6 {
		put(t, s, keyOf(i), big)
		age(keyOf(i), time.Duration(i+2)*time.Hour)
	}
	put(t, s, keyOf(6), "old")
	age(keyOf(6), maxAge+time.Hour)
	put(t, s, keyOf(7), "old")
	age(keyOf(7), maxAge-time.Hour)
	want(t, s, keyOf(5), big, true) // which makes it the newest
	s.Trim()
	for i, kept := range []bool{true, true, false, false, false, true, false, false} {
		if _, err := os.Stat(s.path(keyOf(i))); (err == nil) != kept {
			t.Errorf("%d is kept: %v", i, err == nil)
		}
	}

	// It looks again when a day is over, or much has been written.
	stale := func() {
		put(t, s, keyOf(8), "x")
		age(keyOf(8), 2*maxAge)
		s.Trim()
	}
	gone := func(ok bool) {
		t.Helper()
		if _, err := os.Stat(s.path(keyOf(8))); (err != nil) != ok {
			t.Errorf("what is too old is gone: %v", err != nil)
		}
	}
	stale()
	gone(false)
	now = now.Add(25 * time.Hour)
	stale()
	gone(true)
	stale()
	gone(false)
	for i := range 11 {
		put(t, s, keyOf(9), strings.Repeat("y", int(s.limit)/100))
		s.Trim()
		if i == 5 {
			gone(false)
		}
	}
	gone(true)
}

// Nothing is left half written, and nobody reads half of anything.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for w := range 8 {
		s := Open(dir) // as another process would
		all.Go(func() {
			for i := range 100 {
				k := keyOf(i % 5)
				text := fmt.Sprintf("%d %s", i%5, strings.Repeat("z", 1000*(i%5)))
				_ = s.Put(k, []byte(text)) // somebody may clean the folder away
				if got, ok := s.Get(k); ok && string(got) != text {
					t.Errorf("%d: %.20s", w, got)
				}
				if i%50 == 0 {
					s.Clean()
				}
			}
			s.Trim()
		})
	}
	all.Wait()
	files, err := filepath.Glob(filepath.Join(dir, "*", temporary+"*"))
	if err != nil || len(files) > 0 {
		t.Errorf("left: %v, %v", files, err)
	}
}

// A folder that cannot be written is an error, and nothing worse.
func TestNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Open(path)
	if s.Put(keyOf(1), []byte("x")) == nil {
		t.Error("a text is kept in a file that is no folder")
	}
	want(t, s, keyOf(1), "", false)
	s.Trim()
	if count, err := s.Clean(); count != 0 || err != nil {
		t.Error(count, err)
	}
}
