package trial

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/world/simulator"
)

// randomCalls is how many calls the random agent makes.
const randomCalls = 12

// Random makes random calls that the schemas accept.
type Random struct{}

// Name implements [Agent].
func (Random) Name() string { return "random" }

// Play implements [Agent].
func (Random) Play(ctx context.Context, s *simulator.Session) error {
	w := s.World()
	tools := w.Tools(tool.Agent)
	named := system.NewScenario(w.Suite, w.Case).Named()
	r := rand.New(rand.NewPCG(s.Seed(), 3))
	for range randomCalls {
		if len(tools) == 0 {
			return nil
		}
		t := tools[r.IntN(len(tools))]
		_, err := s.Call(ctx, tool.Agent, "", t.Name, string(document.AppendJSON(nil, randomArguments(r, t, named))))
		if errors.Is(err, simulator.ErrLimit) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// randomArguments draws arguments: values that the case names, or samples.
func randomArguments(r *rand.Rand, t *tool.Tool, named []types.Value) types.Object {
	args := types.Object{}
	for _, p := range t.Input.Properties {
		// Optional arguments are left out half of the time.
		if !p.Required && r.IntN(2) == 0 {
			continue
		}
		list := system.Samples(p.Schema, 2)
		// Values that the case names make calls more likely to match something.
		for _, v := range named {
			if ok, _ := p.Schema.Accepts(v); ok {
				list = append(list, v)
			}
		}
		if len(list) > 0 {
			args = append(args, types.Member{Name: p.Name, Value: list[r.IntN(len(list))]})
		}
	}
	return args
}
