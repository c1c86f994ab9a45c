package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// The suites of the examples pass the calibration: the oracle passes every case, random
// calls do not, and each mistake is reported as what it is. With MANTRAC_SOAK=1 random calls
// are tried twice.
func TestCalibrateExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks for plans of all cases of the examples; run it without -short")
	}
	for _, suite := range []string{"airline/airline", "operations/operations", "retail/retail", "telecom/telecom"} {
		t.Run(filepath.Dir(suite), func(t *testing.T) {
			t.Parallel()
			c := exec.Command("mantrac", "eval", "--calibrate", "--trials", strconv.Itoa(modeltest.Scaled(1, 2)), "--out", t.TempDir(), "../../examples/"+suite+".checks")
			c.Env = append(os.Environ(), "NO_COLOR=1")
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
