package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// A Child is a worker in a process of its own, which is started when it is
// needed, and again when it has died. It is for any number of goroutines; their
// requests wait for each other.
type Child struct {
	command func() *exec.Cmd

	mu       sync.Mutex
	next     int
	process  *process
	failures int       // in a row
	earliest time.Time // at which the next process may be started
}

// NewChild returns a child that runs a command, which calls [Work].
func NewChild(command func() *exec.Cmd) *Child { return &Child{command: command} }

// A process is a running worker.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// longest is the longest wait before a worker is started again.
const longest = 30 * time.Second

// Ask sends a request and hands on what comes back, case by case. It returns
// when the worker is done; or, with an error, when it dies or ctx ends, which
// kills it. A worker that died while it was idle is started again.
func (c *Child) Ask(ctx context.Context, r Request, each func(Outcome)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	// A process that was running already may have died unnoticed since its last answer.
	idle, answered := c.process != nil, false
	told := func(o Outcome) {
		answered = true
		each(o)
	}
	p, err := c.start(ctx)
	if err != nil {
		return err
	}
	err = c.send(ctx, p, r, told)
	// Retry once, unless outcomes were handed on, which would then come twice.
	if err != nil && idle && !answered && ctx.Err() == nil {
		if p, err = c.start(ctx); err != nil {
			return err
		}
		err = c.send(ctx, p, r, told)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		c.failures++
		// Exponential back-off. The inner min keeps the shift from overflowing.
		c.earliest = time.Now().Add(min(longest, 100*time.Millisecond<<min(c.failures, 10)))
		return fmt.Errorf("the verifier died: %w", err)
	}
	c.failures = 0
	return nil
}

// send asks a process, which is ended if it fails or ctx ends.
func (c *Child) send(ctx context.Context, p *process, r Request, each func(Outcome)) error {
	c.next++
	r.ID = c.next
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	err := p.ask(r, each)
	// stop reports false if the process is being killed: it cannot answer again.
	if !stop() || err != nil {
		c.end()
	}
	return err
}

// start returns the running process, or a new one, which may have to wait.
func (c *Child) start(ctx context.Context) (*process, error) {
	if c.process != nil {
		return c.process, nil
	}
	select {
	case <-time.After(time.Until(c.earliest)):
		// A time in the past lets the process start at once.
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	cmd := c.command()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the verifier cannot be started: %w", err)
	}
	c.process = &process{cmd, in, bufio.NewReader(out)}
	return c.process, nil
}

// end ends the process, however it is, and waits until it is gone.
func (c *Child) end() {
	if c.process == nil {
		return
	}
	// Errors are ignored: the process may be dead already.
	_ = c.process.in.Close()
	_ = c.process.cmd.Process.Kill()
	_ = c.process.cmd.Wait()
	c.process = nil
}

// Close ends the worker. It waits for a request that is under way; end its
// context first.
func (c *Child) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
}

func (p *process) ask(r Request, each func(Outcome)) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return err
	}
	for {
		line, err := p.out.ReadBytes('\n')
		if err != nil {
			return err
		}
		var o Outcome
		switch err := json.Unmarshal(line, &o); {
		case err != nil:
			return err
		case o.ID != r.ID:
			// Only a worker that is out of step answers another request. The caller ends it.
			return errors.New("an answer to another question")
		case o.Done && r.Task != Validate:
			each(o)
			return nil
		case o.Done && o.Error != "":
			// The error holds for the whole request, so every case gets it.
			for _, name := range r.Cases {
				each(Outcome{ID: o.ID, Case: name, Error: o.Error})
			}
			return nil
		case o.Done:
			return nil
		}
		each(o)
	}
}
