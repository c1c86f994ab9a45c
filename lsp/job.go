package lsp

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"

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
// A question is asked because a user named it ([job.request]), whatever its text
// is when its turn comes; or because it was there when all were asked
// ([job.follow]), as long as its text is still the same. A question whose text
// changes while the worker looks for the answer is given up; the others stay
// asked.
type job[K comparable, Q, R any] struct {
	spec[K, Q, R]
	host  host
	child *worker.Child // nil where there is none: nothing is ever asked

	mu       sync.Mutex
	answers  map[K]answer[R]
	named    map[K]bool
	followed map[K]string
	latest   *snapshot // to be followed; nil if all of it has been noted
	running  map[K]string
	cancel   context.CancelFunc // of the request under way
	rounds   int
	wake     chan struct{}
}

// A spec is what one job has of its own.
type spec[K comparable, Q, R any] struct {
	verb string // for the client: "validating"
	// prepare does what has to be done whenever the job wakes up; it may be nil.
	prepare func(context.Context)
	// questions lists what can be asked about a snapshot, in the order of interest.
	questions func(*snapshot) []question[K, Q]
	// batch returns how many of the first questions are asked together.
	batch func([]question[K, Q]) int
	// ask calls answered for each question of a batch that it finds an answer to.
	ask func(ctx context.Context, now *snapshot, batch []question[K, Q], answered func(i int, r *R, failure string)) error
}

// A question is one that can be asked.
type question[K comparable, Q any] struct {
	key   K
	text  string // a hash of everything that the answer depends on
	file  string // that it is about
	about Q
}

// An answer has a result, or says why there is none.
type answer[R any] struct {
	text    string
	result  *R
	failure string
}

// A host is what a job needs of the server.
type host struct {
	current  func() *snapshot
	news     func() // has what has changed shown to the client
	progress func(title string, stop func()) shown
	log      func(format string, args ...any)
}

// shown is the work that a client is shown.
type shown interface {
	say(text string)
	end()
}

// newJob returns a job whose worker is run by a command, which may be nil.
func newJob[K comparable, Q, R any](h host, command func() *exec.Cmd, s spec[K, Q, R]) *job[K, Q, R] {
	j := &job[K, Q, R]{
		spec: s, host: h, answers: make(map[K]answer[R]), named: make(map[K]bool), running: make(map[K]string), wake: make(chan struct{}, 1),
	}
	if command != nil {
		j.child = worker.NewChild(command)
	}
	return j
}

// A state is how far a question is.
type state int

const (
	notAsked state = iota
	asked          // the worker looks for the answer
	answered
	failed
	outdated // there is an answer, about another text
)

// state says what is known of a question. The text "" is of none that can be
// asked.
func (j *job[K, Q, R]) state(key K, text string) (state, answer[R]) {
	j.mu.Lock()
	defer j.mu.Unlock()
	known, ok := j.answers[key]
	switch {
	case text != "" && j.running[key] == text:
		return asked, known
	case !ok:
		return notAsked, known
	case known.text != text:
		return outdated, known
	case known.result == nil:
		return failed, known
	}
	return answered, known
}

// request asks questions by name. Those that failed are asked again.
func (j *job[K, Q, R]) request(keys ...K) {
	j.mu.Lock()
	for _, k := range keys {
		j.named[k] = true
		if j.answers[k].failure != "" {
			delete(j.answers, k)
		}
	}
	j.mu.Unlock()
	j.awake()
}

// forget drops answers, so that they are looked for again.
func (j *job[K, Q, R]) forget(keys ...K) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, k := range keys {
		delete(j.answers, k)
	}
}

// follow asks all questions of the snapshot of this moment, in place of those of
// an earlier one.
func (j *job[K, Q, R]) follow() {
	if j.child == nil {
		return // nobody would ever take the snapshot away
	}
	j.mu.Lock()
	j.latest = j.host.current()
	j.mu.Unlock()
	j.awake()
}

func (j *job[K, Q, R]) awake() {
	select {
	case j.wake <- struct{}{}:
	default: // it has been woken already
	}
}

// run answers what is asked until ctx ends.
func (j *job[K, Q, R]) run(ctx context.Context) {
	if j.child == nil {
		return
	}
	defer j.child.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.wake:
		}
		if j.prepare != nil {
			j.prepare(ctx)
		}
		for ctx.Err() == nil && j.round(ctx) {
		}
	}
}

// round answers a batch of questions, and reports whether there was any.
func (j *job[K, Q, R]) round(ctx context.Context) bool {
	now := j.host.current()
	batch := j.pending(now)
	if len(batch) == 0 {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	j.begin(batch, cancel)
	j.host.news()
	p := j.host.progress(j.verb+" "+filepath.Base(batch[0].file), func() {
		j.drop()
		cancel()
	})
	n := 0
	err := j.ask(ctx, now, batch, func(i int, r *R, failure string) {
		j.answered(batch[i], r, failure)
		n++
		p.say(fmt.Sprintf("%d of %d", n, len(batch)))
	})
	p.end()
	j.finish(batch, err, ctx.Err() != nil)
	return true
}

// pending returns the batch of questions whose turn it is.
func (j *job[K, Q, R]) pending(now *snapshot) []question[K, Q] {
	j.note()
	list := j.questions(now)
	j.mu.Lock()
	defer j.mu.Unlock()
	open := list[:0:0]
	for _, q := range list {
		if had, ok := j.answers[q.key]; ok && had.text == q.text {
			delete(j.named, q.key)
			continue
		}
		if j.named[q.key] || j.followed[q.key] == q.text {
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
	j.mu.Lock()
	latest := j.latest
	j.latest = nil
	j.mu.Unlock()
	if latest == nil {
		return
	}
	followed := make(map[K]string)
	for _, q := range j.questions(latest) {
		followed[q.key] = q.text
	}
	j.mu.Lock()
	j.followed = followed
	j.mu.Unlock()
}

// drop forgets all questions: the user does not want to wait.
func (j *job[K, Q, R]) drop() {
	j.mu.Lock()
	defer j.mu.Unlock()
	clear(j.named)
	j.followed, j.latest = nil, nil
}

func (j *job[K, Q, R]) begin(batch []question[K, Q], cancel context.CancelFunc) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.rounds++
	j.cancel = cancel
	for _, q := range batch {
		j.running[q.key] = q.text
	}
}

// answered keeps an answer.
func (j *job[K, Q, R]) answered(q question[K, Q], r *R, failure string) {
	j.mu.Lock()
	j.answers[q.key] = answer[R]{text: q.text, result: r, failure: failure}
	delete(j.running, q.key)
	delete(j.named, q.key)
	j.mu.Unlock()
	j.host.news()
}

// finish ends a batch. What the worker did not come to has no result, unless the
// request was given up.
func (j *job[K, Q, R]) finish(batch []question[K, Q], err error, cancelled bool) {
	failure := "the verifier did not come to it"
	if err != nil {
		failure = err.Error()
	}
	for _, q := range batch {
		j.mu.Lock()
		left := j.running[q.key] == q.text
		delete(j.running, q.key)
		j.mu.Unlock()
		if left && !cancelled {
			j.answered(q, nil, failure)
		}
	}
	j.mu.Lock()
	j.cancel = nil
	j.rounds++
	j.mu.Unlock()
	if err != nil && !cancelled {
		j.host.log("%s %s: %v", j.verb, batch[0].file, err)
	}
	j.host.news()
}

// edited gives up the request under way if none of its questions has its text in
// a new snapshot.
func (j *job[K, Q, R]) edited(now *snapshot) {
	j.mu.Lock()
	idle := j.cancel == nil
	j.mu.Unlock()
	if idle {
		return
	}
	texts := make(map[K]string)
	for _, q := range j.questions(now) {
		texts[q.key] = q.text
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.cancel == nil || len(j.running) == 0 { // of a request that has been answered the last word may be on its way
		return
	}
	if j.host.current() != now { // what runs may be of a text that came meanwhile
		return
	}
	for key, text := range j.running {
		if texts[key] == text {
			return
		}
	}
	j.cancel()
}

// count changes whenever a request begins or ends.
func (j *job[K, Q, R]) count() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.rounds
}

// requestFor returns a request with the texts of a snapshot.
func requestFor(now *snapshot) worker.Request {
	o := now.settings
	r := worker.Request{Buffers: make(map[string]string), Bound: o.Bound, Engine: o.Engine, Timeout: o.Timeout}
	for path, d := range now.documents {
		r.Buffers[path] = d.text
	}
	return r
}
