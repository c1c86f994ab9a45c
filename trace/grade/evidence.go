package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/monitor"
)

// A view is what is known of the steps of one part of a check.
type view struct {
	*run
	part, first int
	out         *Check
	trail       *trail // nil without variables
}

func (r *run) view(part int, out *Check) *view {
	return &view{run: r, part: part, out: out, first: r.plan.firstOf[part], trail: r.track.trails[part]}
}

func (v *view) check() *monitor.Check  { return v.plan.parts[v.part] }
func (v *view) basic() *property.Basic { return v.check().Basics[0] }
func (v *view) form() forms.Form       { return v.check().Form }
func (v *view) forbids() bool          { return v.check().Atoms[0].No }
func (v *view) say(s string)           { v.out.Message = s }
func (v *view) class(c Class)          { v.out.Class = c }
func (v *view) misses(c Class, s side) { v.out.Class, v.out.Tool = c, v.toolsOf(s) }
func (v *view) lastCall()              { v.proof(&v.run.last, Last) }
func (v *view) deciding() *place       { return &v.track.decided[v.part] }

// A side is the atoms of a part that are its anchor, or its target.
type side struct{ from, to int }

func (v *view) target() side { return side{0, len(v.basic().Target)} }
func (v *view) anchor() side { return side{len(v.basic().Target), len(v.check().Atoms)} }

// toolsOf returns the tools of a side.
func (v *view) toolsOf(s side) string {
	var names []string
	for _, a := range v.check().Atoms[s.from:s.to] {
		names = lists.Include(names, a.Tool)
	}
	return strings.Join(names, " or ")
}

// called reports whether some step matches a side.
func (v *view) called(s side) bool {
	return slices.ContainsFunc(v.records(s), func(r record) bool { return r.count > 0 })
}

func (v *view) records(s side) []record { return v.track.seen[v.first+s.from : v.first+s.to] }

// firsts returns the first step that matches a side.
func (v *view) firsts(s side) *place {
	best := &place{}
	for i := range v.records(s) {
		if p := &v.records(s)[i].first; p.is && (!best.is || p.seq < best.seq) {
			best = p
		}
	}
	return best
}

// lasts returns the last step that matches a side.
func (v *view) lasts(s side) *place {
	best := &place{}
	for i := range v.records(s) {
		if p := &v.records(s)[i].last; p.is && p.seq >= best.seq {
			best = p
		}
	}
	return best
}

// text returns a side as it is written.
func (v *view) text(s side) string {
	var list []string
	for j := s.from; j < s.to; j++ {
		list = append(list, v.plan.atoms[v.first+j].said())
	}
	return strings.Join(list, " or ")
}

// said returns an atom in words.
func (a *atom) said() string {
	if a.pattern.Answer == nil {
		return a.text
	}
	if a.answer == "" {
		return "answer to " + a.text
	}
	return "answer " + a.answer + " to " + a.text
}

// happens returns the verb of a side: calls are called, and answers come.
func (v *view) happens(s side) string {
	p := v.plan.atoms[v.first+s.from].pattern
	if p.Answer != nil {
		return " comes"
	}
	return " " + v.plan.occurs(p.Tool)
}

// proof adds an event, if there is one, that is not there in this role yet.
func (v *view) proof(p *place, role string) {
	if !p.is {
		return
	}
	e := p.evidence(role)
	// An event of mantra.yaml is no call in the file, so the proof says what recognised it.
	if event := v.plan.event(e.Tool); event != nil {
		e.Recogniser = event.Recogniser()
	}
	v.out.Evidence = lists.Include(v.out.Evidence, e)
}

// decider returns the call that decided the check, or else another.
func (v *view) decider(other *place) *place {
	if v.deciding().is {
		return v.deciding()
	}
	return other
}

// passed adds what the part asked for, as far as it happened.
func (v *view) passed() {
	target, anchor := v.target(), v.anchor()
	switch f := v.form(); {
	case f == forms.Or:
		for j, a := range v.check().Atoms {
			if one := (side{j, j + 1}); !a.No && v.called(one) {
				// One alternative that holds proves an `or`.
				v.proof(v.firsts(one), Matches)
				return
			}
		}
	// A pass of every_call has no single call that proves it.
	case f == forms.EveryCall:
	case f.Shape() != forms.Ordering:
		v.proof(v.firsts(target), Matches)
	case f.Positive() && f.AnchorFirst():
		v.proof(v.firsts(anchor), Anchor)
		v.proof(v.decider(v.lasts(target)), Matches)
	case f.Positive():
		// The decider is the step after which the form could no longer fail.
		v.proof(v.firsts(target), Matches)
		v.proof(v.decider(v.lasts(anchor)), Anchor)
	// Nothing happened that the form forbids or asks for.
	case v.forbids() || !v.called(target):
	case f.AnchorFirst():
		v.proof(v.firsts(anchor), Anchor)
		v.proof(v.firsts(target), Matches)
	default:
		v.proof(v.lasts(target), Matches)
		v.proof(v.lasts(anchor), Anchor)
	}
}

// unsure says why a part is inconclusive.
func (v *view) unsure() {
	if why := v.track.lost[v.plan.unitOf[v.part]]; why != "" {
		v.say(why)
		return
	}
	d := &v.track.doubts[v.part]
	switch {
	case v.track.runs[v.part] != nil && v.track.runs[v.part].Verdict() == monitor.Unknown:
		v.say("its variables have too many values")
	case !d.at.is && d.unsaid != nil:
		v.say(why(d.unsaid))
	case !d.at.is:
		v.say("it depends on arguments that are not known")
	case d.answer:
		v.proof(&d.at, Unknown)
		v.say(fmt.Sprintf("it depends on an answer to `%s` that was not recorded or cannot be read", d.at.tool))
	default:
		v.proof(&d.at, Unknown)
		v.say(fmt.Sprintf("it depends on arguments of `%s` that are not known", d.at.tool))
	}
}

// failed says what is wrong. Which of the two classes of an ordering form that
// is rests on whether the anchor occurs at all (seed 000, App. 0.D.2).
func (v *view) failed() {
	switch f := v.form(); {
	case f == forms.Or:
		v.noAlternative()
	case f == forms.EveryCall:
		v.otherwise()
	case f.Shape() == forms.Counting:
		v.counted()
	case f == forms.Answered:
		v.missing()
	case f.Conditional():
		v.conditional()
	default:
		v.pair()
	}
	// The order of the file may be right, and another one of the group wrong.
	if u := v.plan.unitOf[v.part]; v.track.worlds[u] != nil && v.plan.options.Parallel == AllOrder && v.out.Class == Ordering {
		v.out.Message += ", in some order of the calls that were made side by side"
	}
}

func (v *view) noAlternative() {
	atoms := v.check().Atoms
	if len(atoms) == 1 && atoms[0].No {
		v.class(ForbiddenCall)
		v.say(v.text(side{0, 1}) + v.happens(side{0, 1}))
		v.proof(v.firsts(side{0, 1}), Violates)
		return
	}
	// An `or` with one operand is a plain call.
	if len(atoms) == 1 {
		v.missing()
		return
	}
	v.class(CompoundOr)
	v.say("none of the alternatives holds")
	// Each no_call among the alternatives has a call that breaks it, and makes the error E3.
	for j, a := range atoms {
		if a.No && len(v.out.Evidence) < maxListed {
			v.proof(v.firsts(side{j, j + 1}), Violates)
			v.out.Error = infoOf[ForbiddenCall].Error
		}
	}
	// Of a call among the alternatives only its absence can be shown: by the last call.
	if slices.ContainsFunc(atoms, func(a monitor.Atom) bool { return !a.No }) {
		v.lastCall()
	}
}

func (v *view) missing() {
	v.misses(MissingRequiredCall, v.target())
	v.say(v.never(v.target()))
	v.lastCall()
}

// otherwise is about every_call.
func (v *view) otherwise() {
	v.class(ForbiddenCall)
	v.say(fmt.Sprintf("`%s` is called otherwise than as %s", v.basic().Target[0].Tool, v.text(v.target())))
	v.proof(v.decider(v.firsts(v.target())), Violates)
}

// counted is about at_most and at_least.
func (v *view) counted() {
	target, limit := v.target(), v.basic().Limit
	// Steps are counted on after the check is decided.
	n := v.track.targets[v.part]
	if v.form() == forms.AtLeast {
		v.misses(MissingRequiredCall, target)
		said := v.never(target)
		if n > 0 {
			said = v.text(target) + v.happens(target) + " " + timesOf(n)
			v.proof(v.lasts(target), Matches)
		}
		v.say(fmt.Sprintf("%s, and at least %s asked for", said, are(limit)))
		v.lastCall()
		return
	}
	v.class(ForbiddenCall)
	if with := v.with(); with != "" {
		v.say(fmt.Sprintf("%s again%s, and at most %s allowed", v.text(target)+v.happens(target), with, are(limit)))
	} else {
		v.say(fmt.Sprintf("%s %s, and at most %s allowed", v.text(target)+v.happens(target), timesOf(n), are(limit)))
		if limit == 1 { // of more, the first is not all that was allowed
			v.proof(v.firsts(target), Matches)
		}
	}
	v.proof(v.decider(v.lasts(target)), Violates)
}

// with returns the values of the variables with which the part was broken.
func (v *view) with() string {
	if v.trail == nil {
		return ""
	}
	return v.trail.broken.text()
}

func timesOf(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func are(n int) string {
	if n == 1 {
		return "1 call is"
	}
	return fmt.Sprintf("%d calls are", n)
}

// never says that no step matches a side, and whether its tool was called.
func (v *view) never(s side) string {
	// With several patterns, counting the calls of one tool would mislead.
	if s.to-s.from > 1 {
		return v.text(s) + " is never called" + v.unrecognisedIn(s)
	}
	a := &v.plan.atoms[v.first+s.from]
	n := 0
	if t := v.tools[a.pattern.Tool]; t != nil {
		n = t.shown
	}
	event := v.plan.event(a.pattern.Tool)
	switch {
	case a.pattern.Answer != nil:
		return "the " + a.said() + " never comes"
	case n == 1:
		return fmt.Sprintf("`%s` %s once, but not as %s", a.pattern.Tool, v.plan.occurs(a.pattern.Tool), a.text)
	case n > 1:
		return fmt.Sprintf("`%s` %s %d times, but never as %s", a.pattern.Tool, v.plan.occurs(a.pattern.Tool), n, a.text)
	case event != nil:
		return unrecognised(a.pattern.Tool, event)
	}
	return a.text + " is never called"
}

// broken says that target and anchor are called, and not in the order of the form.
func (v *view) broken() {
	v.class(Ordering)
	// The text of the form speaks of calls, and the target may be an event or an answer.
	form := strings.Replace(v.form().Info().Broken, " is called", v.happens(v.target()), 1)
	v.say(fmt.Sprintf(form, v.text(v.target()), v.text(v.anchor())) + v.with())
}

// conditional is about the forms that order each call of their target.
func (v *view) conditional() {
	after := v.form().AnchorFirst()
	target, anchor := v.target(), v.anchor()
	p, q := v.text(target)+v.happens(target), v.text(anchor)
	switch {
	case v.forbids() && after:
		v.class(Ordering)
		v.say(p + " after " + q + v.with())
		v.proof(v.firsts(anchor), Anchor)
		v.proof(v.decider(v.lasts(target)), Violates)
	case v.forbids():
		v.class(Ordering)
		v.say(p + " before " + q)
		v.proof(v.firsts(target), Violates)
		v.proof(v.decider(v.lasts(anchor)), Anchor)
	case !v.called(anchor):
		v.misses(MissingAnchor, anchor)
		v.say(p + v.with() + ", and " + v.never(anchor))
		if after {
			v.proof(v.decider(v.firsts(target)), Violates)
		} else {
			v.proof(v.lasts(target), Violates)
			v.lastCall()
		}
	// An anchor is called, but it need not agree with the target.
	case v.trail != nil:
		v.unmatched(p, q)
	case after:
		v.broken()
		v.proof(v.decider(v.firsts(target)), Violates)
		v.proof(v.firsts(anchor), Anchor)
	default:
		v.broken()
		v.proof(v.lasts(anchor), Anchor)
		v.proof(v.lasts(target), Violates)
		v.lastCall()
	}
}

// unmatched is about a target whose variables no anchor has the values of, or
// too late.
func (v *view) unmatched(p, q string) {
	v.class(Ordering)
	target := v.target()
	switch t := v.trail; {
	case v.form() == forms.Before && len(t.owed) > 0:
		v.say(fmt.Sprintf("%s%s, and no %s comes after it", p, t.owed[0].text(), q))
		v.proof(&t.owed[0].at, Violates)
		v.lastCall()
	case v.form() == forms.Before:
		v.broken()
		v.proof(v.lasts(target), Violates)
		v.lastCall()
	case v.form() == forms.EachAfter:
		v.say(fmt.Sprintf("%s%s without a fresh %s", p, v.with(), q))
		v.proof(v.decider(v.firsts(target)), Violates)
		v.proof(&t.late, Anchor)
	case t.late.is:
		v.say(fmt.Sprintf("%s%s before any such %s", p, v.with(), q))
		v.proof(v.decider(v.firsts(target)), Violates)
		v.proof(&t.late, Anchor)
	default:
		v.misses(MissingAnchor, v.anchor())
		v.say(fmt.Sprintf("%s%s, and there is no such %s", p, v.with(), q))
		v.proof(v.decider(v.firsts(target)), Violates)
	}
}

// pair is about the forms that require target and anchor.
func (v *view) pair() {
	target, anchor := v.target(), v.anchor()
	switch {
	case !v.called(anchor):
		v.misses(MissingAnchor, anchor)
		v.say(v.never(anchor))
	case !v.called(target):
		v.misses(MissingRequiredCall, target)
		v.say(v.never(target))
	case v.form().AnchorFirst():
		v.broken()
		v.proof(v.lasts(target), Violates)
		v.proof(v.firsts(anchor), Anchor)
	default:
		v.broken()
		v.proof(v.lasts(anchor), Anchor)
		v.proof(v.firsts(target), Violates)
	}
	v.lastCall()
}
