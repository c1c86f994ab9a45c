package explicit_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/explicit"
)

func TestDump(t *testing.T) {
	for _, s := range suites(t, os.Getenv("EX")) {
		m := explicit.New(s.Model)
		for _, k := range s.Cases {
			sc := compiler.NewScenario(s, k)
			x := m.Search(sc)
			for _, q := range sc.Queries() {
				start := time.Now()
				r := x.Decide(context.Background(), q, sc.Bound(q, 16), explicit.Limits{States: 20000})
				d := time.Since(start)
				if d > 10*time.Millisecond || r.Why != nil {
					t.Log(k.Decl.Name().Name, name(q), r.Found, r.None, r.States, r.Why, d)
				}
			}
		}
	}
}
