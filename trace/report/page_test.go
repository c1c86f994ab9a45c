package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

// The page is driven as a reader would drive it, in Chromium, from a file.
// MANTRAC_EDITOR is where editors/vscode/test/install has put playwright-core;
// MANTRAC_PICTURES is a folder for screenshots.
func TestPageInChromium(t *testing.T) {
	editor := os.Getenv("MANTRAC_EDITOR")
	if editor == "" {
		t.Skip("MANTRAC_EDITOR does not name a folder with playwright-core; editors/vscode/test/install DIR makes one")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skipf("there is no Chromium to drive the page with (%v); apt-get install chromium", err)
	}
	page := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.HTML(f, sample(), metrics.DefaultTiers()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/page.mjs")
	cmd.Env = append(os.Environ(), "EDITOR="+editor, "CHROMIUM="+browser, "PAGE="+page, "PICTURES="+os.Getenv("MANTRAC_PICTURES"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
