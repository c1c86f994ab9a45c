package grade

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/monitor"
)

// A trail keeps what proves a failure of a part with variables: with which
// values it was broken, or what still wants an anchor.
type trail struct {
	check  *monitor.Check
	broken binding // of the step that broke it; nil if none did
	late   place   // a later anchor that agrees with it
	owed   []owing // before: targets that no anchor has followed; the first of them
}

// A binding is the values of variables, as a [monitor.Key] has them.
type binding map[string]string

type owing struct {
	binding
	at place
}

func (t *trail) reset() {
	t.broken, t.owed = nil, nil
	t.late.reset()
}

// read keeps what matters of a step that matches some atoms, of which the first
// of the part has a number; breaks says that the step breaks the part.
func (t *trail) read(hits []hit, first int, at *point, breaks bool) {
	before := t.check.Basics[0].Form == forms.Before
	for _, h := range hits {
		a := &t.check.Atoms[h.atom-first]
		switch {
		case breaks && t.broken == nil && !a.Anchor:
			t.broken = bindingOf(a, h.match)
		// An anchor that agrees and comes too late is shown beside the step that broke the check.
		case a.Anchor && t.broken != nil && !t.late.is && agree(bindingOf(a, h.match), t.broken):
			t.late.set(at)
		// The anchor settles the targets before it that it agrees with.
		case before && a.Anchor && len(t.owed) > 0:
			b := bindingOf(a, h.match)
			t.owed = slices.DeleteFunc(t.owed, func(o owing) bool { return agree(o.binding, b) })
		}
	}
	// Targets are added last, since a step does not settle itself.
	for _, h := range hits {
		if a := &t.check.Atoms[h.atom-first]; before && !a.Anchor && len(t.owed) < maxListed {
			o := owing{binding: bindingOf(a, h.match)}
			o.at.set(at)
			t.owed = append(t.owed, o)
		}
	}
}

func bindingOf(a *monitor.Atom, m monitor.Match) binding {
	b := make(binding)
	for i, v := range m.Values() {
		b[a.Variables()[i]] = v
	}
	return b
}

func agree(a, b binding) bool {
	for name, v := range a {
		if w, ok := b[name]; ok && v != w {
			return false
		}
	}
	return true
}

// text returns the values as people read them: " with `?o` = \"A1\"".
func (b binding) text() string {
	var list []string
	for name, v := range b {
		list = append(list, "`?"+name+"` = "+v)
	}
	if len(list) == 0 {
		return ""
	}
	// The order of a map is random.
	slices.Sort(list)
	return " with " + strings.Join(list, ", ")
}
