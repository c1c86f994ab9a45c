package stage

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/disk"
)

// graphsFolder is where the graphs of all runs are, beside the runs.
const graphsFolder = "graphs"

// A savedGraph is the place of a graph with the references that a model has found, and the
// graph if it is there.
type savedGraph struct {
	path  string
	graph *document.Graph
}

// savedGraph looks for the graph of the same chunks, found by the same model and prompt. A
// run that has asked itself, or asks anew, uses none, and saves another one.
func (d *Driver) savedGraph() (savedGraph, error) {
	_, model, err := d.Provider("document_extraction")
	if err != nil {
		return savedGraph{}, err
	}
	// The prompt without data has the hash of the template, which is what matters here.
	p, err := prompt.Render(prompt.DocumentExtraction{})
	if err != nil {
		return savedGraph{}, err
	}
	// Whatever the references depend on is part of the name.
	chunks, err := json.Marshal([]any{d.Graph.Options, d.Graph.Chunks, model, p.SHA256})
	if err != nil {
		return savedGraph{}, err
	}
	sum := sha256.Sum256(chunks)
	s := savedGraph{path: filepath.Join(d.Config.RunDir, graphsFolder, hex.EncodeToString(sum[:16])+".json")}
	asked := func(e run.Event) bool { return e.Stage == "document_extraction" && e.Key != "" }
	if d.Run.Redone("document_extraction", "") > 0 || slices.ContainsFunc(d.Run.Events(), asked) {
		return s, nil
	}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		s.graph, err = document.Read(s.path, data)
	}
	return s, err
}

// save saves a graph for other runs.
func (s savedGraph) save(g *document.Graph) error {
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o777); err != nil {
		return err
	}
	return disk.Write(s.path, b.Bytes())
}
