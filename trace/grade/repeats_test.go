package grade

import (
	"fmt"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// TestRepeatsAreBounded: what is remembered of calls does not grow with the trace,
// whether they are equal or not, and whether results come or not.
func TestRepeatsAreBounded(t *testing.T) {
	f := &finder{plan: &Plan{}}
	for _, effect := range []tool.Effect{tool.EffectRead, tool.EffectWrite, tool.EffectUnknown} {
		for _, different := range []int{1, 3, 10 * maxRemembered} {
			r := &repeats{}
			r.reset()
			for i := range 10 * maxRemembered {
				n, _ := types.ParseNumber(fmt.Sprint(i % different))
				c := &call{tool: &toolRun{name: "look"}, id: fmt.Sprint(i)}
				c.args = types.Object{{Name: "n", Value: n}}
				r.call(f, c, effect)
			}
			kept := len(r.open) + len(r.writes) + len(r.perhaps)
			for _, equal := range r.made {
				kept += len(equal)
			}
			if kept > maxRemembered+maxWaiting+3*maxEqual {
				t.Errorf("%v, %d different: %d are kept", effect, different, kept)
			}
		}
	}
}
