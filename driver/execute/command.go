package execute

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/mantrac/mantrac/internal/process"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

const (
	maxLine   = 16 << 20 // bytes of an answer
	mostWords = 500      // bytes of a complaint that are quoted
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
// nil if none is. The error is that the command cannot be run, or breaks the protocol. A
// command that goes on after its input has ended is killed.
func Command(ctx context.Context, command []string, t Trace) (*Finding, error) {
	if len(command) == 0 {
		return nil, errors.New("no command is named")
	}
	// A context of its own lets the command be killed while that of the caller goes on.
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	complaints := process.NewTail(mostWords)
	cmd := exec.CommandContext(own, command[0], command[1:]...)
	cmd.Stderr = complaints
	process.Own(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the command %s of the real tools cannot be started: %w", command[0], err)
	}
	found, err := talk(in, out, t)
	// The end of its input tells the command that no more calls come.
	in.Close()
	early := errors.Is(err, io.ErrUnexpectedEOF)
	if err == nil || early { // it is about to end by itself, and its exit code says more
		defer time.AfterFunc(process.Patience, cancel).Stop()
		// A command that still writes would wait for its reader for ever.
		go io.Copy(io.Discard, out) // up to its end, or that of the command
	} else {
		cancel()
	}
	// A command that was killed here has an exit code that says nothing.
	stopped := func() bool { return own.Err() != nil && ctx.Err() == nil }
	ended := cmd.Wait()
	if errors.Is(ended, exec.ErrWaitDelay) { // something that it has started goes on
		ended = nil
	}
	if ended != nil && (err == nil || early) && !stopped() {
		err = ended
	}
	if err != nil {
		return nil, fmt.Errorf("the command %s of the real tools: %w%s", command[0], err, complaints.Quoted())
	}
	return found, nil
}

// talk makes the calls.
func talk(to io.Writer, from io.Reader, t Trace) (*Finding, error) {
	begin := types.Object{{Name: "case", Value: types.Text(t.Case)}, {Name: "prompt", Value: types.Text(t.Prompt)}, {Name: "initial", Value: t.Initial}}
	send(to, begin)
	// The lines are as long as answers may be, which is more than the default.
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
