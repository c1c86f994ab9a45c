package modeltest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Features that projects must have now and then; those of the second list are
// not for tiny ones, and wide ones have a list of their own.
var (
	features = words(`
		var:Bool var:Enum var:Record var:Record/Enum var:Record/Record var:Array/Bool var:Array/Enum var:Array/Record var:Array/Array
		const:Bool const:Int const:Real const:Enum const:Record const:Record/Record const:Array/Bool const:Array/Enum const:Array/Record
		param:Bool param:Int param:Real param:String param:Enum param:Record param:Record/Record param:Array/Bool param:Array/Enum param:Array/Record
		schema:enum schema:const schema:default schema:default-null schema:nullable schema:minimum schema:maximum
		schema:exclusiveMinimum schema:exclusiveMaximum schema:large schema:closed schema:nested-optional schema:nested-nullable
		schema:nested-object schema:list-of-objects schema:list-of-null schema:required schema:optional schema:top-closed
		tool:unmodelled tool:unbound tool:pinned tool:pinned-unbound tool:pinned-bound tool:two-params local:variable
		op:not op:and/1 op:and/2 op:and/3 op:or/1 op:or/2 op:or/3 op:=> op:=/2 op:=/3 op:</2 op:</3 op:<= op:> op:>=
		op:like op:+/1 op:+/3 op:-/1 op:-/2 op:-/3 op:*/1 op:*/2 op:/ op:if divide:Int divide:Real divide:varying
		expr:param expr:field expr:field-of-param expr:next expr:field-of-next expr:contains expr:insert expr:remove
		expr:array expr:array/0 expr:record bare:clause bare:operand term:Bool-in-= term:atom-in-= term:Bool-assigned
		text:= text:contains text:assigned text:insert text:array text:record mixed:=
		post:empty post:assign post:reversed post:field post:deep-field post:guarded post:twice-guarded post:and post:or
		post:twice post:relation post:next=next post:next-guard post:bare post:open post:alternative
		pre:0 pre:1 pre:2
		init:none init:partial init:full init:partial-record
		check:call check:no_call check:or check:or-or check:after-call check:after-no_call check:before-call
		check:before-no_call check:follows check:precedes check:same check:pins/0 check:pins/1 check:pins/2 check:unmodelled
		pin:Bool pin:number pin:large pin:text pin:null pin:list pin:list-twice pin:record pin:record-partial
		case:goal case:checks case:goal-only cases:2`)
	smallFeatures = words(`
		var:Int var:Real var:String var:Array/Int var:Array/Real var:Array/String const:String const:Array/Array
		param:Array/Int param:Array/Real param:Array/String param:Array/Array post:order post:range text:compared
		init:large pin:large-computed schema:free pin:free pin:free/1`)
	wideFeatures = words(`
		var:Bool var:Enum var:Int var:String param:Bool param:Enum param:Int param:String
		tool:unmodelled tool:unbound tool:pinned tool:pinned-unbound tool:pinned-bound schema:required schema:optional
		op:not op:or/2 op:and/2 op:=> op:= op:< op:<= op:> op:>= op:+/2 op:-/2 text:= text:assigned bare:clause bare:operand
		post:empty post:assign post:guarded post:or post:count tools:7 pre:0 pre:1 pre:2 init:none init:partial init:full
		check:call check:no_call check:or check:after-call check:after-no_call check:before-call
		check:before-no_call check:follows check:precedes check:same check:pins/0 check:pins/1 check:unmodelled
		case:goal case:checks case:goal-only cases:2 init:large pin:large pin:large-computed schema:large schema:free pin:free pin:free/1`)
)

func words(text string) []string { return strings.Fields(text) }

// Every feature occurs.
func TestFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of projects to find the rare features, and is left out with -short")
	}
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			want := map[Size][]string{Tiny: features, Small: append(slices.Clone(features), smallFeatures...), Wide: wideFeatures}[size]
			missing := slices.Clone(want)
			for seed := 0; seed < draws && len(missing) > 0; seed++ {
				seen := counts{}
				seen.project(Projects(size).Example(seed))
				missing = slices.DeleteFunc(missing, func(f string) bool {
					if seen[f] > 0 {
						t.Logf("%s in project %d", f, seed)
					}
					return seen[f] > 0
				})
			}
			for _, f := range missing {
				t.Errorf("none of %d projects has %s", draws, f)
			}
		})
	}
}

// counts counts features.
type counts map[string]int

func (c counts) add(format string, args ...any) { c[fmt.Sprintf(format, args...)]++ }

func (c counts) when(holds bool, feature string) {
	if holds {
		c[feature]++
	}
}

func (c counts) project(p *Project) {
	for _, t := range p.Tools.Tools {
		c.tool(p, t)
	}
	for _, v := range p.Model.Vars {
		c.typ("var", v.Type)
	}
	for _, k := range p.Model.Consts {
		c.typ("const", k.Type)
	}
	for _, t := range p.Model.Transitions {
		c.transition(p, t)
	}
	c.add("cases:%d", len(p.Suite.Cases))
	c.add("tools:%d", len(p.Tools.Tools))
	for _, k := range p.Suite.Cases {
		c.scenario(p, k)
	}
}

func kind(t types.Type) string {
	switch t.(type) {
	case *types.Enum:
		return "Enum"
	case *types.Record:
		return "Record"
	case *types.Array:
		return "Array"
	}
	return t.String()
}

func (c counts) typ(what string, t types.Type) {
	switch t := t.(type) {
	case *types.Record:
		c.add("%s:Record", what)
		for _, f := range t.Fields {
			c.add("%s:Record/%s", what, kind(f.Type))
		}
	case *types.Array:
		c.add("%s:Array/%s", what, kind(t.Elem))
	default:
		c.add("%s:%s", what, kind(t))
	}
}

func (c counts) tool(p *Project, t *tool.Tool) {
	tr := p.Model.Transition(t.Name)
	c.when(tr == nil, "tool:unmodelled")
	c.when(t.Input.Closed, "schema:top-closed")
	c.when(len(t.Input.Properties) > 1, "tool:two-params")
	pinned := pins(p)
	for _, a := range t.Input.Properties {
		bound := tr != nil && slices.ContainsFunc(tr.Params, func(q *checker.Param) bool { return q.Schema == a })
		_, pin := pinned[parameter{t.Name, a.Name}]
		c.when(tr != nil && !bound, "tool:unbound")
		c.when(pin, "tool:pinned")
		c.when(tr != nil && pin && bound, "tool:pinned-bound")
		c.when(bound && computes(p, tr, a) && slices.ContainsFunc(pinned[parameter{t.Name, a.Name}], large), "pin:large-computed")
		c.when(tr != nil && pin && !bound, "tool:pinned-unbound")
		c.typ("param", checker.SchemaType(a.Schema))
		c.when(a.Required, "schema:required")
		c.when(!a.Required, "schema:optional")
		c.schema(a.Schema)
		c.when(a.Schema.Default == types.Value(types.Null{}), "schema:default-null")
	}
}

// large reports whether a value is a number that a float64 cannot count up to.
func large(v types.Value) bool {
	n, ok := v.(types.Number)
	return ok && new(big.Rat).Abs(n.Rat()).Cmp(big.NewRat(1<<53-2, 1)) > 0
}

// computes reports whether a transition computes something with an argument.
func computes(p *Project, t *checker.Transition, a *tool.Property) bool {
	found := false
	for _, e := range append(slices.Clone(t.Decl.Pre.Exprs), t.Decl.Post.Exprs...) {
		ast.Inspect(e, func(n ast.Node) bool {
			op, ok := n.(*ast.Op)
			found = found || ok && op.Op.Family() == ops.Arithmetic && slices.ContainsFunc(op.Args, func(x ast.Expr) bool {
				q, _ := p.Model.ObjectOf(t.Unit, x).(*checker.Param)
				return q != nil && q.Schema == a
			})
			return !found
		})
	}
	return found
}

func (c counts) schema(s *tool.Schema) {
	c.when(hasFree(s), "schema:free")
	c.when(s.Enum != nil, "schema:enum")
	c.when(s.Const != nil, "schema:const")
	c.when(s.Default != nil, "schema:default")
	c.when(s.Nullable, "schema:nullable")
	c.when(s.Closed, "schema:closed")
	for name, b := range map[string]*tool.Bound{"inimum": s.Minimum, "aximum": s.Maximum} {
		c.when(b != nil && large(b.Value), "schema:large")
		if b != nil && b.Exclusive {
			c.add("schema:exclusiveM%s", name)
		} else if b != nil {
			c.add("schema:m%s", name)
		}
	}
	if s.Items != nil {
		c.when(s.Items.Only(tool.KindObject), "schema:list-of-objects")
		c.when(s.Items.Nullable, "schema:list-of-null")
		c.schema(s.Items)
	}
	for _, p := range s.Properties {
		c.when(!p.Required, "schema:nested-optional")
		c.when(p.Schema.Nullable, "schema:nested-nullable")
		c.when(p.Schema.Only(tool.KindObject), "schema:nested-object")
		c.schema(p.Schema)
	}
}

func (c counts) scenario(p *Project, k *checker.Case) {
	c.when(k.Goals != nil, "case:goal")
	c.when(k.Checks != nil, "case:checks")
	c.when(k.Checks == nil, "case:goal-only")
	switch {
	case k.Decl.Init == nil:
		c.add("init:none")
	case len(k.Init) < len(p.Model.Vars):
		c.add("init:partial")
	default:
		c.add("init:full")
	}
	for _, i := range k.Init {
		r, ok := i.Var.Type.(*types.Record)
		c.when(ok && len(i.Value.(types.Object)) < len(r.Fields), "init:partial-record")
		c.when(large(i.Value), "init:large")
	}
	for _, check := range k.Checks {
		c.form(p, k.Decl.Checks, check.Form, "")
	}
	if k.Decl.Goal != nil {
		e := expressions{counts: c, unit: k.Decl.Goal, typeOf: p.Suite.TypeOf}
		e.block(k.Goals)
	}
}

func (c counts) form(p *Project, u *ast.Unit, f ast.CheckForm, in string) {
	switch f := f.(type) {
	case *ast.Atom:
		c.when(in == "", "check:"+f.Form.String())
		c.add("check:pins/%d", len(f.Pins))
		c.when(p.Model.Transition(f.Tool.Name) == nil, "check:unmodelled")
		for _, pin := range f.Pins {
			c.pin(checker.ValueOf(pin.Value), p.Tools.Lookup(f.Tool.Name).Param(pin.Name.Name).Schema)
		}
	case *ast.Combination:
		c.add("check:%s%s", in, f.Form)
		for _, x := range f.Operands {
			c.form(p, u, x, "or-")
		}
	case *ast.Temporal:
		name := "check:" + f.Form.String()
		if f.Form.Conditional() {
			name += "-" + ast.FormOf(f.Target).String()
		}
		c.add("%s", name)
		same := strings.TrimPrefix(u.Compact(f.Target), "(no_") == strings.TrimPrefix(u.Compact(f.Anchor), "(no_")
		c.when(same, "check:same")
		c.form(p, u, f.Target, "-")
		c.form(p, u, f.Anchor, "-")
	}
}

func (c counts) pin(v types.Value, s *tool.Schema) {
	switch v := v.(type) {
	case types.Null:
		c.add("pin:null")
	case types.Boolean:
		c.add("pin:Bool")
	case types.Number:
		c.add("pin:number")
		c.when(large(v), "pin:large")
	case types.Text:
		c.add("pin:text")
	case types.List:
		c.add("pin:list")
		for i, e := range v {
			twice := types.Contains(v[:i], e)
			c.when(twice, "pin:list-twice")
		}
	case types.Object:
		c.add("pin:record")
		c.when(len(v) < len(s.Properties), "pin:record-partial")
		c.when(isFree(s), "pin:free")
		c.when(isFree(s) && len(v) > 0, "pin:free/1")
	}
}
