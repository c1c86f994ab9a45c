package metrics

// DefaultMetrics are those that are worth a look for the trials at hand:
// pass@1, and pass@k and pass^k for k = 2, 4, 8 and so on, as long as some unit
// has so many trials.
func DefaultMetrics(units []Tally) []Metric {
	most := 0
	for _, u := range units {
		most = max(most, u.Trials)
	}
	list := []Metric{{K: 1}}
	for k := 2; k <= min(most, maxK); k *= 2 {
		list = append(list, Metric{K: k}, Metric{All: true, K: k})
	}
	return list
}
