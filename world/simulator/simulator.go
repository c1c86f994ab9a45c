package simulator

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/world/runtime"
)

// maxSessions is how many sessions may be open at a time.
const maxSessions = 10000

// Options say how a simulator behaves.
type Options struct {
	Runtime runtime.Options
	Traces  string // the folder of the files of sessions; none if it is empty
	Manual  string // the text of the manual, for agents

	// User replies to what agents say; nil if nobody does.
	User User

	// Report is told what is wrong with the suite and its model. It may be nil.
	Report func(error)
}

// A Simulator serves cases. It may be used by several goroutines at a time.
type Simulator struct {
	options Options
	names   []string // of the cases, in order
	cases   map[string]*entry

	begins   chan struct{} // has an element for each session that is being begun
	mu       sync.Mutex
	sessions map[string]*Session
}

// An entry is a case whose world is made when its first session begins.
type entry struct {
	selection.Case
	once  sync.Once
	world *runtime.World
	err   error
}

// New returns a simulator of cases. Their names differ.
func New(cases []selection.Case, o Options) (*Simulator, error) {
	s := &Simulator{options: o, cases: make(map[string]*entry), sessions: make(map[string]*Session), begins: make(chan struct{}, goruntime.GOMAXPROCS(0))}
	if s.options.Report == nil {
		s.options.Report = func(error) {}
	}
	for _, k := range cases {
		name := k.Name()
		if old := s.cases[name]; old != nil {
			return nil, fmt.Errorf("%s and %s both have a case %s: serve one of the files", old.File(), k.File(), name)
		}
		s.cases[name] = &entry{Case: k}
		s.names = append(s.names, name)
	}
	return s, nil
}

// Cases returns the names of the cases, in the order of the files.
func (s *Simulator) Cases() []string { return slices.Clone(s.names) }

// Hash identifies the texts of the cases, their models, their tools and how these are
// answered, and the options that change what agents are told.
func (s *Simulator) Hash() string {
	h := sha256.New()
	user := ""
	if s.options.User != nil {
		user = s.options.User.Identity()
	}
	fmt.Fprintf(h, "%t %v %s\n", s.options.Runtime.Explain, s.options.Runtime.Faults, user)
	// Each text follows its length, so that two texts cannot run into each other.
	fmt.Fprintf(h, "%d %s\n", len(s.options.Manual), s.options.Manual)
	for _, name := range s.names {
		e := s.cases[name]
		files := []*source.File{e.Suite.File.Tree.File, e.Suite.Model.File.Tree.File}
		if e.Suite.Tools != nil && e.Suite.Tools.File != nil {
			files = append(files, e.Suite.Tools.File)
			if users := e.Suite.Tools.UsersFile(); users != nil {
				files = append(files, users)
			}
		}
		if e.Suite.Answers != nil {
			files = append(files, e.Suite.Answers.File)
		}
		for _, f := range files {
			fmt.Fprintf(h, "%s %d %s\n", name, len(f.Text()), f.Text())
		}
		hashTools(h, e.Suite.Tools)
		hashRecords(h, e.Suite)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashTools adds what mantra.yaml says of tools: whose they are, what they do, and what
// the events are.
func hashTools(h io.Writer, s *tool.Set) {
	if s == nil {
		return
	}
	for _, t := range s.Tools {
		fmt.Fprintf(h, "%s %v %v\n", t.Name, t.Owner, t.Effect)
		if v := t.Event; v != nil {
			fmt.Fprintf(h, "%v %q %v %q\n", v.By, v.Contains, v.Matches, v.Approval)
			if v.Field != nil {
				fmt.Fprintf(h, "%q %v\n", v.Field.Path, v.Field.Equals)
			}
		}
	}
}

// hashRecords adds the tables that answers are taken from. What is wrong with one is said
// when its case begins.
func hashRecords(h io.Writer, s *checker.Suite) {
	if s.Answers == nil {
		return
	}
	for _, t := range s.Answers.Tools {
		if t.Records != nil {
			data, err := runtime.ReadRecords(s, t.Records)
			fmt.Fprintf(h, "%s %d %s %t\n", t.Name, len(data), data, err != nil)
		}
	}
}

// Manual returns the text of the manual, "" if there is none.
func (s *Simulator) Manual() string { return s.options.Manual }

// World returns the world of a case; the only one for "".
func (s *Simulator) World(name string) (*runtime.World, error) {
	if name == "" && len(s.names) == 1 {
		name = s.names[0]
	}
	e := s.cases[name]
	if e == nil {
		return nil, s.unknown(name)
	}
	// Worlds are made on demand: a suite may have many cases of which few are used.
	e.once.Do(func() { e.world, e.err = runtime.New(e.Suite, e.Decl, s.options.Runtime) })
	return e.world, e.err
}

// unknown is the error about a name that no case has.
func (s *Simulator) unknown(name string) error {
	if name == "" {
		return &NoCase{fmt.Sprintf("there are %d cases: name one by \"case\"", len(s.names))}
	}
	message := fmt.Sprintf("unknown case %q", name)
	if near := spell.Nearest(name, s.names); near != "" {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	return &NoCase{message}
}

// A NoCase is the error about a case that does not exist, or that is not named.
type NoCase struct{ message string }

func (e *NoCase) Error() string { return e.message }

// A Full is the error where no more sessions can be open.
type Full struct{}

func (*Full) Error() string {
	return fmt.Sprintf("%d sessions are open, which is the limit: end some", maxSessions)
}

// Begin begins a session of a case. Equal seeds begin equal sessions.
func (s *Simulator) Begin(ctx context.Context, name string, seed uint64) (*Session, error) {
	return s.BeginAs(ctx, NewHandle(), name, seed)
}

// BeginAs begins a session with a handle of [NewHandle].
func (s *Simulator) BeginAs(ctx context.Context, handle, name string, seed uint64) (*Session, error) {
	w, err := s.World(name)
	if err != nil {
		return nil, err
	}
	x := &Session{Handle: handle, simulator: s}
	// The session is entered before it has a run, so that it counts and can be ended.
	if err := s.enter(x); err != nil {
		return nil, err
	}
	if err := x.begin(ctx, w, seed); err != nil {
		s.leave(x)
		return nil, err
	}
	return x, nil
}

// run begins the run of a world, a few at a time: this takes the solver.
func (s *Simulator) run(ctx context.Context, w *runtime.World, seed uint64) (*runtime.Session, error) {
	select {
	case s.begins <- struct{}{}:
		defer func() { <-s.begins }()
		return w.Begin(ctx, seed)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// labels returns the faults that are placed in a case, with their labels.
func (s *Simulator) labels(ctx context.Context, w *runtime.World, init interp.State) (string, error) {
	var list []string
	for _, f := range s.options.Runtime.Faults.Plan {
		if w.Suite.Tools.Lookup(f.Tool) == nil {
			continue
		}
		label, err := w.Label(ctx, init, f)
		if err != nil {
			return "", err
		}
		list = append(list, f.String()+" "+string(label))
	}
	return strings.Join(list, ", "), nil
}

func (s *Simulator) enter(x *Session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sessions) >= maxSessions {
		return &Full{}
	}
	s.sessions[x.Handle] = x
	return nil
}

func (s *Simulator) leave(x *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, x.Handle)
}

// Session returns the open session with a handle, or nil. While a session is being
// begun it cannot be found.
func (s *Simulator) Session(handle string) *Session {
	if x := s.entered(handle); x != nil && x.begun.Load() {
		return x
	}
	return nil
}

// entered returns the session with a handle, also one that is being begun; nil if there
// is none.
func (s *Simulator) entered(handle string) *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sessions[handle]
}

// End ends the session with a handle, if there is one, also while it is being begun.
func (s *Simulator) End(handle string) error {
	if x := s.entered(handle); x != nil {
		return x.End()
	}
	return nil
}

// Close ends all sessions.
func (s *Simulator) Close() (err error) {
	s.mu.Lock()
	open := slices.Collect(maps.Values(s.sessions))
	// End takes the lock itself, so it is called on a copy of the list.
	s.mu.Unlock()
	for _, x := range open {
		if e := x.End(); err == nil {
			err = e
		}
	}
	return err
}

// NewHandle returns a handle that cannot be guessed.
func NewHandle() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
