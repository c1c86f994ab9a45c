package metrics

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// maxListed is how many numbers of a sample are kept one by one, and drawn so.
// Of more, it is only kept how often there is which.
const maxListed = 1000

// A sample is some numbers. What it keeps grows with those that differ.
type sample struct {
	n      int
	listed []float64       // all of them, in order, if they are few
	times  map[float64]int // how often there is which
}

func (s *sample) add(v float64) { s.addTimes(v, 1) }

func (s *sample) addTimes(v float64, times int) {
	if s.times == nil {
		s.times = make(map[float64]int)
	}
	s.times[v] += times
	s.n += times
	// Beyond the limit only the counts are kept.
	if s.n > maxListed {
		s.listed = nil
		return
	}
	for range times {
		s.listed = append(s.listed, v)
	}
}

// mean returns the mean of the numbers, 0 if there are none.
func (s *sample) mean() float64 {
	sum := 0.0
	// Few numbers are added in their order, so that the mean does not depend on a map.
	if s.listed != nil {
		for _, v := range s.listed {
			sum += v
		}
	} else {
		// Sums of floating point numbers depend on the order, which a map does not have.
		for _, v := range slices.Sorted(maps.Keys(s.times)) {
			sum += v * float64(s.times[v])
		}
	}
	if s.n == 0 {
		return 0
	}
	return sum / float64(s.n)
}

// estimate returns the mean with its interval.
func (s *sample) estimate(metric string) Estimate {
	e := Estimate{Metric: metric, Units: s.n, Value: s.mean()}
	e.Low, e.High = e.Value, e.Value
	// One number has no spread that could be drawn from.
	if s.n > 1 {
		e.Low, e.High = interval(s.drawer())
	}
	return e
}

// drawer returns a function that draws as many numbers, with replacement, and
// returns their mean.
func (s *sample) drawer() func(*rand.Rand) float64 {
	if s.listed != nil {
		return func(r *rand.Rand) float64 { return drawn(r, s.listed) }
	}
	values := slices.Sorted(maps.Keys(s.times))
	return func(r *rand.Rand) float64 {
		// A multinomial draw, one value after the other: what is left goes to the rest of the values.
		sum, left, rest := 0.0, s.n, s.n
		for _, v := range values {
			n := binomial(r, left, float64(s.times[v])/float64(rest))
			sum += v * float64(n)
			left -= n
			rest -= s.times[v]
		}
		return sum / float64(s.n)
	}
}

// binomial draws how many of n trials succeed that do with chance p. Where many
// do and many do not, it rounds a normal variable; else it draws how many
// trials there are up to the next success.
func binomial(r *rand.Rand, n int, p float64) int {
	switch {
	case p >= 1:
		return n
	case p > 0.5:
		// The rarer outcome is drawn, since the loop below takes a step for each.
		return n - binomial(r, n, 1-p)
	case p <= 0 || n == 0:
		return 0
	}
	// With this variance a normal variable is close enough, and takes one step.
	if variance := float64(n) * p * (1 - p); variance > 30 {
		drawn := float64(n)*p + math.Sqrt(variance)*r.NormFloat64()
		return int(min(max(math.Round(drawn), 0), float64(n)))
	}
	found := 0
	for at := 0.0; ; found++ {
		// The distance to the next success has a geometric distribution.
		at += math.Floor(math.Log(1-r.Float64())/math.Log1p(-p)) + 1
		if at > float64(n) {
			return found
		}
	}
}

// A unitSample is how the units of a group did.
type unitSample struct {
	n      int
	all    Tally
	most   int           // trials of a unit
	listed []Tally       // all of them, in order, if they are few
	times  map[Tally]int // how many units have which tally
}

func (s *unitSample) add(t Tally) {
	// Units with the same tally count together, so their names are dropped.
	t.Unit = Unit{}
	if s.times == nil {
		s.times = make(map[Tally]int)
	}
	s.times[t]++
	s.n++
	s.all.Trials += t.Trials
	s.all.Passed += t.Passed
	s.all.Inconclusive += t.Inconclusive
	s.most = max(s.most, t.Trials)
	if s.listed = append(s.listed, t); s.n > maxListed {
		s.listed = nil
	}
}

// each calls f with tallies, and how many units have them: one by one and in
// order if they are few.
func (s *unitSample) each(f func(t Tally, times int)) {
	if s.listed != nil {
		for _, t := range s.listed {
			f(t, 1)
		}
		return
	}
	for _, t := range slices.SortedFunc(maps.Keys(s.times), func(a, b Tally) int {
		return cmp.Or(a.Trials-b.Trials, a.Passed-b.Passed, a.Inconclusive-b.Inconclusive)
	}) {
		f(t, s.times[t])
	}
}

// measure estimates a metric; ok is false if no unit has trials enough.
func (s *unitSample) measure(m Metric) (e Estimate, ok bool) {
	var values sample
	var last Tally
	s.each(func(t Tally, times int) {
		if v, enough := m.Of(t); enough {
			values.addTimes(v, times)
			last = t
		}
	})
	switch values.n {
	case 0:
		return Estimate{Metric: m.String()}, false
	case 1:
		// Between units there is nothing to draw, so the trials of the only one are drawn.
		e = Estimate{Metric: m.String(), Units: 1, Value: values.mean()}
		e.Low, e.High = interval(func(r *rand.Rand) float64 { return again(r, last, m) })
		return e, true
	}
	return values.estimate(m.String()), true
}
