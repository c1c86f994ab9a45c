package jobs

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// A job answers questions in the background, in a process of its own: verdicts
// of cases, what package lint finds out about models, and what changes of models
// mean. K names what a question is about, Q is what a question holds beyond its
// text, and R is the result.
//
// An answer belongs to a text: a hash of everything that it depends on. It is
// kept until there is another one, and it is outdated as soon as the text
// differs.
//
// A question is asked because a user named it (Request), whatever its text
// is when its turn comes; or because it was there when all were asked
// (Follow), as long as its text is still the same. A question whose text
// changes while the worker looks for the answer is given up; the others stay
// asked.
type job[K comparable, Q, R any] struct {
	spec[K, Q, R]
	host  Host
	Child *worker.Child // nil where there is none: nothing is ever asked

	Mu       sync.Mutex
	Answers  map[K]Answer[R]
	named    map[K]bool
	followed map[K]string
	latest   *snapshot.Snapshot // to be followed; nil if all of it has been noted
	running  map[K]string
	cancel   context.CancelFunc // of the request under way
	rounds   int
	wake     chan struct{}
	moved    chan struct{} // closed when the state of a question changes
}

// A spec is what one job has of its own.
type spec[K comparable, Q, R any] struct {
	verb string // for the client: "validating"
	// prepare does what has to be done whenever the job wakes up; it may be nil.
	prepare func(context.Context)
	// questions lists what can be asked about a snapshot, in the order of interest.
	questions func(*snapshot.Snapshot) []question[K, Q]
	// batch returns how many of the first questions are asked together.
	batch func([]question[K, Q]) int
	// ask calls answered for each question of a batch that it finds an answer to.
	ask func(ctx context.Context, now *snapshot.Snapshot, batch []question[K, Q], answered func(i int, r *R, failure string)) error
}

// A question is one that can be asked.
type question[K comparable, Q any] struct {
	Key   K
	text  string // a hash of everything that the answer depends on
	file  string // that it is about
	about Q
}

// An Answer has a result, or says why there is none.
type Answer[R any] struct {
	Text    string
	Result  *R
	Failure string
}

// A Host is what a job needs of the server.
type Host struct {
	Current  func() *snapshot.Snapshot
	News     func() // has what has changed shown to the client
	Progress func(title string, stop func()) Shown
	Log      func(format string, args ...any)
}

// Shown is the work that a client is shown.
type Shown interface {
	Say(text string)
	End()
}

// newJob returns a job whose worker is run by a command, which may be nil.
func newJob[K comparable, Q, R any](h Host, command func() *exec.Cmd, s spec[K, Q, R]) *job[K, Q, R] {
	j := &job[K, Q, R]{
		spec: s, host: h, Answers: make(map[K]Answer[R]), named: make(map[K]bool), running: make(map[K]string), wake: make(chan struct{}, 1), moved: make(chan struct{}),
	}
	if command != nil {
		j.Child = worker.NewChild(command)
	}
	return j
}

// A State is how far a question is.
type State int

const (
	NotAsked State = iota
	Asked          // the worker looks for the answer
	Answered
	Failed
	Outdated // there is an answer, about another text
)

// State says what is known of a question. The text "" is of none that can be
// asked.
func (j *job[K, Q, R]) State(key K, text string) (State, Answer[R]) {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	known, ok := j.Answers[key]
	switch {
	case text != "" && j.running[key] == text:
		// A question under way takes precedence over an earlier answer.
		return Asked, known
	case !ok:
		return NotAsked, known
	case known.Text != text:
		return Outdated, known
	case known.Result == nil:
		return Failed, known
	}
	return Answered, known
}

// Request asks questions by name. Those that failed are asked again.
func (j *job[K, Q, R]) Request(keys ...K) {
	j.Mu.Lock()
	for _, k := range keys {
		j.named[k] = true
		// A kept failure would count as the answer to the same text.
		if j.Answers[k].Failure != "" {
			delete(j.Answers, k)
		}
	}
	j.Mu.Unlock()
	j.Awake()
}

// Await waits until a question that was asked by name has an answer. It reports whether
// there is one: the text may have changed, or the user may not want to wait. The error
// is that ctx has ended.
func (j *job[K, Q, R]) Await(ctx context.Context, key K, text string) (Answer[R], bool, error) {
	for {
		j.Mu.Lock()
		known, ok := j.Answers[key]
		// The channel is read under the same lock as the state, so no change is missed.
		waits, moved := j.named[key] || j.running[key] == text, j.moved
		j.Mu.Unlock()
		// The last condition ends the wait for a text that has been edited away.
		if ok && known.Text == text || !waits || !j.asks(key, text) {
			return known, ok && known.Text == text, nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return known, false, ctx.Err()
		}
	}
}

// asks reports whether a question can still be asked about a text.
func (j *job[K, Q, R]) asks(key K, text string) bool {
	return j.Child != nil && slices.ContainsFunc(j.questions(j.host.Current()), func(q question[K, Q]) bool { return q.Key == key && q.text == text })
}

// move wakes those that wait for a change of the state of questions.
func (j *job[K, Q, R]) move() {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	// Closing wakes all waiters at once. Each then reads the new channel.
	close(j.moved)
	j.moved = make(chan struct{})
}

// Forget drops answers, so that they are looked for again.
func (j *job[K, Q, R]) Forget(keys ...K) {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	for _, k := range keys {
		delete(j.Answers, k)
	}
}

// Follow asks all questions of the snapshot of this moment, in place of those of
// an earlier one.
func (j *job[K, Q, R]) Follow() {
	if j.Child == nil {
		return // nobody would ever take the snapshot away
	}
	j.Mu.Lock()
	j.latest = j.host.Current()
	j.Mu.Unlock()
	j.Awake()
}

// Awake has the job look for questions that can be asked.
func (j *job[K, Q, R]) Awake() {
	select {
	case j.wake <- struct{}{}:
	default: // it has been woken already
	}
}

// Run answers what is asked until ctx ends.
func (j *job[K, Q, R]) Run(ctx context.Context) {
	if j.Child == nil {
		return
	}
	defer j.Child.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.wake:
		}
		if j.prepare != nil {
			j.prepare(ctx)
		}
		// One signal may be for many questions: go on until no batch is left.
		for ctx.Err() == nil && j.round(ctx) {
		}
	}
}

// round answers a batch of questions, and reports whether there was any.
func (j *job[K, Q, R]) round(ctx context.Context) bool {
	now := j.host.Current()
	batch := j.pending(now)
	if len(batch) == 0 {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// From here on, Edited and the progress display can cancel the batch.
	j.begin(batch, cancel)
	j.host.News()
	p := j.host.Progress(j.verb+" "+filepath.Base(batch[0].file), func() {
		// Without the drop, the next round would ask the same questions again.
		j.drop()
		cancel()
	})
	n := 0
	err := j.ask(ctx, now, batch, func(i int, r *R, failure string) {
		j.answered(batch[i], r, failure)
		n++
		p.Say(fmt.Sprintf("%d of %d", n, len(batch)))
	})
	p.End()
	// The deferred cancel has not run yet, so an error of ctx means that somebody gave up.
	j.finish(batch, err, ctx.Err() != nil)
	return true
}

// pending returns the batch of questions whose turn it is.
func (j *job[K, Q, R]) pending(now *snapshot.Snapshot) []question[K, Q] {
	j.note()
	list := j.questions(now)
	j.Mu.Lock()
	defer j.Mu.Unlock()
	// Capacity 0 forces a new array: append must not overwrite the list.
	open := list[:0:0]
	for _, q := range list {
		if had, ok := j.Answers[q.Key]; ok && had.Text == q.text {
			// A question that has its answer is no longer requested.
			delete(j.named, q.Key)
			continue
		}
		if j.named[q.Key] || j.followed[q.Key] == q.text {
			open = append(open, q)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[:j.batch(open)]
}

// note lists the questions of the snapshot that is to be followed.
func (j *job[K, Q, R]) note() {
	j.Mu.Lock()
	latest := j.latest
	j.latest = nil
	j.Mu.Unlock()
	if latest == nil {
		return
	}
	// The questions are computed without the lock, because they may check a whole project.
	followed := make(map[K]string)
	for _, q := range j.questions(latest) {
		followed[q.Key] = q.text
	}
	j.Mu.Lock()
	j.followed = followed
	j.Mu.Unlock()
}

// drop forgets all questions: the user does not want to wait.
func (j *job[K, Q, R]) drop() {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	clear(j.named)
	// A snapshot that is still to be followed is dropped, too.
	j.followed, j.latest = nil, nil
}

func (j *job[K, Q, R]) begin(batch []question[K, Q], cancel context.CancelFunc) {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	j.rounds++
	j.cancel = cancel
	for _, q := range batch {
		j.running[q.Key] = q.text
	}
}

// answered keeps an answer.
func (j *job[K, Q, R]) answered(q question[K, Q], r *R, failure string) {
	j.Mu.Lock()
	j.Answers[q.Key] = Answer[R]{Text: q.text, Result: r, Failure: failure}
	delete(j.running, q.Key)
	delete(j.named, q.Key)
	j.Mu.Unlock()
	j.move()
	j.host.News()
}

// finish ends a batch. What the worker did not come to has no result, unless the
// request was given up.
func (j *job[K, Q, R]) finish(batch []question[K, Q], err error, cancelled bool) {
	failure := "the verifier did not come to it"
	if err != nil {
		failure = err.Error()
	}
	for _, q := range batch {
		j.Mu.Lock()
		// answered has removed the questions with an answer.
		left := j.running[q.Key] == q.text
		delete(j.running, q.Key)
		j.Mu.Unlock()
		if left && !cancelled {
			j.answered(q, nil, failure)
		}
	}
	j.Mu.Lock()
	j.cancel = nil
	j.rounds++
	j.Mu.Unlock()
	j.move()
	if err != nil && !cancelled {
		j.host.Log("%s %s: %v", j.verb, batch[0].file, err)
	}
	j.host.News()
}

// Edited gives up the request under way if none of its questions has its text in
// a new snapshot.
func (j *job[K, Q, R]) Edited(now *snapshot.Snapshot) {
	// Waiters check whether their question still exists.
	j.move()
	j.Mu.Lock()
	idle := j.cancel == nil
	j.Mu.Unlock()
	if idle {
		return
	}
	// The questions are computed without the lock. The state is read again afterwards.
	texts := make(map[K]string)
	for _, q := range j.questions(now) {
		texts[q.Key] = q.text
	}
	j.Mu.Lock()
	defer j.Mu.Unlock()
	if j.cancel == nil || len(j.running) == 0 { // of a request that has been answered the last word may be on its way
		return
	}
	if j.host.Current() != now { // what runs may be of a text that came meanwhile
		return
	}
	// One question with the same text is enough to let the batch finish.
	for key, text := range j.running {
		if texts[key] == text {
			return
		}
	}
	j.cancel()
}

// Count changes whenever a request begins or ends.
func (j *job[K, Q, R]) Count() int {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	return j.rounds
}

// requestFor returns a request with the texts of a snapshot.
func requestFor(now *snapshot.Snapshot) worker.Request {
	o := now.Settings
	r := worker.Request{Buffers: make(map[string]string), Bound: o.Bound, Engine: o.Engine, Timeout: o.Timeout}
	for path, d := range now.Documents {
		// The worker reads the disk itself, but not unsaved texts.
		r.Buffers[path] = d.Text
	}
	return r
}
