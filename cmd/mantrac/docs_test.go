package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocs runs the commands that documents show with their output, one after the
// other in a copy of the examples, and compares standard output. A line that begins
// with `$ ` is a command of a shell, and goes on in lines that begin with `>`. Those in
// blocks of the language `console` take minutes, and run with MANTRAC_SOAK=1.
func TestDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs all commands of the documents; run it without -short")
	}
	client := scriptClient(t)
	for _, name := range []string{"documents.md", "test.md", "tutorial.md", "tutorial-operations.md", "plan.md", "generate.md", "trials.md"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("../../docs", name))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../../examples")); err != nil {
				t.Fatal(err)
			}
			env := append(os.Environ(), "NO_COLOR=1", "MANTRAC_CACHE="+t.TempDir()) // mantrac is put on PATH by testscript.Main
			if client != "" {
				vars, stop, err := startWorker(client, os.Getenv("PATH"))
				if err != nil {
					t.Fatal(err)
				}
				defer stop()
				env = append(env, vars...)
			}
			for _, b := range strings.Split(string(text), "\n```")[1:] {
				language, block, _ := strings.Cut(b, "\n$ ")
				if block == "" || language != "" && (language != "console" || os.Getenv("MANTRAC_SOAK") == "") {
					continue
				}
				for session := range strings.SplitSeq(block, "\n$ ") {
					command, want := commandAndOutput(session)
					c := exec.Command("sh", "-c", command)
					c.Dir, c.Env = dir, env
					got, _ := c.Output() // some end with a code: there are findings
					if diff := cmp.Diff(want, strings.TrimRight(string(got), "\n")); diff != "" {
						t.Errorf("$ %s\n%s (-) and the command (+) differ:\n%s", command, name, diff)
					}
				}
			}
		})
	}
}

// commandAndOutput divides a command with its output.
func commandAndOutput(session string) (command, output string) {
	command, output, _ = strings.Cut(session, "\n")
	for strings.HasPrefix(output, ">") {
		line, rest, _ := strings.Cut(output, "\n")
		command, output = command+"\n"+strings.TrimPrefix(line[1:], " "), rest
	}
	return command, output
}
