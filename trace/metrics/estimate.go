package metrics

import (
	"math/rand/v2"
	"slices"
)

// An Estimate is the value of a metric over some units, with an interval that
// holds 95 %.
type Estimate struct {
	Metric string  `json:"metric"`
	Units  int     `json:"units"` // that have trials enough
	Value  float64 `json:"value"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// The bootstrap: how often it draws, and its seed.
const (
	draws = 2000
	seed  = 20240613
)

// interval returns the percentiles 2.5 and 97.5 of what is drawn.
func interval(draw func(*rand.Rand) float64) (low, high float64) {
	// The seed is fixed, so that the same runs give the same interval.
	r := rand.New(rand.NewPCG(seed, 0))
	list := make([]float64, draws)
	for i := range list {
		list[i] = draw(r)
	}
	slices.Sort(list)
	return list[draws*25/1000], list[draws*975/1000-1]
}

// drawn is the mean of as many values, drawn with replacement.
func drawn(r *rand.Rand, values []float64) float64 {
	sum := 0.0
	for range values {
		sum += values[r.IntN(len(values))]
	}
	return sum / float64(len(values))
}

// again is the metric of a unit whose trials are drawn with replacement.
func again(r *rand.Rand, t Tally, m Metric) float64 {
	passed := 0
	// Beyond the limit, the number of passes is drawn at once.
	if t.Trials > maxListed {
		passed = binomial(r, t.Trials, float64(t.Passed)/float64(t.Trials))
	} else {
		for range t.Trials {
			if r.IntN(t.Trials) < t.Passed {
				passed++
			}
		}
	}
	t.Passed = passed
	v, _ := m.Of(t)
	return v
}
