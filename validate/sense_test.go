package validate_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// Questions that make no sense are errors that say so, and are no mistakes of
// an engine.
func TestQuestionsWithoutSense(t *testing.T) {
	p := door(t, shut+`(checks (a (call open)))`)
	conditions := make(map[string]ast.Expr)
	for _, tr := range p.Model.Transitions {
		for _, c := range system.Conditions(p.Model, tr) {
			if c.Assignment == nil {
				conditions[tr.Name()] = c.Expr()
			}
		}
	}
	for _, test := range []struct {
		q       system.Query
		ignored ast.Expr
		want    string
	}{
		{system.Query{Kind: system.Reach, Tool: "open", Broken: conditions["unlock"]}, nil, `its tool "open" does not have`},
		{system.Query{Kind: system.Reach, Broken: conditions["unlock"]}, nil, `its tool "" does not have`},
		{system.Query{Kind: system.Forward, Tool: "open", Broken: conditions["unlock"]}, nil, `its tool "open" does not have`},
		{system.Query{Kind: system.Reach, Tool: "nobody", Broken: conditions["unlock"]}, nil, `its tool "nobody" does not have`},
		{system.Query{Kind: system.Reach, Tool: "open", Broken: conditions["open"]}, conditions["open"], "a condition of open that is ignored"},
		{system.Query{Kind: system.Forward, Tool: "open", First: true}, nil, "names none"},
		{system.Query{Kind: system.Reach, Tool: "open", Broken: conditions["open"], First: true}, nil, "names none"},
		{system.Query{Kind: system.Reach, Tool: "open", Broken: conditions["open"]}, nil, ""},
		{system.Query{Kind: system.Forward, Tool: "open", Broken: conditions["open"], First: true}, nil, ""},
		{system.Query{Kind: system.Reach, Tool: "nobody"}, nil, ""},
	} {
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		sc.Ignored = map[ast.Expr]bool{test.ignored: true}
		s := validate.NewSession(validate.Options{Bound: 2, Engine: validate.Explicit})
		_, err := s.Ask(context.Background(), sc, test.q)
		_, blamed := s.Blame(context.Background(), sc, test.q)
		var internal *validate.InternalError
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) || errors.As(err, &internal) {
			t.Errorf("%v of %q: %v", test.q.Kind, test.q.Tool, err)
		}
		if test.want != "" && (blamed == nil || blamed.Error() != err.Error()) {
			t.Errorf("%v of %q: %v, and blame says %v", test.q.Kind, test.q.Tool, err, blamed)
		}
	}
}
