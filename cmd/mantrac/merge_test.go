package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without git, edits are merged, and lines are not: nothing is written then.
func TestMergeWithoutGit(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"base.wm": "(model (var a Bool))\n", "ours.wm": "(model (var b Bool) (var a Bool))\n",
		"theirs.wm": "(model (var c Int) (var a Bool))\n", "broken.wm": "(model (var a Bool)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(ours string) (string, error) {
		c := program(t, "merge", "-o", "out.wm", "base.wm", ours, "theirs.wm")
		c.Dir = dir
		c.Env = append(os.Environ(), "PATH="+dir)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := run("broken.wm"); err == nil || !strings.Contains(out, "git is not installed, or not on the path") {
		t.Fatalf("%v %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.wm")); err == nil {
		t.Fatal("something has been written")
	}
	if out, err := run("ours.wm"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out.wm"))
	if err != nil || !strings.Contains(string(text), "(var b Bool)") || !strings.Contains(string(text), "(var c Int)") {
		t.Fatalf("%v %s", err, text)
	}
}
