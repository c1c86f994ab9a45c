package grade

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// grounds finds values of arguments that occur in no earlier message or result
// (seed 002, section 3.3: argument groundedness), and those that occur in a
// later result (seed 004, E4). Values are compared word by word after
// normalisation, and days as people write them; null, true, false, empty texts,
// and what the schema lists are always grounded. Not looked at are texts of more
// than maxWords words, which are composed, and arguments of generic tools, which
// calculate and think. Other values that were computed are found, so that
// findings are hints.
type grounds struct {
	memory
	ungrounded []ungrounded // ungrounded values that no later result had
	dropped    bool         // there are more
	words      []byte
}

// An ungrounded value is one that was not found, with its finding.
type ungrounded struct {
	value  []byte
	listed int // its place among the findings; -1 if it is counted only
	Finding
}

// maxUngrounded bounds the ungrounded values that are looked for in later results.
const maxUngrounded = 256

func (g *grounds) reset() {
	g.memory.reset()
	clear(g.ungrounded)
	g.ungrounded, g.dropped = g.ungrounded[:0], false
}

// text remembers a message or a result.
func (g *grounds) text(f *finder, e *trace.Event) {
	g.add(e.Text)
	if e.Kind != trace.Result || len(g.ungrounded) == 0 || !f.plan.wanted[EarlyUse] {
		return
	}
	// The words begin with a blank, as the values that are looked for do.
	g.words = appendNormal(append(g.words[:0], ' '), e.Text)
	g.ungrounded = slices.DeleteFunc(g.ungrounded, func(l ungrounded) bool {
		late := bytes.Contains(g.words, l.value)
		if late {
			l.foundIn(f, e)
		}
		return late
	})
}

// foundIn makes an early use of an ungrounded value that a result has.
func (l *ungrounded) foundIn(f *finder, e *trace.Event) {
	at := pointOf(e, strings.Clone(e.Tool))
	source := at.evidence(Source)
	source.At.Path = strings.Clone(source.At.Path)
	l.Class, l.Error = EarlyUse, infoOf[EarlyUse].Error
	l.Message += ", and in a later result"
	l.Evidence = append(l.Evidence, source)
	f.counts[EarlyUse]++
	// A count of 0 would be listed as a class that was found.
	if f.counts[UngroundedArgument]--; f.counts[UngroundedArgument] == 0 {
		delete(f.counts, UngroundedArgument)
	}
	more := f.counts[EarlyUse] > maxListed
	switch {
	case l.listed >= 0 && more:
		// It is no ungrounded argument any more. The places of the others stay.
		f.list[l.listed] = Finding{}
	case l.listed >= 0:
		f.list[l.listed] = l.Finding
	case !more:
		f.list = append(f.list, l.Finding)
	}
}

// maxWords is how many words a value has that is looked for.
const maxWords = 8

func (g *grounds) call(f *finder, c *call) {
	if c.tool.plan.effect() == tool.EffectGeneric {
		return
	}
	for _, m := range c.args {
		var s *tool.Schema
		if c.tool.plan != nil {
			if p := c.tool.plan.param(m.Name); p != nil {
				s = p.Schema
			}
		}
		for part := range types.Parts(m.Value) {
			g.value(f, c, m.Name, s, part)
		}
	}
}

func (g *grounds) value(f *finder, c *call, name string, s *tool.Schema, v types.Value) {
	text := plain(v)
	words := normal(text)
	if n := bytes.Count(words, []byte{' '}) - 1; n == 0 || n > maxWords || listed(s, v) || g.has(words) {
		return
	}
	if slices.ContainsFunc(dateForms(text), g.has) {
		return
	}
	message := func() string {
		return fmt.Sprintf("`%s` of `%s` is %s, which occurs in no earlier message or result", name, c.tool.name, short(text))
	}
	listed := f.add(UngroundedArgument, message, c.evidence(Subject))
	switch {
	case !f.plan.wanted[EarlyUse]:
	case len(g.ungrounded) == maxUngrounded:
		g.dropped = true
	case listed:
		last := len(f.list) - 1
		g.ungrounded = append(g.ungrounded, ungrounded{words, last, f.list[last]})
	default:
		// An unlisted value needs its message here: a later result may make it an early use that is listed.
		subject := c.evidence(Subject)
		subject.At.Path = strings.Clone(subject.At.Path)
		g.ungrounded = append(g.ungrounded, ungrounded{words, -1, Finding{Message: message(), Evidence: []Evidence{subject}}})
	}
}

// plain returns a text or a number as text; "" of other values.
func plain(v types.Value) string {
	switch v := v.(type) {
	case types.Text:
		return string(v)
	case types.Number:
		return v.String()
	}
	return ""
}

// listed reports whether a schema, or a part of it, lists a value: as a name
// of an enum, a constant, or a default.
func listed(s *tool.Schema, v types.Value) bool {
	if s == nil {
		return false
	}
	for _, w := range append([]types.Value{s.Const, s.Default}, s.Enum...) {
		if w != nil && types.Equal(v, w) {
			return true
		}
	}
	// The value may be a part of an argument, of which an inner schema tells.
	for _, p := range s.Properties {
		if listed(p.Schema, v) {
			return true
		}
	}
	return s.Items != nil && listed(s.Items, v)
}

// maxShown is how many characters of a text are shown in a message.
const maxShown = 60

// short returns a text as it is shown in a message.
func short(s string) string { return types.Quote(cut(s)) }

// cut shortens a text that is shown in a message.
func cut(s string) string { return diag.Cut(s, maxShown) }
