package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/source"
)

// version is that of saved graphs.
const version = 1

// saved is a graph as JSON.
type saved struct {
	Version int      `json:"version"`
	Options *Options `json:"options"` // nil if a file has none
	Manuals []Manual `json:"manuals"`
	Chunks  []*Chunk `json:"chunks"`
	Edges   []Edge   `json:"edges"`
}

// Write writes the graph as JSON that graph.schema.json describes.
func (g *Graph) Write(w io.Writer) error {
	edges := g.Edges
	if edges == nil {
		edges = []Edge{}
	}
	return jsontext.Write(w, saved{version, &g.Options, g.Manuals, g.Chunks, edges})
}

// A badGraph is a file that is no saved graph.
type badGraph struct {
	Name  string
	Place string // LINE:COLUMN, or the member that is wrong
	Why   string
}

// Error implements [error].
func (b *badGraph) Error() string {
	place := b.Name
	if b.Place != "" {
		place += ":" + b.Place
	}
	return place + ": " + b.Why + "; make the graph again with `mantrac doc graph --format json`"
}

// Read reads a graph that [Graph.Write] has written. Name is for errors, which are
// of type badGraph.
func Read(name string, data []byte) (*Graph, error) {
	var s saved
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, badJSON(name, data, err)
	}
	// The decoder stops after the first value.
	if _, err := d.Token(); err != io.EOF {
		return nil, badJSON(name, data, &json.SyntaxError{Offset: d.InputOffset()})
	}
	if s.Version != version {
		return nil, &badGraph{name, "version", fmt.Sprintf("version %d is not %d, the one that this mantrac reads", s.Version, version)}
	}
	if missing := s.missing(); len(missing) > 0 {
		return nil, &badGraph{Name: name, Why: "missing " + strings.Join(missing, ", ")}
	}
	if err := s.Options.Check(); err != nil {
		return nil, &badGraph{name, "options", err.Error()}
	}
	g := newGraph(*s.Options)
	g.Manuals = s.Manuals
	if bad := g.restore(s); bad != nil {
		bad.Name = name
		return nil, bad
	}
	return g, nil
}

// missing returns the members that a graph has to have and that the file lacks.
func (s *saved) missing() (list []string) {
	for _, m := range []struct {
		name string
		is   bool
	}{{"options", s.Options != nil}, {"manuals", s.Manuals != nil}, {"chunks", s.Chunks != nil}, {"edges", s.Edges != nil}} {
		if !m.is {
			list = append(list, "`"+m.name+"`")
		}
	}
	return list
}

// badJSON returns the error of a text that is no JSON, or not that of a graph.
func badJSON(name string, data []byte, err error) error {
	offset := len(data)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	why := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.As(err, &syntax):
		offset = max(int(syntax.Offset)-1, 0) // of the byte that is wrong
		if why = "data after the graph"; syntax.Error() != "" {
			why = jsontext.Fault(err)
		}
	case errors.As(err, &kind):
		offset, why = int(kind.Offset), fmt.Sprintf("`%s` cannot be a JSON %s", kind.Field, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = "unexpected end of the file"
	default:
		return &badGraph{Name: name, Why: why}
	}
	at := source.NewFile(name, string(data)).Location(min(offset, len(data)), source.Bytes)
	return &badGraph{name, fmt.Sprintf("%d:%d", at.Line, at.Column), why}
}

// restore adds the chunks and edges of a saved graph, unless no graph has them.
func (g *Graph) restore(s saved) *badGraph {
	end := make(map[string]int) // of the chunks of each manual
	for _, m := range s.Manuals {
		end[m.Name] = 0
	}
	for i, c := range s.Chunks {
		place := fmt.Sprintf("chunks[%d]", i)
		if c == nil {
			return &badGraph{Place: place, Why: "null is not a chunk"}
		}
		start, known := end[c.Document]
		switch {
		case !known:
			return &badGraph{Place: place, Why: fmt.Sprintf("unknown manual %q", c.Document)}
		case g.Chunk(c.ID) != nil:
			return &badGraph{Place: place, Why: fmt.Sprintf("two chunks have the id %q", c.ID)}
		// The chunks of a manual have to join without gaps, as those of a text do.
		case c.Start != start || c.End != start+len(c.Text) || c.Body < c.Start || c.Body > c.End:
			return &badGraph{Place: place, Why: fmt.Sprintf("chunk %q does not continue the text of %q", c.ID, c.Document)}
		}
		end[c.Document] = c.End
		g.add(c)
	}
	for i, e := range s.Edges {
		if e.Kind != Child && e.Kind != Next && e.Kind != Reference {
			return &badGraph{Place: fmt.Sprintf("edges[%d]", i), Why: fmt.Sprintf("unknown kind %q", e.Kind)}
		}
		if wrong := g.refuse(e); len(wrong) > 0 {
			return &badGraph{Place: fmt.Sprintf("edges[%d]", i), Why: wrong[0].Error()}
		}
		g.connect(e)
	}
	return nil
}
