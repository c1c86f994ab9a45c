package search

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// Where patterns tell the strings of a group apart, one string that occurs nowhere
// does not stand for all others. Those that match the same patterns of the case are a
// class (system.Texts). Of a class with few strings the group has all; of any other it
// has one that the group does not have, as the permutation of two strings of a class
// maps runs to runs. A stranger is of the class of the strings without any character
// of the patterns; the others have strings of their own, which nothing renames.

// matching returns the code of `like`, or nil where it is left to the interpreter.
func (b *builder) matching(t *system.Term) cond {
	pattern := t.Pattern()
	// The pattern could tell strangers apart. They are used in place of all strings without such characters.
	if strings.ContainsFunc(pattern, isStrangers) {
		b.tab.hostile = true
	}
	x := b.term(t.Args[0])
	if x == nil || x.kind != text {
		return nil
	}
	p := like.Parse(pattern)
	return func(e *env) bool {
		c, ok := x.calc(e)
		if !ok || e.need >= 0 {
			return false
		}
		s, _ := e.tab.value(c).(types.Text)
		return p.Matches(string(s))
	}
}

// few adds the strings of the classes that have few to the groups that patterns tell
// apart.
func (d *domains) few() {
	if d.x.search.scenario.Texts == nil {
		return
	}
	var list []cell
	for _, s := range d.x.search.scenario.Texts.Few {
		list = append(list, d.x.search.tab.text(s))
	}
	for _, g := range d.groups {
		if g.alike {
			g.texts = append(g.texts, list...)
		}
	}
}

// fresh returns a string of each class with many that a group does not have: a
// stranger, and of a group that patterns tell apart one of each other class.
func (d *domains) fresh(g *group, present []cell) []cell {
	tab := d.x.search.tab
	list := []cell{tab.unmet(present)}
	if !g.alike {
		return list
	}
	for k := range d.x.search.scenario.Texts.Classes {
		// Strangers are the values of their class already.
		if !d.x.search.scenario.Texts.Classes[k].Has(strangerText(0)) {
			list = append(list, d.x.search.ofClass(k, present))
		}
	}
	return list
}

// ofClass returns a string of a class that does not occur and is not among some.
func (s *Search) ofClass(class int, present []cell) cell {
	text := s.scenario.Texts.Fresh(class, func(text string) bool {
		// An invented string can be used again where nothing has it at the moment.
		return s.occurs(text) || s.invented[text] && slices.Contains(present, s.tab.text(text))
	})
	if s.invented == nil {
		s.invented = make(map[string]bool)
	}
	s.invented[text] = true
	return s.tab.text(text)
}

// occurs reports whether a string is in the source: it has not been invented here.
func (s *Search) occurs(text string) bool {
	_, listed := s.ranking().order[text]
	return listed || s.tab.has(text) && !s.invented[text]
}

// classOf returns the class of a string; -1 where it is no matter.
func (s *Search) classOf(g *group, c cell) int {
	if !g.alike {
		return -1
	}
	text, _ := s.tab.value(c).(types.Text)
	return s.scenario.Texts.Class(string(text))
}

// unmet returns the first stranger that is not among some strings.
func (t *table) unmet(present []cell) cell {
	for i := 0; ; i++ {
		if c := t.stranger(i); !slices.Contains(present, c) {
			return c
		}
	}
}
