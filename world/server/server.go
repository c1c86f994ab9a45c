package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/simulator"
)

// Header is the header that has the handle of a session.
const Header = "Mantrac-Session"

// A server answers requests.
type server struct {
	*simulator.Simulator
	report func(error) // to those who run the server
}

// New returns the handler of all paths of the package, and of others that are served
// beside them, by path. Errors that are not the client's are reported.
func New(s *simulator.Simulator, beside map[string]http.Handler, report func(error)) http.Handler {
	x := &server{s, report}
	routes := make(map[string]http.Handler)
	for pattern, answer := range map[string]func(*http.Request) (any, error){
		"GET /cases":      func(*http.Request) (any, error) { return s.Cases(), nil },
		"POST /sessions":  x.begin,
		"GET /prompt":     x.prompt,
		"GET /tools":      x.tools,
		"POST /call":      x.call,
		"POST /say":       x.say,
		"POST /reset":     x.reset,
		"DELETE /session": x.end,
	} {
		routes[pattern] = x.json(answer)
	}
	// These two do not answer JSON.
	routes["GET /manual"] = http.HandlerFunc(x.manual)
	routes["GET /trace"] = http.HandlerFunc(x.trace)
	return muxOf(routes, beside)
}

// Listen serves a handler until the context ends.
func Listen(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler:           guard(l.Addr(), h),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 16,
	}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	err := s.Serve(l)
	// Closing the server at the end of the context is not an error.
	if ctx.Err() != nil && errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// A failure is an error with the status of HTTP.
type failure struct {
	code    int
	message string
}

func (e *failure) Error() string { return e.message }

func bad(format string, args ...any) error {
	return &failure{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// json answers requests with values as JSON.
func (x *server) json(answer func(*http.Request) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		value, err := answer(r)
		if err != nil {
			refuse(w, x.code(err), err.Error())
			return
		}
		respond(w, http.StatusOK, value)
	})
}

// respond answers a request with a value as JSON.
func respond(w http.ResponseWriter, code int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	e := json.NewEncoder(w)
	// Answers of tools are for language models: < must not become an escape.
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // the client is gone
}

// refuse answers a request with an error.
func refuse(w http.ResponseWriter, code int, message string) {
	respond(w, code, map[string]string{"error": message})
}

// code returns the status of an error, and reports those that are not the client's.
func (x *server) code(err error) int {
	var f *failure
	var none *simulator.NoCase
	var full *simulator.Full
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.As(err, &none):
		return http.StatusNotFound
	case errors.As(err, &full):
		return http.StatusTooManyRequests
	case errors.Is(err, simulator.ErrUsed):
		return http.StatusConflict
	case errors.Is(err, simulator.ErrLimit):
		return http.StatusTooManyRequests
	case errors.Is(err, simulator.ErrEnded):
		return http.StatusGone
	}
	x.report(err)
	return http.StatusInternalServerError
}

// HandleOf returns the handle that a request names, "" if there is none.
func HandleOf(r *http.Request) string {
	return cmp.Or(r.Header.Get(Header), r.URL.Query().Get("session"))
}

// session returns the session that a request names.
func (x *server) session(r *http.Request) (*simulator.Session, error) {
	handle := HandleOf(r)
	if handle == "" {
		return nil, bad("name a session by the header %s or by ?session=; POST /sessions begins one", Header)
	}
	if s := x.Session(handle); s != nil {
		return s, nil
	}
	return nil, &failure{http.StatusNotFound, "unknown session; POST /sessions begins one"}
}

// begun is what is said of a session that begins.
type begun struct {
	Session string `json:"session"`
	Case    string `json:"case"`
	Seed    uint64 `json:"seed"`
	Prompt  string `json:"prompt"`
}

func describe(s *simulator.Session) begun {
	w := s.World()
	return begun{Session: s.Handle, Case: w.Case.Decl.Name().Name, Seed: s.Seed(), Prompt: w.Prompt()}
}

func (x *server) begin(r *http.Request) (any, error) {
	// The seed is 1 unless the body says otherwise, also for an empty body.
	in := struct {
		Case string `json:"case"`
		Seed uint64 `json:"seed"`
	}{Seed: 1}
	if err := read(r, &in, "case", "seed"); err != nil {
		return nil, err
	}
	s, err := x.Begin(r.Context(), in.Case, in.Seed)
	if err != nil {
		return nil, err
	}
	return describe(s), nil
}

func (x *server) reset(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	// A seed or a case would be ignored.
	if err := read(r, &struct{}{}); err != nil {
		return nil, err
	}
	if err := s.Reset(r.Context()); err != nil {
		return nil, err
	}
	return describe(s), nil
}

func (x *server) end(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	return struct{}{}, s.End()
}

func (x *server) prompt(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	return map[string]string{"prompt": s.World().Prompt()}, nil
}

// A reply is what the user says to what the agent says.
type reply struct {
	Reply string `json:"reply"`
	Ended bool   `json:"ended"` // the user says nothing from now on
}

func (x *server) say(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	var in struct {
		By   string  `json:"by"`
		Text *string `json:"text"`
	}
	if err := read(r, &in, "text", "by"); err != nil {
		return nil, err
	}
	by, err := owner(in.By)
	if err != nil {
		return nil, err
	}
	// An agent may say nothing, but then it says so.
	if in.Text == nil {
		return nil, bad(`the key "text" is missing`)
	}
	said, err := s.Say(r.Context(), by, *in.Text)
	if err != nil {
		return nil, err
	}
	return reply{said.Text, said.Ended}, nil
}

// owner reads who makes a call or says something: the agent, if nothing is said.
func owner(name string) (tool.Owner, error) {
	switch name {
	case "", tool.Agent.String():
		return tool.Agent, nil
	case tool.User.String():
		return tool.User, nil
	}
	return 0, bad(`"by" is "agent" or "user", not %q`, name)
}

// manual writes the manual.
func (x *server) manual(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, x.Manual())
}

// trace writes the events of a session.
func (x *server) trace(w http.ResponseWriter, r *http.Request) {
	s, err := x.session(r)
	if err != nil {
		x.json(func(*http.Request) (any, error) { return nil, err }).ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	t := s.Trace()
	out := trace.NewWriter(w)
	out.Unplaced = true
	_ = out.Trace(&t) // an error is that the client is gone
}

// tools returns the tools of a session as OpenAI's chat completions take them.
func (x *server) tools(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	by, err := owner(r.URL.Query().Get("by"))
	if err != nil {
		return nil, err
	}
	return functions(s.Tools(by)), nil
}

func functions(tools []*tool.Tool) []json.RawMessage {
	list := []json.RawMessage{}
	for _, t := range tools {
		b := document.AppendString([]byte(`{"type":"function","function":{"name":`), t.Name)
		b = document.AppendString(append(b, `,"description":`...), t.Description)
		b = t.Input.AppendJSON(append(b, `,"parameters":`...))
		list = append(list, append(b, "}}"...))
	}
	return list
}
