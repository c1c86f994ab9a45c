package grading_test

import (
	"testing"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A trace has the plan of its case and initial state, made once. Without either, and
// with a state that is none of the model, there is none; of such a state it is said once.
func TestStarts(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "look"}]}`, "(model (var x Bool))", `(use "model.wm") (case c (checks (c (call look)))) (case d (checks (d (call look))))`)
	if err != nil {
		t.Fatal(err)
	}
	var told []error
	s := grading.NewStarts(p.Suite, grade.Options{Replay: true}, func(err error) { told = append(told, err) })
	plan := func(place int, state string) *grade.Plan {
		k := p.Suite.Cases[place]
		return s.Plan(k, &trace.Header{Task: k.Decl.Name().Name, Labels: map[string]string{trace.InitLabel: state}})
	}
	first := plan(0, `{"x": true}`)
	switch {
	case first == nil:
		t.Fatal("there is no plan of an initial state")
	case plan(0, `{"x": true}`) != first:
		t.Error("the plan of a state is made twice")
	case plan(0, `{"x": false}`) == first, plan(1, `{"x": true}`) == first:
		t.Error("another state, or case, has the same plan")
	}
	if plan(0, "") != nil || s.Plan(nil, &trace.Header{Labels: map[string]string{trace.InitLabel: `{"x": true}`}}) != nil {
		t.Error("there is a plan without an initial state, or without a case")
	}
	for range 2 {
		if plan(0, `{"x": 3}`) != nil {
			t.Error("there is a plan of a state that is none of the model")
		}
	}
	if len(told) != 1 {
		t.Errorf("it is told %d times of a state that is none of the model: %v", len(told), told)
	}
	no := grading.NewStarts(p.Suite, grade.Options{}, nil)
	if no.Plan(p.Suite.Cases[0], &trace.Header{Task: "c", Labels: map[string]string{trace.InitLabel: `{"x": true}`}}) != nil {
		t.Error("there is a plan of a start of traces that are not replayed")
	}
}
