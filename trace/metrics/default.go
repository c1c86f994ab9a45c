package metrics

// defaultMetrics are those that are worth a look if a unit has at most so many
// trials: pass@1, and pass@k and pass^k for k = 2, 4, 8 and so on.
func defaultMetrics(most int) []Metric {
	list := []Metric{{K: 1}}
	for k := 2; k <= min(most, maxK); k *= 2 {
		list = append(list, Metric{K: k}, Metric{All: true, K: k})
	}
	return list
}
