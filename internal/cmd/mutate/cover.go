package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A test is one test of a package, with what it runs of the package that is
// mutated.
type test struct {
	binary  int // the number of its package
	name    string
	took    time.Duration
	covered []block
}

// A block is a range of a file of which all statements run, or none.
type block struct {
	file     string // without its folder
	from, to place
}

// A place is a line and a column in bytes, both from 1.
type place struct{ line, column int }

func (p place) before(q place) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// runs reports whether the test runs a place.
func (t test) runs(file string, at place) bool {
	return slices.ContainsFunc(t.covered, func(b block) bool {
		return b.file == file && !at.before(b.from) && at.before(b.to)
	})
}

// measure runs each test by itself without a mutation, and returns what it
// runs of the package, the fastest first. It fails if a test does.
func (r runner) measure(pkg string) ([]test, error) {
	if err := r.build(nil, "-cover", "-coverpkg", pkg); err != nil {
		return nil, err
	}
	profile := filepath.Join(r.dir, "profile")
	var tests []test
	for i := range r.packages {
		list, err := r.command(i, "-test.list", cmp.Or(r.run, ".")).Output()
		if err != nil {
			return nil, fmt.Errorf("the tests of %s are not listed: %w", r.packages[i], err)
		}
		for name := range strings.FieldsSeq(string(list)) {
			// -test.list lists benchmarks as well.
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
			began := time.Now()
			out, err := r.command(i, r.arguments(name, r.timeout, "-test.coverprofile", profile)...).CombinedOutput()
			if err != nil {
				return nil, fmt.Errorf("%s fails without a mutation: %w\n%s", name, err, out)
			}
			text, err := os.ReadFile(profile)
			if err != nil {
				return nil, err
			}
			tests = append(tests, test{i, name, time.Since(began), blocks(text)})
		}
	}
	slices.SortStableFunc(tests, func(a, b test) int { return int(a.took - b.took) })
	return tests, nil
}

// blocks returns the blocks of a profile that ran.
func blocks(profile []byte) []block {
	var list []block
	lines := bufio.NewScanner(bytes.NewReader(profile))
	for lines.Scan() {
		file, rest, _ := strings.Cut(lines.Text(), ":")
		b := block{file: path.Base(file)}
		statements, count := 0, 0
		n, _ := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.from.line, &b.from.column, &b.to.line, &b.to.column, &statements, &count)
		// The first line of a profile has the mode and no numbers.
		if n == 6 && count > 0 {
			list = append(list, b)
		}
	}
	return list
}

// command runs the tests of a package that build has built, in its folder.
func (r runner) command(i int, args ...string) *exec.Cmd {
	cmd := exec.Command(r.binary(i), args...)
	cmd.Dir = r.packages[i]
	// A law that fails is not minimised and leaves no file.
	cmd.Env = append(os.Environ(), "RAPID_SHRINKTIME=0s", "RAPID_NOFAILFILE=true")
	return cmd
}

// arguments are those that run one test.
func (r runner) arguments(name string, limit time.Duration, more ...string) []string {
	args := append([]string{"-test.run", "^" + name + "$", "-test.failfast", "-test.timeout", limit.String()}, more...)
	if r.short {
		args = append(args, "-test.short")
	}
	return args
}
