package compiler_test

import (
	"testing"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// An error says whether a test is of an argument or of a part of an answer.
func TestUntellableTests(t *testing.T) {
	const tools = `{"tools": [{"name": "f", "inputSchema": {"type": "object", "required": ["l"], "properties": {"l": {"type": "array"}}}}]}`
	const model = `(model (var b Bool)
		(transition f (params (l l)) (results (items i (Array (Record (a Int))))) (pre (contains (param l) 1)) (post (= (next b) (contains (result i) (record (a 1)))))))`
	for _, c := range []struct{ check, want string }{
		{`(answered (call f) (items (contains (record (a 1)))))`,
			"a test of the part \"/items\" of the answer to f is about values that formulas do not tell apart"},
		{`(call f (l (contains (record (a 1)))))`,
			"a test of the argument `l` of f is about values that formulas do not tell apart"},
	} {
		p, err := modeltest.Load(tools, model, `(use "model.wm") (case c (checks (k `+c.check+`)))`)
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		if err := compiler.Supports(system.Lower(p.Model), sc, system.Query{Kind: system.ChecksAlone}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, expected %s", c.check, err, c.want)
		}
	}
}
