package worker

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/behaviour/report"
	"github.com/mantrac/mantrac/validate/gate"
)

// compare says what the edits between two versions mean.
func (w *worker) compare(ctx context.Context, r Request) (json.RawMessage, error) {
	// The old version is in files of its own, which no buffer replaces.
	was, err := w.world(r, r.Old.Model, r.Old.Suites)
	if err != nil {
		return nil, fmt.Errorf("the earlier version: %w", err)
	}
	is, err := w.world(r, r.Model, r.Suites)
	if err != nil {
		return nil, err
	}
	old, now := &edit.Set{Models: was.Models, Suites: was.Suites}, &edit.Set{Models: is.Models, Suites: is.Suites}
	d := edit.DiffOptions{Old: r.Old.Top, New: r.Top}
	edits, err := edit.Diff(old, now, d)
	if err != nil {
		return nil, err
	}
	o := behaviour.Options{Options: options(r)}
	if _, err := solver.Attach(&o.Options, limits); err != nil {
		return nil, err
	}
	found, err := behaviour.Run(ctx, old, now, edits, d, o)
	if err != nil {
		return nil, err
	}
	// The gates judge an edit by its place.
	places, err := edit.Places(old, now, edits, d)
	if err != nil {
		return nil, err
	}
	judged := gate.Judge(gate.Input{Old: gate.Version{Set: old, Prefix: d.Old}, New: gate.Version{Set: now, Prefix: d.New}, Edits: edits, Places: places, Behaviour: found})
	return json.Marshal(report.NewDocument(found, judged))
}
