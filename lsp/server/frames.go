package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// frames is the stream of messages of the protocol: each is JSON after a
// header with its length. A frame that cannot be read is answered with an error
// and passed over, where the stream of package jsonrpc2 ends the conversation.
type frames struct {
	conn  io.ReadWriteCloser
	in    *bufio.Reader
	limit int64 // of the bytes of a message
	lost  bool  // nobody knows where the next frame begins

	mu sync.Mutex // of writes
}

// maxFrame is the largest message that is read, in bytes. One document is at
// most four times project.MaxSize.
const maxFrame = 1 << 28

func newFrames(conn io.ReadWriteCloser) *frames {
	return &frames{conn: conn, in: bufio.NewReaderSize(conn, 1<<16), limit: maxFrame}
}

// Read implements [jsonrpc2.Stream].
func (f *frames) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		data, err := f.frame()
		if err == nil {
			var m jsonrpc2.Message
			if m, err = decodeMessage(data); err == nil {
				return m, int64(len(data)), nil
			}
		}
		// A malformed message is refused and passed over. Other errors mean that the connection is lost.
		var wrong *jsonrpc2.Error
		if !errors.As(err, &wrong) {
			return nil, 0, err
		}
		if err := f.refuse(wrong); err != nil {
			return nil, 0, err
		}
	}
}

// decodeMessage reads a message, or says as a protocol error why it is none.
func decodeMessage(data []byte) (jsonrpc2.Message, error) {
	if !json.Valid(data) {
		return nil, malformed("the message is not JSON")
	}
	m, err := jsonrpc2.DecodeMessage(data)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the message is neither a request nor a response")
	}
	return m, nil
}

func malformed(format string, args ...any) error {
	return jsonrpc2.NewError(jsonrpc2.ParseError, fmt.Sprintf(format, args...))
}

// frame returns what is in the next frame.
func (f *frames) frame() ([]byte, error) {
	n, err := f.header()
	switch {
	case err != nil:
		return nil, err
	case n > f.limit:
		// The body is skipped, so that the next frame can be read.
		if _, err := io.CopyN(io.Discard, f.in, n); err != nil {
			return nil, err
		}
		return nil, malformed("the message has %d bytes; at most %d are read", n, f.limit)
	}
	data := make([]byte, n)
	_, err = io.ReadFull(f.in, data)
	return data, err
}

// header returns the length of the next frame. After a header without a length
// nobody knows where the next one begins: it is looked for in what follows.
func (f *frames) header() (int64, error) {
	n := int64(0)
	for {
		line, err := f.line()
		if err != nil {
			return 0, err
		}
		length, found := contentLength(line)
		switch {
		case found && length <= 0:
			f.lost = true
			return 0, malformed("Content-Length is not a positive number: %.80q", line)
		case found:
			// The length counts only at the empty line that ends the header.
			n = length
		case line == "" && n > 0:
			f.lost = false
			return n, nil
		case line == "" && !f.lost:
			f.lost = true
			return 0, malformed("the header has no Content-Length")
		}
	}
}

// contentLength reads a line of a header, or what such a line is at the end of.
func contentLength(line string) (n int64, found bool) {
	all := lengthName.FindAllStringIndex(line, -1)
	if all == nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(line[all[len(all)-1][1]:]), 10, 64)
	if err != nil {
		return 0, true
	}
	return n, true
}

// lengthName finds the name of the header in any case. The line itself is
// searched: strings.ToLower changes the offsets of what is not UTF-8.
var lengthName = lazyregexp.New(`(?i)content-length:`)

// line returns the next line, or the end of one that is too long for a header.
func (f *frames) line() (string, error) {
	for {
		data, err := f.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			// Only the end of a long line is kept, where a header may follow a lost body.
			continue
		}
		return strings.TrimSpace(string(data)), err
	}
}

// refuse answers what has no id that anybody could read.
func (f *frames) refuse(e *jsonrpc2.Error) error {
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": e})
	if err != nil {
		return err
	}
	_, err = f.send(data)
	return err
}

// Write implements [jsonrpc2.Stream].
func (f *frames) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	var data []byte
	var err error
	if j, ok := m.(json.Marshaler); ok {
		data, err = j.MarshalJSON() // what it returns is JSON: json.Marshal would read it again
	} else {
		data, err = json.Marshal(m)
	}
	if err != nil {
		return 0, err
	}
	return f.send(data)
}

func (f *frames) send(data []byte) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	// One write per frame, so that frames of different goroutines cannot mix.
	n, err := f.conn.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(data)), data...))
	return int64(n), err
}

// Close implements [jsonrpc2.Stream].
func (f *frames) Close() error { return f.conn.Close() }
