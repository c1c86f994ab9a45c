package client_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/driver/provider/recording"
)

// A script answers with one step after the other, and then with the last one.
type script struct {
	mu    sync.Mutex
	steps []step
	asked []provider.Request
	times []time.Time
}

type step struct {
	err  error
	wait time.Duration
}

func (s *script) Complete(ctx context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	s.mu.Lock()
	now := s.steps[min(len(s.asked), len(s.steps)-1)]
	s.asked = append(s.asked, r)
	s.times = append(s.times, time.Now())
	s.mu.Unlock()
	select {
	case <-time.After(now.wait):
	case <-ctx.Done():
		return provider.Answer{Usage: usage}, ctx.Err()
	}
	if now.err != nil {
		return provider.Answer{Usage: usage}, now.err
	}
	return provider.Answer{Text: "yes", Usage: usage}, nil
}

var usage = provider.Usage{Input: 10, Output: 5}

func (s *script) open(name string) (provider.Provider, string, error) {
	if name == "none" {
		return nil, "", provider.Errorf(provider.NoKey, "NONE_API_KEY is not set")
	}
	return s, name + " at home", nil
}

func failing(k provider.Kind, after time.Duration) step {
	e := provider.Errorf(k, "for a reason")
	e.RetryAfter = after
	return step{err: e}
}

func request(text string) provider.Request {
	return provider.Request{Stage: "check_generation", Case: "c1", Model: "test/m", Messages: []provider.Message{{Role: provider.User, Text: text}}}
}

// Temporary failures are repeated after waits that double, never sooner than the
// provider asks, and what all attempts used is counted.
func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []step{
			failing(provider.Server, 0), failing(provider.Network, 0), failing(provider.RateLimit, 30*time.Second),
			failing(provider.Garbled, 0), failing(provider.TimedOut, 0), {},
		}}
		var waits []time.Duration
		c := client.New(client.Options{Open: s.open, Retrying: func(r provider.Request, err error, wait time.Duration) {
			waits = append(waits, wait)
		}})
		a, err := c.Complete(t.Context(), request("?"), nil)
		if err != nil || a.Text != "yes" || a.Usage != (provider.Usage{Input: 60, Output: 30}) {
			t.Errorf("got %+v, %v", a, err)
		}
		for i, between := range [][2]time.Duration{{375e6, 625e6}, {750e6, 1250e6}, {30e9, 50e9}, {1500e6, 2500e6}, {3000e6, 5000e6}} {
			if waits[i] < between[0] || waits[i] > between[1] {
				t.Errorf("wait %d is %v, expected one between %v and %v", i+1, waits[i], between[0], between[1])
			}
			if real := s.times[i+1].Sub(s.times[i]); real != waits[i] {
				t.Errorf("wait %d is announced as %v and takes %v", i+1, waits[i], real)
			}
		}
	})
}

// There are 16 attempts if nothing else is configured, and the last error is returned.
// What would fail again is not repeated.
func TestAttempts(t *testing.T) {
	for _, test := range []struct {
		kind     provider.Kind
		attempts int
		asked    int
	}{
		{provider.Server, 0, 16}, {provider.Server, 3, 3}, {provider.NoKey, 0, 1}, {provider.Quota, 0, 1}, {provider.Refused, 0, 1},
		{provider.Filtered, 0, 1}, {provider.Truncated, 0, 1}, {provider.TooLong, 0, 1}, {provider.Invalid, 0, 1}, {provider.Command, 0, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{steps: []step{failing(test.kind, 0)}}
			c := client.New(client.Options{Open: s.open, Retry: client.Retry{Attempts: test.attempts}})
			_, err := c.Complete(t.Context(), request("?"), nil)
			want := "test/m: check_generation: " + string(test.kind) + ": for a reason"
			if err == nil || !strings.HasPrefix(err.Error(), want) || len(s.asked) != test.asked {
				t.Errorf("%s: asked %d times, expected %d; %v", test.kind, len(s.asked), test.asked, err)
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []step{{wait: time.Hour}, {wait: time.Second}}}
		c := client.New(client.Options{Open: s.open, Limits: map[string]client.Limits{"test": {Timeout: time.Minute}}})
		start := time.Now()
		a, err := c.Complete(t.Context(), request("?"), nil)
		if took := time.Since(start); err != nil || a.Text != "yes" || took > 62*time.Second {
			t.Errorf("after %v: %+v, %v", took, a, err)
		}
		s = &script{steps: []step{{wait: time.Hour}}}
		c = client.New(client.Options{Open: s.open, Retry: client.Retry{Attempts: 1}})
		if _, err := c.Complete(t.Context(), request("?"), nil); provider.KindOf(err) != provider.TimedOut || !strings.Contains(err.Error(), "no answer in 10m0s") {
			t.Errorf("got %v", err)
		}
		r := request("?")
		r.Model = "mailbox/person"
		if a, err := c.Complete(t.Context(), r, nil); err != nil || a.Text != "yes" {
			t.Errorf("a person who takes an hour: %+v, %v", a, err)
		}
	})
}

// When the context ends, so do requests and waits, with the error of the context.
func TestCancel(t *testing.T) {
	for what, s := range map[string]*script{
		"a request": {steps: []step{{wait: time.Hour}}},
		"a wait":    {steps: []step{failing(provider.RateLimit, time.Hour)}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			c := client.New(client.Options{Open: s.open})
			start := time.Now()
			a, err := c.Complete(ctx, request("?"), nil)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
				t.Errorf("%s ends after %v with %v", what, time.Since(start), err)
			}
			if a.Usage != usage {
				t.Errorf("%s has used %+v, not %+v", what, a.Usage, usage)
			}
		})
	}
}

// No more requests are made at a time or in a minute than the limits say.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []step{{wait: 10 * time.Second}}}
		c := client.New(client.Options{Open: s.open, Limits: map[string]client.Limits{"test": {PerMinute: 30, Parallel: 2}}})
		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				if _, err := c.Complete(t.Context(), request("?"), nil); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		slices.SortFunc(s.times, time.Time.Compare)
		for i, at := range s.times {
			if i > 0 && at.Sub(s.times[i-1]) < 2*time.Second {
				t.Errorf("request %d is made %v after the one before, expected at least 2 s", i+1, at.Sub(s.times[i-1]))
			}
			if i > 1 && at.Sub(s.times[i-2]) < 10*time.Second {
				t.Errorf("request %d is the third at the same time", i+1)
			}
		}
	})
}

// A second run asks nothing again, and knows what the first one cost. A replay needs no
// provider.
func TestSecondRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	s := &script{steps: []step{{}}}
	for range 2 {
		log, err := recording.Open(path, "a script")
		if err != nil {
			t.Fatal(err)
		}
		l := ledger.New(ledger.Published(), ledger.Caps{})
		c := client.New(client.Options{Open: s.open, Recording: log, Ledger: l})
		if a, err := c.Complete(t.Context(), request("?"), nil); err != nil || a.Text != "yes" {
			t.Errorf("got %+v, %v", a, err)
		}
		total := l.Totals(func(l ledger.Line) string { return strings.Join([]string{l.Stage, l.Case, l.Model}, " ") })
		if len(total) != 1 || total[0].Name != "check_generation c1 test/m" || total[0].Requests != 1 || total[0].Usage != usage {
			t.Errorf("the ledger has %+v", total)
		}
		log.Close()
	}
	if len(s.asked) != 1 || s.asked[0].Model != "m" || s.asked[0].MaxTokens != 16384 {
		t.Errorf("asked %+v, expected one request", s.asked)
	}
	log, err := recording.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	c := client.New(client.Options{Open: func(name string) (provider.Provider, string, error) { return log.Replay(), name, nil }})
	if a, err := c.Complete(t.Context(), request("?"), nil); err != nil || a.Text != "yes" {
		t.Errorf("the replay answers %+v, %v", a, err)
	}
}

// A request that could pass the cap is not made, however many are made at the same time.
func TestCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := int64(200)
		s := &script{steps: []step{{wait: time.Second}}}
		l := ledger.New(ledger.Published(), ledger.Caps{Tokens: &limit})
		c := client.New(client.Options{Open: s.open, Ledger: l, MaxTokens: 50})
		var group sync.WaitGroup
		var mu sync.Mutex
		exceeded := 0
		for range 30 {
			group.Go(func() {
				var stop *ledger.Exceeded
				if _, err := c.Complete(t.Context(), request("?"), nil); errors.As(err, &stop) {
					mu.Lock()
					exceeded++
					mu.Unlock()
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		// Each may use 2 bytes, 48 for the frame and 50 for the answer, and uses 15.
		if used := 15 * len(s.asked); used > 200 || used+100 <= 200 || len(s.asked)+exceeded != 30 {
			t.Errorf("%d requests are made and %d are not", len(s.asked), exceeded)
		}
	})
}

func TestErrors(t *testing.T) {
	c := client.New(client.Options{Open: (&script{steps: []step{{}}}).open})
	r := request("?")
	r.Model = "none/m"
	if _, err := c.Complete(t.Context(), r, nil); err == nil || err.Error() != "none/m: check_generation: no valid key: NONE_API_KEY is not set" {
		t.Errorf("got %v", err)
	}
	r.Model = "m"
	if _, err := c.Complete(t.Context(), r, nil); err == nil || !strings.Contains(err.Error(), "expected PROVIDER/MODEL") {
		t.Errorf("got %v", err)
	}
}
