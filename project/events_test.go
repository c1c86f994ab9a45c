package project

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
)

func TestEvents(t *testing.T) {
	const ask = "{by: user, matches: 'yes'}"
	for _, c := range []struct{ events, found string }{
		{"{ask: {by: user, contains: a}, tell: {by: agent, field: a, equals: 1}, ok: {by: user, approval: accepted}}", ""},
		{"{ask: {by: user, matches: '(?<a>x)(?<b>y)?'}}", ""},
		{"{ask: {by: user, matches: '(?<a>x)', schema: {type: object, properties: {a: {type: string}}, required: [a]}}}", ""},
		{"{ask: {matches: a}}", "requires the key `by`"},
		{"{ask: {by: me, matches: a}}", "MC0703 `events.ask.by` takes one of `user`, `agent`, not `me`"},
		{"{ask: {by: user}}", "MC0710 nothing says how the event `ask` is recognised"},
		{"{ask: {by: user, contains: a, matches: b}}", "MC0710 the event `ask` has two recognisers"},
		{"{ask: {by: user, contains: ''}}", "MC0703 `events.ask.contains` takes a text that is not empty, not an empty text"},
		{"{ask: {by: user, contains: a, equals: 1}}", "MC0710 `equals` requires `field`"},
		{"{ask: {by: user, matches: 'a('}}", "MC0708 the regular expression cannot be read"},
		{"{'a b': " + ask + "}", "MC0710 an event cannot be named `a b`"},
		{"{look: " + ask + "}", "MC0710 an event cannot have the name of the tool `look`"},
		{"{ask: {by: user, matches: '(?<colour>x)', schema: {type: object, properties: {color: {}}, additionalProperties: false}}}", "MC0710 the group `colour` is no argument of the event `ask`"},
		{"{ask: {by: user, contains: x, schema: {type: object, properties: {a: {}}, required: [a]}}}", "MC0710 nothing gives the argument `a`, which the schema requires"},
		{"{ask: {by: user, contains: x, schema: {type: string}}}", "MC0504 the arguments of a tool must be an object, not a string"},
		{"{ask: {by: user, contains: x, schema: []}}", "MC0504 a schema must be an object, not an empty list"},
		{"{ask: {by: user, contain: x}}", "MC0702 `events.ask` has no key `contain`"},
		{"[ask]", "MC0703 `events` takes"},
	} {
		tree(t, boundProject+"-- mantra.yaml --\ntools: tools.json\nevents: "+c.events+"\n")
		r := Check(mustFind(t, "desk.checks"), Options{})
		if got := strings.Join(lines(r.Diagnostics), "\n"); c.found == "" && got != "" || !strings.Contains(got, c.found) {
			t.Errorf("%s:\n%s\nwant %s", c.events, got, c.found)
		}
	}
	tree(t, boundProject+"-- mantra.yaml --\nevents: {ask: "+ask+"}\n")
	if got := strings.Join(lines(Check(mustFind(t, "desk.checks"), Options{}).Diagnostics), "\n"); !strings.Contains(got, "MC0710 `events` requires `tools`") {
		t.Error(got)
	}
	// The tools that are asked for in place of the project's are joined, too.
	if r := Check(mustFind(t, "desk.checks"), Options{Tools: "tools.json"}); len(r.Diagnostics) > 0 || r.Suites[0].Tools.Lookup("ask") == nil {
		t.Error(lines(r.Diagnostics))
	}
}

// Events are tools to checks and models, in the order of their declarations.
func TestEventsAreTools(t *testing.T) {
	tree(t, strings.Replace(boundProject, "(call look)", "(call ask (what \"x\"))", 1)+`-- mantra.yaml --
tools: tools.json
effects: {ask: read}
events:
  tell: {by: agent, contains: a}
  ask: {by: user, matches: '(?<what>\w+)'}
`)
	r := Check(mustFind(t, "desk.checks"), Options{})
	set := r.Suites[0].Tools
	if got := strings.Join(set.Names(), " "); got != "look tell ask" || len(lines(r.Diagnostics)) != 2 { // only the user satisfies the check, and an event has no answer
		t.Errorf("%s: %s", got, lines(r.Diagnostics))
	}
	ask := set.Lookup("ask")
	if ask.Event.By != tool.User || ask.Owner != tool.User || ask.Effect != tool.EffectRead || strings.Join(ask.Params(), " ") != "what" || !strings.HasPrefix(ask.NameSpan.String(), "mantra.yaml:5:3") {
		t.Errorf("%+v", ask)
	}
}

// A set with another event is another set.
func TestMeaningOfEvents(t *testing.T) {
	seen := make(map[string]string)
	for _, events := range []string{"{}", "{ask: {by: user, contains: a}}", "{ask: {by: agent, contains: a}}", "{ask: {by: user, contains: b}}", "{tell: {by: user, contains: a}}"} {
		tree(t, boundProject+"-- mantra.yaml --\ntools: tools.json\nevents: "+events+"\n")
		meaning := Check(mustFind(t, "desk.checks"), Options{}).Suites[0].Tools.Meaning()
		if had, twice := seen[meaning]; twice {
			t.Errorf("%s means what %s does", events, had)
		}
		seen[meaning] = events
	}
}

// A set with other tools of the user is another set, and so is one in which the tools
// belong to another.
func TestMeaningOfUsersTools(t *testing.T) {
	seen := make(map[string]string)
	for name, of := range map[string]string{
		"none":   "-- mantra.yaml --\ntools: tools.json\n",
		"one":    "-- mantra.yaml --\ntools: tools.json\nuser_tools: users.json\n-- users.json --\n{\"tools\": [{\"name\": \"restart\", \"inputSchema\": {\"type\": \"object\"}}]}\n",
		"two":    "-- mantra.yaml --\ntools: tools.json\nuser_tools: users.json\n-- users.json --\n{\"tools\": [{\"name\": \"restart\", \"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"call\", \"inputSchema\": {\"type\": \"object\"}}]}\n",
		"listed": "-- mantra.yaml --\ntools: tools.json\nuser_tools: [look]\n",
	} {
		tree(t, boundProject+of)
		meaning := Check(mustFind(t, "desk.checks"), Options{}).Suites[0].Tools.Meaning()
		if had, twice := seen[meaning]; twice {
			t.Errorf("%s means what %s does", name, had)
		}
		seen[meaning] = name
	}
}
