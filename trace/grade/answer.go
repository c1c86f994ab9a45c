package grade

import (
	"slices"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/trace"
)

// An asked is a call whose answer matters to checks.
type asked struct{ *call }

// An answer is what was said to a call that succeeded. It is a step of its own,
// behind the calls that were made side by side with it.
type answer struct {
	*asked
	value types.Value // nil where its contents were not recorded
}

// ask keeps a call whose answer matters. Of a failed one nothing is learned.
func (r *run) ask(c *call) {
	if c.tool.plan == nil || len(c.tool.plan.answers) == 0 || failed(c.status) {
		return
	}
	// The oldest call is given up, so that a trace without results does not grow the list.
	if len(r.asked) == maxWaiting {
		r.unheard(r.asked[0])
		r.asked = slices.Delete(r.asked, 0, 1)
	}
	r.asked = append(r.asked, &asked{call: c.clone()})
}

// hear returns the answer that a result is; nil if it is none that matters.
func (r *run) hear(e *trace.Event, status trace.Status) *answer {
	i := slices.IndexFunc(r.asked, func(a *asked) bool { return a.answeredBy(e) })
	if i < 0 {
		return nil
	}
	a := &answer{asked: r.asked[i]}
	r.asked = slices.Delete(r.asked, i, i+1)
	// A failed call teaches nothing; the call has to leave the list all the same.
	if status != trace.OK {
		return nil
	}
	a.point = pointOf(e, a.tool.name)
	a.at = a.place()
	if e.Text != "" {
		a.value = r.valueOf(a.tool.name, e)
	}
	return a
}

// valueOf returns the value of an answer of a tool; nil if its text has a name twice, of
// which nothing says which counts.
func (r *run) valueOf(tool string, e *trace.Event) types.Value {
	reading := r.plan.answers.Read(tool, e.Text)
	if reading.Ambiguous {
		r.findings.ambiguous(tool, e)
		return nil
	}
	return cloneValue(reading.Value)
}

// judged returns a result as failed if the bindings say that its text is that of
// a failed call.
func (r *run) judged(e *trace.Event) *trace.Event {
	if r.plan.answers == nil || failed(e.Status) {
		return e
	}
	name := e.Tool
	// Some results do not name their tool; the marks of a tool need it.
	if name == "" {
		name = r.answering(e)
	}
	if r.plan.answers.Failure(name, e.Text) == nil {
		return e
	}
	// The event belongs to the reader, so the status is changed in a copy.
	as := *e
	as.Status = trace.Failed
	return &as
}

// answering returns the tool that a result is of which does not name it, as far
// as its call is still waited for.
func (r *run) answering(e *trace.Event) string {
	for _, s := range r.waiting {
		if s.call != nil && s.answeredBy(e) {
			return s.call.tool.name
		}
	}
	for _, a := range r.asked {
		if a.answeredBy(e) {
			return a.tool.name
		}
	}
	return ""
}

// accepted shows an answer to the checks; while calls are made side by side, it
// is held back until they end.
func (r *run) accepted(a *answer) {
	if r.recent != 0 {
		r.held = append(r.held, a)
		return
	}
	r.listen(a)
}

// release shows the answers that were held back.
func (r *run) release() {
	held := r.held
	r.held = nil
	for _, a := range held {
		r.listen(a)
	}
}

// listen reads an answer.
func (r *run) listen(a *answer) {
	// The answer comes after the calls beside it, so their group has to be read first.
	r.track.close(&r.group)
	r.group.reset(0)
	t := a.tool.plan
	for u := range r.plan.units {
		list := slices.DeleteFunc(within(r.plan, u, a.seen(t.answers)), func(w watched) bool { return !r.fits(a, w) })
		if len(list) == 0 {
			continue
		}
		// With known arguments there is one set of hits, those of bind.
		options, ok := [][]hit{r.bind(a, list)}, true
		// With unknown ones, each completion of the call has its own set.
		if a.none || len(a.hidden) > 0 {
			options, ok = t.options(list, &a.knowledge)
			r.blur(a, options)
		}
		r.noteOptions(&a.point, list, options)
		r.withoutVague(options)
		switch {
		case !ok:
			r.track.lose(u, tooManyWorlds)
		case len(options) == 1:
			r.track.read(options[0], &a.point)
		default:
			r.track.guess(u, options)
		}
	}
}

// bind returns the hits of an answer to a call whose arguments are known.
func (r *run) bind(a *answer, list []watched) (hits []hit) {
	c := tool.Call{Tool: a.tool.name, Args: a.args, By: a.by}
	if r.plan.tools != nil {
		c = r.plan.tools.Normalise(c)
	}
	for _, w := range list {
		x, q := r.plan.atoms[w.atom], &a.tool.plan.patterns[w.pattern]
		switch {
		// A call with invalid arguments matches only patterns that ask nothing of them.
		case a.bad && q.asks() || a.tool.plan.match(q, a.args) == monitor.NoMatch:
		case a.value == nil && asksAnswer(q):
			hits = append(hits, hit{w.atom, vague})
			r.doubtAnswer(w.atom, a.asked)
		default:
			value := a.value
			// A pattern without tests of the answer matches any value, so null will do.
			if value == nil {
				value = types.Null{}
			}
			if m := r.plan.parts[x.part].Atoms[x.index].Match(c, value); m != monitor.NoMatch {
				hits = append(hits, hit{w.atom, m})
			}
		}
	}
	return hits
}

// blur makes hits vague that depend on more than whether the call matches.
func (r *run) blur(a *answer, options [][]hit) {
	for _, letter := range options {
		for i, h := range letter {
			p := r.plan.atoms[h.atom].pattern
			// Whether such an atom matches depends on values that are not known.
			if len(p.Variables()) > 0 || a.value == nil && len(p.Answer.Tests) > 0 {
				letter[i].match = vague
			}
		}
	}
}

// asksAnswer reports whether it matters what the answer is.
func asksAnswer(q *pattern) bool {
	return len(q.source.Answer.Tests)+len(q.source.Answer.Vars) > 0
}

// fits reports whether an answer passes the tests of an atom, or may.
func (r *run) fits(a *answer, w watched) bool {
	q := a.tool.plan.patterns[w.pattern].source
	if a.value == nil {
		return true
	}
	for i := range q.Answer.Tests {
		if x := &q.Answer.Tests[i]; !x.Accepts(property.At(a.value, x.Of)) {
			return false
		}
	}
	return true
}

// unheard notes that nothing is known of the answer to a call.
func (r *run) unheard(a *asked) {
	for _, w := range a.seen(a.tool.plan.answers) {
		q := &a.tool.plan.patterns[w.pattern]
		if a.none || len(a.hidden) > 0 || !(a.bad && q.asks()) && a.tool.plan.match(q, a.args) != monitor.NoMatch {
			r.track.doubted(w.atom)
			r.doubtAnswer(w.atom, a)
		}
	}
}

// doubtAnswer notes that an answer would have to be known.
// The first doubt is kept: it is the one that a message names.
func (r *run) doubtAnswer(atom int, a *asked) {
	if d := &r.track.doubts[r.plan.atoms[atom].part]; !d.at.is {
		d.at.set(&a.point)
		d.answer = true
	}
}

// unrecorded notes what is not known at the end: of calls that succeeded, or
// in a trace without any answers. A call that lacks its answer in a trace that
// has others teaches nothing.
func (r *run) unrecorded() {
	// A call that lacks its answer in a trace with answers may not have happened.
	for _, a := range r.asked {
		if !r.answered || a.ok {
			r.unheard(a)
		}
	}
}
