package tool

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
)

// An Owner is who calls a tool.
type Owner uint8

// The owners. A tool is the agent's unless something says otherwise.
const (
	Agent Owner = iota
	User        // the one whom the agent serves
)

var ownerNames = [...]string{"agent", "user"}

// String returns "agent" or "user".
func (o Owner) String() string { return ownerNames[o] }

// Other returns the owner that o is not.
func (o Owner) Other() Owner { return User - o }

// An Actor is who makes a call, or whose calls are meant. The zero value is
// the owner of the tool.
type Actor uint8

// The actors.
const (
	ByOwner Actor = iota
	ByAgent
	ByUser
	ByAny // only of what calls are meant
)

var actorNames = [...]string{"", "agent", "user", "any"}

// String returns "agent", "user" or "any"; nothing for the owner.
func (a Actor) String() string { return actorNames[a] }

// Actor returns the owner as somebody who makes calls.
func (o Owner) Actor() Actor { return ByAgent + Actor(o) }

// Sees reports whether what means the calls of a means those that by makes, of
// a tool with an owner.
func (a Actor) Sees(by Actor, owner Owner) bool {
	return a == ByAny || a.or(owner) == by.or(owner)
}

func (a Actor) or(owner Owner) Actor {
	if a == ByOwner {
		return owner.Actor()
	}
	return a
}

// Owner returns whose tool one of the given name is: the agent's if the set
// does not have it.
func (s *Set) Owner(name string) Owner {
	if t := s.Lookup(name); t != nil {
		return t.Owner
	}
	return Agent
}

// WithUsers returns the set with the tools of another one, which are the user's.
// What is in both stays as it is.
func (s *Set) WithUsers(users *Set) *Set {
	out := *s
	out.Tools = slices.Clone(s.Tools)
	for _, t := range users.Tools {
		if s.Lookup(t.Name) == nil {
			t.Owner = User
			out.Tools = append(out.Tools, t)
		}
	}
	// The index of s is shared and lacks the new tools.
	out.byName = nil
	if s.byName != nil {
		out.byName = lists.IndexBy(out.Tools, func(t *Tool) string { return t.Name })
	}
	return &out
}

// UsersFile returns the file of the tools that are the user's, if it is another than
// that of the set; else nil.
func (s *Set) UsersFile() *source.File {
	for _, t := range s.Tools {
		if f := t.NameSpan.File; t.Owner == User && f != nil && f != s.File {
			return f
		}
	}
	return nil
}
