package lsp

import (
	"context"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lsp/verifier"
)

// A review keeps what projects were where the current branch left another one,
// and what the changes since then mean. The first is looked up when a file is
// opened or saved; the second is found out when somebody asks, or at every save
// for those who want that, in a child process of its own. Both are done by one
// goroutine, for which no request waits.
type review struct {
	server *Server
	child  *verifier.Child // nil where there is none

	snapshots map[string]*revision.Snapshot // by commit; of the goroutine alone

	mu      sync.Mutex
	bases   map[string]*base    // by folder of the project; nil before anybody has looked
	known   map[string]reviewed // by path of the model
	asked   map[string]bool
	running map[string]string // texts by path of the model: one at most
	cancel  context.CancelFunc
	rounds  int // that have begun or ended
	wake    chan struct{}
}

// reviewed is what is known of the change of a model.
type reviewed struct {
	text    string // of both versions, hashed
	change  *change
	failure string // why there is none
}

func newReview(s *Server, command func() *exec.Cmd) *review {
	f := &review{
		server: s, snapshots: make(map[string]*revision.Snapshot), known: make(map[string]reviewed),
		asked: make(map[string]bool), running: make(map[string]string), wake: make(chan struct{}, 1),
	}
	if command != nil {
		f.child = verifier.NewChild(command)
	}
	return f
}

// of returns what a project was, or nil if that is not known, or nobody wants to
// know.
func (f *review) of(root string) *base {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.bases[root]
}

// request has models compared: those that are named. Without any, it has looked
// up what projects were.
func (f *review) request(paths ...string) {
	f.mu.Lock()
	for _, path := range paths {
		f.asked[path] = true
		if f.known[path].failure != "" {
			delete(f.known, path)
		}
	}
	f.mu.Unlock()
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// saved has models compared again, if the user wants that.
func (f *review) saved() {
	now := f.server.current()
	o := now.settings
	var paths []string
	if o.Compare == onSave {
		for _, root := range openRoots(now) {
			for _, s := range now.project(root).specimens(o) {
				if !s.wrong {
					paths = append(paths, s.path)
				}
			}
		}
	}
	f.request(paths...)
}

// openRoots returns the folders of the projects of the open files.
func openRoots(now *snapshot) []string {
	set := make(map[string]bool)
	for path, d := range now.documents {
		if d.known {
			set[now.rootOf(path)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// run does what is asked for until ctx ends.
func (f *review) run(ctx context.Context) {
	if f.child == nil {
		return
	}
	defer f.child.Close()
	defer f.forget(nil)
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		}
		f.look(ctx)
		for ctx.Err() == nil && f.round(ctx) {
		}
	}
}

// forget removes the snapshots of commits that nobody needs.
func (f *review) forget(needed map[string]bool) {
	for commit, s := range f.snapshots {
		if !needed[commit] {
			if err := s.Close(); err != nil {
				f.server.log("a snapshot of a commit is left over: %v", err)
			}
			delete(f.snapshots, commit)
		}
	}
}

// look looks up what the projects of the open files were. That a folder is in no
// repository, or git is not there, is no error: nothing is shown then.
func (f *review) look(ctx context.Context) {
	now := f.server.current()
	o := now.settings
	bases, needed := make(map[string]*base), make(map[string]bool)
	for _, root := range openRoots(now) {
		if o.Compare == never {
			break
		}
		b, err := f.lookUp(ctx, root, o)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			if o.MergeBase != "" {
				f.server.log("no comparison in %s: %v", root, err)
			}
			continue
		}
		bases[root], needed[b.commit] = b, true
	}
	f.mu.Lock()
	same := maps.Equal(bases, f.bases)
	f.bases = bases
	if !same {
		f.rounds++
	}
	f.mu.Unlock()
	f.forget(needed)
	if !same {
		f.server.wakePublisher()
	}
}

// lookUp returns what a project was, which is the value that is known already if
// the commit is still that one.
func (f *review) lookUp(ctx context.Context, root string, o settings) (*base, error) {
	r, err := revision.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	commit, rev, err := mergeBase(ctx, r, o.MergeBase)
	if err != nil {
		return nil, err
	}
	if b := f.of(root); b != nil && b.commit == commit && b.rev == rev {
		return b, nil
	}
	s := f.snapshots[commit]
	if s == nil {
		if s, err = r.Snapshot(ctx, commit); err != nil {
			return nil, err
		}
		f.snapshots[commit] = s
	}
	return baseIn(s, r.Prefix, rev), nil
}

// A pairing is a model that can be compared, with what it was.
type pairing struct {
	specimen
	text string // of both versions
	base *base
	old  *checker.Model
	root string
}

// before returns what a model was; the error says why there is nothing.
func (f *review) before(v *view, m *checker.Model) (pairing, error) {
	p := pairing{base: f.of(v.root), root: v.root}
	if p.base == nil {
		return p, errors.New("the project is in no git repository, or the base revision is not loaded yet")
	}
	if p.old = p.base.model(v, m); p.old == nil {
		return p, errors.New(p.base.rev + " has no such model")
	}
	return p, nil
}

// pairing returns what a model can be compared with, once it has no errors.
func (f *review) pairing(v *view, m *checker.Model, o settings) (pairing, error) {
	p, err := f.before(v, m)
	if err != nil {
		return p, err
	}
	if p.specimen = v.specimen(m, o); !p.wrong {
		p.text = p.specimen.text + p.base.commit
	}
	return p, nil
}

// pending returns a model that was asked for and of whose change nothing is
// known.
func (f *review) pending(now *snapshot, o settings) (pairing, bool) {
	for _, root := range openRoots(now) {
		v := now.project(root)
		for _, m := range v.result.Models {
			path := modelPath(m)
			f.mu.Lock()
			asked, known := f.asked[path], f.known[path].text
			f.mu.Unlock()
			if !asked {
				continue
			}
			p, err := f.pairing(v, m, o)
			if err == nil && !p.wrong && known != p.text {
				return p, true
			}
			f.mu.Lock()
			delete(f.asked, path)
			f.mu.Unlock()
		}
	}
	return pairing{}, false
}

// round compares one model, and reports whether there was any.
func (f *review) round(ctx context.Context) bool {
	now := f.server.current()
	o := now.settings
	p, ok := f.pending(now, o)
	if !ok {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.mu.Lock()
	f.cancel, f.running[p.path] = cancel, p.text
	f.rounds++
	f.mu.Unlock()
	f.server.wakePublisher()
	shown := f.server.progress("comparing "+filepath.Base(p.path), func() {
		f.drop(p.path)
		cancel()
	})
	k := f.compare(ctx, now, p, o)
	shown.end()
	f.mu.Lock()
	f.cancel = nil
	f.rounds++
	delete(f.running, p.path)
	if ctx.Err() == nil {
		f.known[p.path] = k
		delete(f.asked, p.path)
	}
	f.mu.Unlock()
	f.server.wakePublisher()
	return true
}

// compare asks the child.
func (f *review) compare(ctx context.Context, now *snapshot, p pairing, o settings) reviewed {
	r := verifier.Request{Buffers: make(map[string]string), Model: p.path, Suites: p.suites, Top: top(p.root), Bound: o.Bound, Engine: o.Engine, Timeout: o.Timeout}
	for path, d := range now.documents {
		r.Buffers[path] = d.text
	}
	r.Old = &verifier.Version{Top: top(p.base.root), Model: modelPath(p.old)}
	for _, s := range p.base.result.Suites {
		if s.Model == p.old && diag.Tally(s.Diagnostics).Errors == 0 {
			r.Old.Suites = append(r.Old.Suites, suitePath(s))
		}
	}
	k := reviewed{text: p.text}
	err := f.child.Ask(ctx, r, func(out verifier.Outcome) {
		if k.failure = out.Error; k.failure == "" {
			var err error
			if k.change, err = readChange(out.Change); err != nil {
				k.failure = err.Error()
			}
		}
	})
	if err != nil {
		k.change, k.failure = nil, err.Error()
		if ctx.Err() == nil {
			f.server.log("comparison: %v", err)
		}
	}
	return k
}

// drop forgets that a model was asked for.
func (f *review) drop(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.asked, path)
}

// count changes whenever what lenses say may have.
func (f *review) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rounds
}

// edited stops what is under way if it is about a text that is gone.
func (f *review) edited(now *snapshot, o settings) {
	f.mu.Lock()
	running := maps.Clone(f.running)
	f.mu.Unlock()
	for path, text := range running {
		v := now.view(path)
		same := false
		for _, m := range v.result.Models {
			if modelPath(m) == path {
				p, err := f.pairing(v, m, o)
				same = err == nil && !p.wrong && p.text == text
			}
		}
		f.mu.Lock()
		if !same && f.cancel != nil {
			f.cancel()
		}
		f.mu.Unlock()
	}
}

// A comparing is how far the comparison of a model is.
type comparing int

const (
	uncompared comparing = iota
	isComparing
	compared
	comparedBefore // another text
	notCompared
)

// standing returns what is known of the change of a model.
func (f *review) standing(p pairing) (comparing, reviewed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k, ok := f.known[p.path]
	switch {
	case !p.wrong && f.running[p.path] == p.text:
		return isComparing, k
	case !ok:
		return uncompared, k
	case k.text != p.text:
		return comparedBefore, k
	case k.change == nil:
		return notCompared, k
	}
	return compared, k
}
