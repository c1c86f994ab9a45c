package runner

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/cache"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/validate"
)

// Folder returns the folder in which results are kept: the one that MANTRAC_CACHE
// names, or one in the folder of the user's caches.
func Folder() (string, error) {
	if dir := os.Getenv("MANTRAC_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for caches found: %w; name one by MANTRAC_CACHE", err)
	}
	return filepath.Join(dir, "mantrac"), nil
}

// A store keeps the results of cases. A nil one keeps nothing.
type store struct {
	*cache.Store
	program string // with what all results are made
}

// openStore returns the store of results that are made by a library, nil if there
// is none, with so many steps at most. It is nil where there is no folder for
// results, or where it is unknown which program this is.
func openStore(library *z3.Library, steps uint) *store {
	dir, err := Folder()
	if err != nil {
		return nil
	}
	program, err := thisProgram()
	if err != nil {
		return nil
	}
	solver := "none"
	if library != nil {
		solver = library.Version()
	}
	// Whatever can change an answer is part of the key.
	return &store{cache.Open(dir), fmt.Sprintf("%s\nlibz3 %s\nrlimit %d\n", program, solver, steps)}
}

// get returns the stored result of a case, if it can be believed, and otherwise
// the key to put it under.
func (s *store) get(ctx context.Context, session *validate.Session, of selection.Case) (cache.Key, *validate.Case) {
	if s == nil {
		return cache.Key{}, nil
	}
	print := session.Fingerprint(of.Suite, of.Decl)
	key := cache.Key(sha256.Sum256(append([]byte(s.program), print[:]...)))
	text, ok := s.Get(key)
	if !ok {
		return key, nil
	}
	// Recall replays every stored trace. A result that does not fit the case is made anew.
	found, err := session.Recall(ctx, of.Suite, of.Decl, text)
	if err != nil {
		return key, nil
	}
	return key, found
}

// put stores a result, unless it is nil. A result that cannot be written is made
// again the next time.
func (s *store) put(key cache.Key, text []byte) {
	if s != nil && text != nil {
		_ = s.Put(key, text)
	}
}

func (s *store) close() {
	if s != nil {
		s.Trim()
	}
}

// thisProgram returns a text that no other build of mantrac has: how it was
// built, where that says everything about its sources, else a sum of the
// program.
func thisProgram() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && reproducible(info) {
		return info.String(), nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumOf(f)
}

// sumOf returns a hash of checksums, which computers are ten times as fast at
// as at the hash itself. Two builds differ in many blocks, and have all
// checksums in common by no accident.
func sumOf(r io.Reader) (string, error) {
	h, table, block := sha256.New(), crc32.MakeTable(crc32.Castagnoli), make([]byte, 1<<16)
	for {
		// The last block is shorter. n is hashed as well, so the length counts.
		n, err := io.ReadFull(r, block)
		fmt.Fprintf(h, "%d %08x\n", n, crc32.Checksum(block[:n], table))
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return fmt.Sprintf("%x", h.Sum(nil)), nil
		default:
			return "", err
		}
	}
}

// reproducible reports whether a program was built from published modules, or
// from a revision without changes.
func reproducible(info *debug.BuildInfo) bool {
	// A replaced module, or one without a sum, may have any content.
	local := func(m *debug.Module) bool { return m.Replace != nil || m.Sum == "" }
	if slices.ContainsFunc(info.Deps, local) {
		return false
	}
	revision, modified := false, true
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value != ""
		case "vcs.modified":
			modified = s.Value != "false"
		}
	}
	return info.Main.Sum != "" || revision && !modified
}
