package stage

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/spell"
)

// The limits of what a model may read beside one chunk.
const (
	mostRead    = 4 // chunks at a time
	mostReading = 2 // times
)

// references is an answer of document_extraction.
type references struct {
	Read       []string `json:"read"`
	References []struct {
		To     string `json:"to"`
		Why    string `json:"why"`
		Weight int    `json:"weight"`
	} `json:"references"`
}

// extract adds the references between chunks that a model finds (App. 0.C.5): it gets one chunk
// and the table of contents, and may ask to read others.
//
// A graph that another run has saved for the same chunks is used again.
func (d *Driver) extract(ctx context.Context) error {
	saved, err := d.savedGraph()
	if err != nil {
		return err
	}
	// A saved graph has the same chunks, so it takes the place of the own one.
	if saved.graph != nil {
		d.Graph = saved.graph
		if err := d.Run.Note(run.Event{Stage: "document_extraction", What: "reused", Why: filepath.Base(saved.path)}); err != nil {
			return err
		}
		return d.write("graph.json", d.Graph.Write)
	}
	whole, err := d.findReferences(ctx)
	if err == nil {
		err = d.write("graph.json", d.Graph.Write)
	}
	// Other runs can use only a graph without gaps.
	if err == nil && whole {
		err = saved.save(d.Graph)
	}
	return err
}

// findReferences adds the references of all chunks. Whole is false if there is nothing to
// ask, or the references of some chunks were left out.
func (d *Driver) findReferences(ctx context.Context) (whole bool, err error) {
	contents := lists.Map(d.Graph.Chunks, func(c *document.Chunk) prompt.Chunk { return prompt.Chunk{ID: c.ID, Title: c.Title()} })
	// A single chunk has nothing to refer to.
	chunks := lists.Filter(d.Graph.Chunks, func(c *document.Chunk) bool { return !c.Trivial() && len(contents) > 1 })
	found, err := inParallel(d.Config.Sampling.Parallel, chunks, func(c *document.Chunk) ([]document.Edge, error) {
		return d.referencesOf(ctx, c, contents)
	})
	if err != nil {
		return false, err
	}
	whole = len(chunks) > 0
	for _, list := range found {
		whole = whole && list != nil
		for _, wrong := range d.Graph.AddReferences(list) {
			return false, wrong // each was refused before, with its answer
		}
	}
	return whole, nil
}

// referencesOf returns the references of a chunk; nil, if the model cannot say.
func (d *Driver) referencesOf(ctx context.Context, c *document.Chunk, contents []prompt.Chunk) ([]document.Edge, error) {
	data := prompt.DocumentExtraction{Contents: contents, Chunk: prompt.Chunk{ID: c.ID, Title: c.Title(), Text: c.Text}}
	for times := 0; ; times++ {
		data.More = times < mostReading
		answer, err := settle(ctx, d, c.ID, data, func(p prompt.Prompt, text string) (references, []fault) {
			return d.readReferences(p, text, c, data.More)
		})
		if err != nil {
			// A chunk whose references cannot be had must not end the run.
			if unmade(err) {
				return nil, d.omit(run.Event{Stage: "document_extraction", Subject: c.ID, What: withoutReferences, Why: err.Error()})
			}
			return nil, err
		}
		// The model asks to read nothing more, so this is its answer.
		if len(answer.Read) == 0 {
			return edges(c, answer), nil
		}
		for _, id := range answer.Read {
			other := d.Graph.Chunk(id)
			data.Read = append(data.Read, prompt.Chunk{ID: id, Title: other.Title(), Text: other.Text})
		}
	}
}

// readReferences refuses references to chunks that are not there.
func (d *Driver) readReferences(p prompt.Prompt, text string, c *document.Chunk, more bool) (references, []fault) {
	answer, wrong := decode[references](p, text)
	ids := lists.Map(d.Graph.Chunks, func(k *document.Chunk) string { return k.ID })
	known := func(id string) {
		if d.Graph.Chunk(id) == nil {
			wrong = append(wrong, unknown("chunk", id, ids))
		}
	}
	for _, id := range answer.Read {
		known(id)
	}
	switch {
	case len(answer.Read) > mostRead:
		wrong = append(wrong, faultf("`read` has %d chunks; at most %d are possible", len(answer.Read), mostRead))
	// The schema allows it at any time, so the last time is enforced here.
	case len(answer.Read) > 0 && !more:
		wrong = append(wrong, faultf("`read` has to be empty now"))
	}
	for _, r := range answer.References {
		known(r.To)
		if r.To == c.ID {
			wrong = append(wrong, faultf("a chunk cannot refer to itself"))
		}
		if r.Weight < 1 || r.Weight > 10 {
			wrong = append(wrong, faultf("the weight %d is not between 1 and 10", r.Weight))
		}
	}
	return answer, wrong
}

func edges(c *document.Chunk, answer references) []document.Edge {
	// An empty list is not nil, which would mean that the references could not be had.
	list := []document.Edge{}
	for _, r := range answer.References {
		list = append(list, document.Edge{From: c.ID, To: r.To, Why: r.Why, Weight: r.Weight})
	}
	return list
}

// unknown is a name that there is not, with the nearest one.
func unknown(what, name string, names []string) fault {
	text := fmt.Sprintf("there is no %s %q", what, name)
	if near := spell.Nearest(name, names); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return fault{text: text}
}
