package grammar

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTextMate runs the tests of the TextMate grammars. Their runner is a
// package of npm: it is installed into a folder of the user's cache, as
// package-lock.json says, and never into the repository. Without Node.js, npm
// and a network there is nothing to run.
func TestTextMate(t *testing.T) {
	if testing.Short() {
		t.Skip("the runner of the TextMate tests may have to be installed, and is left out with -short")
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the TextMate tests need Node.js and npm; `apt-get install npm`: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
	defer cancel()
	dir, err := runner(ctx, t)
	if err != nil {
		t.Skipf("npm cannot install the runner of the TextMate tests, which takes a network: %v", err)
	}
	files, err := filepath.Glob("testdata/tmgrammar/*.*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no TextMate tests: %v", err)
	}
	cmd := exec.CommandContext(ctx, "node", append([]string{filepath.Join(dir, "node_modules/vscode-tmgrammar-test/dist/unit.js")}, files...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// runner returns a folder in which the runner is installed. Its name comes
// from the lock file, so that each version has one of its own.
func runner(ctx context.Context, t *testing.T) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	hash := sha256.Sum256([]byte(readFile(t, "package-lock.json")))
	dir := filepath.Join(cache, "mantrac", fmt.Sprintf("tmgrammar-%x", hash[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "tmgrammar-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh) // which is gone if all goes well
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := os.WriteFile(filepath.Join(fresh, name), []byte(readFile(t, name)), 0o666); err != nil {
			return "", err
		}
	}
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = fresh
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w: %s", err, strings.TrimSpace(string(out)))
	}
	// Another run may have been faster; then its folder is as good.
	if err := os.Rename(fresh, dir); err != nil {
		if _, other := os.Stat(dir); other != nil {
			return "", err
		}
	}
	return dir, nil
}
