package edit

import (
	"slices"
	"strings"
)

// Readers names what in a set reads a definition, a group, a constant or a
// variable, by itself or through definitions and groups: transitions, checks and
// goals, in the order of the files. The names of the files of the set begin with
// prefix, and the address is without it. Of other things it returns nothing.
func Readers(s *Set, prefix string, at Address) (names []string) {
	t := newTree(s, nil)
	reached := make(map[*node]bool)
	for _, d := range t.docs {
		if x := d.nodes[At(at.Path...).String()]; x != nil && (at.File == "" || strings.TrimPrefix(d.name, prefix) == at.File) {
			reached[x] = true
		}
	}
	if len(reached) == 0 {
		return nil
	}
	reads := func(x *node) bool {
		return slices.ContainsFunc(t.declared(x), func(y *node) bool { return reached[y] })
	}
	t.reach(reached, reads)
	for _, d := range t.docs {
		eachList(d, func(l *list) {
			for _, x := range l.items {
				switch x.kind {
				case Transition, Check, CommonCheck, Goal:
					if name := x.reader(); reads(x) && !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
		})
	}
	return names
}

// reach adds the definitions that read what is reached. What a group reads through
// others is among what reads says.
func (t *tree) reach(reached map[*node]bool, reads func(*node) bool) {
	for again := true; again; {
		again = false
		for _, d := range t.docs {
			eachList(d, func(l *list) {
				for _, x := range l.items {
					if x.kind == Definition && !reached[x] && reads(x) {
						reached[x], again = true, true
					}
				}
			})
		}
	}
}

// reader names a node in a list of readers: "check paid of one".
func (x *node) reader() string {
	switch x.kind {
	case Check:
		return "check " + x.path[3] + " of " + x.path[1]
	case Goal:
		return "goal of " + x.path[1]
	}
	return x.kind.String() + " " + x.key()
}
