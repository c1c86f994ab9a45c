package metrics

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Noise says how large a difference of pass@1 is by chance alone.
//
// Between two models it is a permutation test over the tasks that both tried. If the
// models are alike, each task might as well have come out the other way round: the signs
// of the differences of tasks are drawn at random, 2,000 times with a fixed seed. Of the
// means, 95 % are no larger than the floor.
//
// Between two runs of one model the tasks stay, and the trials are made again. The variance
// of a task with n trials, of which the share p passes, is estimated by p (1 − p) / (n − 1).
// The floor is 1.96 standard deviations of the difference of two such runs. Tasks with one
// trial do not tell.
type Noise struct {
	Again []AgainRow `json:"again"`
	Pairs []PairRow  `json:"pairs"`
	Left  int        `json:"left,omitempty"` // models beyond the first 20, which are not compared
}

// An AgainRow is about two runs of one model.
type AgainRow struct {
	Model string  `json:"model"`
	Tasks int     `json:"tasks"` // with at least two trials
	Floor float64 `json:"floor"`
}

// A PairRow is about two models.
type PairRow struct {
	A          string   `json:"a"`
	B          string   `json:"b"`
	Tasks      int      `json:"tasks"`      // that both tried
	Differ     int      `json:"differ"`     // of them, with different rates
	Difference Estimate `json:"difference"` // of pass@1, A minus B
	Floor      float64  `json:"floor"`
	P          float64  `json:"p"` // the chance of a difference that is at least as large, if the models are alike
}

// maxCompared is how many models are compared with each other.
const maxCompared = 20

type pair struct{ a, b string }

// A noiseCounter collects what noise is computed of.
type noiseCounter struct {
	again  map[string]*variance
	models []string // in their order
	pairs  map[pair]*pairSample
}

// A variance adds up the variances of tasks.
type variance struct {
	tasks int
	sum   float64
}

// A pairSample has the differences of two models.
type pairSample struct {
	sample
	differ int
}

func newNoiseCounter() noiseCounter {
	return noiseCounter{again: make(map[string]*variance), pairs: make(map[pair]*pairSample)}
}

// unit takes how one model did on a task. Models come in their order.
func (n *noiseCounter) unit(t Tally) {
	// Models come in their order, so a new one differs from the last.
	if len(n.models) == 0 || n.models[len(n.models)-1] != t.Model {
		n.models = append(n.models, t.Model)
	}
	if t.Trials < 2 {
		return
	}
	v := n.again[t.Model]
	if v == nil {
		v = &variance{}
		n.again[t.Model] = v
	}
	v.tasks++
	v.sum += rate(t) * (1 - rate(t)) / float64(t.Trials-1)
}

// task takes how the models did on a task.
func (n *noiseCounter) task(by []Tally) {
	by = slices.DeleteFunc(slices.Clone(by), func(t Tally) bool {
		// The models are sorted, since they come in their order.
		i, _ := slices.BinarySearch(n.models, t.Model)
		return i >= maxCompared
	})
	for i, a := range by {
		for _, b := range by[i+1:] {
			key := pair{a.Model, b.Model}
			if n.pairs[key] == nil {
				n.pairs[key] = &pairSample{}
			}
			d := rate(a) - rate(b)
			n.pairs[key].add(d)
			if d != 0 {
				n.pairs[key].differ++
			}
		}
	}
}

// given returns the result.
func (n *noiseCounter) given() Noise {
	out := Noise{Again: []AgainRow{}, Pairs: []PairRow{}, Left: max(0, len(n.models)-maxCompared)}
	// The order is that of the models, and not that of the map.
	for _, model := range n.models {
		if v := n.again[model]; v != nil {
			out.Again = append(out.Again, AgainRow{model, v.tasks, 1.96 * math.Sqrt(2*v.sum) / float64(v.tasks)})
		}
	}
	for i, a := range n.models {
		for _, b := range n.models[i+1:] {
			if s := n.pairs[pair{a, b}]; s != nil {
				row := PairRow{A: a, B: b, Tasks: s.n, Differ: s.differ, Difference: s.estimate("pass@1")}
				row.Floor, row.P = s.chance()
				out.Pairs = append(out.Pairs, row)
			}
		}
	}
	return out
}

// chance returns the permutation test over the signs of a sample: what 95 % of the means
// do not exceed, and how likely a mean is that is at least as far from 0.
func (s *sample) chance() (floor, p float64) {
	const rounding = 1e-9
	r := rand.New(rand.NewPCG(seed, 1))
	means := make([]float64, draws)
	// The observed difference counts as one of the draws, so that p is never 0.
	seen, reached := math.Abs(s.mean()), 1
	for i := range means {
		// A mean that equals the observed one up to rounding reaches it.
		if means[i] = math.Abs(s.flipped(r)); means[i] >= seen-rounding {
			reached++
		}
	}
	slices.Sort(means)
	return means[draws*95/100-1], float64(reached) / (draws + 1)
}

// flipped returns the mean of the numbers with signs that are drawn.
func (s *sample) flipped(r *rand.Rand) float64 {
	sum := 0.0
	if s.listed != nil {
		// One random number has the signs of 64 values.
		var signs uint64
		for i, v := range s.listed {
			if i%64 == 0 {
				signs = r.Uint64()
			}
			if signs&1 == 0 {
				v = -v
			}
			sum += v
			signs >>= 1
		}
	} else {
		// The order of a map is random, and the draws have to be the same for each run.
		for _, v := range slices.Sorted(maps.Keys(s.times)) {
			n := s.times[v]
			// Of n equal values, a binomial number of signs is positive.
			sum += v * float64(2*binomial(r, n, 0.5)-n)
		}
	}
	return sum / float64(s.n)
}
