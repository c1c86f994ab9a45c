package validate

import (
	"context"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
)

// Verdict returns the verdict that [Session.Validate] gives a case, and asks
// for no more than it rests on: no omissions, nothing after the first conflict,
// and no smallest witnesses. Where ctx ends, it is UnknownVerdict, or one that
// is known by then. The errors are those of Validate.
func (s *Session) Verdict(ctx context.Context, suite *checker.Suite, k *checker.Case) (out Verdict, err error) {
	ctx, end := s.within(ctx)
	defer end()
	v := s.validator(ctx, system.NewScenario(suite, k))
	v.anyAnswer = true
	defer recovered(k, "any", &err)
	defer v.decider.close()
	unknown := false
	for _, step := range v.decisive() {
		a, err := v.ask(step.query)
		switch {
		case err != nil:
			return "", err
		case a.answer == step.when:
			return step.verdict, nil
		case a.answer == Unknown:
			unknown = true
		}
	}
	if unknown {
		return UnknownVerdict, nil
	}
	return Consistent, nil
}

// A step towards a verdict is a question, and the verdict if the answer is one.
type step struct {
	query   system.Query
	when    Answer
	verdict Verdict
}

// decisive returns the steps to the verdict, in the order of precedence.
func (v *validator) decisive() []step {
	list := []step{
		{system.Query{Kind: system.ChecksAlone}, None, UnsatisfiableChecks},
		{system.Query{Kind: system.Compliant}, None, NoCompliantTrace},
		{system.Query{Kind: system.Forward, Undisturbed: v.scenario.Disturbed()}, Found, ForwardConflict},
	}
	for _, c := range v.scenario.Case.Checks {
		list = append(list, step{system.Query{Kind: system.Commission, Check: c}, Found, OverRestrictive})
	}
	return list
}
