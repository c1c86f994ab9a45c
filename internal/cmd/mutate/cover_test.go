package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A mutant that a test notices is killed by it, though tests that do not run
// its place are left out, also in places that a profile says nothing of; one that
// none notices or runs survives; one that does not end is killed; and what does
// not compile is counted by itself.
func TestOutcomes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package for each of its mutants")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/p\n\ngo 1.26\n",
		"p.go": `package p

func Twice(n int) int {
	for i := n; i > 0; i-- {
		n++
	}
	return n
}

func Idle(n int) int {
	return n + 1
}

const limit = 5

func Size(n int) string {
	switch {
	case n < limit:
		return "small"
	case n == 6:
		return "middle"
	}
	if func(m int) bool { return m == 9 }(n) {
		return "large"
	}
	return "8"
}

func unused(n int) int {
	return n - n
}
`,
		"p_test.go": `package p

import "testing"

func TestTwice(t *testing.T) {
	if Twice(2) != 4 {
		t.Error("not twice")
	}
}

func TestIdle(t *testing.T) { Idle(1) }

func TestSize(t *testing.T) {
	for n, want := range []string{2: "small", 4: "small", 5: "8", 6: "middle", 9: "large", 10: "8"} {
		if got := Size(n); want != "" && got != want {
			t.Error(n, got, want)
		}
	}
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	mutants, err := drawn(".", "", 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := runner{packages: []string{"."}, timeout: 20 * time.Second}
	survived, err := r.all(&out, ".", mutants)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"+ return n + 2", "- return n + 1\n\t+ return n - 1", "- return n - n\n\t+ return n + n"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("%q is not among the survivors", line)
		}
	}
	if survived != 3 || !strings.HasSuffix(out.String(), " killed, 3 survived, 0 do not compile\n") {
		t.Errorf("%d survived:\n%s", survived, &out)
	}
	if at, err := drawn(".", "p.go", 5, 0, 1); err != nil || len(at) != 1 || at[0].place().line != 5 {
		t.Errorf("the mutants of line 5 are %v, %v", at, err)
	}
}
