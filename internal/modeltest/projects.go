package modeltest

import "pgregory.net/rapid"

// Projects draws projects of a size.
func Projects(size Size) *rapid.Generator[*Project] { return drawn(size, func(*generator) {}) }

// drawn draws projects by a generator for a size, which is set up first.
func drawn(size Size, with func(*generator)) *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		g := newGenerator(t, size)
		with(g)
		return g.load()
	})
}

// loaded draws projects, and leaves out those that have errors.
func loaded(load func(*rapid.T) (*Project, error)) *rapid.Generator[*Project] {
	return rapid.Custom(func(t *rapid.T) *Project {
		p, err := load(t)
		if err != nil {
			t.Skip(err)
		}
		return p
	})
}

// load draws a project with its events, if it has some.
func (g *generator) load() (*Project, error) {
	tools, model, suite := g.draft()
	return loadEvents(configText(g.tools), tools, model, suite)
}

// draft draws the texts of a project that nearly always has no errors.
func (g *generator) draft() (tools, model, suite string) {
	if g.size == Wide {
		g.drawWide()
		model = g.modelText(g.wideTransition)
		return toolsText(g.tools), model, g.suiteText()
	}
	g.declare()
	g.drawTools()
	model = g.modelText(g.transition)
	return toolsText(g.tools), model, g.suiteText()
}
