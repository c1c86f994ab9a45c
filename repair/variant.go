package repair

import (
	"errors"
	"slices"
	"strings"

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

// textOf returns what edits say: two lists with the same text make the same variant.
func textOf(edits []edit.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(string(e.Op) + " " + e.At.String() + "\x00" + e.Expect + "\x00" + e.Text + "\x00" + e.To + "\x00" + e.Before + "\x00")
	}
	return b.String()
}

func (f *finder) make(edits []edit.Edit) *variant {
	v := &variant{edits: edits, judgements: make(map[caseKey]*validate.Case), asked: f.asked}
	r, err := f.part(edits).Apply(edits, edit.ApplyOptions{Brief: true, Locks: f.Locks})
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

// A part is what of the set edits of one file can change.
type part struct {
	*edit.Set
	*edit.Prepared
	alone *edit.Prepared // the file without others that read it
}

// part returns what of the set edits of one file, or of a model and a suite about it,
// can change.
func (f *finder) part(edits []edit.Edit) part {
	// A pair may edit a suite and its model; then the model decides what changes with it.
	file := edits[0].At.File
	for _, e := range edits {
		if e.At.Kind().InModel() {
			file = e.At.File // suites about it change with it
		}
	}
	if p, ok := f.parts[file]; ok {
		return p
	}
	alone := f.fileSet(file)
	set := alone
	if m := f.modelOf(file); m != nil {
		set = &edit.Set{Models: alone.Models, Suites: suitesOf(f.set, m)}
	}
	p := part{set, edit.Prepare(set), edit.Prepare(alone)}
	f.parts[file] = p
	return p
}

// isLocked reports whether edits were refused for a lock.
func isLocked(err error) bool {
	var refused *edit.Refused
	return errors.As(err, &refused) && slices.ContainsFunc(refused.Faults, func(f edit.Fault) bool { return f.Locked })
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
