package feature

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// typeOf returns the type of a thing, as ": Int"; "" where it has none.
func typeOf(o checker.Object) string {
	var t types.Type
	switch o := o.(type) {
	case *checker.Var:
		t = o.Type
	case *checker.Const:
		t = o.Type
	case *checker.Param:
		t = o.Type
	case *checker.Bound:
		t = o.Type
	case *checker.Local:
		t = o.Type
	}
	if t == nil || t == types.Invalid {
		return ""
	}
	return ": " + t.String()
}

// schemaType says what values a schema takes.
func schemaType(s *tool.Schema) string {
	list := lists.Map(s.Enum, types.Value.String)
	if len(list) > 0 {
		return "one of " + strings.Join(list, ", ")
	}
	if t := checker.SchemaType(s); t != types.Invalid {
		return t.String()
	}
	return "any value"
}
