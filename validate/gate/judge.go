package gate

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A judge is one call of [Judge].
type judge struct {
	Input
	cases  []behaviour.CasePair
	report Report

	// covered are the differences that some change shows: "tool NAME looser".
	covered map[string]bool
}

func (j *judge) add(c Change) { j.report.Changes = append(j.report.Changes, c) }

func (j *judge) cover(what, name, side string) {
	if j.covered == nil {
		j.covered = make(map[string]bool)
	}
	j.covered[what+" "+name+" "+side] = true
}

func (j *judge) covers(what, name, side string) bool { return j.covered[what+" "+name+" "+side] }

// edits classes each edit.
func (j *judge) edits() {
	for i, e := range j.Edits {
		if e.At.Kind().InModel() && j.modelOf(i) == nil {
			continue // of a model that one version lacks, which is a change of its own
		}
		c := Change{Rule: edits.Rule(e), Words: func(code func(string) string) string { return edits.Words(e, code) }, Key: e.At.String(),
			Edit: i, Difference: none(), Old: j.Places[i].Old, New: j.Places[i].New}
		// A move changes no meaning.
		if e.Op != edit.Move {
			j.classify(&c, e)
		}
		j.add(c)
	}
}

func (j *judge) classify(c *Change, e edit.Edit) {
	switch k := e.At.Kind(); {
	case e.At.Kind().InModel():
		j.ofModel(c, e)
	case k == edit.Case:
		j.ofCase(c, e)
	case k == edit.Init, k == edit.InitValue:
		j.ofInit(c, e)
	case k == edit.Check, k == edit.CheckForm, k == edit.Pin, k == edit.PinValue:
		j.ofCheck(c, e)
	case k == edit.Goal:
		j.ofGoal(c, e)
	case k == edit.Group, k == edit.GroupForm, k == edit.CommonCheck, k == edit.CommonForm:
		j.ofShared(c, e)
	case k == edit.Rule:
		j.ofRule(c, e)
	}
	// A renamed case is the same one; the model that a (use …) names is compared
	// as a whole; a prompt is for agents, and no trace depends on it.
}

// modelOf returns the model that an edit is of, with both versions.
func (j *judge) modelOf(i int) *behaviour.Model {
	for m := range j.Behaviour.Models {
		if slices.Contains(j.Behaviour.Models[m].Edits, i) {
			return &j.Behaviour.Models[m]
		}
	}
	return nil
}

// ofModel takes what the edit does by itself, but for what the whole change does
// not come to: what one edit allows another one may forbid.
func (j *judge) ofModel(c *Change, e edit.Edit) {
	m, cause := j.modelOf(c.Edit), &j.Behaviour.Causes[c.Edit]
	whole := &m.Comparison.Whole
	c.Difference = cause.Model
	if cause.Reason != nil {
		c.Difference = undecided(cause.Reason.Error())
	}
	stricter, looser := cause.Tools()
	c.Stricter = j.masked(m, c.Stricter, whole.Stricter, stricter, "stricter", func(t behaviour.Tool) behaviour.Side { return t.Stricter })
	c.Looser = j.masked(m, c.Looser, whole.Looser, looser, "looser", func(t behaviour.Tool) behaviour.Side { return t.Looser })
	j.moreStarts(c, e)
}

func (j *judge) masked(m *behaviour.Model, s, whole behaviour.Side, tools []string, class string, of func(behaviour.Tool) behaviour.Side) behaviour.Side {
	// All edits together have no such trace, so this edit has none that counts.
	if whole.Answer == validate.None {
		return whole
	}
	if s.Answer != validate.Found {
		return s
	}
	open := false
	stays := false
	for _, t := range m.Comparison.Tools {
		if !slices.Contains(tools, t.Name) {
			continue
		}
		open = open || of(t).Answer == validate.Unknown
		if of(t).Answer == validate.Found {
			stays = true
			j.cover("tool "+m.Name, t.Name, class)
		}
	}
	switch {
	case stays:
		// Some tool still differs this way when all edits are made.
		return s
	case open:
		return unknown("it does so by itself; whether the other edits make up for it is not known")
	}
	return behaviour.NoTrace()
}

// moreStarts finds that the cases that leave a variable open start in other
// states, as its type changed.
func (j *judge) moreStarts(c *Change, e edit.Edit) {
	k := e.At.Kind()
	if k != edit.VarType && (k != edit.EnumName || e.At.Path[0] != "var" || e.Op == edit.Rename) {
		return
	}
	name := e.At.Path[1]
	for _, p := range j.cases {
		if p.Old == nil || p.New == nil || !leavesOpen(p.Old, name) {
			continue
		}
		// The first such case is enough to class the edit.
		more := found("case " + p.New.Name() + " leaves `" + name + "` open, and starts in other states now")
		c.Looser = worse(c.Looser, more)
		// Another type, or one name fewer, also takes away starts.
		if k == edit.VarType || e.Op == edit.Remove {
			c.Stricter = worse(c.Stricter, more)
		}
		return
	}
}

func leavesOpen(r *behaviour.CaseRef, name string) bool {
	v := r.Suite.Model.Var(name)
	return v != nil && !types.Complete(initialOf(r.Case, v), v.Type)
}

// ofCase classes a case that one version lacks, or that moved to another file.
func (j *judge) ofCase(c *Change, e edit.Edit) {
	name := e.At.Path[1]
	for _, p := range j.cases {
		switch {
		case e.Op == edit.Add && p.New != nil && p.New.Name() == name && within(c.New, p.New):
			if p.Old == nil {
				c.Stricter = found("it is checked now")
			}
			return
		case e.Op == edit.Remove && p.Old != nil && p.Old.Name() == name && within(c.Old, p.Old):
			if p.New == nil {
				c.Looser = found("it is no longer checked")
				return
			}
			// The case moved: its checks and starts are compared as a whole.
			for _, s := range p.Lost() {
				c.Looser = worse(c.Looser, s)
			}
			for _, s := range p.Gained() {
				c.Stricter = worse(c.Stricter, s)
			}
			c.Case = p.New.Name()
			j.coverCase(p)
			c.Difference = worst(c.Difference, j.starts(p))
			return
		}
	}
}

// within reports whether a place is in the file of a case.
func within(at source.Span, r *behaviour.CaseRef) bool {
	return !at.IsZero() && at.File.Name() == r.Suite.File.Tree.File.Name()
}

// pairOf returns the case of both versions that an edit is in, by its name in the
// old one; or nil.
func (j *judge) pairOf(c *Change, e edit.Edit) *behaviour.CasePair {
	var found *behaviour.CasePair
	for i := range j.cases {
		p := &j.cases[i]
		if p.Old == nil || p.New == nil || p.Old.Name() != e.At.Path[1] {
			continue
		}
		// Of several cases with the name, the one in the file of the change wins.
		if found == nil || within(c.Place(), p.New) {
			found = p
		}
	}
	return found
}

// ofCheck asks of the old form of a check whether the new checks still make sure
// of it, and the other way round. A trace that passes is one that passes all
// checks of the case, so a check that the others imply may go.
func (j *judge) ofCheck(c *Change, e edit.Edit) {
	p := j.pairOf(c, e)
	if p == nil || e.Op == edit.Rename {
		return
	}
	name := e.At.Path[3]
	c.Case = p.New.Name()
	// The edit names the check as the old version does; it may be renamed as well.
	now := name
	for _, r := range j.Edits {
		if r.Op == edit.Rename && r.At.Kind() == edit.Check && r.At.Path[1] == e.At.Path[1] && r.At.Path[3] == name && r.At.File == e.At.File {
			now = r.To
		}
	}
	whole := e.At.Kind() == edit.Check
	if s, ok := p.Lost()[name]; ok && !(whole && e.Op == edit.Add) {
		c.Looser = s
		j.cover("check "+p.New.Name(), name, "looser")
	}
	if s, ok := p.Gained()[now]; ok && !(whole && e.Op == edit.Remove) {
		c.Stricter = s
		j.cover("check "+p.New.Name(), now, "stricter")
	}
}

// ofShared classes a change of a group or of a common check by what it does to
// all checks that depend on it, in every case of the suite: the worst of it.
func (j *judge) ofShared(c *Change, e edit.Edit) {
	if e.Op == edit.Rename {
		return
	}
	name := e.At.Path[1]
	for _, p := range j.cases {
		// Groups and common checks are local to the file of their suite.
		if p.Old == nil || p.New == nil || !within(c.Place(), p.New) && !within(c.Old, p.Old) {
			continue
		}
		old, new := dependent(p.Old, e.At.Kind(), name), dependent(p.New, e.At.Kind(), name)
		if len(old)+len(new) == 0 {
			continue
		}
		lost, gained := p.Lost(), p.Gained()
		for _, check := range old {
			c.Looser = worse(c.Looser, lost[check])
			j.cover("check "+p.New.Name(), check, "looser")
		}
		for _, check := range new {
			c.Stricter = worse(c.Stricter, gained[check])
			j.cover("check "+p.New.Name(), check, "stricter")
		}
	}
}

// dependent returns the names of the checks of a case that a group is part of, or
// the common check with the name.
func dependent(r *behaviour.CaseRef, k edit.Kind, name string) []string {
	var list []string
	for _, check := range r.Case.Checks {
		switch {
		case k == edit.Group || k == edit.GroupForm:
			if r.Suite.Names(check, name) {
				list = append(list, check.Name.Name)
			}
		case check.Name.Name == name:
			// This is the case of a common check.
			list = append(list, name)
		}
	}
	return list
}

// ofRule classes a rule: with one more, fewer traces pass.
func (j *judge) ofRule(c *Change, e edit.Edit) {
	switch e.Op {
	case edit.Add:
		c.Stricter = found("traces that break it no longer pass")
	case edit.Remove:
		c.Looser = found("traces that break it pass now")
	}
}

func (j *judge) coverCase(p behaviour.CasePair) {
	for _, k := range p.Old.Case.Checks {
		j.cover("check "+p.New.Name(), k.Name.Name, "looser")
	}
	for _, k := range p.New.Case.Checks {
		j.cover("check "+p.New.Name(), k.Name.Name, "stricter")
	}
}

// ofGoal takes what became of the goal of the case as a whole.
func (j *judge) ofGoal(c *Change, e edit.Edit) {
	p := j.pairOf(c, e)
	if p == nil {
		return
	}
	c.Case, c.Goal = p.New.Name(), true
	for _, m := range j.Behaviour.Models {
		if m.Comparison == nil || !p.Old.Suite.IsAbout(m.Old) || !p.New.Suite.IsAbout(m.New) {
			continue
		}
		for _, g := range m.Comparison.Goals {
			if g.Case == p.New.Name() {
				c.Difference = g.Difference
				// goals adds no change of its own for the case then.
				j.cover("goal", g.Case, "looser")
				j.cover("goal", g.Case, "stricter")
				return
			}
		}
	}
	c.Difference = undecided("the models of the goal cannot be compared")
}

// models finds the models that one version lacks, that no case is about any more,
// or that took the place of another one.
func (j *judge) models() {
	// A suite went from one to the other, so these two are compared with each other.
	replaced := make(map[*checker.Model]bool)
	for _, m := range j.Behaviour.Models {
		if m.Suite != "" {
			replaced[m.Old], replaced[m.New] = true, true
		}
	}
	for _, m := range j.Behaviour.Models {
		name := j.short(m)
		c := Change{Key: "model/" + name, Edit: -1, Difference: none()}
		switch {
		case m.New == nil:
			c.Rule, c.Words, c.Old = "remove-model", fixed("removed model |", name), head(m.Old)
			if !replaced[m.Old] {
				c.Looser = found("what it forbids is no longer forbidden")
			}
		case m.Old == nil:
			c.Rule, c.Words, c.New = "add-model", fixed("added model |", name), head(m.New)
			if !replaced[m.New] {
				c.Stricter = found("what it forbids is forbidden now")
			}
		case m.Suite == "" && about(j.Old.Set, m.Old) && !about(j.New.Set, m.New):
			c.Rule, c.Words, c.Old, c.New = "unused-model", fixed("no case is about model | any more", name), head(m.Old), head(m.New)
			c.Looser = found("its cases were checked before")
		default:
			continue
		}
		j.add(c)
	}
}

func about(s *edit.Set, m *checker.Model) bool {
	return slices.ContainsFunc(s.Suites, func(k *checker.Suite) bool { return k.IsAbout(m) && len(k.Cases) > 0 })
}

func head(m *checker.Model) source.Span { return m.File.Tree.File.Span(0, 0) }

// short returns the name of a model's file after the prefix of its version.
func (j *judge) short(m behaviour.Model) string {
	return strings.TrimPrefix(strings.TrimPrefix(m.Name, j.New.Prefix), j.Old.Prefix)
}

// checks adds the checks that mean something else although their text is the
// same, as a default changed that they pin, or the owner of a tool that they name.
func (j *judge) checks() {
	for _, p := range j.cases {
		if p.Old == nil || p.New == nil {
			continue
		}
		lost, gained := p.Lost(), p.Gained()
		for _, k := range p.New.Case.Checks {
			name := k.Name.Name
			d := none()
			if s, ok := lost[name]; ok && !j.covers("check "+p.New.Name(), name, "looser") {
				d.Looser = s
			}
			if s, ok := gained[name]; ok && !j.covers("check "+p.New.Name(), name, "stricter") {
				d.Stricter = s
			}
			if d.Class() != behaviour.Equal {
				rule, words := "check-default", "check | of | reads calls with another default"
				if slices.ContainsFunc(p.New.Suite.Patterns(k), func(a *ast.Atom) bool { return p.Old.Suite.Owner(a.Tool.Name) != p.New.Suite.Owner(a.Tool.Name) }) {
					rule, words = "check-owner", "check | of | reads calls of another owner"
				}
				j.add(Change{Rule: rule, Words: fixed(words, name, p.New.Name()), Key: "case/" + p.New.Name() + "/check/" + name,
					Edit: -1, Difference: d, Case: p.New.Name(), New: p.New.Suite.SpanOf(p.New.Case, k)})
			}
		}
	}
}

// rest adds what no change shows by itself: what several edits do together, and
// what is unknown.
func (j *judge) rest() {
	for i := range j.Behaviour.Models {
		m := &j.Behaviour.Models[i]
		if m.Comparison == nil {
			continue
		}
		for _, t := range m.Comparison.Tools {
			d := none()
			// Not covered by an edit, and not explained by a change of the tool's schema.
			if t.Looser.Answer == validate.Found && !j.covers("tool "+m.Name, t.Name, "looser") && !j.bySchema(t.Name, true) {
				d.Looser = t.Looser
			}
			if t.Stricter.Answer == validate.Found && !j.covers("tool "+m.Name, t.Name, "stricter") && !j.bySchema(t.Name, false) {
				d.Stricter = t.Stricter
			}
			if d.Class() == behaviour.Equal {
				continue
			}
			c := Change{Rule: "together", Words: fixed("what calls of | are allowed; no change does this by itself", t.Name), Key: "tool/" + t.Name, Edit: -1, Difference: d, New: head(m.New)}
			if m.Suite != "" {
				c.Rule, c.Words = "other-model", fixed("what calls of | are allowed, as | is about another model", t.Name, strings.TrimPrefix(m.Suite, j.New.Prefix))
			}
			if tr := m.New.Transition(t.Name); tr != nil {
				c.New = m.New.File.Tree.Resolve(tr.Unit.Span(tr.Decl.Tool))
			}
			j.add(c)
		}
		j.open(m)
		j.goals(m)
	}
}

// bySchema reports whether a change of the schema of a tool is looser, or
// stricter.
func (j *judge) bySchema(name string, looser bool) bool {
	return slices.ContainsFunc(j.report.Changes, func(c Change) bool {
		side := c.Stricter
		if looser {
			side = c.Looser
		}
		// Keys of schema changes begin with the tool; see schemas.tool.
		return strings.HasPrefix(c.Key, "tools/"+name+"/") && side.Answer != validate.None
	})
}

// open adds one change for all tools of which nothing is known, where no edit is
// unknown on that side.
func (j *judge) open(m *behaviour.Model) {
	d := none()
	var names []string
	for _, t := range m.Comparison.Tools {
		if t.Class() == behaviour.Equal || !t.Open() {
			continue
		}
		names = append(names, t.Name)
		if t.Stricter.Answer == validate.Unknown && !j.bySchema(t.Name, false) {
			d.Stricter = worse(d.Stricter, t.Stricter)
		}
		if t.Looser.Answer == validate.Unknown && !j.bySchema(t.Name, true) {
			d.Looser = worse(d.Looser, t.Looser)
		}
	}
	for _, c := range j.report.Changes { // an edit that is unknown says so already
		if c.Edit >= 0 && slices.Contains(m.Edits, c.Edit) {
			d.Stricter, d.Looser = unless(c.Stricter, d.Stricter), unless(c.Looser, d.Looser)
		}
	}
	if len(names) == 0 || d.Class() == behaviour.Equal {
		return
	}
	words := fixed("what calls of | are allowed", names[0])
	// One change for all tools, named after the first one.
	if len(names) > 1 {
		words = fixed("what calls of | and of other tools are allowed", names[0])
	}
	j.add(Change{Rule: "unresolved", Words: words, Key: "tool/" + names[0], Edit: -1, Difference: d, New: head(m.New)})
}

// unless returns an answer, or none where another change is unknown.
func unless(other, s behaviour.Side) behaviour.Side {
	if other.Answer == validate.Unknown {
		return behaviour.NoTrace()
	}
	return s
}

// goals adds the goals that mean something else by the effects of calls.
func (j *judge) goals(m *behaviour.Model) {
	for _, g := range m.Comparison.Goals {
		if g.Class() == behaviour.Equal || j.covers("goal", g.Case, "looser") {
			continue
		}
		c := Change{Rule: "goal", Words: fixed("after which traces the goal of | holds, by the effects of calls", g.Case), Key: "case/" + g.Case + "/goal", Edit: -1,
			Difference: g.Difference, Case: g.Case, Goal: true}
		for _, p := range j.cases {
			if p.New != nil && p.New.Name() == g.Case && p.New.Case.Decl.Goal != nil {
				u := p.New.Case.Decl.Goal
				c.New = p.New.Suite.File.Tree.Resolve(u.Span(u.Node))
			}
		}
		j.add(c)
	}
}
