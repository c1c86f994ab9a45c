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

// Measure estimates a metric over units; ok is false if no unit has trials
// enough. Time is linear in the number of units, times the draws.
func Measure(units []Tally, m Metric) (e Estimate, ok bool) {
	var values []float64
	var used []Tally
	for _, u := range units {
		if v, enough := m.Of(u); enough {
			values, used = append(values, v), append(used, u)
		}
	}
	if len(values) == 0 {
		return Estimate{Metric: m.String()}, false
	}
	e = Estimate{Metric: m.String(), Units: len(values), Value: mean(values)}
	if len(values) == 1 {
		e.Low, e.High = interval(func(r *rand.Rand) float64 { return again(r, used[0], m) })
	} else {
		e.Low, e.High = interval(func(r *rand.Rand) float64 { return drawn(r, values) })
	}
	return e, true
}

// MeanOf returns the mean of some numbers, one a unit, with its interval.
func MeanOf(metric string, values []float64) Estimate {
	e := Estimate{Metric: metric, Units: len(values), Value: mean(values)}
	e.Low, e.High = e.Value, e.Value
	if len(values) > 1 {
		e.Low, e.High = interval(func(r *rand.Rand) float64 { return drawn(r, values) })
	}
	return e
}

// interval returns the percentiles 2.5 and 97.5 of what is drawn.
func interval(draw func(*rand.Rand) float64) (low, high float64) {
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
	for range t.Trials {
		if r.IntN(t.Trials) < t.Passed {
			passed++
		}
	}
	t.Passed = passed
	v, _ := m.Of(t)
	return v
}

func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
