package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
)

// idle is how long a session of the protocol is kept that nobody uses.
const idle = time.Hour

// A handler serves MCP over streamable HTTP.
type handler struct {
	*simulator.Simulator
	version   string
	any       *sdk.Server  // of no session
	named     http.Handler // of requests that have the handle of a session
	protocols http.Handler // of those with a session of the protocol

	idle time.Duration // see [idle]

	mu      sync.Mutex
	servers map[string]*sdk.Server // by handle
	uses    map[string]*use        // of sessions of the protocol, by handle
	swept   time.Time              // when sessions that nobody uses were last ended
}

// A use says when a session of the protocol was used last.
type use struct {
	at   time.Time
	busy int // requests that are being answered
}

// Handler returns the handler of one path.
func Handler(s *simulator.Simulator, version string) http.Handler {
	return newHandler(s, version, idle)
}

func newHandler(s *simulator.Simulator, version string, idle time.Duration) *handler {
	h := &handler{
		Simulator: s, version: version, any: sdk.NewServer(implementation(version), nil),
		idle: idle, servers: make(map[string]*sdk.Server), uses: make(map[string]*use),
	}
	h.named = sdk.NewStreamableHTTPHandler(h.serverOfHandle, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, PropagateRequestCancellation: true})
	h.protocols = sdk.NewStreamableHTTPHandler(h.serverOfCase, &sdk.StreamableHTTPOptions{JSONResponse: true, SessionTimeout: idle})
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("Mcp-Session-Id")
	switch handle := server.HandleOf(r); {
	case r.Method == http.MethodGet && (handle != "" || id == ""): // a stream for notifications, which only a session of the protocol has
		w.Header().Set("Allow", "POST, DELETE")
		http.Error(w, "Method Not Allowed", http.StatusMethodNotAllowed)
	case handle == "" && id == "" && r.URL.Query().Get("case") == "" && len(h.Cases()) > 1:
		http.Error(w, "name a session by the header "+server.Header+" or by ?session=, or a case by ?case=", http.StatusBadRequest)
	case handle == "":
		if _, err := h.World(r.URL.Query().Get("case")); id == "" && err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		// Only requests of the protocol's own sessions have ids that are unique.
		if err := tellID(r); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if id != "" && r.Method != http.MethodGet { // a stream that stays open is no use
			h.use(id, 1)
			defer h.use(id, -1)
		}
		h.protocols.ServeHTTP(w, r)
		if r.Method == http.MethodDelete {
			// The client has ended its session, so the session in the world ends, too.
			h.end(id)
		}
	case h.Session(handle) == nil:
		http.Error(w, "unknown session; POST /sessions begins one", http.StatusNotFound)
	default:
		h.named.ServeHTTP(w, r)
	}
}

// idHeader tells the handler of a call the id of its request, which the SDK does not.
const idHeader = "Mantrac-Request-Id"

// tellID puts the id of a request into [idHeader]. Within a session of the protocol no
// id is used twice; a handle may be shared by clients that each count from 1.
func tellID(r *http.Request) error {
	r.Header.Del(idHeader)
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	var in struct{ ID json.RawMessage }
	if json.Unmarshal(data, &in) == nil && len(in.ID) > 0 { // the SDK says what is wrong with another one
		r.Header.Set(idHeader, "mcp "+string(in.ID))
	}
	return nil
}

// use notes that a request of a session of the protocol begins or ends.
func (h *handler) use(handle string, busy int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if u := h.uses[handle]; u != nil {
		u.at, u.busy = time.Now(), u.busy+busy
	}
}

// sweep ends what nobody has used for longer than the SDK keeps a session, which does not
// tell when it ends one. It looks no more than ten times in that time.
func (h *handler) sweep() {
	now := time.Now()
	var gone []string
	h.mu.Lock()
	if now.Sub(h.swept) >= h.idle/10 {
		h.swept = now
		for handle, u := range h.uses {
			// A tenth more than the SDK waits, so that the SDK has surely ended the session before.
			if u.busy == 0 && now.Sub(u.at) > h.idle+h.idle/10 {
				gone = append(gone, handle)
			}
		}
	}
	// end takes the lock itself.
	h.mu.Unlock()
	for _, handle := range gone {
		h.end(handle)
	}
}

// end ends the session that a session of the protocol had.
func (h *handler) end(handle string) {
	h.mu.Lock()
	delete(h.uses, handle)
	h.mu.Unlock()
	_ = h.End(handle) // the answer has been sent
}

// serverOfHandle returns the server of the session that a request names.
func (h *handler) serverOfHandle(r *http.Request) *sdk.Server {
	s := h.Session(server.HandleOf(r))
	if s == nil {
		return nil // it has ended meanwhile
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.servers[s.Handle] == nil {
		// Servers of ended sessions are removed whenever a new one is made.
		maps.DeleteFunc(h.servers, func(handle string, _ *sdk.Server) bool { return h.Session(handle) == nil })
		w := s.World()
		h.servers[s.Handle] = newServer(w, &link{simulator: h.Simulator, session: s, handle: s.Handle}, h.version)
	}
	return h.servers[s.Handle]
}

// serverOfCase returns a server for a new session of the protocol, of the case that a
// request names. Of a request within a session only the revisions of a server are asked.
func (h *handler) serverOfCase(r *http.Request) *sdk.Server {
	if r.Header.Get("Mcp-Session-Id") != "" {
		return h.any
	}
	name := r.URL.Query().Get("case")
	w, err := h.World(name)
	if err != nil {
		return nil
	}
	h.sweep()
	handle := simulator.NewHandle()
	h.mu.Lock()
	h.uses[handle] = &use{at: time.Now()}
	h.mu.Unlock()
	return newServer(w, &link{simulator: h.Simulator, name: name, seed: 1, handle: handle}, h.version)
}
