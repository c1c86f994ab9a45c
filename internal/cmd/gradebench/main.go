// Gradebench measures whole runs of `mantrac grade`: seconds of the processor
// and the largest memory, on inputs that it generates.
//
//	gradebench [-mantrac FILE] [-folder DIR] [-only WORD] [-runs N]
//
// It prints a table in Markdown. Without -mantrac it builds the program first.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	b := &bench{out: os.Stdout}
	flag.StringVar(&b.mantrac, "mantrac", "", "the program to measure; built from this module if empty")
	flag.StringVar(&b.folder, "folder", "", "where inputs are generated, and kept for the next run; a temporary folder if empty")
	flag.StringVar(&b.only, "only", "", "measure the rows with this `word` in their name")
	flag.IntVar(&b.runs, "runs", 3, "runs of each row, of which the median counts")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "gradebench:", err)
		os.Exit(1)
	}
}

// A bench is one run of the program.
type bench struct {
	out                   io.Writer
	mantrac, folder, only string
	runs                  int
}

// A row is one command to measure.
type row struct {
	name  string
	input string                                   // its file, or folder
	make  func(path string) error                  // generates the input
	args  []string                                 // of grade, before the suite
	per   func(seconds float64, mb float64) string // a figure derived from both; may be nil
}

func (b *bench) run() error {
	if b.folder == "" {
		dir, err := os.MkdirTemp("", "gradebench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.folder = dir
	}
	if b.mantrac == "" {
		b.mantrac = filepath.Join(b.folder, "mantrac")
		if out, err := exec.Command("go", "build", "-o", b.mantrac, "./cmd/mantrac").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	if err := writeSuites(b.folder); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "| what | CPU | memory | |\n|---|---:|---:|---|\n")
	for _, r := range rows() {
		if strings.Contains(r.name, b.only) {
			if err := b.row(r); err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
		}
	}
	return nil
}

// row generates an input, if it is not there, and measures a run on it.
func (b *bench) row(r row) error {
	input := filepath.Join(b.folder, r.input)
	if _, err := os.Stat(input); err != nil {
		if err := r.make(input); err != nil {
			return err
		}
	}
	var cpu, memory []float64
	for range b.runs {
		args := append([]string{"grade"}, r.args...)
		if !slices.ContainsFunc(r.args, isSuite) {
			args = append(args, "desk.checks")
		}
		cmd := exec.Command(b.mantrac, append(args, input)...)
		cmd.Dir = b.folder
		// Failing traces make the exit code 1, which is no error of the measurement.
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			return err
		}
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		cpu = append(cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
		memory = append(memory, float64(usage.Maxrss)/1024) // kilobytes on Linux
	}
	seconds, mb := median(cpu), median(memory)
	text := ""
	if r.per != nil {
		text = r.per(seconds, mb)
	}
	if i := slices.Index(r.args, "-o"); i >= 0 {
		if info, err := os.Stat(filepath.Join(b.folder, r.args[i+1])); err == nil {
			text = strings.TrimPrefix(text+fmt.Sprintf(", a file of %.1f MB", float64(info.Size())/1e6), ", ")
		}
	}
	_, err := fmt.Fprintf(b.out, "| %s | %.2f s | %.0f MB | %s |\n", r.name, seconds, mb, text)
	return err
}

func isSuite(arg string) bool { return strings.HasSuffix(arg, ".checks") }

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
