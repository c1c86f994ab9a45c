package main

import (
	"os"
	"strings"
	"testing"
)

// Every module in the released program is listed, with its version and license:
// the page is what this program writes.
func TestNotices(t *testing.T) {
	text, err := os.ReadFile("../../../THIRD_PARTY_NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	all, err := modules("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Errorf("only %d modules were found", len(all))
	}
	for _, m := range all {
		if !strings.Contains(string(text), "\n## "+m.Path+" "+m.Version+"\n") {
			t.Errorf("%s %s is not listed; see go run ./internal/cmd/notices", m.Path, m.Version)
		}
	}
	want, err := notices("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if want != string(text) && !t.Failed() {
		t.Error("the page is stale; see go run ./internal/cmd/notices")
	}
}
