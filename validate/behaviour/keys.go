package behaviour

import (
	"errors"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/types"
)

var errKeys = errors.New("whether two keys of a map that are assigned meet cannot be asked")

// assignable returns a clause that holds where an assignment can be made; "" if
// it always can.
func (x existence) assignable(a checker.Assignment) (string, error) {
	made, err := x.made(a)
	if err != nil || a.Key == nil {
		return made, err
	}
	list := []string{made}
	// All assignments of the transition count, since any of them may meet the key.
	for _, b := range x.model.Assignments(x.transition) {
		text, err := x.meets(a, b)
		if err != nil {
			return "", err
		}
		if text != "" {
			list = append(list, not(text))
		}
	}
	return conjunction(list), nil
}

// made returns a clause that holds where an assignment has a key and a value in
// their types; "" if it always has.
func (x existence) made(a checker.Assignment) (string, error) {
	u := x.transition.Unit
	if a.Key == nil {
		return x.defined(u, a.Value, a.Type(), x.target(a))
	}
	// No target term is passed: the entry may not exist yet.
	key, err := x.defined(u, a.Key, a.Var.Type.(*types.Map).Key, "")
	if err != nil {
		return "", err
	}
	value, err := x.defined(u, a.Value, a.Type(), "")
	if err != nil {
		return "", err
	}
	return conjunction([]string{key, value}), nil
}

// meets returns a clause that holds where an assignment that can be made
// otherwise gives the key of another one another value; "" if none does.
func (x existence) meets(a, b checker.Assignment) (string, error) {
	if b.Key == nil || a.Expr == b.Expr || a.Var != b.Var || x.exclude(a, b) {
		return "", nil
	}
	u := x.transition.Unit
	left, right := x.text(u, a.Value), x.text(u, b.Value)
	if left == right {
		return "", nil
	}
	// The comparison might be computed in another type than the assignments are.
	if composed(a.Value) || composed(b.Value) || a.Type() == types.Real && !(x.total(u, a.Value) && x.total(u, b.Value)) {
		return "", errKeys // the types of what is in them depend on their place
	}
	made, err := x.made(b)
	if err != nil {
		return "", err
	}
	list := append(x.guards(b), made, "(= "+x.text(u, a.Key)+" "+x.text(u, b.Key)+")", "(not (= "+left+" "+right+"))")
	return conjunction(list), nil
}
