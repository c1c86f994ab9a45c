// Mutate tests the tests of a package: it changes one operator, condition,
// constant or statement at a time and runs the tests. A change that no test
// notices is a survivor: it needs a test, or it is equivalent to the original.
//
//	mutate [-n N] [-seed S] [-file NAME] [-line N] [-tests FOLDERS] [-run REGEXP] [-short] [-timeout T] FOLDER
//
// Each test is run by itself first, which shows what it runs of the package. A
// mutant is then given to those tests that run its place, the fastest first,
// until one fails. The changed file is compiled with -overlay, so nothing is
// written into the tree. It exits with 1 if a mutant survives, and with 2 if it
// cannot run.
package main

import (
	"flag"
	"fmt"
	"go/build"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
)

func main() {
	r := runner{}
	n := flag.Int("n", 50, "how many mutants are drawn; 0 is all of them")
	seed := flag.Uint64("seed", 1, "of the draw")
	tests := flag.String("tests", "", "the `folders` of the packages whose tests are run, separated by commas; FOLDER itself if empty")
	only := flag.String("file", "", "mutate only this `file` of the package")
	line := flag.Int("line", 0, "mutate only this line; 0 is all of them")
	flag.StringVar(&r.run, "run", "", "run only the tests that match")
	flag.BoolVar(&r.short, "short", false, "run the tests with -short")
	flag.DurationVar(&r.timeout, "timeout", 2*time.Minute, "of a test; a mutant with which one does not end is killed")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	r.packages = []string{flag.Arg(0)}
	if *tests != "" {
		r.packages = strings.Split(*tests, ",")
	}
	mutants, err := drawn(flag.Arg(0), *only, *line, *n, *seed)
	survived := 0
	if err == nil {
		survived, err = r.all(os.Stdout, flag.Arg(0), mutants)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if survived > 0 {
		os.Exit(1)
	}
}

// drawn returns a sample of the mutants of a package, in the order of the
// source.
func drawn(pkg, only string, line, n int, seed uint64) ([]mutant, error) {
	p, err := build.ImportDir(strings.TrimPrefix(pkg, "./"), 0)
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range p.GoFiles {
		if only != "" && name != only {
			continue
		}
		path, err := filepath.Abs(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list, err := mutantsOf(path, text)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if line > 0 {
		all = slices.DeleteFunc(all, func(m mutant) bool { return m.place().line != line })
	}
	if n <= 0 || n > len(all) {
		return all, nil
	}
	chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:n]
	// Back into the order of the source.
	slices.Sort(chosen)
	list := lists.Map(chosen, func(i int) mutant { return all[i] })
	return list, nil
}

// all runs the tests on each mutant of a package, and returns how many survive.
func (r runner) all(out io.Writer, pkg string, mutants []mutant) (survived int, err error) {
	r.dir, err = os.MkdirTemp("", "mutate")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(r.dir)
	tests, err := r.measure(pkg)
	if err != nil {
		return 0, err
	}
	count := make(map[outcome]int)
	for _, m := range mutants {
		o, err := r.test(m, tests)
		if err != nil {
			return 0, err
		}
		count[o]++
		if o == survives {
			fmt.Fprintf(out, "%s\n", m)
		}
	}
	fmt.Fprintf(out, "%d killed, %d survived, %d do not compile\n", count[killed], count[survives], count[unbuilt])
	return count[survives], nil
}
