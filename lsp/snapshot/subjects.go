package snapshot

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A Subject is a case of a suite, whether it can be validated or not.
type Subject struct {
	Key     CaseKey
	Text    string // a hash of everything that its verdict depends on; "" with trouble
	Trouble Trouble
	Suite   *checker.Suite
	Decl    *checker.Case
}

// A Trouble is why a case cannot be validated, in the words of a title.
type Trouble string

// The troubles. An error in a case is about that case alone. An error in what
// a case rests on says nothing about the case: its verdict is kept as obsolete.
const (
	NoTrouble Trouble = ""
	InCase    Trouble = "the case has errors"
	inModel   Trouble = "the model has errors"
	inTools   Trouble = "the tool schemas have errors"
	inConfig  Trouble = "mantra.yaml has errors"
	noModel   Trouble = "the suite has no model"
)

// Subjects returns the cases of a project in the order of the files. They are
// the same until the settings change, and nobody changes the list.
func (v *checked) Subjects(s Settings) []Subject {
	v.subjectsMu.Lock()
	defer v.subjectsMu.Unlock()
	if v.subjectsOf == nil || *v.subjectsOf != s {
		v.subjectsOf, v.subjectList = &s, v.listSubjects(s)
	}
	return v.subjectList
}

func (v *checked) listSubjects(s Settings) []Subject {
	var list []Subject
	// The hash of a model is the same for all its suites, so compute it once.
	worlds := make(map[*checker.Model]string)
	for _, suite := range v.Result.Suites {
		why := v.troubleOf(suite)
		if why == NoTrouble && worlds[suite.Model] == "" {
			worlds[suite.Model] = v.worldOf(suite.Model, s)
		}
		seen := make(map[string]bool)
		for _, k := range suite.Cases {
			id := k.Decl.Name()
			if id == nil || seen[id.Name] {
				continue // the first of a name is the one that is meant
			}
			seen[id.Name] = true
			sub := Subject{Key: CaseKey{SuitePath(suite), id.Name}, Trouble: why, Suite: suite, Decl: k}
			switch {
			case why != NoTrouble: // of which errors in cases may be a consequence
			case suite.Sound(k):
				sub.Text = v.textOf(worlds[suite.Model], suite, k)
			default:
				sub.Trouble = InCase
			}
			list = append(list, sub)
		}
	}
	return list
}

// troubleOf says what keeps all cases of a suite from being validated.
func (v *checked) troubleOf(suite *checker.Suite) Trouble {
	m := suite.Model
	switch {
	case m == nil && slices.ContainsFunc(v.Result.Models, func(m *checker.Model) bool { return v.hasErrors(ModelPath(m)) }):
		return inModel // which cannot be read as one
	case m == nil:
		return noModel
	case v.hasErrors(ModelPath(m)) || diag.Tally(m.Diagnostics).Errors > 0:
		return inModel
	case m.Tools != nil && v.hasErrors(m.Tools.File.Name()) || suite.Tools != nil && v.hasErrors(suite.Tools.File.Name()):
		return inTools
	case v.hasErrors(filepath.Join(v.Root, project.ConfigName)):
		return inConfig
	}
	return NoTrouble
}

func (v *checked) hasErrors(path string) bool {
	c := v.ByPath[path]
	return c != nil && diag.Tally(c.Found).Errors > 0
}

// worldOf hashes what the verdicts of all cases of a model depend on. Comments
// and layout are no part of it.
func (v *checked) worldOf(m *checker.Model, o Settings) string {
	d := NewDigest()
	for _, model := range m.File.Models {
		for _, u := range model.Clauses {
			d.Add(v.meaning(u))
		}
	}
	if m.Tools != nil {
		d.Add(m.Tools.Meaning())
	}
	// The settings of the verifier decide about verdicts, too.
	data, _ := json.Marshal([]any{o.Bound, o.Engine, o.Timeout}) // numbers and strings can be written
	d.Add(string(data))
	return d.Sum()
}

// textOf hashes what a case's verdict depends on. The prompt is no part of it.
func (v *checked) textOf(world string, s *checker.Suite, k *checker.Case) string {
	d := NewDigest()
	d.Add(world)
	for _, u := range k.Decl.Parts {
		if u != k.Decl.Prompt {
			d.Add(v.meaning(u))
		}
	}
	// Common checks, groups and rules apply to every case of the suite.
	for _, u := range s.File.Shared() {
		d.Add(v.meaning(u))
	}
	return d.Sum()
}

// meaning hashes a unit without its comments and layout.
func (v *checked) meaning(u *ast.Unit) string {
	v.meaningsOnce.Do(func() { v.meanings = v.caches.meaningsOf(v.Root) })
	return v.meanings.of(u)
}

// meanings are the hashes of units. Units last from edit to edit, and so do
// their hashes: those of the view before are looked up in it.
type meanings struct {
	mu     sync.Mutex
	list   map[*ast.Unit]string
	before map[*ast.Unit]string // is never changed
}

func (m *meanings) of(u *ast.Unit) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.list[u] == "" {
		// Only hashes that are asked for move over, so those of deleted units are dropped.
		if m.list[u] = m.before[u]; m.list[u] == "" {
			m.list[u] = digestOf(u)
		}
	}
	return m.list[u]
}

// next returns the meanings for the view after this one.
func (m *meanings) next() *meanings {
	next := &meanings{list: make(map[*ast.Unit]string)}
	if m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		// The clone needs no lock later on. The old view may still add to its own list.
		next.before = maps.Clone(m.list)
	}
	return next
}

func digestOf(u *ast.Unit) string {
	d := NewDigest()
	// Hash token by token: Add marks the end of each, so adjacent tokens cannot merge.
	for _, t := range u.Fragment.Tokens {
		if !t.Kind.IsTrivia() {
			d.Add(u.Fragment.Text(t.Start, t.End))
		}
	}
	return d.Sum()
}

// HeaderOf returns the span of a case's name.
func HeaderOf(s *checker.Suite, k *checker.Case) source.Span {
	return s.File.Tree.Resolve(k.Decl.Header.Span(k.Decl.Name()))
}

// A CaseKey names a case.
type CaseKey struct{ Suite, Name string }

// Interest returns how interesting a suite is: those that are visible, first
// the ones that come first, then those whose model is, then the open ones by
// when they were worked on, then the others.
func (s *Snapshot) Interest(sub Subject) int {
	const most = 1 << 29
	suite, model := slices.Index(s.Visible, sub.Key.Suite), slices.Index(s.Visible, ModelPath(sub.Suite.Model))
	switch {
	case suite >= 0:
		// A smaller index ranks higher. The constant keeps visible suites above all others.
		return 2*most - suite
	case model >= 0:
		return most - model
	}
	return s.Documents[sub.Key.Suite].Touched
}
