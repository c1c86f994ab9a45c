package modeltest

import "fmt"

// drawEvent makes an event of the last tool, which is not the only one.
func (g *generator) drawEvent() {
	g.tools[len(g.tools)-1].event = pick(g.drawer, []string{"user", "agent"})
}

// configText writes the mantra.yaml of a project whose tools have an event, or
// returns "".
func configText(list []*toolDraft) string {
	last := list[len(list)-1]
	if last.event == "" {
		return ""
	}
	return fmt.Sprintf("tools: tools.json\nmodel: model.wm\nevents:\n  %s: {by: %s, field: %[1]s, schema: %[3]s}\n", last.name, last.event, last.schemaText())
}
