package locks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
)

func lockOn(dir, name string) edit.Lock {
	return edit.Lock{At: edit.At("var", name).In(filepath.Join(dir, "m.wm")), Text: "(var " + name + " Bool)", Author: "Maya", Time: time.Unix(0, 0), Reason: "r"}
}

// What somebody else has locked meanwhile is not overwritten.
func TestWriteAfterAnother(t *testing.T) {
	dir := t.TempDir()
	first, err := locks.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	first.Locks = append(first.Locks, lockOn(dir, "a"))
	if err := first.Write(); err != nil {
		t.Fatal(err)
	}
	one, err := locks.Read(dir)
	if err != nil || len(one.Locks) != 1 || one.Locks[0].At.String() != lockOn(dir, "a").At.String() {
		t.Fatal(err, one)
	}
	other, err := locks.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	other.Locks = append(other.Locks, lockOn(dir, "b"))
	if err := other.Write(); err != nil {
		t.Fatal(err)
	}
	one.Locks = nil
	if err := one.Write(); err == nil || !strings.Contains(err.Error(), "has changed since it was read") {
		t.Error(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, locks.Name)); err != nil || !strings.Contains(string(data), "m.wm#var/b") {
		t.Errorf("%v %s", err, data)
	}
}

// The first locks of a folder do not take the place of those that somebody else
// has written meanwhile.
func TestFirstAfterAnother(t *testing.T) {
	dir := t.TempDir()
	var both [2]*locks.File
	for i, name := range []string{"a", "b"} {
		f, err := locks.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		f.Locks = append(f.Locks, lockOn(dir, name))
		both[i] = f
	}
	if err := both[0].Write(); err != nil {
		t.Fatal(err)
	}
	if err := both[1].Write(); err == nil {
		t.Error("the locks of the first are lost")
	}
}
