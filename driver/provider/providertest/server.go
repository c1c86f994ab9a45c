package providertest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A Server answers every request in the same way.
type Server struct {
	*httptest.Server
	Requests []Received
}

// Received is a request that a server got.
type Received struct {
	Path   string
	Header http.Header
	Body   map[string]any
}

// A Reply is how a server answers.
type Reply struct {
	Status int // by default 200
	Header map[string]string
	Body   string
	Cut    bool          // the connection breaks after the body
	Wait   time.Duration // after the body, or until the client is gone
}

// Serve starts a server, which ends with the test.
func Serve(t *testing.T, reply Reply) *Server {
	t.Helper()
	s := &Server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Requests come one at a time in these tests, so no lock is needed.
		s.Requests = append(s.Requests, received(t, r))
		reply.write(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func received(t *testing.T, r *http.Request) Received {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	got := Received{Path: r.URL.Path, Header: r.Header}
	if err := json.Unmarshal(data, &got.Body); err != nil {
		t.Errorf("the request is not JSON: %v", err)
	}
	return got
}

func (a Reply) write(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	if a.Status >= 300 {
		w.Header().Set("Content-Type", "application/json")
	}
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	io.WriteString(w, a.Body)
	w.(http.Flusher).Flush()
	// The wait ends with the client, so that a test does not wait for it.
	if a.Wait > 0 {
		select {
		case <-r.Context().Done():
		case <-time.After(a.Wait):
		}
	}
	if a.Cut {
		// The server breaks the connection at this panic, and logs nothing.
		panic(http.ErrAbortHandler)
	}
}

// Events writes server-sent events, each with a name, which may be "", and data.
func Events(list ...[2]string) string {
	var b strings.Builder
	for _, e := range list {
		if e[0] != "" {
			b.WriteString("event: " + e[0] + "\n")
		}
		b.WriteString("data: " + e[1] + "\n\n")
	}
	return b.String()
}

// Quote writes a text as JSON.
func Quote(text string) string {
	data, _ := json.Marshal(text) // a string
	return string(data)
}
