package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mantrac/mantrac/internal/report"
)

// stdio passes messages between a client and the SDK's server, one a line. The server ends
// its connection at a line that is no message, and cancels what it has not answered at the end
// of the input. So lines that are no messages are answered here, and the server is told of
// the end when all requests are answered.
type stdio struct {
	in    *bufio.Reader
	out   io.Writer
	rest  []byte // of the message that the server reads
	close func() error

	mu      sync.Mutex
	refused int             // lines that are no messages
	open    map[string]bool // requests without an answer, by id
	settled chan struct{}   // has something when one of them is answered
}

// maxWait bounds how long answers are waited for at the end of the input.
const maxWait = time.Minute

func newStdio(in io.ReadCloser, out io.Writer) *stdio {
	return &stdio{in: bufio.NewReader(in), out: out, close: sync.OnceValue(in.Close), open: make(map[string]bool), settled: make(chan struct{}, 1)}
}

// Close implements [io.Closer]. It closes the input, once; the output stays open.
func (s *stdio) Close() error { return s.close() }

// Read implements [io.Reader]: it hands over the lines that are messages.
func (s *stdio) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		line, err := s.line()
		if err != nil {
			s.wait()
			return 0, err
		}
		s.rest = s.accepted(line)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// line reads a line, without its end.
func (s *stdio) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := s.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxMessage; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, s.refuse(jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is longer than %d bytes", maxMessage))
		}
		return bytes.TrimSpace(line), nil
	}
}

// accepted returns a line for the server; nothing if it was answered here.
func (s *stdio) accepted(line []byte) []byte {
	if len(line) == 0 {
		return nil
	}
	if !json.Valid(line) {
		s.refuse(jsonrpc.CodeParseError, "the line is not JSON; a message is one line")
		return nil
	}
	for _, m := range messages(line) {
		message, err := jsonrpc.DecodeMessage(m)
		if err != nil {
			s.refuse(jsonrpc.CodeInvalidRequest, "the line is no message of JSON-RPC: "+err.Error())
			return nil
		}
		s.asked(message)
	}
	return append(line, '\n')
}

// messages returns the messages in a line: one, or those of a batch.
func messages(line []byte) []json.RawMessage {
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) == nil && len(batch) > 0 {
		return batch
	}
	return []json.RawMessage{line}
}

// asked notes what has to be answered.
func (s *stdio) asked(m jsonrpc.Message) {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.IsCall() {
		s.open[key(r.ID.Raw())] = true
	}
	// A cancelled request may have no answer.
	if r.Method == "notifications/cancelled" {
		var p struct {
			ID any `json:"requestId"`
		}
		if json.Unmarshal(r.Params, &p) == nil {
			delete(s.open, key(p.ID))
		}
	}
}

// key returns an id so that equal ones are equal, however they were read.
func key(id any) string {
	if _, text := id.(string); text {
		return fmt.Sprintf("%q", id)
	}
	return fmt.Sprint(id)
}

// Write implements [io.Writer]: it passes on what the server answers.
func (s *stdio) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.out.Write(p)
	for _, m := range messages(p) {
		if message, wrong := jsonrpc.DecodeMessage(m); wrong == nil {
			if r, ok := message.(*jsonrpc.Response); ok {
				delete(s.open, key(r.ID.Raw()))
			}
		}
	}
	select {
	case s.settled <- struct{}{}:
	default:
	}
	return n, err
}

// refuse answers a line that is no message. It has no id that could be named.
func (s *stdio) refuse(code int64, why string) error {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused++
	_, err = s.out.Write(append(text, '\n'))
	return err
}

// faults is the error that lines were no messages; nil if all were.
func (s *stdio) faults() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused == 0 {
		return nil
	}
	return fmt.Errorf("standard input: %s no message of JSON-RPC; each is answered by an error", report.Counts(s.refused, "line is", "lines are"))
}

// wait waits until all requests are answered.
func (s *stdio) wait() {
	late := time.After(maxWait)
	for s.unanswered() {
		select {
		case <-s.settled:
		case <-late:
			return
		}
	}
}

func (s *stdio) unanswered() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open) > 0
}
