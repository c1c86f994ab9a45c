package modeltest

import "pgregory.net/rapid"

// Projects draws projects of a size.
func Projects(size Size) *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) { return Load(newGenerator(t, size).draft()) })
}

// loaded draws projects by a function, and skips those with errors.
func loaded(draw func(*rapid.T) (*Project, error)) *rapid.Generator[*Project] {
	return rapid.Custom(func(t *rapid.T) *Project {
		p, err := draw(t)
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
		model = g.wideText()
		return toolsText(g.tools), model, g.suiteText()
	}
	g.declare()
	g.drawTools()
	model = g.modelText()
	return toolsText(g.tools), model, g.suiteText()
}
