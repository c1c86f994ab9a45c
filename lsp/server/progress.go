package server

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/mantrac/mantrac/lsp/jobs"
)

// Work that takes long is shown by clients that can show it, with a way to stop
// it. What is done within a moment is not: nobody could read it.

// A progress is the client's view of one piece of work.
type progress struct {
	said chan string   // what to show next to the title
	done chan struct{} // closed at the end of the work
}

// stops are the functions that end the work that clients are shown, by token.
type stops struct {
	mu   sync.Mutex
	last int
	list map[string]func()
}

// add notes a function under a new token, until the function that it returns is
// called.
func (l *stops) add(stop func()) (token string, forget func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list == nil {
		l.list = make(map[string]func())
	}
	l.last++
	token = fmt.Sprintf("mantrac-%d", l.last)
	l.list[token] = stop
	return token, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.list, token)
	}
}

// moment is how long work is not shown, if nothing else is said.
const moment = time.Second

// progress shows work to the client until end is called. Stop is called if the
// user does not want it to go on.
func (s *Server) progress(title string, stop func()) jobs.Shown {
	p := &progress{said: make(chan string, 1), done: make(chan struct{})}
	if s.current().Client.Window.WorkDoneProgress {
		s.later(func(ctx context.Context) {
			if err := p.show(ctx, s, title, stop); err != nil && ctx.Err() == nil {
				s.log("progress: %v", err)
			}
		})
	}
	return p
}

// Say has a text shown next to the title. It is for one goroutine.
func (p *progress) Say(text string) {
	select {
	case <-p.said: // it was not shown yet
	default:
	}
	// The buffer has one place, which is free now: the send never blocks.
	p.said <- text
}

func (p *progress) End() { close(p.done) }

// show speaks with the client.
func (p *progress) show(ctx context.Context, s *Server, title string, stop func()) error {
	select {
	case <-time.After(s.moment):
		// Short work ends before the moment is over and is never shown.
	case <-p.done:
		return nil
	case <-ctx.Done():
		return nil
	}
	token, forget := s.stops.add(stop)
	defer forget()
	// The token must be created by the client before it is used.
	if _, err := s.conn.Call(ctx, "window/workDoneProgress/create", map[string]any{"token": token}, nil); err != nil {
		return err
	}
	say := func(kind string, more map[string]any) error {
		value := map[string]any{"kind": kind}
		maps.Copy(value, more)
		return s.conn.Notify(ctx, "$/progress", map[string]any{"token": token, "value": value})
	}
	if err := say("begin", map[string]any{"title": title, "cancellable": true}); err != nil {
		return err
	}
	for {
		select {
		case text := <-p.said:
			if err := say("report", map[string]any{"message": text}); err != nil {
				return err
			}
		case <-p.done:
			return say("end", nil)
		case <-ctx.Done():
			return nil
		}
	}
}

// A progressToken is of window/workDoneProgress/cancel.
type progressToken struct {
	Token any `json:"token"`
}

// cancelProgress stops work. That it has ended already is no error.
func (s *Server) cancelProgress(p *progressToken) error {
	token, _ := p.Token.(string) // a number is none of ours
	s.stops.mu.Lock()
	stop := s.stops.list[token]
	s.stops.mu.Unlock()
	if stop != nil {
		stop()
	}
	return nil
}
