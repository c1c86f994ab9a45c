package edit

// withParts returns a set whose cases have the empty parts that the merge of the
// versions has. Edits are about the items of parts, so an empty part is in none;
// without this, the comments of one would depend on whose layout the result has.
func (m *merger) withParts(s *Set) (*Set, error) {
	t, err := readable(s, nil)
	if err != nil {
		return nil, err
	}
	var given [3]*tree
	for k, v := range []*Set{m.base, m.sides[0], m.sides[1]} {
		if given[k], err = readable(v, nil); err != nil {
			return nil, err
		}
	}
	p := newPlan(&resolver{tree: t, name: "merge"})
	for i, d := range t.docs {
		eachList(d, func(l *list) {
			if l.owner == nil || l.outer(d) == nil || len(l.items) > 0 {
				return
			}
			var parts [3]*list
			// A version without the case or transition leaves its entry nil.
			for k, g := range given {
				if c := g.docs[i].nodes[At(l.owner.path...).String()]; c != nil {
					parts[k] = c.list(l.kind, l.path)
				}
			}
			outer := l.outer(d)
			switch keep := keepsEmpty(parts); {
			case keep && l.part == nil:
				// newPart makes the part without items, since none are added to the list.
				p.box(outer).put(slotOf(partKeywords[l.kind], outer), p.newPart(l))
			case !keep && l.part != nil:
				p.box(outer).gone[l.part] = true
			}
		})
	}
	out, _ := s.Check(p.changes())
	return out, nil
}

// keepsEmpty reports whether a part in which the merge leaves nothing stays: a
// side has it empty, and no side has removed it.
func keepsEmpty(parts [3]*list) bool {
	var has [3]bool
	empty := false
	for k, l := range parts {
		has[k] = l != nil && l.part != nil
		empty = empty || k > 0 && has[k] && len(l.items) == 0
	}
	return empty && (has[1] && has[2] || !has[0])
}
