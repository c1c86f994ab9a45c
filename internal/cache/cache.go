package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// The limits of what is kept.
const (
	maxAge  = 30 * 24 * time.Hour
	maxSize = 100 << 20 // bytes
)

// used is how old the time of a file may be that says when it was used last.
const used = time.Hour

// A Key says what a text was made of.
type Key [sha256.Size]byte

// A Store is a cache in a folder. It is safe for several goroutines.
type Store struct {
	dir     string
	now     func() time.Time
	limit   int64        // maxSize
	written atomic.Int64 // bytes that Trim does not know of
}

// Open returns the store in a folder, which need not exist.
func Open(dir string) *Store { return &Store{dir: dir, now: time.Now, limit: maxSize} }

// path returns the place of a key: its first two digits are a folder.
func (s *Store) path(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(s.dir, name[:2], name[2:])
}

// magic begins every file.
const magic = "mantrac cache 1"

// head returns what precedes a text.
func head(k Key, text []byte) []byte {
	sum := sha256.New()
	sum.Write(k[:])
	sum.Write(text)
	return fmt.Appendf(nil, "%s %x\n", magic, sum.Sum(nil))
}

// Get returns the text under a key, or false.
func (s *Store) Get(k Key) ([]byte, bool) {
	path := s.path(k)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	n := len(head(k, nil))
	// The head depends on key and text, so a damaged or misplaced file does not match.
	if len(data) < n || !bytes.Equal(data[:n], head(k, data[n:])) {
		return nil, false
	}
	now := s.now()
	// The time is updated at most once an hour, to save writes.
	if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > used {
		os.Chtimes(path, now, now)
	}
	return data[n:], true
}

// Put keeps a text under a key. An error means that it is not kept, which
// does no harm.
func (s *Store) Put(k Key, text []byte) error {
	path := s.path(k)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	// Written beside its place and renamed, so that readers never see half of it.
	f, err := os.CreateTemp(filepath.Dir(path), temporary+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(head(k, text), text...))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	s.written.Add(int64(len(text)))
	return nil
}

// temporary begins the names of files that are being written.
const temporary = "new-"

var (
	folderName = lazyregexp.New(`^[0-9a-f]{2}$`)
	fileName   = lazyregexp.New(`^[0-9a-f]{62}$|^` + temporary + `[0-9]+$`)
)

// A file of the store.
type file struct {
	path string
	size int64
	used time.Time
}

// files returns the files of the store. Whatever else is in its folder, it
// passes over. It follows no links.
func (s *Store) files() []file {
	var list []file
	for _, folder := range entries(s.dir, folderName, fs.FileMode.IsDir) {
		dir := filepath.Join(s.dir, folder.Name())
		for _, e := range entries(dir, fileName, fs.FileMode.IsRegular) {
			if info, err := e.Info(); err == nil {
				list = append(list, file{filepath.Join(dir, e.Name()), info.Size(), info.ModTime()})
			}
		}
	}
	return list
}

func entries(dir string, name *lazyregexp.Regexp, kind func(fs.FileMode) bool) []fs.DirEntry {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return !name.MatchString(e.Name()) || !kind(e.Type()) })
}

// Size returns how many texts are kept, and how many bytes they take.
func (s *Store) Size() (count int, size int64) {
	for _, f := range s.files() {
		if !f.temporary() {
			count++
		}
		size += f.size
	}
	return count, size
}

func (f file) temporary() bool { return strings.HasPrefix(filepath.Base(f.path), temporary) }

// Clean removes all that the store keeps, and returns how many texts that were.
// What else is in the folder stays.
func (s *Store) Clean() (count int, err error) {
	for _, f := range s.files() {
		switch removed := os.Remove(f.path); {
		case removed != nil:
			err = removed
		case !f.temporary():
			count++
		}
	}
	for _, folder := range entries(s.dir, folderName, fs.FileMode.IsDir) {
		os.Remove(filepath.Join(s.dir, folder.Name())) // if it is empty
	}
	return count, err
}
