package lsp

import (
	"context"
	"errors"
	"maps"
	"os/exec"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lsp/worker"
)

// A review keeps what projects were where the current branch left another one,
// and finds out what the changes since then mean. The first is looked up when a
// file is opened or saved; the second is found out when somebody asks, or at
// every save for those who want that.
type review struct {
	*job[string, pairing, change]
	snapshots map[string]*revision.Snapshot // by commit; of the goroutine of the job alone

	basesMu sync.Mutex
	bases   map[string]*base // by folder of the project; nil before anybody has looked
	looked  int              // how often the bases have changed
}

func newReview(h host, command func() *exec.Cmd) *review {
	f := &review{snapshots: make(map[string]*revision.Snapshot)}
	f.job = newJob(h, command, spec[string, pairing, change]{verb: "comparing", prepare: f.look, questions: f.pairings, batch: single[question[string, pairing]], ask: f.compare})
	return f
}

// run does what is asked for until ctx ends.
func (f *review) run(ctx context.Context) {
	defer f.forgetSnapshots(nil)
	f.job.run(ctx)
}

// of returns what a project was, or nil if that is not known, or nobody wants to
// know.
func (f *review) of(root string) *base {
	f.basesMu.Lock()
	defer f.basesMu.Unlock()
	return f.bases[root]
}

// saved has models compared again, if the user wants that.
func (f *review) saved() {
	if f.host.current().settings.Compare == onSave {
		f.follow()
	}
	f.awake()
}

// count changes whenever what lenses say may have.
func (f *review) count() int {
	f.basesMu.Lock()
	defer f.basesMu.Unlock()
	return f.looked + f.job.count()
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

// forgetSnapshots removes the snapshots of commits that nobody needs.
func (f *review) forgetSnapshots(needed map[string]bool) {
	for commit, s := range f.snapshots {
		if !needed[commit] {
			if err := s.Close(); err != nil {
				f.host.log("a snapshot of a commit is left over: %v", err)
			}
			delete(f.snapshots, commit)
		}
	}
}

// look looks up what the projects of the open files were. That a folder is in no
// repository, or git is not there, is no error: nothing is shown then.
func (f *review) look(ctx context.Context) {
	now := f.host.current()
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
				f.host.log("no comparison in %s: %v", root, err)
			}
			continue
		}
		bases[root], needed[b.commit] = b, true
	}
	f.basesMu.Lock()
	same := maps.Equal(bases, f.bases)
	f.bases = bases
	if !same {
		f.looked++
	}
	f.basesMu.Unlock()
	f.forgetSnapshots(needed)
	if !same {
		f.host.news()
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

// pairings lists the models that can be compared.
func (f *review) pairings(now *snapshot) []question[string, pairing] {
	var list []question[string, pairing]
	for _, root := range openRoots(now) {
		v := now.project(root)
		for _, m := range v.result.Models {
			if p, err := f.pairing(v, m, now.settings); err == nil && !p.wrong {
				list = append(list, question[string, pairing]{p.path, p.text, p.path, p})
			}
		}
	}
	return list
}

// compare asks the worker what a change means.
func (f *review) compare(ctx context.Context, now *snapshot, batch []question[string, pairing], answered func(int, *change, string)) error {
	p, r := batch[0].about, requestFor(now)
	r.Model, r.Suites, r.Top = p.path, p.suites, top(p.root)
	r.Old = &worker.Version{Top: top(p.base.root), Model: modelPath(p.old)}
	for _, s := range p.base.result.Suites {
		if s.Model == p.old && diag.Tally(s.Diagnostics).Errors == 0 {
			r.Old.Suites = append(r.Old.Suites, suitePath(s))
		}
	}
	return f.child.Ask(ctx, r, func(out worker.Outcome) {
		if out.Error != "" {
			answered(0, nil, out.Error)
			return
		}
		c, err := readChange(out.Change)
		if err != nil {
			answered(0, nil, err.Error())
			return
		}
		answered(0, c, "")
	})
}
