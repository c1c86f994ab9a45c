package editors

import (
	"encoding/json"
	"os/exec"
	"slices"
	"testing"
)

// toJSON writes a file of TOML as JSON; Python reads TOML from 3.11 on.
const toJSON = "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))"

// Helix is in no package of Debian: what is tested is that its file can be
// read, and that each language has the server that the file declares.
func TestHelix(t *testing.T) {
	if err := exec.Command("python3", "-c", "import tomllib").Run(); err != nil {
		t.Skip("the file is read with the module tomllib of Python 3.11 or later, which is not there; `apt-get install python3`: ", err)
	}
	out, err := exec.Command("python3", "-c", toJSON, "helix/languages.toml").Output()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"language-server"`
		Languages []struct {
			Name    string
			Types   []string `json:"file-types"`
			Servers []string `json:"language-servers"`
		} `json:"language"`
	}
	if err := json.Unmarshal(out, &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"mantra-wm": "wm", "mantra-checks": "checks"}
	for _, l := range file.Languages {
		if len(l.Types) != 1 || l.Types[0] != want[l.Name] {
			t.Errorf("%s is the language of %v", l.Name, l.Types)
		}
		delete(want, l.Name)
		for _, name := range l.Servers {
			if s := file.Servers[name]; s.Command != "mantrac" || !slices.Equal(s.Args, []string{"lsp"}) {
				t.Errorf("%s starts %s %v", l.Name, s.Command, s.Args)
			}
		}
		if len(l.Servers) == 0 {
			t.Errorf("%s has no server", l.Name)
		}
	}
	for name := range want {
		t.Errorf("there is no language %s", name)
	}
}
