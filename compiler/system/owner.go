package system

import (
	"errors"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
)

var errOwned = errors.New("the model has tools of the user")

// Owned returns an error if somebody else than the agent acts in a scenario, or
// if checks speak of others.
func (sc *Scenario) Owned() error {
	if slices.ContainsFunc(sc.Model.Transitions, func(t *checker.Transition) bool { return t.Owner != tool.Agent }) ||
		slices.ContainsFunc(sc.Patterns(), func(p *property.Pattern) bool { return p.By != tool.ByOwner }) {
		return errOwned
	}
	return nil
}
