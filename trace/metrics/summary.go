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

	Ungraded *Ungraded `json:"ungraded,omitempty"` // nil if every trace is graded
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

func (a *Agreement) add(r *grade.Result) {
	if r.Reward == nil {
		return
	}
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

// given returns the agreement, nil if no trace has a reward.
func (a *Agreement) given() *Agreement {
	// The zero value means that no trace had a reward.
	if *a == (Agreement{}) {
		return nil
	}
	b := *a
	return &b
}
