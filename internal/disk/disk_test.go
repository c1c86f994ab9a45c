package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func fileWith(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Files are changed together: if one cannot be written, those before it get
// their old texts back, and those after it are not touched.
func TestChangesAreWrittenTogether(t *testing.T) {
	dir := t.TempDir()
	list := Changes{
		{Name: "a", Path: fileWith(t, dir, "a", "old a"), Old: "old a", New: "new a"},
		{Name: "b", Path: fileWith(t, dir, "b", "somebody else's"), Old: "old b", New: "new b"},
		{Name: "c", Path: fileWith(t, dir, "c", "old c"), Old: "old c", New: "new c"},
	}
	if err := list.Write(); err == nil || !strings.Contains(err.Error(), "has changed since it was read") {
		t.Errorf("a file that somebody has changed is written: %v", err)
	}
	for name, want := range map[string]string{"a": "old a", "b": "somebody else's", "c": "old c"} {
		if got := content(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	list = slices.Delete(list, 1, 2)
	if err := list.Write(); err != nil || content(t, list[0].Path) != "new a" || content(t, list[1].Path) != "new c" {
		t.Errorf("not all is written: %v", err)
	}
	if err := list.Undo(); err != nil || content(t, list[0].Path) != "old a" || content(t, list[1].Path) != "old c" {
		t.Errorf("not all is undone: %v", err)
	}
	if list[0].New != "new a" {
		t.Error("to undo changes changes them")
	}
}

// A file that is not there yet is created, unless somebody else has created it, and
// is removed again where what follows it cannot be written.
func TestNewFilesAreWrittenTogether(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new")
	list := Changes{
		{Name: "new", Path: path, New: "text", Absent: true},
		{Name: "b", Path: fileWith(t, dir, "b", "somebody else's"), Old: "old b", New: "new b"},
	}
	if err := list.Write(); err == nil {
		t.Error("a file that somebody has changed is written")
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the new file is left there: %v", err)
	}
	if err := list[:1].Write(); err != nil || content(t, path) != "text" {
		t.Errorf("the new file is not written: %v", err)
	}
	if err := list[:1].Write(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that somebody has created is written: %v", err)
	}
}

func TestDiff(t *testing.T) {
	text := Changes{{Name: "a b", Old: "x\n", New: "y\n"}, {Name: "c\n", Old: "", New: "z\n"}}.Diff()
	for _, want := range []string{"--- a b.orig\t\n+++ a b\t\n", "-x\n+y\n", `+++ "c\n"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the diff lacks %q:\n%s", want, text)
		}
	}
}

// An output is none of the files to read, and no two outputs are one file.
func TestSpare(t *testing.T) {
	dir := t.TempDir()
	in := fileWith(t, dir, "in", "")
	link := filepath.Join(dir, "link")
	if err := os.Link(in, link); err != nil {
		t.Skip("this system has no links: ", err)
	}
	out, inputs := filepath.Join(dir, "out"), slices.Values([]string{in})
	for _, c := range []struct {
		outputs []string
		want    string
	}{
		{[]string{out, ""}, ""},
		{[]string{"-", "-"}, ""},
		{[]string{os.DevNull, os.DevNull}, ""},
		{[]string{in}, "is one of the files to read"},
		{[]string{out, link}, "is one of the files to read"},
		{[]string{out, out}, "cannot be two outputs at once"},
	} {
		err := Spare(c.outputs, inputs)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.outputs, err)
		}
	}
}

// A result that fails on the way leaves the file as it was.
func TestStream(t *testing.T) {
	path := fileWith(t, t.TempDir(), "a", "old")
	why := errors.New("no more")
	if err := Stream(path, func(w io.Writer) error { io.WriteString(w, "half"); return why }); !errors.Is(err, why) || content(t, path) != "old" {
		t.Errorf("%v: %q", err, content(t, path))
	}
	s := &Spooled{Path: path}
	io.WriteString(s, "one ")
	io.WriteString(s, "two")
	if err := s.Finish(); err != nil || content(t, path) != "one two" {
		t.Errorf("%v: %q", err, content(t, path))
	}
	o := &Output{Path: path}
	o.WriteString("three")
	if err := o.Finish(); err != nil || content(t, path) != "three" {
		t.Errorf("%v: %q", err, content(t, path))
	}
}

// A folder is written as a whole, also into one that is there and empty, and nothing is left beside it.
func TestFolder(t *testing.T) {
	files := map[string][]byte{"a": []byte("one"), "deep/b": []byte("two")}
	for _, there := range []bool{false, true} {
		parent := filepath.Join(t.TempDir(), "parent")
		dir := filepath.Join(parent, "out")
		if there {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := Folder(dir, files); err != nil {
			t.Fatal(err)
		}
		if a, b := content(t, filepath.Join(dir, "a")), content(t, filepath.Join(dir, "deep", "b")); a != "one" || b != "two" {
			t.Errorf("there before: %v: %q and %q", there, a, b)
		}
		if list, err := os.ReadDir(parent); err != nil || len(list) != 1 {
			t.Errorf("there before: %v: beside it there are %v, %v", there, list, err)
		}
	}
}

// Where a file cannot be written there is no folder at all.
func TestFolderThatFails(t *testing.T) {
	parent := t.TempDir()
	if err := Folder(filepath.Join(parent, "out"), map[string][]byte{"a": nil, "a/b": nil}); err == nil {
		t.Error("a file that is a folder, too, is written")
	}
	if list, err := os.ReadDir(parent); err != nil || len(list) != 0 {
		t.Errorf("there is %v, %v", list, err)
	}
}
