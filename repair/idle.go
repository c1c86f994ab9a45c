package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// idle reports whether a candidate changes a check into one that does nothing: no run
// of the model that the other checks pass is known to fail it, and a check that never
// fails has the same effect in its place. Such a candidate removes the check, which is
// a candidate by itself.
func (f *finder) idle(k *closer, of Conflict) (bool, error) {
	e := k.edits[0]
	if of.Kind == validate.ForwardConflict || len(k.edits) > 1 || e.At.Kind() != edit.CheckForm {
		return false, nil // what closes a forward conflict refuses its trace
	}
	name := e.At.Path[len(e.At.Path)-2]
	refs := k.variant.having(e.At.File, name)
	if len(refs) == 0 {
		return false, nil
	}
	// Compare with a check that does nothing, and names the same tools.
	e.Text = neverFails(refs[0].Suite.Patterns(refs[0].Case.CheckNamed(name)))
	other := f.variantOf([]edit.Edit{e})
	if other.err != nil {
		return false, other.err
	}
	f.keep(other)
	effect, err := f.effectOf(other, of, false)
	// If the effects differ, the changed check does something.
	if err != nil || !sameEffect(effect, k.effect) {
		return false, err
	}
	fails, err := f.fails(k.variant, refs, name)
	return !fails, err
}

// having returns the cases of a file that have a check of a name.
func (v *variant) having(file, check string) []Ref {
	var list []Ref
	for _, s := range v.set.Suites {
		for _, k := range s.Cases {
			if r := (Ref{Suite: s, Case: k}); keyOf(r).file == file && r.Case.CheckNamed(check) != nil {
				list = append(list, r)
			}
		}
	}
	return list
}

// fails reports whether a run of the model that all other checks of one of some cases
// pass fails a check.
func (f *finder) fails(v *variant, refs []Ref, check string) (bool, error) {
	for _, r := range refs {
		a, err := v.quick.Ask(f.ctx, system.NewScenario(r.Suite, r.Case), system.Query{Kind: system.Omission, Check: r.Case.CheckNamed(check)})
		if err != nil || a.Answer == validate.Found {
			return err == nil, err
		}
	}
	return false, nil
}

// neverFails returns a check that holds on every trace, and that names the tools of
// some patterns, since calls of those are judged although the model forbids them.
func neverFails(patterns []*ast.Atom) string {
	parts := lists.Map(patterns, func(a *ast.Atom) string { return fmt.Sprintf("(call %s) (no_call %s)", a.Tool.Name, a.Tool.Name) })
	return "(or " + strings.Join(parts, " ") + ")"
}

// sameEffect reports whether two effects close and open the same conflicts.
func sameEffect(a, b *Effect) bool {
	same := func(a, b []Conflict) bool {
		return len(a) == len(b) && !slices.ContainsFunc(a, func(c Conflict) bool { return !slices.Contains(b, c) })
	}
	return same(a.Closed, b.Closed) && same(a.Opened, b.Opened)
}
