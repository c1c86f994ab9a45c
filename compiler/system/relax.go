package system

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// Relax relaxes a check of the case: see [property.Relax].
func (sc *Scenario) Relax(c *ast.Check, want, fix bool) *property.Relaxation {
	return property.Relax(sc.Property(c), want, fix, sc.bindable)
}

// Joined returns the argument that a pattern binds to a variable.
func (sc *Scenario) Joined(p *property.Pattern, v property.Var) *Parameter {
	list := sc.Tools[sc.Place(p.Tool)].Params
	return list[slices.IndexFunc(list, func(x *Parameter) bool { return x.Name == v.Of && !x.Answer })]
}

// bindable returns the values of an argument that a pattern binds, if they are few,
// and else those that checks name.
func (sc *Scenario) bindable(p *property.Pattern, v property.Var) (list []types.Value, all bool) {
	x := sc.Joined(p, v)
	list = types.Few(x.Type)
	if given := Listed(x.Schema); given != nil {
		// A clone, as null may be added below.
		list = slices.Clone(given)
	}
	if s := x.Schema; list == nil && s != nil && x.Type == types.Int && s.Minimum != nil && s.Maximum != nil {
		list = between(floor(s.Minimum.Value.Rat()), floor(s.Maximum.Value.Rat()))
	}
	if list == nil {
		return x.Pins, false
	}
	if x.Nullable {
		list = append(list, types.Null{})
	}
	return list, true
}

// mostIntegers is up to how many integers are listed one by one.
const mostIntegers = 16

// between returns the integers from one to another; nil if they are many.
func between(low, high *big.Rat) []types.Value {
	if n := new(big.Rat).Sub(high, low); n.Cmp(big.NewRat(mostIntegers, 1)) > 0 {
		return nil
	}
	list := []types.Value{}
	for n := low; n.Cmp(high) <= 0; n = new(big.Rat).Add(n, big.NewRat(1, 1)) {
		list = append(list, types.NewNumber(n))
	}
	return list
}
