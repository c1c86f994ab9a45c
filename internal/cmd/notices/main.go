// Notices writes the licenses of the modules that are in the released program to
// THIRD_PARTY_NOTICES.md.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
)

// systems are those that releases are built for: what a program imports differs.
var systems = []string{"linux", "darwin", "windows"}

func main() {
	text, err := notices(".")
	if err == nil {
		err = os.WriteFile("THIRD_PARTY_NOTICES.md", []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// A module is one that the program is built with.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// notices returns the page for the module in a folder.
func notices(dir string) (string, error) {
	all, err := modules(dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# Third-party notices\n\nThe program `mantrac` is built with these modules. `go run ./internal/cmd/notices` writes this page.\nlibz3, which is loaded at run time if it is installed, is not part of the program.\n")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	all = append(all, module{Path: "The Go standard library", Dir: strings.TrimSpace(string(root))})
	for _, m := range all {
		text, err := license(m.Dir)
		if err != nil {
			return "", fmt.Errorf("%s: %w", m.Path, err)
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s", strings.TrimSpace(m.Path+" "+m.Version), report.Block("", "text", strings.Split(text, "\n")))
	}
	return b.String(), nil
}

// modules returns the modules in the program, sorted by path.
func modules(dir string) ([]module, error) {
	found := make(map[string]module)
	// Some modules are built on one system only, so all systems are asked.
	for _, system := range systems {
		c := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/mantrac")
		c.Dir, c.Env = dir, append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct{ Module *module }
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module != nil && !p.Module.Main {
				found[p.Module.Path] = *p.Module
			}
		}
	}
	var list []module
	for _, m := range found {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

// license returns the texts of the licenses in the folder of a module.
func license(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, e := range entries {
		if !isLicense(e.Name()) || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")))
	}
	if len(texts) == 0 {
		return "", errors.New("no license found")
	}
	return strings.Join(texts, "\n\n"), nil
}

// isLicense reports whether a file is a license, or belongs to one, by its name.
func isLicense(name string) bool {
	upper := strings.ToUpper(name)
	has := func(prefix string) bool { return strings.HasPrefix(upper, prefix) }
	return slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, has)
}
