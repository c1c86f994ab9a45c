package answers

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/trace"
)

func setOf(t testing.TB, text string) *bindings.Set {
	t.Helper()
	f := source.NewFile("bindings.yaml", text)
	root, _ := document.ReadYAML(f, document.Options{Depth: 64, Values: 1000})
	set, problems := bindings.New(f, root)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return set
}

const desk = `
failures: ['^Sorry']
tools:
  look:
    failures: ['not found']
    answers:
      - matches: 'is (?<status>\w+)'
    fields:
      status: {map: {open: pending}}
      /items/*/due: {date: YYYY-MM-DD}
  close: {}
`

// count tells a counter of a trace with these results.
func count(c *Counter, results ...trace.Event) {
	c.Begin(&trace.Header{File: "a.jsonl", ID: "1"})
	for i := range results {
		results[i].Kind = trace.Result
		c.Event(&results[i])
	}
	c.End()
}

// Each answer is counted once: as failed, as empty, by a rule, as JSON, or as text.
func TestEachAnswerCountsOnce(t *testing.T) {
	set := setOf(t, desk)
	rapid.Check(t, func(t *rapid.T) {
		c := NewCounter(set)
		n := rapid.IntRange(0, 20).Draw(t, "n")
		for range n {
			count(c, trace.Event{
				Tool:   rapid.SampledFrom([]string{"look", "close", "other"}).Draw(t, "tool"),
				Status: rapid.SampledFrom([]trace.Status{"", trace.OK, trace.Failed, trace.Rejected}).Draw(t, "status"),
				Text:   rapid.SampledFrom([]string{"", "Sorry", "user not found", "it is open", `{"status":"open"}`, `{"items":[{"due":"x"}]}`, "hm"}).Draw(t, "text"),
			})
		}
		r := c.Report()
		all := 0
		for _, x := range r.Tools {
			sum := x.Failed + x.Empty + x.JSON + x.Text
			for _, m := range x.Rules {
				sum += m.Count
			}
			if sum != x.Answers {
				t.Errorf("%+v: %d", x, sum)
			}
			all += x.Answers
		}
		if all != n || r.Answers != n || r.Traces != n {
			t.Errorf("%d answers of %d", all, n)
		}
		var b bytes.Buffer
		if err := r.JSON(&b); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Check("answers.schema.json", b.String()); err != nil {
			t.Errorf("%v\n%s", err, &b)
		}
	})
}

// A result that does not name its tool is that of its call.
func TestToolOfResult(t *testing.T) {
	c := NewCounter(setOf(t, desk))
	c.Begin(&trace.Header{})
	for _, e := range []trace.Event{
		{Kind: trace.Call, CallID: "1", Tool: "look"}, {Kind: trace.Call, CallID: "2", Tool: "close"},
		{Kind: trace.Result, CallID: "2", Text: "hm"}, {Kind: trace.Result, CallID: "1", Text: "it is open"},
		{Kind: trace.Call, Tool: "look"}, {Kind: trace.Result, Text: "is x"},
	} {
		c.Event(&e)
	}
	if r := c.Report(); r.Tools[0].Rules[0].Count != 2 || r.Tools[1].Text != 1 {
		t.Errorf("%+v", r.Tools)
	}
}

// What is kept does not grow with the answers.
func TestBounded(t *testing.T) {
	c := NewCounter(setOf(t, desk))
	long := strings.Repeat("é", 5000)
	for i := range maxTools + 10 {
		count(c, trace.Event{Tool: fmt.Sprint("t", i), Text: long}, trace.Event{Tool: "look", Text: fmt.Sprintf(`{"items":{"k%d":1}}`, i)}, trace.Event{Tool: "look", Text: long})
		c.Event(&trace.Event{Kind: trace.Call, CallID: fmt.Sprint(i), Tool: "look"})
	}
	look := c.tools["look"]
	if len(c.tools) != maxTools || len(look.left) != maxSamples || len(look.left[0].Text) > 4*maxSample || len(c.open) > maxOpen {
		t.Errorf("%d tools, %d samples", len(c.tools), len(look.left))
	}
	for _, f := range look.fields {
		if len(f.names) > maxNames {
			t.Errorf("%d names", len(f.names))
		}
	}
}

// A path that leads nowhere names what is there, and what was probably meant.
func TestNowhere(t *testing.T) {
	c := NewCounter(setOf(t, "tools: {look: {fields: {/items/*/deu: {as: integer}, /item/0: {as: text}, /a/b: {as: text}}}}"))
	count(c, trace.Event{Tool: "look", Text: `{"items":[{"due":"1"},{"price":2}]}`}, trace.Event{Tool: "look", Text: `{}`})
	var got []string
	for _, d := range c.Diagnostics() {
		fix := "-"
		if len(d.Fixes) > 0 {
			fix = d.Fixes[0].Edits[0].New
		}
		got = append(got, d.Primary.Text()+" "+fix+" "+d.Notes[len(d.Notes)-1])
	}
	want := "/items/*/deu \"/items/*/due\" there, answers have `due`\n/item/0 \"/items/0\" there, answers have `items`\n/a/b - there, answers have `items`"
	if strings.Join(got, "\n") != want {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
