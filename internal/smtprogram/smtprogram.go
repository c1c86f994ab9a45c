// Package smtprogram runs the programs z3 and cvc5 on SMT-LIB scripts, for
// tests.
package smtprogram

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// A Program reads SMT-LIB. One process reads one script after another, as
// starting it takes ten times as long as deciding a small script.
type Program struct {
	Name  string
	args  []string
	limit time.Duration

	mu      sync.Mutex
	process *process // nil if none runs
}

// ErrUnread says that a program does not read a script.
var ErrUnread = errors.New("does not read the script")

// Installed returns the programs that are installed. Each takes at most limit
// for a script, and ends with the test; the names of the others are returned too.
func Installed(t testing.TB, limit time.Duration) (list []*Program, missing []string) {
	t.Helper()
	ms := fmt.Sprint(limit.Milliseconds())
	for _, p := range []*Program{
		{Name: "z3", args: []string{"-in", "-t:" + ms}, limit: limit},
		{Name: "cvc5", args: []string{"--lang=smt2", "--arrays-exp", "--check-models", "--tlimit-per=" + ms}, limit: limit},
	} {
		if _, err := exec.LookPath(p.Name); err != nil {
			missing = append(missing, p.Name)
			continue
		}
		t.Cleanup(p.stop)
		list = append(list, p)
	}
	return list, missing
}

// complaint is how both programs begin a message about a script.
var complaint = lazyregexp.New(`(?m)^\(error `)

// unsupported is how cvc5 gives up on a problem that it does read, or takes
// back that it is sat, since its own model does not satisfy it, or it has no time left
// to look at that model. The first two happen to version 1.0.3 with constant arrays of arrays.
var unsupported = lazyregexp.New(`Array theory solver does not yet support |ERRORS SATISFYING ASSERTIONS WITH MODEL|call to check-sat was interrupted`)

// crash is how cvc5 says that it fell over its own feet, as version 1.0.3 now
// and then does over constant arrays of arrays.
const crash = "cvc5 suffered a segfault"

// Run returns what the program says of a script: Unknown if it does not come to
// an end or gives up. An error means that it does not read the script, which is
// ErrUnread, or says what no program should.
func (p *Program) Run(script []byte) (smt.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := p.process == nil
	text, late, err := p.ask(script)
	// What is no plain answer may come from the scripts before: a process that has read none is asked.
	if !fresh && text != "sat" && text != "unsat" {
		p.stop()
		text, late, err = p.ask(script)
	}
	if err == nil && text == "sat" {
		return smt.Sat, nil
	}
	if err == nil && text == "unsat" {
		return smt.Unsat, nil
	}
	p.stop()
	switch {
	case unsupported.MatchString(text), text == "unknown", text == "timeout", strings.Contains(text, "interrupted by timeout"), late:
		return smt.Unknown, nil
	case strings.Contains(text, crash):
		return smt.Unknown, nil
	case complaint.MatchString(text):
		return smt.Unknown, fmt.Errorf("%s %w: %s", p.Name, ErrUnread, text)
	}
	return smt.Unknown, fmt.Errorf("%s says %q and ends with %v", p.Name, text, err)
}

// ask gives a script to the process, which it starts if none runs. It returns
// all that is written about the script; late means that the process was ended,
// and err that it has ended.
func (p *Program) ask(script []byte) (text string, late bool, err error) {
	if p.process == nil {
		if p.process, err = start(p.Name, p.args...); err != nil {
			return "", false, err
		}
	}
	running := p.process
	// The program keeps its own limit. The timer is for one that does not.
	timer := time.AfterFunc(2*p.limit, running.kill)
	text, err = running.ask(script)
	return text, !timer.Stop(), err
}

// stop ends the process, if one runs.
func (p *Program) stop() {
	if p.process != nil {
		p.process.stop()
		p.process = nil
	}
}

// A process is a program that runs.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *os.File
	buf *bufio.Reader // of out
}

func start(name string, args ...string) (*process, error) {
	cmd := exec.Command(name, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = w, w
	err = cmd.Start()
	w.Close()
	if err != nil {
		out.Close()
		return nil, err
	}
	return &process{cmd, in, out, bufio.NewReader(out)}, nil
}

// end is what the program repeats after each script.
const end = "end of the script"

// ask returns what the program writes about a script, after which it has
// forgotten the script. It fails if the program ends.
func (p *process) ask(script []byte) (string, error) {
	// A program that writes much before it has read all must not wait for us.
	go func() {
		_, _ = p.in.Write(script) // a program that ends early is seen below
		_, _ = io.WriteString(p.in, "\n(echo \""+end+"\")\n(reset)\n")
	}()
	var text bytes.Buffer
	for {
		line, err := p.buf.ReadString('\n')
		if err == nil && strings.Contains(line, end) {
			return strings.TrimSpace(text.String()), nil
		}
		text.WriteString(line)
		if err != nil {
			return strings.TrimSpace(text.String()), fmt.Errorf("it ended: %w", err)
		}
	}
}

func (p *process) kill() { _ = p.cmd.Process.Kill() }

func (p *process) stop() {
	p.kill()
	_ = p.cmd.Wait() // it was killed
	p.out.Close()
}
