package z3

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// loadIn loads the library in a new process, with MANTRAC_LIBZ3 as given, and
// returns what TestMain prints there.
func loadIn(t *testing.T, named string) (kind, rest string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe)
	c.Env = append(os.Environ(), child+"=1", variable+"="+named)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("the process that loads %q ended with %v:\n%s", named, err, out)
	}
	kind, rest, _ = strings.Cut(string(out), "\n")
	return kind, strings.TrimSpace(rest)
}

func wantLoad(t *testing.T, named, kind string, words ...string) {
	t.Helper()
	got, rest := loadIn(t, named)
	if got != kind {
		t.Errorf("loading %q gave %s, want %s:\n%s", named, got, kind, rest)
	}
	for _, w := range words {
		if !strings.Contains(rest, w) {
			t.Errorf("the error for %q does not say %q:\n%s", named, w, rest)
		}
	}
}

func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadFindsTheLibrary(t *testing.T) {
	l := library(t)
	if l.version.before(oldest) || !strings.Contains(filepath.Base(l.Path()), "libz3") {
		t.Errorf("loaded version %s from %s", l.Version(), l.Path())
	}
	again, err := Load()
	if err != nil || again != l {
		t.Errorf("the second Load gave another library, or %v", err)
	}
	if runtime.GOOS == "linux" && !filepath.IsAbs(l.Path()) {
		t.Errorf("the path %s is not where the library is", l.Path())
	}
	wantLoad(t, l.Path(), "loaded", l.Version(), filepath.Base(l.Path()))
}

func TestLoadOfNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.so")
	wantLoad(t, path, "*z3.Missing", path, "no such file", "apt-get install libz3-4", "brew install z3", variable)
	wantLoad(t, "libnone-of-this-name.so.7", "*z3.Missing", "libnone-of-this-name.so.7")
}

func TestLoadOfNoLibrary(t *testing.T) {
	wantLoad(t, t.TempDir(), "*z3.Missing", "is a directory")
	wantLoad(t, file(t, "empty.so", nil), "*z3.Missing", "is empty")
	wantLoad(t, file(t, "text.so", []byte("this is a text, not a library\n")), "*z3.Missing", "text.so")
	wantLoad(t, file(t, "head.so", []byte("\x7fELF\x02\x01\x01")), "*z3.Missing", "head.so")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// A program is a file of the right format.
	if kind, rest := loadIn(t, exe); kind != "*z3.Missing" && kind != "*z3.Unfit" {
		t.Errorf("loading a program gave %s:\n%s", kind, rest)
	}
}

// The loader crashes on a file that was cut off, as by a broken download.
func TestLoadOfAPartOfTheLibrary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what the loader does with a broken library is known for Linux alone")
	}
	data, err := os.ReadFile(library(t).Path())
	if err != nil {
		t.Skip("the library is loaded but cannot be read as a file: ", err)
	}
	for _, size := range []int{40, 4000, len(data) / 2, len(data) - 1} {
		wantLoad(t, file(t, "part.so", data[:size]), "*z3.Missing", "part.so: is not a", "whole")
	}
	wantLoad(t, file(t, "whole.so", data), "loaded", "whole.so")
}

func TestLoadOfAnotherLibrary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the name of the C library is known for Linux alone")
	}
	wantLoad(t, "libc.so.6", "*z3.Unfit", "libc.so.6", "Z3_get_version", variable)
}

// build compiles a library of some lines of C.
func build(t *testing.T, source string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("a small library is built with gcc, which is not on the path; `apt-get install gcc libc6-dev`")
	}
	out := filepath.Join(t.TempDir(), "libfake.so")
	c := exec.Command(gcc, "-shared", "-fPIC", "-x", "c", "-o", out, "-")
	c.Stdin = strings.NewReader(source)
	if text, err := c.CombinedOutput(); err != nil {
		t.Skipf("gcc does not build a library; `apt-get install libc6-dev` if the C headers are missing: %v\n%s", err, text)
	}
	return out
}

func fakeVersion(major, minor, build int) string {
	return fmt.Sprintf("void Z3_get_version(unsigned *a, unsigned *b, unsigned *c, unsigned *d)"+
		"{ *a = %d; *b = %d; *c = %d; *d = 0; }\n", major, minor, build)
}

func TestLoadOfAnOldLibrary(t *testing.T) {
	path := build(t, fakeVersion(4, 8, 11))
	wantLoad(t, path, "*z3.TooOld", path, "4.8.11", "4.8.12", variable)
}

func TestLoadOfALibraryWithoutAFunction(t *testing.T) {
	path := build(t, fakeVersion(4, 8, 12))
	wantLoad(t, path, "*z3.Unfit", path, "Z3_")
}

func TestSearchGoesOnAfterAFailure(t *testing.T) {
	l := library(t)
	old := build(t, fakeVersion(4, 8, 11))
	got, err := search([]string{filepath.Join(t.TempDir(), "none.so"), old, l.Path()})
	if err != nil {
		t.Fatal(err)
	}
	if got.Path() != l.Path() {
		t.Errorf("loaded %s", got.Path())
	}
	_, err = search([]string{"/none/libz3.so", old, "/none/too.so"})
	var tooOld *TooOld
	if !errors.As(err, &tooOld) {
		t.Errorf("got %v, want that a library is too old", err)
	}
	var missing *Missing
	if _, err = search([]string{"/none/libz3.so", "/none/too.so"}); !errors.As(err, &missing) || len(missing.Tried) != 2 {
		t.Errorf("got %v, want both files", err)
	}
}

func TestVersionsAreOrdered(t *testing.T) {
	sorted := []version{{3, 9, 99}, {4, 7, 30}, {4, 8, 0}, {4, 8, 11}, {4, 8, 12}, {4, 8, 13}, {4, 10, 0}, {5, 0, 0}}
	for i, v := range sorted {
		for j, w := range sorted {
			if v.before(w) != (i < j) {
				t.Errorf("%v before %v is %v", v, w, v.before(w))
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	env := func(name, value string) func(string) string {
		return func(asked string) string {
			if asked == name {
				return value
			}
			return ""
		}
	}
	for system, first := range map[string]string{"linux": "libz3.so.4", "freebsd": "libz3.so.4", "darwin": "libz3.dylib"} {
		if got := candidates(system, env("", "")); got[0] != first || slices.Contains(got, "") {
			t.Errorf("%s: %q", system, got)
		}
		if got := candidates(system, env(variable, "/some/file")); !slices.Equal(got, []string{"/some/file"}) {
			t.Errorf("%s: %q beside the file that is named", system, got)
		}
	}
	darwin := candidates("darwin", env("", ""))
	for _, want := range []string{"libz3.4.dylib", "/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib"} {
		if !slices.Contains(darwin, filepath.FromSlash(want)) {
			t.Errorf("%s is not tried: %q", want, darwin)
		}
	}
	abs := filepath.Join(t.TempDir(), "bin")
	path := strings.Join([]string{"relative", abs, "."}, string(filepath.ListSeparator))
	windows := candidates("windows", env("PATH", path))
	if windows[0] != filepath.Join(abs, "libz3.dll") || slices.Contains(windows, "libz3.dll") {
		t.Errorf("the working directory is tried: %q", windows)
	}
}
