// Callpath counts the files that a reader passes on the way from a question to its
// answer: the files of the module in which a statement runs, for the simplest
// question about a case of an example, and for all questions about it.
//
// It builds itself with coverage counters, clears them after the files have been
// read and checked, and asks. Reading, checking and reporting are no part of the
// count; everything that runs in between is, however little of a file that is.
//
// Then it repeats the question and samples the call stack: the files through which
// one call leads to the next, from the question to the innermost step.
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/coverage"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

const (
	module  = "github.com/mantrac/mantrac/"
	example = "examples/procurement/after.checks"
)

func main() {
	var err error
	if len(os.Args) == 3 {
		err = ask(os.Args[1], os.Args[2])
	} else {
		err = run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "callpath:", err)
		os.Exit(1)
	}
}

// run counts, and prints the files of each count.
func run() error {
	for _, what := range []string{"question", "case"} {
		list, err := files(what)
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d files\n", what, len(list))
		for _, f := range list {
			fmt.Println("  " + f)
		}
	}
	question, err := questionOf("question")
	if err != nil {
		return err
	}
	stack, err := deepest(question, 5*time.Second)
	fmt.Printf("deepest stack: %d files, %d calls\n", filesOf(stack), len(stack))
	for _, f := range stack {
		fmt.Printf("  %s %s\n", f.file, f.function)
	}
	return err
}

// files returns the files in which a statement runs for a question, or a case. It
// runs at the top of the module.
func files(what string) ([]string, error) {
	dir, err := os.MkdirTemp("", "callpath")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, counters := filepath.Join(dir, "callpath"), filepath.Join(dir, "counters")
	if err := os.Mkdir(counters, 0o777); err != nil {
		return nil, err
	}
	for _, c := range []*exec.Cmd{
		exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"...", "-o", program, module+"internal/cmd/callpath"),
		exec.Command(program, what, counters),
		exec.Command("go", "tool", "covdata", "textfmt", "-i", counters, "-o", filepath.Join(dir, "profile")),
	} {
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", c, err, out)
		}
	}
	profile, err := os.ReadFile(filepath.Join(dir, "profile"))
	if err != nil {
		return nil, err
	}
	return executed(profile), nil
}

// executed returns the files of a coverage profile with a block that has run.
func executed(profile []byte) []string {
	var list []string
	for lines := bufio.NewScanner(bytes.NewReader(profile)); lines.Scan(); {
		name, rest, ok := strings.Cut(lines.Text(), ".go:")
		name = strings.TrimPrefix(name, module) + ".go"
		if ok && !strings.HasSuffix(rest, " 0") && path.Dir(name) != "internal/cmd/callpath" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// ask asks, and writes the counters of what runs.
func ask(what, counters string) error {
	question, err := questionOf(what)
	if err != nil {
		return err
	}
	// Reading and checking are done. Only what runs from here on counts.
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	if err := question(); err != nil {
		return err
	}
	if err := coverage.WriteMetaDir(counters); err != nil {
		return err
	}
	return coverage.WriteCountersDir(counters)
}

// questionOf returns what asks for a compliant trace of the first case of the
// example, whose files it has read and checked; or else all about that case.
func questionOf(what string) (func() error, error) {
	found, errs := project.Find([]string{example}, project.FindOptions{})
	r := project.Check(found, project.Options{})
	if len(errs)+len(r.Errors) > 0 || len(r.Suites) != 1 {
		return nil, fmt.Errorf("%s cannot be read: %v", example, append(errs, r.Errors...))
	}
	suite := r.Suites[0]
	ctx, k := context.Background(), suite.Cases[0]
	o := validate.Options{Engine: validate.Explicit}
	if what == "question" {
		return func() error {
			_, err := validate.NewSession(o).Ask(ctx, system.NewScenario(suite, k), system.Query{Kind: system.Compliant})
			return err
		}, nil
	}
	return func() error {
		_, err := validate.Validate(ctx, suite, k, o)
		return err
	}, nil
}
