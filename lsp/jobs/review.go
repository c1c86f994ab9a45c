package jobs

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
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// A Review keeps what projects were where the current branch left another one,
// and finds out what the changes since then mean. The first is looked up when a
// file is opened or saved; the second is found out when somebody asks, or at
// every save for those who want that.
type Review struct {
	*job[string, Pairing, Change]
	snapshots map[string]*revision.Snapshot // by commit; of the goroutine of the job alone

	BasesMu sync.Mutex
	Bases   map[string]*snapshot.Base // by folder of the project; nil before anybody has looked
	looked  int                       // how often the bases have changed
}

// NewReview returns a review whose worker is run by a command, which may be nil.
func NewReview(h Host, command func() *exec.Cmd) *Review {
	f := &Review{snapshots: make(map[string]*revision.Snapshot)}
	f.job = newJob(h, command, spec[string, Pairing, Change]{verb: "comparing", prepare: f.look, questions: f.pairings, batch: single[question[string, Pairing]], ask: f.compare})
	return f
}

// Run does what is asked for until ctx ends.
func (f *Review) Run(ctx context.Context) {
	defer f.forgetSnapshots(nil)
	f.job.Run(ctx)
}

// of returns what a project was, or nil if that is not known, or nobody wants to
// know.
func (f *Review) of(root string) *snapshot.Base {
	f.BasesMu.Lock()
	defer f.BasesMu.Unlock()
	return f.Bases[root]
}

// Saved has models compared again, if the user wants that.
func (f *Review) Saved() {
	if f.host.Current().Settings.Compare == snapshot.OnSave {
		f.Follow()
	}
	f.Awake()
}

// Count changes whenever what lenses say may have.
func (f *Review) Count() int {
	f.BasesMu.Lock()
	defer f.BasesMu.Unlock()
	return f.looked + f.job.Count()
}

// openRoots returns the folders of the projects of the open files.
func openRoots(now *snapshot.Snapshot) []string {
	set := make(map[string]bool)
	for path, d := range now.Documents {
		if d.Known {
			set[now.RootOf(path)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// forgetSnapshots removes the snapshots of commits that nobody needs.
func (f *Review) forgetSnapshots(needed map[string]bool) {
	for commit, s := range f.snapshots {
		if !needed[commit] {
			if err := s.Close(); err != nil {
				f.host.Log("a snapshot of a commit is left over: %v", err)
			}
			delete(f.snapshots, commit)
		}
	}
}

// look looks up what the projects of the open files were. That a folder is in no
// repository, or git is not there, is no error: nothing is shown then.
func (f *Review) look(ctx context.Context) {
	now := f.host.Current()
	o := now.Settings
	bases, needed := make(map[string]*snapshot.Base), make(map[string]bool)
	for _, root := range openRoots(now) {
		if o.Compare == snapshot.Never {
			break
		}
		b, err := f.lookUp(ctx, root, o)
		// An interrupted look-up must not replace the known bases by fewer.
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			// Without a branch in the settings, most projects simply have nothing to compare with.
			if o.MergeBase != "" {
				f.host.Log("no comparison in %s: %v", root, err)
			}
			continue
		}
		bases[root], needed[b.Commit] = b, true
	}
	f.BasesMu.Lock()
	same := maps.Equal(bases, f.Bases)
	f.Bases = bases
	if !same {
		f.looked++
	}
	f.BasesMu.Unlock()
	// The old bases are replaced, so no new question refers to their snapshots.
	f.forgetSnapshots(needed)
	if !same {
		f.host.News()
	}
}

// lookUp returns what a project was, which is the value that is known already if
// the commit is still that one.
func (f *Review) lookUp(ctx context.Context, root string, o snapshot.Settings) (*snapshot.Base, error) {
	r, err := revision.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	commit, rev, err := snapshot.MergeBase(ctx, r, o.MergeBase)
	if err != nil {
		return nil, err
	}
	if b := f.of(root); b != nil && b.Commit == commit && b.Rev == rev {
		return b, nil
	}
	// Several projects of one repository share the snapshot of a commit.
	s := f.snapshots[commit]
	if s == nil {
		if s, err = r.Snapshot(ctx, commit); err != nil {
			return nil, err
		}
		f.snapshots[commit] = s
	}
	return snapshot.BaseIn(s, r.Prefix, rev), nil
}

// A Pairing is a model that can be compared, with what it was.
type Pairing struct {
	snapshot.Specimen
	Text string // of both versions
	Base *snapshot.Base
	Old  *checker.Model
	root string
}

// Before returns what a model was; the error says why there is nothing.
func (f *Review) Before(v *snapshot.View, m *checker.Model) (Pairing, error) {
	p := Pairing{Base: f.of(v.Root), root: v.Root}
	if p.Base == nil {
		return p, errors.New("the project is in no git repository, or the base revision is not loaded yet")
	}
	if p.Old = p.Base.Model(v, m); p.Old == nil {
		return p, errors.New(p.Base.Rev + " has no such model")
	}
	return p, nil
}

// Pairing returns what a model can be compared with, once it has no errors.
func (f *Review) Pairing(v *snapshot.View, m *checker.Model, o snapshot.Settings) (Pairing, error) {
	p, err := f.Before(v, m)
	if err != nil {
		return p, err
	}
	if p.Specimen = v.Specimen(m, o); !p.Wrong {
		// The answer depends on both versions. A model with errors keeps the empty text.
		p.Text = p.Specimen.Text + p.Base.Commit
	}
	return p, nil
}

// pairings lists the models that can be compared.
func (f *Review) pairings(now *snapshot.Snapshot) []question[string, Pairing] {
	var list []question[string, Pairing]
	for _, root := range openRoots(now) {
		v := now.Project(root)
		for _, m := range v.Result.Models {
			if p, err := f.Pairing(v, m, now.Settings); err == nil && !p.Wrong {
				list = append(list, question[string, Pairing]{p.Path, p.Text, p.Path, p})
			}
		}
	}
	return list
}

// compare asks the worker what a change means.
func (f *Review) compare(ctx context.Context, now *snapshot.Snapshot, batch []question[string, Pairing], answered func(int, *Change, string)) error {
	p := batch[0].about
	r := requestAbout(now, worker.Compare, p.Specimen)
	r.Top = snapshot.Top(p.root)
	r.Old = &worker.Version{Top: snapshot.Top(p.Base.Root), Model: snapshot.ModelPath(p.Old)}
	for _, s := range p.Base.Result.Suites {
		// Suites with errors cannot be compared and are left out of the old version.
		if s.IsAbout(p.Old) && diag.Tally(s.Diagnostics).Errors == 0 {
			r.Old.Suites = append(r.Old.Suites, snapshot.SuitePath(s))
		}
	}
	return f.Child.Ask(ctx, r, func(out worker.Outcome) {
		c, failure := readResult[Change](out)
		if c != nil {
			c.Raw = out.Result
		}
		answered(0, c, failure)
	})
}
