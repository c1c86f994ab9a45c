package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// A frame that cannot be read is answered with an error of the protocol, and the
// conversation goes on.
func TestMalformedFrames(t *testing.T) {
	framed := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	for name, test := range map[string]struct {
		sent string
		code int
	}{
		"no JSON":           {framed(`{"jsonrpc": "2.0", "id": 1, "method"`), -32700},
		"no UTF-8":          {framed("\xff\xfe{"), -32700},
		"no length":         {"Content-Type: text\r\n\r\n", -32700},
		"length no number":  {"Content-Length: many\r\n\r\n{}\r\n", -32700},
		"negative length":   {"Content-Length: -5\r\n\r\n", -32700},
		"body without head": {"\r\n" + `{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}`, -32700},
		"a list":            {framed(`[]`), -32600},
		"no method":         {framed(`{"jsonrpc": "2.0"}`), -32600},
	} {
		t.Run(name, func(t *testing.T) {
			here, there := net.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- New(Options{}).Serve(context.Background(), there) }()
			defer func() {
				here.Close()
				<-ended
			}()
			go func() {
				_, _ = io.WriteString(here, test.sent+framed(`{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {}}`))
			}()
			if err := here.SetDeadline(time.Now().Add(Patience)); err != nil {
				t.Fatal(err)
			}
			in := bufio.NewReader(here)
			first, second := nextAnswer(t, in), nextAnswer(t, in)
			if first.Error == nil || first.Error.Code != test.code || string(first.ID) != "null" {
				t.Errorf("the answer to the frame is %+v", first)
			}
			if second.Error != nil || string(second.ID) != "7" {
				t.Errorf("the answer after it is %+v", second)
			}
		})
	}
}

// A message that is too large is not kept while it is read.
func TestFrameTooLarge(t *testing.T) {
	here, there := net.Pipe()
	defer here.Close()
	f := newFrames(there)
	f.limit = 100
	go func() {
		_, _ = fmt.Fprintf(here, "Content-Length: 101\r\n\r\n%sContent-Length: 33\r\n\r\n%s", strings.Repeat(" ", 101), `{"jsonrpc":"2.0","method":"exit"}`)
	}()
	answers := make(chan wireAnswer, 1)
	go func() { answers <- nextAnswer(t, bufio.NewReader(here)) }()
	m, _, err := f.Read(context.Background())
	if a := <-answers; a.Error == nil || a.Error.Code != -32700 {
		t.Errorf("the answer is %+v", a)
	}
	if r, ok := m.(jsonrpc2.Request); err != nil || !ok || r.Method() != "exit" {
		t.Errorf("the next message is %v, %v", m, err)
	}
}

type wireAnswer struct {
	ID    json.RawMessage `json:"id"`
	Error *struct{ Code int }
}

// nextAnswer reads an answer of the server.
func nextAnswer(t *testing.T, in *bufio.Reader) (a wireAnswer) {
	t.Helper()
	n := 0
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Error(err)
			return a
		}
		if _, err := fmt.Sscanf(line, "Content-Length: %d", &n); err != nil {
			break
		}
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(in, data); err != nil {
		t.Error(err)
	}
	if err := json.Unmarshal(data, &a); err != nil {
		t.Error(err)
	}
	return a
}

// A header is read in any case, behind whatever bytes.
func TestContentLength(t *testing.T) {
	for line, want := range map[string]int64{
		"Content-Length: 5": 5, "content-LENGTH:6": 6, "\xffContent-Length:5": 5, "\xff\xff\xffContent-Length: 12": 12,
		"İİContent-Length: 7": 7, "{}Content-Length: 1 Content-Length: 8": 8,
	} {
		if n, found := contentLength(line); n != want || !found {
			t.Errorf("%q: %d, %v", line, n, found)
		}
	}
	if _, found := contentLength("\xffContent-Type: 5"); found {
		t.Error("a header of another name has a length")
	}
}
