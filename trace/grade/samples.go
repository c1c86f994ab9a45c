package grade

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// hasOther reports whether a schema accepts a value other than the given ones.
// It is exact where the schema lists its values or limits numbers, and for
// objects of such; of schemas that restrict strings, lists and objects by
// keywords that are not modelled it may say yes where there is none.
func hasOther(s *tool.Schema, given []types.Value) bool {
	return slices.ContainsFunc(system.AnyOf(s, len(given)+1), func(v types.Value) bool { return !types.Contains(given, v) })
}
