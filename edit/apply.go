package edit

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// ApplyOptions are the choices for [Apply].
type ApplyOptions struct {
	// Name is what the list of edits is called in messages; "" is "edits".
	Name string
	// Check checks the set with new texts of some of its files. It returns the
	// set as it is then, and everything that is found in it; nil checks the
	// files against the tools, and suites against the models, that they had.
	Check func([]Change) (*Set, []diag.Diagnostic)
	// Locks are on what the edits may not touch. Those on suites that are not in
	// the set, and read its models, keep the declarations that they read. ByHand
	// lets the edits touch it: they are those of a person.
	Locks  []Lock
	ByHand bool
	// Brief does not look for the edit that is to blame for an error in the
	// result, which can take as many checks as there are edits, nor for what becomes of
	// the locks.
	Brief bool
}

// Apply returns what a list of edits makes of a set, which has to be free of
// errors of lexis and grammar. It is all or nothing: the error is a [*Refused]
// where an edit cannot be made, or the result has errors.
//
// It takes time linear in the files of the set, apart from checking those that
// change.
func Apply(s *Set, edits []Edit, o ApplyOptions) (*Result, error) {
	return Prepare(s).Apply(edits, o)
}

// A Prepared set has been read for edits, so that many lists can be applied to it,
// each by itself. It is for one goroutine at a time.
type Prepared struct {
	set  *Set
	tree *tree
	err  error
}

// Prepare reads a set for edits.
func Prepare(s *Set) *Prepared {
	t, err := readable(s, nil)
	return &Prepared{s, t, err}
}

// Apply is [Apply] for the set.
func (s *Prepared) Apply(edits []Edit, o ApplyOptions) (*Result, error) {
	if s.err != nil {
		return nil, s.err
	}
	if o.Name == "" {
		o.Name = "edits"
	}
	if o.Check == nil {
		o.Check = s.set.Check
	}
	p := newPlan(&resolver{tree: s.tree, name: o.Name})
	if p.read(edits) && !o.ByHand {
		p.refuseLocked(o.Locks)
	}
	if len(p.faults) > 0 {
		return nil, &Refused{p.faults}
	}
	changes := p.changes()
	// Nothing changes, so nothing has to be checked, and the locks stay.
	if len(changes) == 0 {
		return &Result{Set: s.set, Followed: p.followed, Locks: o.Locks}, nil
	}
	set, found := o.Check(changes)
	if errs := errorsIn(found); len(errs) > 0 && o.Brief {
		return nil, &Refused{[]Fault{{Edit: -1, Message: resultHasErrors, Found: errs}}}
	} else if len(errs) > 0 {
		return nil, &Refused{p.blame(edits, set, errs, o)}
	}
	if o.Brief {
		return &Result{Set: set, Changes: changes, Followed: p.followed}, nil
	}
	return &Result{Set: set, Changes: changes, Followed: p.followed, Locks: p.relocked(o.Locks, set), Overridden: p.overridden(o.Locks, set)}, nil
}

// readable reads a set whose files have to be well-formed and free of names
// that are declared twice.
func readable(s *Set, names map[string]string) (*tree, error) {
	for _, f := range s.Files() {
		if f.Broken() {
			return nil, &Refused{[]Fault{{Edit: -1, Message: fmt.Sprintf("%s has errors of its own", f.Tree.File.Name()), Found: errorsIn(diag.Canonical(f.Faults))}}}
		}
	}
	t := newTree(s, names)
	for _, d := range t.docs {
		if d.twice != nil {
			at := Address{Path: d.twice.path}
			return nil, &Refused{[]Fault{{Edit: -1, Message: fmt.Sprintf("%s has two things with the address `%s`", d.file.Tree.File.Name(), at)}}}
		}
	}
	return t, nil
}

// changes returns the new texts of the files that differ.
func (p *plan) changes() []Change {
	var list []Change
	for _, d := range p.tree.docs {
		old := d.file.Tree.File.Text()
		if text := p.settle(d, p.render(d)); text != old {
			list = append(list, Change{d.file.Tree.File.Name(), old, text})
		}
	}
	return list
}

func errorsIn(list []diag.Diagnostic) []diag.Diagnostic {
	return lists.Filter(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// Check returns the set with new texts of some of its files, checked against the tools
// and models that they had, and everything that is found in it.
func (s *Set) Check(changes []Change) (*Set, []diag.Diagnostic) {
	texts := make(map[string]string, len(changes))
	for _, c := range changes {
		texts[c.File] = c.New
	}
	out := &Set{}
	models := make(map[*ast.File]*checker.Model) // what became of those that change; a suite has a copy of its model where its goals ask what has been seen
	for _, m := range s.Models {
		now := m
		if text, ok := texts[m.File.Tree.File.Name()]; ok {
			f := ast.Parse(source.NewFile(m.File.Tree.File.Name(), text), ast.ModelFile, m.File)
			now = checker.CheckModel(f, m.Tools, m.Options, m)
			models[m.File] = now
		}
		out.Models = append(out.Models, now)
	}
	for _, k := range s.Suites {
		text, changed := texts[k.File.Tree.File.Name()]
		model := k.Model
		// Its model is compared by file, since it may be a copy.
		if model != nil && models[model.File] != nil {
			model = models[model.File]
		}
		now := k
		// A suite whose model has changed is checked anew, too.
		if changed || model != k.Model {
			f := k.File
			if changed {
				f = ast.Parse(source.NewFile(k.File.Tree.File.Name(), text), ast.ChecksFile, k.File)
			}
			now = checker.CheckSuite(f, model, k.Tools, optionsOf(model))
		}
		out.Suites = append(out.Suites, now)
	}
	return out, out.Diagnostics()
}

func optionsOf(m *checker.Model) checker.Options {
	if m == nil {
		return checker.Options{}
	}
	return m.Options
}
