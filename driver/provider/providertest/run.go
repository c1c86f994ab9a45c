package providertest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
)

// Key is the key that the tests send.
const Key = "sk-secret-0123456789"

// A Dialect is how a service speaks.
type Dialect struct {
	Constructor               provider.Constructor
	KeyVariable, BaseVariable string

	// Stream writes an answer in parts. It ends for a reason: Whole, Cut short,
	// Filtered or Refused, which the service says in its own terms.
	Stream func(parts []string, end provider.Kind) string

	// Begin is what a stream begins with, up to and with the first part of an
	// answer.
	Begin func(part string) string

	// InStream is an error of an overloaded service that comes within a stream.
	InStream string

	// Error writes the body of an error, with the status, a code and a message.
	Error func(status int, code, message string) string

	// Codes are what the service says of what the tests need, with its status.
	TooLong, Quota, BadKey, Overloaded Failure

	// Check looks at the request that [Request] becomes.
	Check func(t *testing.T, got Received)
}

// A Failure is an error of a service.
type Failure struct {
	Status        int
	Code, Message string
}

// usage is what the streams of a dialect have to say.
var usage = provider.Usage{Input: 120, CachedInput: 100, Output: 7}

// Model is the name of the model that answers.
const Model = "model-1-2026"

// Request is what the tests ask.
func Request() provider.Request {
	warm := 0.5
	return provider.Request{
		Stage: "check_generation", Model: "model-1", System: "Be short.", MaxTokens: 99, Temperature: &warm,
		Messages: []provider.Message{
			{Role: provider.User, Text: "one"}, {Role: provider.Assistant, Text: "two"}, {Role: provider.User, Text: "drei ≠ 3"},
		},
		Schema:     json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`),
		SchemaName: "thing",
	}
}

// open returns the provider of a server, whose address is in the environment.
func (d Dialect) open(t *testing.T, s *Server) provider.Provider {
	t.Helper()
	p, name, err := d.Constructor(provider.Options{Environment: d.environment(Key, s.URL)})
	if err != nil {
		t.Fatal(err)
	}
	// The name identifies the provider in recordings, where the address matters.
	if !strings.HasSuffix(name, " "+s.URL) {
		t.Errorf("the name %q does not say where the service is", name)
	}
	return p
}

func (d Dialect) environment(key, base string) func(string) string {
	return func(name string) string {
		switch name {
		case d.KeyVariable:
			return key
		case d.BaseVariable:
			return base
		}
		return ""
	}
}

// ask asks a server that gives this reply, and requires that it is asked once: that the
// SDK does not repeat.
func (d Dialect) ask(t *testing.T, reply Reply) (provider.Answer, error) {
	t.Helper()
	s := Serve(t, reply)
	a, err := d.open(t, s).Complete(t.Context(), Request(), nil)
	if len(s.Requests) != 1 {
		t.Errorf("the service is asked %d times, expected once", len(s.Requests))
	}
	if err != nil && strings.Contains(err.Error(), Key) || strings.Contains(a.Text, Key) {
		t.Errorf("the key is shown: %q, %v", a.Text, err)
	}
	return a, err
}

// Run tests the provider of a dialect.
func Run(t *testing.T, d Dialect) {
	t.Run("answer", d.answer)
	t.Run("ends", d.ends)
	t.Run("errors", d.errors)
	t.Run("broken streams", d.broken)
	t.Run("cancel", d.cancel)
	t.Run("no connection", d.noConnection)
	t.Run("keys", d.keys)
	t.Run("redirect", d.redirect)
}

func (d Dialect) answer(t *testing.T) {
	s := Serve(t, Reply{Body: d.Stream([]string{"yes, ", "“always”\n", "and " + Key}, "")})
	var progress []string
	a, err := d.open(t, s).Complete(t.Context(), Request(), func(delta string) { progress = append(progress, delta) })
	want := provider.Answer{Text: "yes, “always”\nand [key]", Usage: usage, Model: Model}
	if err != nil || a != want {
		t.Errorf("got %+v, expected %+v; %v", a, want, err)
	}
	if len(progress) != 3 || strings.Join(progress, "") != a.Text {
		t.Errorf("the progress is %q", progress)
	}
	d.Check(t, s.Requests[0])
	sent := false
	for _, values := range s.Requests[0].Header {
		sent = sent || strings.Contains(values[0], Key)
	}
	if !sent {
		t.Error("the key is not sent")
	}
}

// Answers that are not what was asked for are errors that have what arrived.
func (d Dialect) ends(t *testing.T) {
	for _, kind := range []provider.Kind{provider.Truncated, provider.Filtered, provider.Refused} {
		body := d.Stream([]string{"half"}, kind)
		if body == "" {
			continue // the service does not say this
		}
		a, err := d.ask(t, Reply{Body: body})
		if provider.KindOf(err) != kind || a.Usage != usage {
			t.Errorf("%s: got %+v, %v", kind, a, err)
		}
	}
	if _, err := d.ask(t, Reply{Body: d.Stream(nil, "")}); provider.KindOf(err) != provider.Garbled {
		t.Errorf("an empty answer: %v", err)
	}
}

func (d Dialect) errors(t *testing.T) {
	for _, test := range []struct {
		name   string
		fail   Failure
		header map[string]string
		kind   provider.Kind
		want   string
	}{
		{"too many requests", Failure{429, "rate_limit_error", "slow down"}, map[string]string{"Retry-After": "7"}, provider.RateLimit, "slow down"},
		{"quota", d.Quota, nil, provider.Quota, "goes on where this one ended"},
		{"bad key", d.BadKey, nil, provider.NoKey, "check the environment variable " + d.KeyVariable},
		{"too long", d.TooLong, nil, provider.TooLong, d.TooLong.Message},
		{"unknown model", Failure{404, "not_found_error", "no model-1 here"}, nil, provider.Invalid, "no model-1 here"},
		{"internal", Failure{500, "api_error", "oops"}, nil, provider.Server, "oops"},
		{"overloaded", d.Overloaded, nil, provider.Server, d.Overloaded.Message},
	} {
		_, err := d.ask(t, Reply{Status: test.fail.Status, Header: test.header, Body: d.Error(test.fail.Status, test.fail.Code, test.fail.Message)})
		var e *provider.Error
		if !errors.As(err, &e) || e.Kind != test.kind || !strings.Contains(err.Error(), test.want) || e.Stage != "check_generation" {
			t.Errorf("%s: got %v, expected %s: %s", test.name, err, test.kind, test.want)
			continue
		}
		if test.header != nil && e.RetryAfter != 7*time.Second {
			t.Errorf("%s: the wait is %v, expected 7 s", test.name, e.RetryAfter)
		}
	}
	// The cut of the message falls into the key.
	if _, err := d.ask(t, Reply{Status: 500, Body: d.Error(500, "api_error", strings.Repeat("x", 490)+Key)}); err == nil || strings.Contains(err.Error(), Key[:5]) {
		t.Errorf("a part of the key is shown: %v", err)
	}
	if _, err := d.ask(t, Reply{Status: 502, Body: "<html>bad gateway</html>"}); provider.KindOf(err) != provider.Server || !strings.Contains(err.Error(), "bad gateway") {
		t.Errorf("an error that is not JSON: %v", err)
	}
	if _, err := d.ask(t, Reply{Header: map[string]string{"Content-Type": "text/html"}, Body: "<html>log in</html>"}); provider.KindOf(err) != provider.Invalid || !strings.Contains(err.Error(), "check the base URL") {
		t.Errorf("a web page: %v", err)
	}
}

func (d Dialect) broken(t *testing.T) {
	whole := d.Stream([]string{"yes"}, "")
	events := strings.Split(strings.TrimSpace(d.Begin("s")), "\n\n")
	last := events[len(events)-1]
	for name, test := range map[string]struct {
		reply Reply
		kind  provider.Kind
	}{
		"cut in the middle":       {Reply{Body: d.Begin("ye"), Cut: true}, provider.Network},
		"ends in the middle":      {Reply{Body: d.Begin("ye")}, provider.Network},
		"truncated JSON":          {Reply{Body: d.Begin("ye") + last[:len(last)-3] + "\n\n"}, provider.Garbled},
		"not UTF-8":               {Reply{Body: strings.Replace(whole, "yes", "y\xffs", 1)}, provider.Garbled},
		"an error in the stream":  {Reply{Body: d.Begin("ye") + d.InStream}, provider.Server},
		"nothing":                 {Reply{}, provider.Network},
		"cut before it has begun": {Reply{Cut: true}, provider.Network},
	} {
		a, err := d.ask(t, test.reply)
		if provider.KindOf(err) != test.kind {
			t.Errorf("%s: got %+v, %v, expected: %s", name, a, err, test.kind)
		}
		if strings.HasPrefix(test.reply.Body, d.Begin("ye")) && (a.Text != "ye" || a.Usage.Input == 0 || a.Usage.Output == 0) {
			t.Errorf("%s: got %+v, expected what arrived and what it cost", name, a)
		}
	}
}

// When the context ends, the error is that of the context.
func (d Dialect) cancel(t *testing.T) {
	s := Serve(t, Reply{Body: d.Begin("ye"), Wait: time.Minute})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, err := d.open(t, s).Complete(ctx, Request(), func(string) { cancel() })
	if !errors.Is(err, context.Canceled) || a.Text != "ye" || a.Usage.Output == 0 {
		t.Errorf("got %+v, %v", a, err)
	}
}

func (d Dialect) noConnection(t *testing.T) {
	s := Serve(t, Reply{})
	p := d.open(t, s)
	s.Close()
	a, err := p.Complete(t.Context(), Request(), nil)
	if provider.KindOf(err) != provider.Network || a.Usage != (provider.Usage{}) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %+v, %v", a, err)
	}
}

// A key is required by the service itself, and by no other server. It is not sent to a
// server that a configuration names.
func (d Dialect) keys(t *testing.T) {
	if _, _, err := d.Constructor(provider.Options{Environment: d.environment("", "")}); provider.KindOf(err) != provider.NoKey || !strings.Contains(err.Error(), d.KeyVariable+" is not set") {
		t.Errorf("without a key: %v", err)
	}
	for name, base := range map[string]string{"a server of the environment": "", "a server of a configuration": "http://127.0.0.1:1"} {
		s := Serve(t, Reply{Body: d.Stream([]string{"yes"}, "")})
		key := ""
		o := provider.Options{Environment: d.environment(key, s.URL)}
		if base != "" {
			o = provider.Options{Environment: d.environment(Key, base), BaseURL: s.URL}
		}
		p, _, err := d.Constructor(o)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := p.Complete(t.Context(), Request(), nil); err != nil || a.Text != "yes" {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
		for header, values := range s.Requests[0].Header {
			if strings.Contains(values[0], Key) {
				t.Errorf("%s gets the key, in %s", name, header)
			}
		}
	}
	for _, bad := range []string{"localhost:8080", "file:///etc", "https://user:" + Key + "@example.com"} {
		_, _, err := d.Constructor(provider.Options{Environment: d.environment("", ""), BaseURL: bad})
		if provider.KindOf(err) != provider.Invalid || strings.Contains(err.Error(), Key) {
			t.Errorf("the base URL %s: %v", bad, err)
		}
	}
}

// A redirect is not followed, since it would take the key along.
func (d Dialect) redirect(t *testing.T) {
	other := Serve(t, Reply{Body: d.Stream([]string{"yes"}, "")})
	_, err := d.ask(t, Reply{Status: http.StatusTemporaryRedirect, Header: map[string]string{"Location": other.URL}})
	if provider.KindOf(err) != provider.Invalid || !strings.Contains(err.Error(), "redirects to "+other.URL) || len(other.Requests) > 0 {
		t.Errorf("the other server is asked %d times; %v", len(other.Requests), err)
	}
}
