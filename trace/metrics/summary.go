package metrics

import "github.com/mantrac/mantrac/trace/grade"

// A Summary is everything that is computed over one run.
type Summary struct {
	Overall Group                 `json:"overall"`
	Groups  map[Dimension][]Group `json:"groups"`
	Classes []ClassCount          `json:"classes"`
	Clauses []grade.ClauseCount   `json:"preconditions,omitempty"` // that are broken
	Score   Estimate              `json:"score"`                   // the mean of the gated minimum, from 0 to 100
	Rewards *Agreement            `json:"rewards,omitempty"`
}

// An Agreement holds verdicts against the rewards that a benchmark gave, where
// it gave any: 1 is a pass.
type Agreement struct {
	BothPass   int `json:"both_pass"`
	OnlyReward int `json:"only_reward"` // rewarded, and broke the manual
	OnlyManual int `json:"only_manual"` // kept to the manual, and was not rewarded
	NeitherOne int `json:"neither"`
	Unknown    int `json:"unknown"` // inconclusive
}

// Summarise computes everything over graded traces.
func Summarise(results []grade.Result, by []Dimension, list []Metric, t *Tiers) *Summary {
	s := &Summary{
		Overall: Overall(results, list),
		Groups:  make(map[Dimension][]Group),
		Classes: Classes(results),
		Clauses: clauses(results),
		Score:   t.MeanScore(results),
		Rewards: agreement(results),
	}
	for _, d := range by {
		s.Groups[d] = GroupBy(results, d, list)
	}
	return s
}

// clauses counts the clauses of the model that are broken.
func clauses(results []grade.Result) []grade.ClauseCount {
	n := make(grade.ClauseCounts)
	for i := range results {
		n.Add(results[i].Replay)
	}
	return n.List()
}

func agreement(results []grade.Result) *Agreement {
	var a Agreement
	rewards := 0
	for i := range results {
		r := &results[i]
		if r.Reward == nil {
			continue
		}
		rewards++
		rewarded := *r.Reward >= 1
		switch {
		case r.Verdict == grade.Inconclusive:
			a.Unknown++
		case rewarded && r.Verdict == grade.Pass:
			a.BothPass++
		case rewarded:
			a.OnlyReward++
		case r.Verdict == grade.Pass:
			a.OnlyManual++
		default:
			a.NeitherOne++
		}
	}
	if rewards == 0 {
		return nil
	}
	return &a
}
