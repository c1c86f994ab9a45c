package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// git runs git in a folder, with nobody's configuration.
func git(t testing.TB, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the repositories of these tests are made with git, which is not on the path; `apt-get install git`")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// repository is folder, with the files committed in a branch main, and a branch
// work checked out that starts there.
func repository(t testing.TB, files ...string) string {
	t.Helper()
	dir := folder(t, files...)
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	git(t, dir, "checkout", "-q", "-b", "work")
	return dir
}

func (c *client) execute(command, name, item string, result any) error {
	return c.try("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{feature.CaseArgument{URI: string(c.uri(name)), Case: item}}}, result)
}

// gentle is stock without the precondition of pick.
var gentle = strings.Replace(stock, "(pre (= looked true))", "(pre)", 1)

// What is not as it was has a lens, which is a question, then the answer, with a
// trace to show, and obsolete after an edit.
func TestReview(t *testing.T) {
	c := connectWith(t, repository(t, "sub/stock.wm", stock, "sub/order.checks", careless), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("sub/stock.wm")
	c.open("sub/order.checks")
	c.replace("sub/stock.wm", 2, gentle)
	c.waitLens("sub/stock.wm", "since main: changed; compare")
	if got := c.lenses("sub/stock.wm"); strings.Count(got, "since main") != 1 {
		t.Errorf("one transition has changed: %s", got)
	}
	if got := c.lenses("sub/order.checks"); strings.Contains(got, "since main") {
		t.Errorf("the case has not changed: %s", got)
	}
	if err := c.execute(feature.CommandChange, "sub/stock.wm", "pick", nil); err == nil {
		t.Error("what is not known is shown")
	}
	if err := c.execute(feature.CommandCompare, "sub/stock.wm", "", nil); err != nil {
		t.Fatal(err)
	}
	c.waitLens("sub/stock.wm", "since main: precondition weakened: witness, 1 step")
	if got := c.lenses("sub/order.checks"); !strings.Contains(got, "since main: consistent, was forward-conflict") {
		t.Errorf("the case has another verdict: %s", got)
	}
	var shown struct {
		Title  string
		Lines  []string
		Report struct{ Class string }
	}
	if err := c.execute(feature.CommandChange, "sub/stock.wm", "pick", &shown); err != nil {
		t.Fatal(err)
	}
	if len(shown.Lines) != 1 || shown.Lines[0] != "now allowed: pick, from order (before refused by (= looked true))" || shown.Report.Class != "looser" {
		t.Errorf("shown is %+v", shown)
	}
	c.replace("sub/stock.wm", 3, strings.Replace(stock, "(pre)", "(pre (not picked))", 1))
	c.waitLens("sub/stock.wm", "since main: changed since it was compared; compare")
	if err := c.execute(feature.CommandCompare, "sub/order.checks", "", nil); err != nil {
		t.Fatal(err)
	}
	c.waitLens("sub/stock.wm", "since main: precondition strengthened: witness, 3 steps")
	c.replace("sub/stock.wm", 4, stock)
	if got := c.lenses("sub/stock.wm"); strings.Contains(got, "since main") {
		t.Errorf("all is as it was: %s", got)
	}
}

// Another wording that means the same is equal, and layout is no change.
func TestReviewEqual(t *testing.T) {
	c := connectWith(t, repository(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), map[string]any{"verify": "never", "compare": "onSave"})
	c.openAs("stock.wm", strings.Replace(stock, "(pre (= looked true))", "(pre (not (not looked)))", 1))
	c.openAs("order.checks", strings.Replace(careless, "(then  (call pick))", "(then (call pick) ; as it was\n)", 1))
	c.save("stock.wm")
	c.waitLens("stock.wm", "since main: equal (proved)")
	if got := c.lenses("order.checks"); strings.Contains(got, "since main") {
		t.Errorf("a comment is a change: %s", got)
	}
}

// The checks of a case, compared.
func TestReviewCase(t *testing.T) {
	c := connectWith(t, repository(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), map[string]any{"verify": "never"})
	c.openAs("order.checks", strings.TrimSuffix(careless, "))\n")+"\n"+careful)
	c.waitLens("order.checks", "since main: changed; compare")
	if err := c.execute(feature.CommandCompare, "order.checks", "", nil); err != nil {
		t.Fatal(err)
	}
	c.waitLens("order.checks", "since main: consistent, was forward-conflict; checks stricter: witness, 2 steps")
	var shown struct{ Lines []string }
	if err := c.execute(feature.CommandChange, "order.checks", "order", &shown); err != nil || len(shown.Lines) != 1 || !strings.HasPrefix(shown.Lines[0], "no longer accepted: pick → look") {
		t.Errorf("%v: %v", shown, err)
	}
}

// waitLooked waits until the server knows what the projects were.
func (c *client) waitLooked() {
	c.t.Helper()
	f := c.server.Review
	for late := time.Now().Add(Patience); ; time.Sleep(5 * time.Millisecond) {
		f.BasesMu.Lock()
		looked := f.Bases != nil
		f.BasesMu.Unlock()
		if looked {
			return
		}
		if time.Now().After(late) {
			c.t.Fatal("nobody looks what the project was")
		}
	}
}

// Where there is no repository, nobody wants to know, the branch is not there,
// or the verifier dies, nothing is claimed.
func TestNoReview(t *testing.T) {
	for _, test := range []struct {
		what, dir string
		settings  map[string]any
	}{
		{"no repository", folder(t, "stock.wm", stock), nil},
		{"switched off", repository(t, "stock.wm", stock), map[string]any{"compare": "never"}},
		{"no such branch", repository(t, "stock.wm", stock), map[string]any{"mergeBase": "--output=x"}},
		{"a model that is new", repository(t, "other.checks", careless), nil},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := connectWith(t, test.dir, workerProcess("works"), test.settings)
			c.openAs("stock.wm", gentle)
			c.waitLooked()
			if got := c.lenses("stock.wm"); strings.Contains(got, "since") || !strings.Contains(got, "reachable?") {
				t.Errorf("the lenses are %s", got)
			}
			if err := c.execute(feature.CommandCompare, "stock.wm", "", nil); err == nil {
				t.Error("it is compared")
			}
			if list := c.actions("stock.wm", 11, protocol.RefactorRewrite); len(list) > 0 {
				t.Errorf("offered is %+v", list)
			}
		})
	}
	c := connectWith(t, repository(t, "stock.wm", stock), workerProcess("dies"), map[string]any{"verify": "never"})
	c.openAs("stock.wm", gentle)
	c.waitLens("stock.wm", "since main: changed; compare")
	if err := c.execute(feature.CommandCompare, "stock.wm", "", nil); err != nil {
		t.Fatal(err)
	}
	c.waitLens("stock.wm", "since main: unknown: the verifier died")
}

// An edit is taken back, alone or with the others of its transition, and with
// what it needs.
func TestRevert(t *testing.T) {
	c := connectWith(t, repository(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), map[string]any{"verify": "never"})
	revert := func(version int, text string, line int, title, want string) {
		t.Helper()
		c.replace("stock.wm", version, text)
		c.waitLens("stock.wm", "since main: changed; compare")
		var titles []string
		for _, a := range c.actions("stock.wm", line, protocol.RefactorRewrite) {
			if titles = append(titles, a.Title); a.Title == title {
				if got := c.applied(text, "stock.wm", a); got != want {
					t.Errorf("%s:\n%s", title, got)
				}
				return
			}
		}
		t.Errorf("offered is %q, not %q", titles, title)
	}
	c.open("stock.wm")
	revert(2, gentle, 9, "revert this edit: removed `(= looked true)` from `pick`", stock)
	both := strings.Replace(gentle, "(= (next picked) true)", "(= (next picked) looked)", 1)
	revert(3, both, 12, "revert this edit: changed postcondition in `pick` from `(= (next picked) true)` to `(= (next picked) looked)`", gentle)
	revert(4, both, 12, "revert all edits of pick since main", stock)
	without := strings.Replace(stock, "(pre (= looked true))", "(pre (= looked true) (not picked))", 1)
	revert(5, without, 11, "revert this edit: added `(not picked)` to `pick`", stock)
	noVar := strings.Replace(strings.Replace(gentle, "  (var looked Bool)\n", "", 1), "(post (= (next looked) true))", "(post)", 1)
	c.open("order.checks")
	c.replace("order.checks", 10, strings.Replace(careless, "(looked false) ", "", 1))
	revert(7, noVar, 8, "revert this edit: removed `(= looked true)` from `pick`, and what it needs", strings.Replace(stock, "(post (= (next looked) true))", "(post)", 1))
	c.replace("order.checks", 11, careless)
	gone := stock[:strings.Index(stock, "\n  (transition pick")-1] + ")\n"
	c.replace("stock.wm", 8, gone)
	offered := false
	for _, a := range c.actions("stock.wm", 0, protocol.RefactorRewrite) {
		offered = offered || a.Title == "revert this edit: removed transition `pick`" && c.applied(gone, "stock.wm", a) == stock
	}
	if !offered {
		t.Error("what is gone does not come back")
	}
}

// A suite that is new, and has an error, offers what it can.
func TestRevertNewSuite(t *testing.T) {
	c := connectWith(t, repository(t, "stock.wm", stock), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("stock.wm")
	suite := strings.Replace(careless, "(init (looked false)", "(init (looked 1)", 1)
	c.openAs("order.checks", suite)
	c.waitLooked()
	c.actions("order.checks", 0, protocol.RefactorRewrite) // nothing: a suite with a case needs `use`
	if list := c.actions("order.checks", 2, protocol.RefactorRewrite); len(list) != 1 || list[0].Title != "revert this edit: added case `order`" {
		t.Errorf("offered is %+v", list)
	}
}

// The list of edits is announced and answered, against the merge base and against
// other revisions.
func TestSemanticDiff(t *testing.T) {
	dir := repository(t, "stock.wm", stock, "order.checks", careless)
	if err := os.WriteFile(filepath.Join(dir, "stock.wm"), []byte(gentle), 0o666); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "commit", "-q", "-a", "-m", "second")
	c := dialWith(t, dir, workerProcess("works"))
	var start struct {
		Capabilities struct{ Experimental map[string]bool }
	}
	c.call("initialize", map[string]any{"capabilities": map[string]any{}, "rootUri": string(snapshot.URIOf(dir))}, &start)
	if !start.Capabilities.Experimental["mantrac/semanticDiff"] {
		t.Error("the request is not announced")
	}
	c.open("stock.wm")
	ask := func(revision string) (r feature.SemanticDiffResult, err error) {
		err = c.try("mantrac/semanticDiff", map[string]any{"textDocument": map[string]any{"uri": c.uri("stock.wm")}, "revision": revision}, &r)
		return r, err
	}
	for revision, want := range map[string]int{"": 1, "HEAD": 0, "main": 1} {
		r, err := ask(revision)
		if err != nil || len(r.Edits) != want || len(r.Words) != want || len(r.Places) != want {
			t.Fatalf("%q: %+v: %v", revision, r, err)
		}
		if want == 1 && (r.Edits[0].Op != edit.Remove || r.Words[0] != "removed `(= looked true)` from `pick`" || r.Places[0].Range.Start.Line != 9) {
			t.Errorf("%q: %+v", revision, r)
		}
	}
	if _, err := ask("nowhere"); err == nil {
		t.Error("a revision that is not there is compared with")
	}
}

// The smallest edit of a text does not cut a character.
func TestSmallest(t *testing.T) {
	for _, p := range [][2]string{{"", "a"}, {"aXb", "aYb"}, {"aé", "aè"}, {"éa", "ɩa"}, {"aa", "aaa"}, {"x", "x"}, {"日本", "日"}} {
		f := source.NewFile("", p[0])
		e := feature.Smallest(f, p[1])
		if got := p[0][:e.Span.Start] + e.New + p[0][e.Span.End:]; got != p[1] || !utf8.ValidString(e.New) || !utf8.ValidString(e.Span.Text()) {
			t.Errorf("%q to %q: %q for %q", p[0], p[1], e.New, e.Span.Text())
		}
	}
}

// What a suite says for its cases is part of those that it is said for: common checks
// of all, and a group of those that name it.
func TestReviewShared(t *testing.T) {
	suite := strings.Replace(careless, "\n\n", "\n(define both (or (call look) (call pick)))\n(define other (call pick))\n", 1)
	suite = strings.Replace(suite, "(then  (call pick))", "(then (after both (call look)))", 1)
	c := connectWith(t, repository(t, "stock.wm", stock, "order.checks", suite), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("stock.wm")
	c.open("order.checks")
	edit := func(version int, from, to string) {
		c.replace("order.checks", version, strings.Replace(suite, from, to, 1))
	}
	edit(2, "(or (call look) (call pick))", "(or (call pick))")
	c.waitLens("order.checks", "since main: changed; compare")
	edit(3, "(define other (call pick))", "(define other (call look))")
	if got := c.lenses("order.checks"); strings.Contains(got, "since main") {
		t.Errorf("a group that the case does not name: %s", got)
	}
	edit(4, "(case order", "(common (checks (all (call look))))\n(case order")
	c.waitLens("order.checks", "since main: changed; compare")
}
