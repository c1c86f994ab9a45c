package edit

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Why changes do not fit together.
const (
	bothChange  = "both sides change it, in different ways"
	oneRemoves  = "one side removes or replaces what the other changes"
	nameTaken   = "both sides give the same name to different things"
	ownerAndPre = "one side changes who calls the tool, and the other what its calls require"
	errorsAfter = "together, the changes of both sides would leave an error"
)

// findConflicts finds the changes of the two sides that exclude each other.
func (m *merger) findConflicts() {
	for _, c := range m.changes {
		// Its reason is provisional: leaveOut replaces it if a pair below gives another.
		if c.undone {
			m.leaveOut(c, bothChange)
		}
	}
	for i, a := range m.changes {
		for _, b := range m.changes[i+1:] {
			// Skip pairs of one side, and pairs of which both sides make both.
			if a.side|b.side != bothSides || a.side == b.side {
				continue
			}
			if why := m.clash(a, b); why != "" {
				m.leaveOut(a, why)
				m.leaveOut(b, why)
				m.join(a, b)
			}
		}
	}
}

// clash says why two changes exclude each other, or nothing if they do not.
// Of two that both sides make, none excludes another.
func (m *merger) clash(a, b *change) string {
	outer, inner := a.target, b.target
	// A place ends in a separator, so a prefix is the same thing or one around it.
	if !strings.HasPrefix(inner.place(), outer.place()) {
		outer, inner = inner, outer
	}
	switch {
	case requiresOfOther(a, b), requiresOfOther(b, a):
		return ownerAndPre
	case (a.undone || b.undone) && a.target.newPlace() != "" && a.target.newPlace() == b.target.newPlace():
		return nameTaken
	case !strings.HasPrefix(inner.place(), outer.place()) || !outer.excludes(inner):
		return ""
	case outer.place() != inner.place(), outer.edit.Op == Remove, inner.edit.Op == Remove:
		return oneRemoves
	}
	return bothChange
}

// requiresOfOther reports whether one change is of who calls a tool, and the other
// adds a precondition of it, or replaces one: of the agent's calls that is a rule, and
// of the user's it says what happens. Who makes both, or the same, knows of both.
func requiresOfOther(owner, pre *change) bool {
	a, b := owner.target, pre.target
	return owner.side != bothSides && pre.side != bothSides && a.kind == Owner && b.kind == Pre && b.edit.Op != Remove && a.doc == b.doc && a.edit.At.Path[1] == b.edit.At.Path[1]
}

// leaveOut makes a change a conflict.
func (m *merger) leaveOut(c *change, why string) {
	if c.group == 0 {
		m.groups++
		c.group = m.groups
	}
	c.out = true
	if c.why == "" || c.undone && c.why == bothChange {
		c.why = why
	}
}

// join makes two conflicts one.
func (m *merger) join(a, b *change) {
	from, to := b.group, a.group
	for _, c := range m.changes {
		if c.group == from {
			c.group = to
		}
	}
}

// applyRest applies the changes that are no conflicts. As long as that would
// leave an error, those to blame are conflicts too.
func (m *merger) applyRest() (*Set, error) {
	// Each round leaves out at least one change more, so the loop ends.
	for {
		rest := m.rest()
		result, err := m.apply(rest)
		if err == nil {
			return result.Set, nil
		}
		var r *Refused
		if !errors.As(err, &r) {
			return nil, err
		}
		blamed := false
		for _, f := range r.Faults {
			if f.Edit >= 0 {
				m.blame(rest[f.Edit], f.Found)
				blamed = true
			}
		}
		// The changes leave an error together, and none of them alone is to blame.
		if !blamed {
			return m.applyParts(rest, r)
		}
	}
}

// rest returns the changes that are no conflicts.
func (m *merger) rest() []*change {
	return slices.DeleteFunc(slices.Clone(m.changes), func(c *change) bool { return c.out })
}

func (m *merger) apply(list []*change) (*Result, error) {
	edits := lists.Map(list, func(c *change) Edit { return c.edit })
	// ByHand: leaveOutLocked has applied the locks already.
	return Apply(m.base, edits, ApplyOptions{ByHand: true})
}

// blame makes a change a conflict, with those of the other side that it is
// connected with by a name.
func (m *merger) blame(c *change, found []diag.Diagnostic) {
	m.leaveOut(c, errorsAfter)
	c.found = append(c.found, found...)
	for _, o := range m.changes {
		switch {
		case o == c || !connected(c, o):
		case o.out:
			m.join(c, o)
		case o.side != c.side || c.side == bothSides:
			// Changes of the same side stay: without the other side, they left no error.
			m.leaveOut(o, errorsAfter)
			m.join(c, o)
		}
	}
}

// applyParts is for a result with errors that no single change is to blame
// for: of the changes that are connected with each other, those are taken that
// leave no error.
func (m *merger) applyParts(rest []*change, r *Refused) (*Set, error) {
	var good []*change
	set := m.base
	for _, part := range parts(rest) {
		// Parts are tried in order on top of those that fit: of two that clash, the first is taken.
		result, err := m.apply(slices.Concat(good, part))
		var refused *Refused
		switch {
		case err == nil:
			good, set = append(good, part...), result.Set
		case errors.As(err, &refused):
			for _, c := range part {
				m.leaveOut(c, errorsAfter)
				m.join(part[0], c)
				m.joinOut(c)
			}
			// The conflict shows the errors of the first attempt, with all changes.
			part[0].found = append(part[0].found, r.Faults[0].Found...)
		default:
			return nil, err
		}
	}
	return set, nil
}

// joinOut makes a conflict one with those that it is connected with.
func (m *merger) joinOut(c *change) {
	for _, o := range m.changes {
		if o.out && connected(c, o) {
			m.join(c, o)
		}
	}
}

// parts returns the changes in groups that have nothing to do with each other.
func parts(list []*change) [][]*change {
	var all [][]*change
	seen := make(map[*change]bool)
	for _, c := range list {
		if seen[c] {
			continue
		}
		seen[c] = true
		part := []*change{c}
		// Search in breadth: part grows in the loop by what is connected with it.
		for i := 0; i < len(part); i++ {
			for _, o := range list {
				if !seen[o] && connected(part[i], o) {
					seen[o] = true
					part = append(part, o)
				}
			}
		}
		all = append(all, part)
	}
	return all
}

// connected reports whether one change declares, removes, renames or gives
// another type to what the other mentions.
func connected(a, b *change) bool {
	return slices.ContainsFunc(a.edit.Declares(), b.edit.Mentions) || slices.ContainsFunc(b.edit.Declares(), a.edit.Mentions)
}

// Declares returns the names that depend on an edit, as they are written.
func (e *Edit) Declares() []string {
	switch e.At.Kind() {
	case Const, Var, Definition, Transition, Case, Check, Group, CommonCheck:
		name := e.At.Key()
		if e.Op == Rename {
			return []string{name, e.To}
		}
		return []string{name}
	case ConstType, VarType, GroupForm, Locals, Body:
		return []string{e.At.Key()}
	case EnumName:
		// Clauses mention the name in quotes, and other edits the declaration that it is in.
		return []string{e.At.Path[1], enumRole.source(e.At.Key())}
	case Param, ResultPart:
		// The binding has the name that the tool uses and the local one: take all words of it.
		var names []string
		text := e.Expect + " " + e.Text + " " + e.To
		for _, t := range syntax.Lex(text) {
			if t.Kind == syntax.Ident {
				names = append(names, text[t.Start:t.End])
			}
		}
		return names
	}
	return nil
}

// Mentions reports whether a name is in an edit: in its address, or in the
// text that it writes.
func (e *Edit) Mentions(name string) bool {
	if slices.Contains(e.At.Path, name) || e.To == name {
		return true
	}
	return slices.ContainsFunc(syntax.Lex(e.Text), func(t syntax.Token) bool { return e.Text[t.Start:t.End] == name })
}
