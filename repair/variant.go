package repair

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
)

// A variant is the set with the edits of a candidate.
type variant struct {
	edits []edit.Edit
	set   *edit.Set // what changes, with the suites that can change with it
	asked
	locked bool
	err    error // why the edits cannot be made

	judgements map[caseKey]*validate.Case
	effect     *Effect
}

// inModel reports whether edits change a model.
func inModel(edits []edit.Edit) bool {
	return slices.ContainsFunc(edits, func(e edit.Edit) bool { return e.At.Kind().InModel() })
}

// variantOf makes the edits to a copy, or returns one that closed another conflict.
func (f *finder) variantOf(edits []edit.Edit) *variant {
	if v := f.made[textOf(edits)]; v != nil {
		return v
	}
	return f.make(edits)
}

// keep keeps a variant for other conflicts. Those that close none are not kept, as
// each takes the memory of a model.
func (f *finder) keep(v *variant) { f.made[textOf(v.edits)] = v }

func textOf(edits []edit.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(string(e.Op) + " " + e.At.String() + "\x00" + e.Expect + "\x00" + e.Text + "\x00")
	}
	return b.String()
}

func (f *finder) make(edits []edit.Edit) *variant {
	v := &variant{edits: edits, judgements: make(map[caseKey]*validate.Case), asked: f.asked}
	r, err := edit.Apply(f.part(edits), edits, edit.ApplyOptions{Brief: true, Locks: f.Locks})
	if err != nil {
		v.err, v.locked = err, isLocked(err)
		return v
	}
	v.set = r.Set
	if inModel(edits) {
		v.asked = newAsked(f.Options.Options) // sessions keep what they make of models
	}
	return v
}

// part returns what of the set edits of one file can change.
func (f *finder) part(edits []edit.Edit) *edit.Set {
	file := edits[0].At.File
	if m := f.modelOf(file); m != nil {
		return &edit.Set{Models: []*checker.Model{m}, Suites: suitesOf(f.set, m)}
	}
	for _, s := range f.set.Suites {
		if s.File.Tree.File.Name() == file {
			return &edit.Set{Suites: []*checker.Suite{s}}
		}
	}
	return f.set
}

// isLocked reports whether edits were refused for a lock.
func isLocked(err error) bool {
	var refused *edit.Refused
	return errors.As(err, &refused) && slices.ContainsFunc(refused.Faults, func(f edit.Fault) bool {
		return strings.Contains(f.Message, "locked")
	})
}

// ref returns a case as it is in the variant.
func (v *variant) ref(key caseKey) (Ref, bool) {
	for _, s := range v.set.Suites {
		if s.File.Tree.File.Name() != key.file {
			continue
		}
		for _, k := range s.Cases {
			if k.Decl.Name().Name == key.name {
				return Ref{Suite: s, Case: k}, true
			}
		}
	}
	return Ref{}, false
}
