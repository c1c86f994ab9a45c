package metrics

import (
	"fmt"
	"strconv"
	"strings"
)

// A Metric is pass@k or pass^k.
type Metric struct {
	All bool // all of K trials pass, and not just one of them
	K   int
}

// The largest k. It is far beyond what anyone runs.
const maxK = 1000

// ParseMetric reads a metric as it is written: "pass@1", "pass^4".
func ParseMetric(s string) (Metric, error) {
	number, all := strings.CutPrefix(s, "pass^")
	if !all {
		var one bool
		if number, one = strings.CutPrefix(s, "pass@"); !one {
			return Metric{}, fmt.Errorf("unknown metric %q; expected pass@K or pass^K, as in pass@1 and pass^4", s)
		}
	}
	k, err := strconv.Atoi(number)
	if err != nil || k < 1 || k > maxK {
		return Metric{}, fmt.Errorf("%q: expected a K from 1 to %d", s, maxK)
	}
	return Metric{all, k}, nil
}

// String returns the metric as it is written.
func (m Metric) String() string {
	if m.All {
		return "pass^" + strconv.Itoa(m.K)
	}
	return "pass@" + strconv.Itoa(m.K)
}

// Of estimates the metric for a unit, without bias; ok is false if the unit
// has fewer than K trials.
func (m Metric) Of(t Tally) (value float64, ok bool) {
	if t.Trials < m.K {
		return 0, false
	}
	if m.All {
		return choose(t.Passed, t.Trials, m.K), true
	}
	return 1 - choose(t.Trials-t.Passed, t.Trials, m.K), true
}

// choose returns C(a, k) / C(n, k) for a ≤ n, as a product of factors that
// cannot overflow.
func choose(a, n, k int) float64 {
	p := 1.0
	for i := range k {
		// Of fewer than k, no k can be chosen.
		if a <= i {
			return 0
		}
		p *= float64(a-i) / float64(n-i)
	}
	return p
}
