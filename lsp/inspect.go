package lsp

import (
	"context"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lint"
	"github.com/mantrac/mantrac/lsp/verifier"
)

// An inspection keeps what package lint finds out about models: which
// transitions are reached, and which checks can fail. That takes many questions,
// so it is found out when somebody asks, or at every save for those who want
// that, in a child process of its own: no verdict waits for it. It belongs to a
// text, as verdicts do.
type inspection struct {
	server *Server
	child  *verifier.Child // nil where there is none

	mu      sync.Mutex
	known   map[string]inspected // by path of the model
	asked   map[string]bool
	running map[string]string // texts by path of the model: one at most
	cancel  context.CancelFunc
	rounds  int // that have begun or ended
	wake    chan struct{}
}

// inspected is what is known of a model.
type inspected struct {
	text    string // a hash of everything that it depends on
	result  *verifier.Inspection
	failure string // why there is none
}

func newInspection(s *Server, command func() *exec.Cmd) *inspection {
	f := &inspection{
		server: s, known: make(map[string]inspected), asked: make(map[string]bool), running: make(map[string]string),
		wake: make(chan struct{}, 1),
	}
	if command != nil {
		f.child = verifier.NewChild(command)
	}
	return f
}

// A specimen is a model. It can be inspected if neither it nor a suite about it
// has an error.
type specimen struct {
	path, text string
	suites     []string
	wrong      bool // there are errors; text is "" then
}

// specimens returns the models of a project. They are the same until the
// settings change, and nobody changes the list: no request has to hash the files
// of a project again.
func (v *view) specimens(o settings) []specimen {
	v.specimensMu.Lock()
	defer v.specimensMu.Unlock()
	if v.specimensOf == nil || *v.specimensOf != o {
		v.specimensOf, v.specimenList = &o, nil
		for _, m := range v.result.Models {
			v.specimenList = append(v.specimenList, v.newSpecimen(m, o))
		}
	}
	return v.specimenList
}

// specimen returns one of them.
func (v *view) specimen(m *checker.Model, o settings) specimen {
	for _, s := range v.specimens(o) {
		if s.path == modelPath(m) {
			return s
		}
	}
	return specimen{path: modelPath(m), wrong: true}
}

func (v *view) newSpecimen(m *checker.Model, o settings) specimen {
	s := specimen{path: modelPath(m), wrong: diag.Tally(m.Diagnostics).Errors > 0}
	d := newDigest()
	d.add(v.worldOf(m, o))
	for _, suite := range v.result.Suites {
		if suite.Model != m {
			continue
		}
		s.wrong = s.wrong || diag.Tally(suite.Diagnostics).Errors > 0
		s.suites = append(s.suites, suitePath(suite))
		d.add(suitePath(suite))
		for _, k := range suite.Cases {
			d.add(v.meaning(k.Decl.Header))
			d.add(v.textOf("", k))
		}
	}
	if !s.wrong {
		s.text = d.sum()
	}
	return s
}

// request has models inspected: those that are named, or all of which something
// is known that does not hold any more.
func (f *inspection) request(paths ...string) {
	f.mu.Lock()
	for _, path := range paths {
		f.asked[path] = true
		if k := f.known[path]; k.failure != "" {
			delete(f.known, path)
		}
	}
	f.mu.Unlock()
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// saved has models inspected again, if the user wants that.
func (f *inspection) saved() {
	now := f.server.current()
	o := now.settings
	if o.Inspect != onSave {
		return
	}
	var paths []string
	for _, root := range now.roots() {
		for _, s := range now.project(root).specimens(o) {
			if !s.wrong {
				paths = append(paths, s.path)
			}
		}
	}
	f.request(paths...)
}

// run inspects what is asked for until ctx ends.
func (f *inspection) run(ctx context.Context) {
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
		for ctx.Err() == nil && f.round(ctx) {
		}
	}
}

// round inspects one model, and reports whether there was any.
func (f *inspection) round(ctx context.Context) bool {
	now := f.server.current()
	o := now.settings
	s, ok := f.pending(now, o)
	if !ok {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.mu.Lock()
	f.cancel, f.running[s.path] = cancel, s.text
	f.rounds++
	f.mu.Unlock()
	f.server.wakePublisher()
	r := verifier.Request{Buffers: make(map[string]string), Model: s.path, Suites: s.suites, Bound: o.Bound, Engine: o.Engine, Timeout: o.Timeout}
	for path, d := range now.documents {
		r.Buffers[path] = d.text
	}
	k := inspected{text: s.text, failure: "the verifier did not come to it"}
	shown := f.server.progress("inspecting "+filepath.Base(s.path), func() {
		f.drop(s.path)
		cancel()
	})
	err := f.child.Ask(ctx, r, func(out verifier.Outcome) { k.result, k.failure = out.Model, out.Error })
	shown.end()
	if err != nil {
		k.result, k.failure = nil, err.Error()
	}
	f.mu.Lock()
	f.cancel = nil
	f.rounds++
	delete(f.running, s.path)
	if ctx.Err() == nil {
		f.known[s.path] = k
		delete(f.asked, s.path)
	}
	f.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		f.server.log("inspection: %v", err)
	}
	f.server.wakePublisher()
	return true
}

// drop forgets that a model was asked for.
func (f *inspection) drop(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.asked, path)
}

// count changes whenever what lenses say may have.
func (f *inspection) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rounds
}

// pending returns a model that was asked for and of whose text nothing is known.
func (f *inspection) pending(now *snapshot, o settings) (specimen, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, root := range now.roots() {
		for _, s := range now.project(root).specimens(o) {
			switch {
			case !f.asked[s.path] || s.wrong:
			case f.known[s.path].text == s.text:
				delete(f.asked, s.path)
			default:
				return s, true
			}
		}
	}
	return specimen{}, false
}

// edited stops what is under way if it is about a text that is gone. Who asked
// for it is answered about the text that stands then.
func (f *inspection) edited(now *snapshot, o settings) {
	f.mu.Lock()
	paths := slices.Collect(maps.Keys(f.running))
	f.mu.Unlock()
	if len(paths) == 0 {
		return
	}
	for _, root := range now.roots() {
		for _, s := range now.project(root).specimens(o) {
			f.mu.Lock()
			same := f.running[s.path] == s.text
			f.mu.Unlock()
			if same {
				return
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancel != nil {
		f.cancel()
	}
}

// An inquiry is what a lens asks about a model that is inspected: something of
// which the inspection has a standing.
type inquiry struct {
	question string // as a title, as long as nobody has asked
	of       func(*verifier.Inspection) (verifier.Standing, bool)
}

// knows reports whether a model has been inspected, in whatever text.
func (f *inspection) knows(s specimen) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.known[s.path]
	return ok
}

// title words what is known of something.
func (f *inspection) title(s specimen, q inquiry) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	k, ok := f.known[s.path]
	switch {
	case !s.wrong && f.running[s.path] == s.text:
		return q.question + " …"
	case !ok:
		return q.question
	case k.text != s.text:
		return q.question + " (changed since)"
	case k.result == nil:
		return q.question + " unknown: " + k.failure
	}
	standing, ok := q.of(k.result)
	if !ok {
		return q.question + " unknown"
	}
	return standingTitle(standing, q.question)
}

// standingTitle says what a state is, in a few words.
func standingTitle(s verifier.Standing, question string) string {
	within := ""
	if !s.Proved && s.Bound > 0 {
		within = fmt.Sprintf(" in up to %d calls", s.Bound)
	}
	switch s.State {
	case lint.IsReached:
		return "reachable"
	case lint.IsCallable:
		return "can be called"
	case lint.IsUnreached:
		return "no case can reach it" + within
	case lint.CanFail:
		return "can fail"
	case lint.IsRedundant:
		return "other checks imply it" + within
	case lint.IsImpossible:
		return "no run passes all checks of the case" + within
	case lint.IsUndecided:
		return "unknown: the question has no answer"
	}
	if question == fallible {
		return "can never fail" + within
	}
	return "can never be called"
}

// inspectionLenses ask of the transitions of a model, or of the checks of a
// suite, what cannot be seen.
func (s *Server) inspectionLenses(now *snapshot, v *view, c *content) []protocol.CodeLens {
	if s.inspection.child == nil {
		return nil
	}
	o := now.settings
	var list []protocol.CodeLens
	add := func(sp specimen, at protocol.Range, q inquiry) {
		list = append(list, lens(at, s.inspection.title(sp, q), commandInspect, caseArgument{URI: string(now.uri(sp.path))}))
	}
	for _, m := range v.result.Models {
		sp := v.specimen(m, o)
		if sp.wrong && !s.inspection.knows(sp) {
			continue // nobody could be told anything
		}
		if m.File == c.tree {
			for _, t := range m.Transitions {
				add(sp, now.mapper.span(m.File.Tree.Resolve(t.Declared())), inquiry{reachable, func(i *verifier.Inspection) (verifier.Standing, bool) {
					st, ok := i.Transitions[t.Name()]
					return st, ok
				}})
			}
		}
		for _, suite := range v.result.Suites {
			if suite.Model != m || suite.File != c.tree || !o.ShowCanFail {
				continue
			}
			for _, k := range suite.Cases {
				now.checkLenses(sp, suite, k, add)
			}
		}
	}
	return list
}

// The questions of lenses.
const (
	reachable = "reachable?"
	fallible  = "can it fail?"
)

// checkLenses asks of each check of a case whether it can fail.
func (s *snapshot) checkLenses(sp specimen, suite *checker.Suite, k *checker.Case, add func(specimen, protocol.Range, inquiry)) {
	if k.Decl.Name() == nil || k.Decl.Checks == nil {
		return
	}
	for _, check := range k.Checks {
		at := suite.File.Tree.Resolve(k.Decl.Checks.Span(check.Name))
		add(sp, s.mapper.span(at), inquiry{fallible, checkStanding(suite, k, check)})
	}
}

func checkStanding(suite *checker.Suite, k *checker.Case, check *ast.Check) func(*verifier.Inspection) (verifier.Standing, bool) {
	return func(i *verifier.Inspection) (verifier.Standing, bool) {
		st, ok := i.Checks[suite.File.Tree.File.Name()][k.Decl.Name().Name][check.Name.Name]
		return st, ok
	}
}
