package system

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/types"
)

// NoMaps returns an error that names a map of a model, nil if it has none. An
// engine without maps refuses the model with it.
func NoMaps(m *checker.Model) error {
	if m == nil {
		return nil
	}
	for _, v := range m.Vars {
		if types.HasMap(v.Type) {
			return fmt.Errorf("`%s` is a map, which this engine does not support", v.Name())
		}
	}
	for _, c := range m.Consts {
		if types.HasMap(c.Type) {
			return fmt.Errorf("`%s` is a map, which this engine does not support", c.Name())
		}
	}
	return nil
}
