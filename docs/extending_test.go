package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each patch of extending.md changes at most 8 files besides tests. It applies
// to a copy of the repository and passes the tests that it concerns, which is
// tested if MANTRAC_SOAK is set.
func TestExtending(t *testing.T) {
	for _, test := range []struct {
		patch    string
		packages string
	}{
		{"operator.patch", "./lang ./lang/ops ./lang/syntax ./lang/ast ./checker ./interp ./grammar ./search"},
		{"form.patch", "./lang ./lang/forms ./lang/ast ./checker ./monitor ./grammar"},
	} {
		t.Run(test.patch, func(t *testing.T) {
			patch, err := filepath.Abs(filepath.Join("extending", test.patch))
			if err != nil {
				t.Fatal(err)
			}
			if n := filesOf(t, patch); n > 8 {
				t.Errorf("the patch changes %d files besides tests, expected at most 8", n)
			}
			if os.Getenv("MANTRAC_SOAK") == "" {
				t.Skip("MANTRAC_SOAK is not set")
			}
			copied := t.TempDir()
			run(t, "..", "git", "clone", "--quiet", "--shared", ".", copied)
			run(t, copied, "git", "apply", patch)
			run(t, copied, "go", "build", "-trimpath", "./...")
			run(t, copied, "go", append([]string{"test", "-trimpath", "-short", "-timeout", "60m"}, strings.Fields(test.packages)...)...)
		})
	}
}

// filesOf counts the files that a patch changes, without tests and their data.
func filesOf(t *testing.T, patch string) (n int) {
	t.Helper()
	text, err := os.ReadFile(patch)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "+++ b/")
		if ok && !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "grammar/conformance/") {
			n++
		}
	}
	return n
}

func run(t *testing.T, folder, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = folder
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { // with the usual number of draws
		return strings.HasPrefix(v, "MANTRAC_SOAK=") || strings.HasPrefix(v, "RAPID_CHECKS=")
	})
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}
