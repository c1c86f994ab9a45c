package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	tree(t, "-- a.wm --\n(model)\n-- dir.wm/ --\n")
	if data, err := ReadFile("a.wm"); string(data) != "(model)\n" || err != nil {
		t.Error(data, err)
	}
	if _, err := ReadFile("gone.wm"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := ReadFile("dir.wm"); !errors.Is(err, errFolder) {
		t.Error(err)
	}
	if err := os.Truncate("a.wm", MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile("a.wm"); err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Error(err)
	}
}

func TestWriteFile(t *testing.T) {
	tree(t, "-- a.wm --\nold\n-- dir/ --\n")
	os.Chmod("a.wm", 0o640)
	if err := WriteFile("a.wm", []byte("new")); err != nil || content(t, "a.wm") != "new" {
		t.Error(err)
	}
	if info, _ := os.Stat("a.wm"); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v", info.Mode())
	}
	if err := WriteFile("b.wm", []byte("new")); err != nil || content(t, "b.wm") != "new" {
		t.Error(err)
	}
	for _, name := range []string{"dir", "gone/x.wm", "a.wm/x", "no\x00name"} {
		if err := WriteFile(name, nil); err == nil {
			t.Errorf("%q has been written", name)
		}
	}
	onlyFiles(t, "a.wm", "b.wm", "dir")
}

func TestWriteFileThroughLinks(t *testing.T) {
	tree(t, "-- real/a.wm --\nold\n")
	if err := os.Symlink(filepath.Join("real", "a.wm"), "link.wm"); err != nil {
		t.Skip("symbolic links cannot be made in the folder for tests; set TMPDIR to one where they can: ", err)
	}
	if err := WriteFile("link.wm", []byte("new")); err != nil || content(t, "real/a.wm") != "new" {
		t.Error(err)
	}
	if info, _ := os.Lstat("link.wm"); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is a link no more")
	}
	os.Remove("real/a.wm")
	if err := WriteFile("link.wm", []byte("new")); err == nil {
		t.Error("a link that leads nowhere has been written")
	}
	onlyFiles(t, "link.wm", "real")
}

func TestReplaceFile(t *testing.T) {
	tree(t, "-- a.wm --\nold")
	if err := ReplaceFile("a.wm", []byte("older"), []byte("new")); err == nil || content(t, "a.wm") != "old" {
		t.Error("a file that changed meanwhile has been written")
	}
	if err := ReplaceFile("a.wm", []byte("old"), []byte("new")); err != nil || content(t, "a.wm") != "new" {
		t.Error(err)
	}
	if err := ReplaceFile("a.wm", []byte("old"), []byte("new")); err != nil {
		t.Error("a file that is as it should be:", err)
	}
}

// onlyFiles checks that nothing was left behind.
func onlyFiles(t *testing.T, want ...string) {
	t.Helper()
	entries, _ := os.ReadDir(".")
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	same(t, "files", names, want...)
}

func TestShown(t *testing.T) {
	for name, want := range map[string]string{
		"a b.wm": "a b.wm", "größe.wm": "größe.wm", "a\nb": `"a\nb"`, "\x1b[31m": `"\x1b[31m"`,
		"a\u202eb": `"a\u202eb"`, "a\xffb": `"a\xffb"`,
	} {
		if got := Shown(name); got != want {
			t.Errorf("%q is shown as %s", name, got)
		}
	}
}
