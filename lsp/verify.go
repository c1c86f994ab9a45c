package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mantrac/mantrac/lsp/verifier"
)

// A caseKey names a case.
type caseKey struct{ suite, name string }

// A verdict is what is known of a case.
type verdict struct {
	text    string // a hash of everything that it depends on
	result  *caseReport
	failure string // why there is no result
}

// A phase is what a case's verdict is worth at the moment.
type phase string

// The phases.
const (
	unverified phase = "unverified" // nobody has asked
	verifying  phase = "verifying"
	proved     phase = "proved"  // consistent, for traces of every length
	bounded    phase = "bounded" // consistent, up to the bound
	conflict   phase = "conflict"
	unknown    phase = "unknown"
	obsolete   phase = "obsolete" // there is a verdict, of another text
	broken     phase = "broken"   // the case has errors; there may be a verdict, of another text
)

// A verification keeps the verdicts of cases, and has cases validated in a
// child process. A verdict belongs to a text: it is shown as long as nothing
// that it depends on changes, and as obsolete from then on.
type verification struct {
	server *Server
	child  *verifier.Child // nil where there is none: nothing is ever verified

	mu       sync.Mutex
	verdicts map[caseKey]verdict
	running  map[caseKey]string // the texts being verified
	forced   map[caseKey]bool   // asked for by name, whatever the settings say
	cancel   context.CancelFunc // of the request under way
	asked    *snapshot          // that was there when it was asked for last: what is typed later waits for its turn
	wake     chan struct{}
}

func newVerification(s *Server, command func() *exec.Cmd) *verification {
	f := &verification{
		server: s, verdicts: make(map[caseKey]verdict), running: make(map[caseKey]string),
		forced: make(map[caseKey]bool), wake: make(chan struct{}, 1),
	}
	if command != nil {
		f.child = verifier.NewChild(command)
	}
	return f
}

// phaseOf says what is known of a subject.
func (f *verification) phaseOf(s subject) (phase, verdict) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.verdicts[s.key]
	switch {
	case s.trouble == inCase:
		return broken, known
	case s.trouble == noTrouble && f.running[s.key] == s.text:
		return verifying, known
	case !ok:
		return unverified, known
	case known.text != s.text:
		return obsolete, known
	case known.result == nil:
		return unknown, known
	}
	return known.result.phase(), known
}

// request has the cases that need it verified.
func (f *verification) request(forced ...caseKey) {
	if f.child == nil {
		return // nobody would ever take the snapshot away
	}
	now := f.server.current()
	f.mu.Lock()
	f.asked = now
	for _, k := range forced {
		f.forced[k] = true
		delete(f.verdicts, k)
	}
	f.mu.Unlock()
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// verify has cases verified, unless the user does not want that.
func (s *Server) verify() {
	if s.current().settings.Verify != never {
		s.verification.request()
	}
}

// run verifies what is requested until ctx ends: what stood when it was, suite
// by suite.
func (f *verification) run(ctx context.Context) {
	if f.child == nil {
		return
	}
	defer f.child.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		}
		f.mu.Lock()
		now := f.asked
		f.asked = nil
		f.mu.Unlock()
		for now != nil && ctx.Err() == nil && f.round(ctx, now) {
		}
	}
}

// round verifies the cases of one suite, and reports whether there were any.
func (f *verification) round(ctx context.Context, now *snapshot) bool {
	o := now.settings
	list := f.pending(now, o)
	if len(list) == 0 {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.begin(list, cancel)
	f.server.wakePublisher()
	r := verifier.Request{Buffers: make(map[string]string), Suite: list[0].key.suite, Bound: o.Bound, Engine: o.Engine, Timeout: o.Timeout}
	for path, d := range now.documents {
		r.Buffers[path] = d.text
	}
	for _, s := range list {
		r.Cases = append(r.Cases, s.key.name)
	}
	p := f.server.progress("validating "+filepath.Base(r.Suite), func() {
		f.drop(list)
		cancel()
	})
	decided := 0
	err := f.child.Ask(ctx, r, func(out verifier.Outcome) {
		f.decided(list, out)
		decided++
		p.say(fmt.Sprintf("%d of %d cases", decided, len(list)))
	})
	p.end()
	cancelled := ctx.Err() != nil
	f.finish(list, err, cancelled)
	return !cancelled
}

// mostAtOnce is how many cases a request is about at most: a client that looks at
// another file does not wait for all of a large one.
const mostAtOnce = 16

// pending returns cases without a verdict of their text: of the suite that the
// user is most interested in of those that have any.
func (f *verification) pending(now *snapshot, o settings) []subject {
	f.mu.Lock()
	forced := maps.Clone(f.forced)
	f.mu.Unlock()
	rank := now.interest(f.server.current().visible)
	var list []subject
	best := 0
	for _, root := range now.roots() {
		for _, s := range now.project(root).subjects(o) {
			if s.trouble != noTrouble || o.Verify == never && !forced[s.key] {
				continue
			}
			if p, known := f.phaseOf(s); p != unverified && (p != obsolete || known.text == s.text) {
				continue
			}
			r := rank(s)
			if len(list) > 0 && r > best {
				list = nil
			}
			if len(list) == 0 {
				best = r
			}
			if r == best && (len(list) == 0 || list[0].key.suite == s.key.suite) {
				list = append(list, s)
			}
		}
	}
	return list[:min(len(list), mostAtOnce)]
}

// interest returns how interesting suites are: those that are visible, first
// the ones that come first, then those whose model is, then the open ones by
// when they were worked on, then the others.
func (s *snapshot) interest(visible []string) func(subject) int {
	const most = 1 << 29
	return func(sub subject) int {
		suite, model := slices.Index(visible, sub.key.suite), slices.Index(visible, modelPath(sub.suite.Model))
		switch {
		case suite >= 0:
			return 2*most - suite
		case model >= 0:
			return most - model
		}
		return s.documents[sub.key.suite].touched
	}
}

// drop forgets that cases were asked for by name.
func (f *verification) drop(list []subject) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range list {
		delete(f.forced, s.key)
	}
}

func (f *verification) begin(list []subject, cancel context.CancelFunc) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cancel = cancel
	for _, s := range list {
		f.running[s.key] = s.text
	}
}

// decided notes an outcome.
func (f *verification) decided(list []subject, out verifier.Outcome) {
	i := slices.IndexFunc(list, func(s subject) bool { return s.key.name == out.Case })
	if i < 0 {
		return
	}
	v := verdict{text: list[i].text, failure: out.Error}
	if out.Error == "" {
		v.result = new(caseReport)
		if err := json.Unmarshal(out.Result, v.result); err != nil {
			v.result, v.failure = nil, err.Error()
		} else {
			v.result.raw, v.result.notes = out.Result, out.Notes
		}
	}
	f.mu.Lock()
	f.verdicts[list[i].key] = v
	delete(f.running, list[i].key)
	delete(f.forced, list[i].key)
	f.mu.Unlock()
	f.server.wakePublisher()
}

// finish ends a request. What it did not come to is unknown, unless it was
// taken back.
func (f *verification) finish(list []subject, err error, cancelled bool) {
	f.mu.Lock()
	f.cancel = nil
	for _, s := range list {
		if f.running[s.key] != s.text {
			continue
		}
		delete(f.running, s.key)
		if !cancelled {
			delete(f.forced, s.key)
			why := "the verifier did not come to it"
			if err != nil {
				why = err.Error()
			}
			f.verdicts[s.key] = verdict{text: s.text, failure: why}
		}
	}
	f.mu.Unlock()
	if err != nil && !cancelled {
		f.server.log("verification: %v", err)
	}
	f.server.wakePublisher()
}

// edited stops what is under way if nothing that it verifies is still there.
func (f *verification) edited(now *snapshot, o settings) {
	f.mu.Lock()
	idle := f.cancel == nil
	f.mu.Unlock()
	if idle {
		return
	}
	texts := make(map[caseKey]string)
	for _, root := range now.roots() {
		for _, s := range now.project(root).subjects(o) {
			if s.trouble == noTrouble {
				texts[s.key] = s.text
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancel == nil || len(f.running) == 0 { // of a request that has been answered the last word may be on its way
		return
	}
	if f.server.current() != now { // what runs may be of a text that came meanwhile
		return
	}
	for key, text := range f.running {
		if texts[key] == text {
			return
		}
	}
	f.cancel()
}

// pauseTimer runs something after a pause without edits.
type pauseTimer struct {
	mu    sync.Mutex
	timer *time.Timer
}

func (p *pauseTimer) after(d time.Duration, f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.timer = time.AfterFunc(d, f)
}

func (p *pauseTimer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
}
