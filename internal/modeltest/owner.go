package modeltest

import (
	"pgregory.net/rapid"
)

// Owned draws projects of a size in which the user calls some of the tools, and
// checks speak of calls by others than the owners.
func Owned(size Size) *rapid.Generator[*Project] {
	return drawn(size, func(g *generator) { g.owned = true })
}

// owner draws who calls the tool of a transition, with a space before it.
func (g *generator) owner(t *toolDraft) string {
	if t.event == "" && g.owned && g.oneIn(3) {
		return " (by user)"
	}
	return ""
}

// by draws whose calls a pattern sees.
func (g *generator) by(pattern string) string {
	if (g.owned || g.extended) && g.oneIn(6) {
		return "(by " + pick(g.drawer, []string{"user", "any"}) + " " + pattern + ")"
	}
	return pattern
}
