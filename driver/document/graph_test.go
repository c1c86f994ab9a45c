package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/jsontext/schematest"
)

// manual returns a document whose headings are the lines that begin with #.
func manual(name, text string) *Document {
	s := Source{Name: name, Format: Markdown, SHA256: strings.Repeat("0", 64), Text: text, Anchors: []Anchor{{Line: 1, Verbatim: true}}}
	at := 0
	for line := range strings.Lines(text) {
		if title := strings.TrimLeft(line, "#"); title != line {
			s.Headings = append(s.Headings, Heading{strings.TrimSpace(title), len(line) - len(title), at, at + len(line)})
		}
		at += len(line)
	}
	return New(s)
}

func graph(t *testing.T, o Options, docs ...*Document) *Graph {
	t.Helper()
	g, err := Build(docs, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// written returns the ids of the chunks, and the edges.
func written(g *Graph) string {
	var b strings.Builder
	for _, c := range g.Chunks {
		b.WriteString(c.ID + "\n")
	}
	for _, e := range g.Edges {
		b.WriteString(e.From + " " + string(e.Kind) + " " + e.To + "\n")
	}
	return b.String()
}

const shop = "# Shop\nHello.\n## Refunds\nNever.\n### In stock\nOnce.\n## Refunds\nAlways.\n"

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		want       string
	}{
		{"each heading is a chunk", shop, Options{MaxTokens: 100},
			"m#shop\nm#refunds\nm#in-stock\nm#refunds-1\nm#shop child m#refunds\nm#shop child m#refunds-1\nm#refunds child m#in-stock\nm#refunds next m#refunds-1\n"},
		{"small sections are whole, and others keep their ids", shop, Options{MaxTokens: 100, MinTokens: 10},
			"m#shop\nm#refunds\nm#refunds-1\nm#shop child m#refunds\nm#shop child m#refunds-1\nm#refunds next m#refunds-1\n"},
		{"a small document is whole", shop, Options{MaxTokens: 100, MinTokens: 100}, "m#shop\n"},
		{"without a highest heading the document is above all", "# A\nx\n# B\ny\n", Options{MaxTokens: 100},
			"m\nm#a\nm#b\nm child m#a\nm child m#b\nm#a next m#b\n"},
		{"levels may be left out", "# A\n### B\n## C\n", Options{MaxTokens: 100},
			"m#a\nm#b\nm#c\nm#a child m#b\nm#a child m#c\nm#b next m#c\n"},
		{"large chunks are cut", "# A\none two\nthree four\nfiver\n", Options{MaxTokens: 4},
			"m#a\nm#a~2\nm#a~3\nm#a child m#a~2\nm#a child m#a~3\nm#a~2 next m#a~3\n"},
		{"headings of signs alone", "# A\n## !\n## ?\n", Options{MaxTokens: 100},
			"m#a\nm#section\nm#section-1\nm#a child m#section\nm#a child m#section-1\nm#section next m#section-1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(graph(t, c.o, manual("folder/m", c.text))); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

// Anchors are those of GitHub: marks are kept, and equal headings get the next free number.
func TestAnchors(t *testing.T) {
	s := &splitter{taken: make(map[string]int)}
	for _, c := range [][2]string{
		{"A", "a"}, {"A 1", "a-1"}, {"A", "a-2"}, {"A", "a-3"}, {"A 1", "a-1-1"}, {"A 3", "a-3-1"},
		{"Cafe\u0301 au lait!", "cafe\u0301-au-lait"}, {"नियम", "नियम"}, {"snake_case 2", "snake_case-2"},
	} {
		if got := s.anchorOf(&node{Section: Section{Heading: c[0], Level: 1}}); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

func TestCuts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"at lines", "one two\nthree four\n", []string{"one two\n", "three four\n"}},
		{"at sentences", "One two. Three four five", []string{"One two. ", "Three four ", "five"}},
		{"at words", "one two three four", []string{"one two ", "three four"}},
		{"at characters", "ααααααααα", []string{"αααααα", "ααα"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, k := range graph(t, Options{MaxTokens: 3}, manual("m", c.text)).Chunks {
				got = append(got, k.Text)
			}
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for o, want := range map[Options]string{
		{}:                            "max_chunk_tokens is 0; it has to be at least 1",
		{MaxTokens: 1, MinTokens: -1}: "min_chunk_tokens is -1; it cannot be negative",
		{MaxTokens: 1, MinTokens: 2}:  "min_chunk_tokens is 2, more than max_chunk_tokens, which is 1",
	} {
		if _, err := Build(nil, o); err == nil || err.Error() != want {
			t.Errorf("%v: %v", o, err)
		}
	}
}

func TestManualsOfOneNameGetNumbers(t *testing.T) {
	g := graph(t, Options{MaxTokens: 100}, manual("a/m", "x"), manual("b/m", "y"))
	if got := written(g); got != "m\nm(2)\n" || g.Words() != 2 {
		t.Errorf("got %s", got)
	}
}

// References are added together or not at all.
func TestReferences(t *testing.T) {
	g := graph(t, Options{MaxTokens: 100}, manual("m", shop))
	before := written(g)
	wrong := g.AddReferences([]Edge{{From: "m#shop", To: "m#in-stock"}, {From: "m#shop", To: "m#refund"}, {From: "m#shop", To: "m#shop", Weight: 11}})
	want := []string{
		`reference from "m#shop" to "m#refund": unknown chunk "m#refund"; did you mean "m#refunds"?`,
		`reference from "m#shop" to "m#shop": a chunk cannot refer to itself`,
		`reference from "m#shop" to "m#shop": weight 11 is not between 0 and 10`,
	}
	if len(wrong) != len(want) || written(g) != before {
		t.Fatalf("got %v and %s", wrong, written(g))
	}
	for i, err := range wrong {
		if err.Error() != want[i] {
			t.Errorf("got %v, want %s", err, want[i])
		}
	}
	var unknown *unknownChunk
	if !errors.As(wrong[0], &unknown) || unknown.Nearest != "m#refunds" {
		t.Errorf("got %v", wrong[0])
	}
	good := []Edge{{From: "m#shop", To: "m#in-stock", Kind: Child, Why: "see below", Weight: 3}}
	if wrong := g.AddReferences(append(good, good...)); wrong != nil {
		t.Fatal(wrong)
	}
	if got := written(g); got != before+"m#shop reference m#in-stock\n" {
		t.Errorf("got %s", got)
	}
}

func TestLinksAreReferences(t *testing.T) {
	d := manual("m", shop)
	d.Links = []Link{{At: 8, Anchor: "in-stock"}, {At: 9, Anchor: "in-stock"}, {At: 10, Anchor: "none"}, {At: 10, Anchor: "shop"}}
	if got := written(graph(t, Options{MaxTokens: 100}, d)); strings.Count(got, "reference") != 1 || !strings.Contains(got, "m#shop reference m#in-stock") {
		t.Errorf("got %s", got)
	}
}

// A link to a section that is in the chunk of another one leads to that chunk.
func TestLinksToSectionsInAChunk(t *testing.T) {
	d := manual("m", shop)
	d.Links = []Link{{At: 60, Anchor: "in-stock"}, {At: 26, Anchor: "in-stock"}}
	if got := written(graph(t, Options{MaxTokens: 100, MinTokens: 10}, d)); strings.Count(got, "reference") != 1 || !strings.Contains(got, "m#refunds-1 reference m#refunds\n") {
		t.Errorf("got %s", got)
	}
}

// savedText returns a graph as it is saved.
func savedText(t *testing.T, g *Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSavedGraphs(t *testing.T) {
	d := manual("m", shop)
	g := graph(t, Options{MaxTokens: 4}, d)
	if wrong := g.AddReferences([]Edge{{From: "m#shop", To: "m#in-stock", Why: "<see>", Weight: 3}}); wrong != nil {
		t.Fatal(wrong)
	}
	text := savedText(t, g)
	follows(t, text)
	again, err := Read("graph.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if savedText(t, again) != text {
		t.Errorf("read and written again, %s is %s", text, savedText(t, again))
	}
}

func TestAGraphOfOneChunk(t *testing.T) {
	text := savedText(t, graph(t, Options{MaxTokens: 100}, manual("m", "x")))
	follows(t, text)
	if !strings.Contains(text, `"edges": []`) {
		t.Errorf("got %s", text)
	}
}

func follows(t *testing.T, text string) {
	t.Helper()
	if err := schematest.Check("graph.schema.json", text); err != nil {
		t.Error(err)
	}
}

func TestBadGraphs(t *testing.T) {
	text := savedText(t, graph(t, Options{MaxTokens: 100}, manual("m", shop)))
	for _, c := range []struct{ name, old, new, want string }{
		{"no JSON", text, "{\n  x", "g.json:2:3: not JSON"},
		{"cut off", text[len(text)/2:], "", "g.json:"},
		{"nothing", text, "", "g.json:1:1: unexpected end of the file"},
		{"two", text, text + "{}", "data after the graph"},
		{"another kind", `"version": 1`, `"version": "1"`, "`version` cannot be a JSON string"},
		{"another version", `"version": 1`, `"version": 2`, "g.json:version: version 2 is not 1, the one that this mantrac reads"},
		{"unknown member", `"version": 1`, `"versions": 1`, `g.json: unknown field "versions"`},
		{"nothing but a version", text, `{"version": 1}`, "g.json: missing `options`, `manuals`, `chunks`, `edges`;"},
		{"null for edges", text, `{"version": 1, "options": {"max_chunk_tokens": 1}, "manuals": [], "chunks": [], "edges": null}`, "g.json: missing `edges`;"},
		{"no limit", `"max_chunk_tokens": 100`, `"max_chunk_tokens": 0`, "g.json:options: max_chunk_tokens is 0; it has to be at least 1"},
		{"null", `"chunks": [`, `"chunks": [null,`, "g.json:chunks[0]: null is not a chunk"},
		{"a changed text", "Never.", "Ever.", `g.json:chunks[1]: chunk "m#refunds" does not continue the text of "m"`},
		{"two of an id", `"id": "m#refunds"`, `"id": "m#shop"`, `g.json:chunks[1]: two chunks have the id "m#shop"`},
		{"another manual", `"document": "m"`, `"document": "n"`, `g.json:chunks[0]: unknown manual "n"`},
		{"an edge to nowhere", `"to": "m#refunds"`, `"to": "m#x"`, `unknown chunk "m#x"`},
		{"an edge of no kind", `"kind": "child"`, `"kind": "kid"`, `g.json:edges[0]: unknown kind "kid"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("g.json", []byte(strings.Replace(text, c.old, c.new, 1)))
			var bad *badGraph
			if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), "; make the graph again with `mantrac doc graph --format json`") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestDrawings(t *testing.T) {
	g := graph(t, Options{MaxTokens: 100}, manual("m", "# <A> & \"B\"\nx\n## C\n"))
	if wrong := g.AddReferences([]Edge{{From: "m#c", To: "m#a--b", Why: "<b>"}}); wrong != nil {
		t.Fatal(wrong)
	}
	var dot, svg bytes.Buffer
	if err := errors.Join(g.DOT(&dot), g.SVG(&svg)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`label="<A> & \"B\"\n5 words"`, `"m#a--b" -> "m#c";`, `"m#c" -> "m#a--b" [style=dashed`, "style=dotted"} {
		if !strings.Contains(dot.String(), want) {
			t.Errorf("no %s in %s", want, dot.String())
		}
	}
	for _, want := range []string{`>&lt;A&gt; &amp; &#34;B&#34; · 5 words<`, `class="ref"`, `class="less"`, "m#c → m#a--b: &lt;b&gt;"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s in %s", want, svg.String())
		}
	}
	for d := xml.NewDecoder(&svg); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// The same manuals give the same graph, byte by byte.
func TestGraphsAreDeterministic(t *testing.T) {
	text := strings.Repeat(shop+"\nSee [the rest](#refunds-1), then [stock](#in-stock).\n", 5)
	var first string
	for range 20 {
		var b bytes.Buffer
		if err := graph(t, Options{MaxTokens: 12}, manual("m.md", text), manual("other/m.md", shop)).Write(&b); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = b.String()
		}
		if b.String() != first {
			t.Fatalf("another graph:\n%s\nthan\n%s", b.String(), first)
		}
	}
}
