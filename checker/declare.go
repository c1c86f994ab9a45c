package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/types"
)

func newInfo() *unitInfo {
	return &unitInfo{
		types: make(map[ast.Expr]types.Type), objects: make(map[ast.Node]Object),
		usage: usage{reads: make(map[*Var]bool), sets: make(map[*Var]bool), consts: make(map[*Const]bool)},
		asked: make(map[string]Object),
	}
}

func (u *unitInfo) lint(p diag.Problem) { u.lints = append(u.lints, diag.Of(p)) }

func (u *unitInfo) report(p diag.Problem) { u.diagnostics = append(u.diagnostics, diag.Of(p)) }

// declare gives a declaration its object.
func declare(u *ast.Unit) *unitInfo {
	info := newInfo()
	switch n := u.Node.(type) {
	case *ast.Var:
		if n.Name != nil {
			v := &Var{Unit: u, Decl: n, Type: resolveType(u, n.Type, info)}
			info.declares, info.objects[n.Name] = v, v
		}
	case *ast.Const:
		if n.Name != nil {
			k := &Const{Unit: u, Decl: n, Type: resolveType(u, n.Type, info)}
			info.declares, info.objects[n.Name] = k, k
			if n.Value != nil {
				v := valuer{unit: u, info: info, code: "MC0311"}
				k.Value = v.value(n.Value, k.Type)
			}
		}
	}
	return info
}

// resolveType returns the type that a type expression stands for.
func resolveType(u *ast.Unit, e ast.Type, info *unitInfo) types.Type {
	switch e := e.(type) {
	case *ast.BasicType:
		return e.Type
	case *ast.EnumType:
		return resolveEnum(u, e, info)
	case *ast.RecordType:
		return resolveRecord(u, e, info)
	case *ast.ArrayType:
		return &types.Array{Elem: resolveInner(u, e.Elem, info, "an array")}
	case *ast.MapType:
		return resolveMap(u, e, info)
	}
	return types.Invalid
}

func resolveEnum(u *ast.Unit, e *ast.EnumType, info *unitInfo) types.Type {
	t := &types.Enum{}
	first := make(map[string]*ast.Literal)
	for _, l := range e.Names {
		name := string(l.Value.(types.Text))
		if first[name] != nil {
			info.report(duplicate{At: u.Span(l), What: "the enum", Name: name, First: u.Span(first[name])})
			// The type has each name once, so nothing else is said of the duplicate.
			continue
		}
		first[name] = l
		t.Names = append(t.Names, name)
	}
	if len(t.Names) == 0 {
		// An enum without names would refuse every value.
		return types.Invalid
	}
	return t
}

func resolveRecord(u *ast.Unit, e *ast.RecordType, info *unitInfo) types.Type {
	t := &types.Record{}
	first := make(map[string]*ast.Ident)
	for _, f := range e.Fields {
		// The type is resolved also where the name is missing, for the errors in it.
		typ := resolveInner(u, f.Type, info, "a record")
		if f.Name == nil {
			continue
		}
		if had := first[f.Name.Name]; had != nil {
			info.report(duplicate{At: u.Span(f.Name), What: "the record", Name: f.Name.Name, First: u.Span(had)})
			continue
		}
		first[f.Name.Name] = f.Name
		t.Fields = append(t.Fields, types.Field{Name: f.Name.Name, Type: typ})
	}
	if len(t.Fields) == 0 {
		return types.Invalid
	}
	return t
}
