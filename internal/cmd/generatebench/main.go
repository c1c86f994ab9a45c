// Command generatebench measures mantrac generate on a large project: a generated manual of
// 17,000 words with 148 tools, of which 160 cases are sampled, generated and validated.
//
//	go run ./internal/cmd/generatebench
//
// It writes the project, does a run with a language model whose answers are computed from
// the prompts, and so makes a recording. Then it builds mantrac and measures a run that replays the
// recording: its time, and the most memory that it had.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/reader"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

func main() {
	dir, err := os.MkdirTemp("", "generatebench-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = measure(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure makes the recording, and replays it.
func measure(dir string) error {
	if err := writeProject(dir); err != nil {
		return err
	}
	if err := record(dir); err != nil {
		return err
	}
	program := filepath.Join(dir, "mantrac")
	build := exec.Command("go", "build", "-o", program, "./cmd/mantrac")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	c := exec.Command(program, "generate")
	c.Dir, c.Stdout, c.Stderr = dir, os.Stdout, os.Stderr
	begin := time.Now()
	if err := c.Run(); err != nil {
		return err
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return fmt.Errorf("the system does not tell the memory of a program")
	}
	cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	fmt.Printf("%.1f s, %.1f s of processor time, at most %d MB\n", time.Since(begin).Seconds(), cpu.Seconds(), usage.Maxrss/1024)
	return nil
}

// record does the run with the computed answers, in another folder for runs.
func record(dir string) error {
	settings, found, err := config.Load(filepath.Join(dir, "mantra.yaml"), config.Options{Env: os.LookupEnv})
	if err != nil || settings == nil {
		return fmt.Errorf("the settings cannot be read: %v %v", found, err)
	}
	settings.RunDir = filepath.Join(dir, "recorded")
	d, err := reader.Open(settings.Manual, reader.Options{})
	if err != nil {
		return err
	}
	graph, err := document.Build([]*document.Document{d}, settings.Chunking)
	if err != nil {
		return err
	}
	fmt.Printf("%d words, %d chunks, %d tools\n", graph.Words(), len(graph.Chunks), len(settings.Tools.Tools))
	r, err := run.Open(settings.RunDir, "001")
	if err != nil {
		return err
	}
	defer r.Close()
	answers, err := recording.Open(filepath.Join(dir, "answers.jsonl"), "a program that computes answers")
	if err != nil {
		return err
	}
	defer answers.Close()
	questions := validate.Options{Engine: validate.Auto, States: repair.DefaultStates}
	if _, err := solver.Attach(&questions, solver.Limits{Jobs: settings.Sampling.Parallel, Steps: repair.DefaultSteps}); err != nil {
		return err
	}
	_, err = (&stage.Driver{
		Config: settings, Run: r, Graph: graph, Tools: settings.Tools, Questions: questions,
		Provider: func(string) (provider.Provider, string, error) {
			return answers.Record("synthetic", model{}), "synthetic", nil
		},
	}).Do(context.Background())
	return err
}
