package importer_test

import (
	"archive/zip"
	"fmt"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/trace/importer"
)

// TestEvalWithLostChunks: elements keep their index where a chunk before them could
// not be read, and a chunk that claims any index costs no memory.
func TestEvalWithLostChunks(t *testing.T) {
	const at = "samples/q_epoch_1/"
	sample := entries{
		{at + "sample.json", `{"id":"q","epoch":1,"input":"x","target":""}`},
		{at + "messages/0.json", `[{"id":"m0","role":"us`},
		{at + "messages/2.json", `[{"id":"m2","role":"user","content":"attachment://3"},{"id":"m3","role":"user","content":"attachment://1"}]`},
		{at + "events/0.json", `[{"event":"model","input_refs":[[2,3]],"output":{"choices":[]}},{"event":"model","input_refs":[[1,4]],"output":{"choices":[]}}]`},
		{at + "attachments/0.json", `["a","b"`},
		{at + "attachments/2.json", `["c","d"]`},
		{"header.json", evalHeader},
	}
	var gaps entries
	for i := range 40 {
		gaps = append(gaps, struct{ name, text string }{fmt.Sprintf(at+"events/%d.json", (i+1)<<19), "[{}]"})
	}
	c, _ := read(t, archive(t, zip.Store, append(gaps, sample...)), importer.Options{})
	if len(c.Problems) != 4 {
		t.Errorf("many gaps: %v", c.Problems)
	}
	for _, far := range []entries{nil, {{at + "messages/9000000000000000000.json", `[{"id":"m9","role":"user","content":"far"}]`}}} {
		c, _ := read(t, archive(t, zip.Store, append(far, sample...)), importer.Options{})
		var got []string
		for _, e := range c.Traces[0].Events {
			got = append(got, e.Text)
		}
		if want := []string{"d", "attachment://1"}; !slices.Equal(got, want) || len(c.Problems) != 3+len(far) {
			t.Errorf("%q, want %q: %v", got, want, c.Problems)
		}
	}
}

// TestEvalWithMissingChunk: a sample of which a chunk is missing is not whole.
func TestEvalWithMissingChunk(t *testing.T) {
	const at = "samples/q_epoch_1/"
	c, _ := read(t, archive(t, zip.Store, entries{
		{at + "sample.json", `{"id":"q","epoch":1,"input":"x","target":""}`},
		{at + "messages/1.json", `[{"id":"m1","role":"user","content":"hi"}]`},
		{"header.json", evalHeader},
	}), importer.Options{})
	if len(c.Traces) != 1 || len(c.Traces[0].Events) != 1 || len(c.Problems) != 1 || c.Problems[0].Trace != "q/1" {
		t.Errorf("%+v: %v", c.Traces, c.Problems)
	}
}
