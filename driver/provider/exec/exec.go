// Package exec asks by a command that reads a prompt on standard input and prints an
// answer: codex, claude, llm, or a script.
//
// The command is run without a shell, in an empty folder of its own, so that an agent
// does not come upon the other side of a case. It is no sandbox: the command may read
// what its user may. What it prints is the answer. If it fails, the error has the end of what it wrote to standard error.
// When the context ends, it is killed with all processes of its group.
//
// This package is not part of the supported API, and may change.
package exec

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/process"
)

const (
	// maxAnswer is how many bytes an answer may have.
	maxAnswer = 16 << 20

	// maxComplaint is how many bytes of standard error a message quotes.
	maxComplaint = 2000
)

// New returns a provider that runs a command. {model} in an argument becomes the name
// of the model.
func New(command []string) provider.Provider { return runner{command} }

type runner struct{ command []string }

func (p runner) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	if len(p.command) == 0 {
		return provider.Answer{}, provider.Errorf(provider.Command, "no command is configured")
	}
	args := lists.Map(p.command, func(a string) string { return strings.ReplaceAll(a, "{model}", r.Model) })
	folder, err := os.MkdirTemp("", "mantrac-exec-")
	if err != nil {
		return provider.Answer{}, &provider.Error{Kind: provider.Command, Detail: err.Error(), Err: err}
	}
	defer os.RemoveAll(folder)

	out := &output{limit: maxAnswer, progress: progress}
	complaints := process.NewTail(maxComplaint)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = folder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(provider.Prompt(r)), out, complaints
	process.Own(cmd)
	err = cmd.Run()

	text := out.text.String()
	a := provider.Answer{Text: text, Usage: provider.Estimate(r, text)}
	switch {
	// A command that was killed prints whatever it had; the context is the reason.
	case ctx.Err() != nil:
		return a, ctx.Err()
	case out.full:
		return a, provider.Errorf(provider.Garbled, "%s printed more than 16 MiB", args[0])
	case err != nil:
		return a, failure(args[0], err, complaints.Quoted())
	case !utf8.ValidString(text):
		return a, provider.Errorf(provider.Garbled, "%s printed bytes that are not UTF-8", args[0])
	case strings.TrimSpace(text) == "":
		return a, provider.Errorf(provider.Garbled, "%s printed nothing%s", args[0], complaints.Quoted())
	}
	return a, nil
}

// failure says why a command failed.
func failure(name string, err error, complaint string) error {
	e := &provider.Error{Kind: provider.Command, Detail: err.Error() + complaint, Err: err}
	var failed *exec.ExitError
	// Without an exit code the command has not run at all.
	if !errors.As(err, &failed) {
		e.Help = "install " + name + ", or configure another command"
	} else {
		e.Detail = name + ": " + e.Detail
	}
	return e
}

// output keeps what is written to it, up to a limit, and reports it.
type output struct {
	text     bytes.Buffer
	limit    int
	full     bool
	progress func(string)
}

func (o *output) Write(p []byte) (int, error) {
	// A command that prints without end must not fill the memory.
	if o.text.Len()+len(p) > o.limit {
		o.full = true
		return 0, errors.New("too much output")
	}
	if o.progress != nil {
		o.progress(string(p))
	}
	return o.text.Write(p)
}
