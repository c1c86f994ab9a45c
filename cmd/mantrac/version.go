package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/project"
)

func version(c *cli.Context) error {
	v := struct {
		versionInfo
		Solver *solverInfo `json:"solver"` // null where there is none
	}{buildVersion(), loadedSolver()}
	if c.Bool("json") {
		return json.NewEncoder(os.Stdout).Encode(v)
	}
	text := v.String() + "\nno libz3 (see mantrac doctor)"
	if v.Solver != nil {
		text = fmt.Sprintf("%s\n%s %s %s", v, v.Solver.Name, v.Solver.Version, project.Shown(v.Solver.Path))
	}
	_, err := fmt.Println(text)
	return err
}

// A solverInfo says which solver is used.
type solverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Path    string `json:"path"`
}

func loadedSolver() *solverInfo {
	library, err := z3.Load()
	if err != nil {
		return nil
	}
	return &solverInfo{Name: "libz3", Version: library.Version(), Path: library.Path()}
}

// A versionInfo says what a binary was built from.
type versionInfo struct {
	Version  string `json:"version"`            // of the module; "(devel)" for a working copy
	Revision string `json:"revision,omitempty"` // of version control
	Modified bool   `json:"modified"`           // there were changes since the revision
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func buildVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// String returns the version in one line.
func (v versionInfo) String() string {
	text := "mantrac " + v.Version
	if v.Revision != "" {
		text += fmt.Sprintf(" (%.12s", v.Revision)
		if v.Modified {
			text += ", modified"
		}
		text += ")"
	}
	return fmt.Sprintf("%s %s %s/%s", text, v.Go, v.OS, v.Arch)
}
