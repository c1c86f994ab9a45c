package execute

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

const (
	maxLine   = 16 << 20        // bytes of an answer
	patience  = 2 * time.Second // for a command to end after its input has ended
	mostWords = 500             // bytes of a complaint that are quoted
)

// A Trace is what a command is to do.
type Trace struct {
	Case, Prompt string
	Initial      types.Object
	Calls        []tool.Call
}

// A Finding is a call that the tools refuse, or else says what is wrong with the trace.
type Finding struct {
	Step  int    `json:"step"` // from 1; 0 if it is about the trace
	Call  string `json:"call"`
	Error string `json:"error"`
}

// String says what was refused.
func (f *Finding) String() string {
	if f.Step == 0 {
		return f.Error
	}
	return fmt.Sprintf("call %d, %s: %s", f.Step, f.Call, f.Error)
}

// Command makes the calls of a trace with a command, and returns the first that is refused;
// nil if none is. The error is that the command cannot be run, or breaks the protocol.
func Command(ctx context.Context, command []string, t Trace) (*Finding, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is named")
	}
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	complaints := &strings.Builder{}
	cmd := exec.CommandContext(own, command[0], command[1:]...)
	cmd.Stderr, cmd.WaitDelay = complaints, patience
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	found, err := talk(in, out, t)
	in.Close()
	early := errors.Is(err, io.ErrUnexpectedEOF)
	switch {
	case err == nil:
		_, err = io.Copy(io.Discard, out)
	case early: // it is about to end by itself, and its exit code says more
		defer time.AfterFunc(patience, cancel).Stop()
	default:
		cancel()
	}
	stopped := func() bool { return own.Err() != nil && ctx.Err() == nil }
	if ended := cmd.Wait(); ended != nil && (err == nil || early) && !stopped() {
		err = ended
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", command[0], err, quoted(complaints.String()))
	}
	return found, nil
}

func quoted(complaint string) string {
	if complaint = strings.TrimSpace(strings.ToValidUTF8(complaint, "\uFFFD")); complaint == "" {
		return ""
	}
	return ": " + complaint[max(0, len(complaint)-mostWords):]
}

// talk makes the calls.
func talk(to io.Writer, from io.Reader, t Trace) (*Finding, error) {
	begin := types.Object{{Name: "case", Value: types.Text(t.Case)}, {Name: "prompt", Value: types.Text(t.Prompt)}, {Name: "initial", Value: t.Initial}}
	send(to, begin)
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for i, c := range t.Calls {
		send(to, types.Object{{Name: "tool", Value: types.Text(c.Tool)}, {Name: "args", Value: c.Args}})
		if !lines.Scan() {
			if err := lines.Err(); err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("it ended without an answer to call %d, %s: %w", i+1, c.Tool, io.ErrUnexpectedEOF)
		}
		var answer struct {
			Result json.RawMessage `json:"result"`
			Error  *string         `json:"error"`
		}
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil || answer.Result == nil && answer.Error == nil {
			return nil, fmt.Errorf(`the answer to call %d, %s, is not {"result": …} or {"error": "…"}: %.200q`, i+1, c.Tool, lines.Text())
		}
		if answer.Error != nil {
			return &Finding{i + 1, c.Tool + " " + string(document.AppendJSON(nil, c.Args)), *answer.Error}, nil
		}
	}
	return nil, nil
}

// send writes a line. That the command does not read it is noticed where its answer is
// missing.
func send(to io.Writer, o types.Object) {
	_, _ = to.Write(append(document.AppendJSON(nil, o), '\n'))
}
