package stage_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
)

// A case whose compliant trace real tools refuse awaits a person, with the error in the log.
// A second run executes nothing.
func TestExecution(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	w, p := newShop(t, map[string]string{
		"check_generation sample-01/lamp": `(checks (picks (call pick (item "L1"))) (looks (after (call pick) (call look))))`,
		"check_generation sample-01/desk": `(checks (picks (call pick (item "D1"))) (looks (after (call pick) (call look))))`,
	})
	dir := t.TempDir()
	tools := filepath.Join(dir, "tools.sh")
	script := `while read -r line; do
echo "$line" >> ` + dir + `/log
case $line in
*prompt*) ;;
*pick*D1*) echo '{"error": "D1 is no item; write D-1"}';;
*) echo '{"result": {}}';;
esac
done
`
	if err := os.WriteFile(tools, []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	execute := func(d *stage.Driver) { d.Execute = []string{"sh", tools} }
	for range 2 {
		result, _, err := w.do(t, p, execute)
		if err != nil {
			t.Fatal(err)
		}
		want := `desk awaiting_human: the tools refuse a compliant trace: call 2, pick {"item":"D1"}: D1 is no item; write D-1
lamp validated: checks and model agree`
		if got := statuses(result); got != want {
			t.Errorf("the cases:\n%s\nexpected\n%s", got, want)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || strings.Count(string(log), "\n") != 6 || !strings.Contains(string(log), `"initial":{"in_stock":true,"picked":false,"looked":false}}`) {
		t.Errorf("the tools were called:\n%s%v", log, err)
	}
	_, events, err := run.ReadManifest(w.base, "001")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range events {
		if e.What == "tool error" && e.Subject == "sample-01/desk" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the log has %d tool errors, expected one", n)
	}
	if _, _, err := w.do(t, p, func(d *stage.Driver) { d.Execute = []string{"sh", filepath.Join(dir, "gone.sh")} }); err == nil || !strings.Contains(err.Error(), "gone.sh") {
		t.Errorf("a command that cannot be run: %v", err)
	}
}

// Compliant traces are played in the simulator. Where it refuses a call, as nobody could
// make one that the schema accepts, the case awaits a person.
func TestSimulation(t *testing.T) {
	t.Parallel()
	const pick = `{"name": "pick", "parameters": {"type": "object", "properties": {"item": {"type": "string"}%s}, "required": ["item"%s]}}`
	for _, test := range []struct{ pick, want string }{
		{fmt.Sprintf(pick, "", ""), "desk validated: checks and model agree\nlamp validated: checks and model agree"},
		{fmt.Sprintf(pick, `, "n": {"type": "integer", "minimum": 5, "maximum": 4}`, `, "n"`), "desk awaiting_human: the tools refuse a compliant trace: call 2, pick {\"item\":\"D1\"}: "},
	} {
		w, p := newShop(t, map[string]string{
			"check_generation sample-01/lamp": `(checks (picks (call pick (item "L1"))) (looks (after (call pick) (call look))))`,
			"check_generation sample-01/desk": `(checks (picks (call pick (item "D1"))) (looks (after (call pick) (call look))))`,
			"tools.json":                      `[{"name": "look", "parameters": {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}}, ` + test.pick + `]`,
		})
		result, _, err := w.do(t, p, func(d *stage.Driver) { d.Simulate = true })
		if err != nil {
			t.Fatal(err)
		}
		if got := statuses(result); !strings.HasPrefix(got, test.want) {
			t.Errorf("the cases:\n%s\nexpected\n%s", got, test.want)
		}
	}
}
