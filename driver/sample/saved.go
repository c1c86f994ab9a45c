package sample

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/mantrac/mantrac/internal/jsontext"
)

// version is that of saved samples.
const version = 1

// A Run is the samples that were drawn from a graph.
type Run struct {
	Options
	Eligible int // chunks
	Covered  int // chunks that some sample has
	Samples  []Sample
}

// saved is a run as JSON.
type saved struct {
	Version  int      `json:"version"`
	Strategy Strategy `json:"strategy"`
	Seed     int64    `json:"seed"`
	Min      int      `json:"min_nodes_per_sample"`
	Max      int      `json:"max_nodes_per_sample"`
	Eligible int      `json:"eligible"`
	Covered  int      `json:"covered"`
	Samples  []Sample `json:"samples"`
}

// Write writes the run as JSON that sample.schema.json describes.
func (r *Run) Write(w io.Writer) error {
	return jsontext.Write(w, saved{version, r.Strategy, r.Seed, r.Min, r.Max, r.Eligible, r.Covered, r.Samples})
}

// Read reads what [Run.Write] has written. Name is for errors.
func Read(name string, data []byte) (*Run, error) {
	var s saved
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%s: not samples of `mantrac sample --format json`: line %d: %s", name, jsontext.FaultLine(data, err), jsontext.Fault(err))
	}
	if s.Version != version {
		return nil, fmt.Errorf("%s: version %d is not %d, the one that this mantrac reads; draw the samples again", name, s.Version, version)
	}
	return &Run{Options{s.Strategy, s.Seed, s.Min, s.Max}, s.Eligible, s.Covered, s.Samples}, nil
}

// Draw draws samples, and returns them with earlier ones.
func (s *Sampler) Draw(n int, earlier []Sample) *Run {
	r := &Run{Options: s.o, Eligible: s.Eligible(), Samples: earlier}
	for range n {
		r.Samples = append(r.Samples, s.Next())
	}
	r.Covered = s.Covered()
	return r
}
