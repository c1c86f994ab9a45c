package grade

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/monitor"
)

// A view is what is known of the calls of one check.
type view struct {
	*run
	check, first int
	out          *Check
}

func (v *view) seen(j int) *record  { return &v.track.seen[v.first+j] }
func (v *view) called(j int) bool   { return v.seen(j).count > 0 }
func (v *view) text(j int) string   { return v.plan.atoms[v.first+j].text }
func (v *view) form() forms.Form    { return v.plan.checks[v.check].Form }
func (v *view) forbids() bool       { return v.plan.checks[v.check].Atoms[0].No }
func (v *view) say(s string)        { v.out.Message = s }
func (v *view) class(c Class)       { v.out.Class = c }
func (v *view) lastCall()           { v.proof(&v.run.last, Last) }
func (v *view) deciding() *place    { return &v.track.decided[v.check] }
func (v *view) firsts(j int) *place { return &v.seen(j).first }
func (v *view) lasts(j int) *place  { return &v.seen(j).last }

// proof adds an event, if there is one, that is not there in this role yet.
func (v *view) proof(p *place, role string) {
	if !p.is {
		return
	}
	e := p.evidence(role)
	if !slices.Contains(v.out.Evidence, e) {
		v.out.Evidence = append(v.out.Evidence, e)
	}
}

// decider returns the call that decided the check, or else another.
func (v *view) decider(other *place) *place {
	if v.deciding().is {
		return v.deciding()
	}
	return other
}

// passed adds what the check asked for, as far as it happened.
func (v *view) passed() {
	switch f := v.form(); {
	case f == forms.Or:
		for j, a := range v.plan.checks[v.check].Atoms {
			if !a.No && v.called(j) {
				v.proof(v.firsts(j), Matches)
				return
			}
		}
	case f.Positive() && f.AnchorFirst():
		v.proof(v.firsts(1), Anchor)
		v.proof(v.decider(v.lasts(0)), Matches)
	case f.Positive():
		v.proof(v.firsts(0), Matches)
		v.proof(v.decider(v.lasts(1)), Anchor)
	case v.forbids() || !v.called(0):
	case f.AnchorFirst():
		v.proof(v.firsts(1), Anchor)
		v.proof(v.firsts(0), Matches)
	default:
		v.proof(v.lasts(0), Matches)
		v.proof(v.lasts(1), Anchor)
	}
}

// unsure says why a check is inconclusive.
func (v *view) unsure() {
	u := v.plan.unitOf[v.check]
	if why := v.track.lost[u]; why != "" {
		v.say(why)
		return
	}
	at := &v.track.unsure[v.check]
	if !at.is {
		v.say("it depends on arguments that are not known")
		return
	}
	v.proof(at, Unknown)
	v.say(fmt.Sprintf("it depends on arguments of `%s` that are not known", at.tool))
}

// failed says what is wrong. Which of the two classes of an ordering form that
// is rests on whether the anchor occurs at all (seed 000, App. 0.D.2).
func (v *view) failed() {
	switch f := v.form(); {
	case f == forms.Or:
		v.noAlternative()
	case f.Conditional():
		v.conditional()
	default:
		v.pair()
	}
	if u := v.plan.unitOf[v.check]; v.track.worlds[u] != nil && v.plan.options.Parallel == AllOrder && v.out.Class == Ordering {
		v.out.Message += ", in some order of the calls that were made side by side"
	}
}

func (v *view) noAlternative() {
	atoms := v.plan.checks[v.check].Atoms
	if len(atoms) == 1 && atoms[0].No {
		v.class(ForbiddenCall)
		v.say(v.text(0) + " is called")
		v.proof(v.firsts(0), Violates)
		return
	}
	if len(atoms) == 1 {
		v.class(MissingRequiredCall)
		v.say(v.never(0))
		v.lastCall()
		return
	}
	v.class(CompoundOr)
	v.say("none of the alternatives holds")
	for j, a := range atoms {
		if a.No && len(v.out.Evidence) < maxListed {
			v.proof(v.firsts(j), Violates)
		}
	}
	if slices.ContainsFunc(atoms, func(a monitor.Atom) bool { return !a.No }) {
		v.lastCall()
	}
}

// never says that a pattern matches no call, and whether its tool was called.
func (v *view) never(j int) string {
	a := v.plan.atoms[v.first+j]
	n := 0
	if t := v.tools[a.pattern.Tool]; t != nil {
		n = t.shown
	}
	switch {
	case n == 1:
		return fmt.Sprintf("`%s` is called once, but not as %s", a.pattern.Tool, v.text(j))
	case n > 1:
		return fmt.Sprintf("`%s` is called %d times, but never as %s", a.pattern.Tool, n, v.text(j))
	}
	return v.text(j) + " is never called"
}

// broken says that target and anchor are called, and not in the order of the form.
func (v *view) broken() {
	v.class(Ordering)
	v.say(fmt.Sprintf(v.form().Info().Broken, v.text(0), v.text(1)))
}

// conditional is about the forms that order each call of their target.
func (v *view) conditional() {
	after := v.form().AnchorFirst()
	p, q := v.text(0), v.text(1)
	switch {
	case v.forbids() && after:
		v.class(Ordering)
		v.say(p + " is called after " + q)
		v.proof(v.firsts(1), Anchor)
		v.proof(v.decider(v.lasts(0)), Violates)
	case v.forbids():
		v.class(Ordering)
		v.say(p + " is called before " + q)
		v.proof(v.firsts(0), Violates)
		v.proof(v.decider(v.lasts(1)), Anchor)
	case !v.called(1):
		v.class(MissingAnchor)
		v.say(p + " is called, and " + v.never(1))
		if after {
			v.proof(v.firsts(0), Violates)
		} else {
			v.proof(v.lasts(0), Violates)
			v.lastCall()
		}
	case after:
		v.broken()
		v.proof(v.decider(v.firsts(0)), Violates)
		v.proof(v.firsts(1), Anchor)
	default:
		v.broken()
		v.proof(v.lasts(1), Anchor)
		v.proof(v.lasts(0), Violates)
		v.lastCall()
	}
}

// pair is about the forms that require target and anchor.
func (v *view) pair() {
	switch {
	case !v.called(1):
		v.class(MissingAnchor)
		v.say(v.never(1))
	case !v.called(0):
		v.class(MissingRequiredCall)
		v.say(v.never(0))
	case v.form().AnchorFirst():
		v.broken()
		v.proof(v.lasts(0), Violates)
		v.proof(v.firsts(1), Anchor)
	default:
		v.broken()
		v.proof(v.lasts(1), Anchor)
		v.proof(v.firsts(0), Violates)
	}
	v.lastCall()
}
