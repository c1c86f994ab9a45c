package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/cache"
	"github.com/mantrac/mantrac/validate"
)

// A keeper keeps the results of cases. A nil one keeps nothing.
type keeper struct {
	store   *cache.Store
	program string // with what all results are made
}

// newKeeper returns the keeper of results that are made by a library, nil if
// there is none, with so many steps at most. It is nil where there is no folder
// to keep them in, or where it cannot be told which program this is.
func newKeeper(library *z3.Library, rlimit uint) *keeper {
	dir, err := cacheFolder()
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
	return &keeper{cache.Open(dir), fmt.Sprintf("%s\nlibz3 %s\nrlimit %d\n", program, solver, rlimit)}
}

// get returns the result that is kept for a case, if there is one that can be
// believed, and else the key to keep it under.
func (k *keeper) get(ctx context.Context, s *validate.Session, of caseOf) (cache.Key, *validate.Case) {
	if k == nil {
		return cache.Key{}, nil
	}
	print := s.Fingerprint(of.suite, of.decl)
	key := cache.Key(sha256.Sum256(append([]byte(k.program), print[:]...)))
	text, ok := k.store.Get(key)
	if !ok {
		return key, nil
	}
	found, err := s.Recall(ctx, of.suite, of.decl, text)
	if err != nil {
		return key, nil
	}
	return key, found
}

// put keeps a result, if it is one to keep. Where it cannot be written it is
// made again the next time.
func (k *keeper) put(key cache.Key, text []byte) {
	if k != nil && text != nil {
		_ = k.store.Put(key, text)
	}
}

func (k *keeper) close() {
	if k != nil {
		k.store.Trim()
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
