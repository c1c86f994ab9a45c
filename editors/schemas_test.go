package editors

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An extension for YAML finds the schemas of mantra.yaml and bindings.yaml in what
// VS Code's extension contributes: the build takes them from package project.
func TestVSCodeSchemas(t *testing.T) {
	data, err := os.ReadFile("vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			YAML []struct{ FileMatch, URL string } `json:"yamlValidation"`
		} `json:"contributes"`
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	build, err := os.ReadFile("vscode/build.mjs")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, s := range manifest.Contributes.YAML {
		found[s.FileMatch] = true
		name := strings.TrimSuffix(filepath.Base(s.URL), ".schema.json")
		if _, err := os.Stat("../project/" + name + ".schema.json"); err != nil || s.FileMatch != name+".yaml" || !strings.Contains(string(build), `"`+name+`"`) {
			t.Errorf("%s has no schema that the build copies: %v", s.FileMatch, err)
		}
	}
	if !found["mantra.yaml"] || !found["bindings.yaml"] {
		t.Errorf("there are schemas for %v", found)
	}
}
