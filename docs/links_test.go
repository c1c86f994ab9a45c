// Package docs_test holds the documents of the repository to what they say.
package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#: ]+)(#[^)]*)?\)`)

// Every relative link in a Markdown file leads to a file or folder.
func TestLinks(t *testing.T) {
	links := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != ".." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if links < 100 {
		t.Errorf("only %d links were found", links)
	}
}

// The page of decisions lists each of them with its title.
func TestDecisions(t *testing.T) {
	list, err := os.ReadFile("decisions/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("decisions/0*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d decisions, %v", len(pages), err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(page)
		first, _, _ := strings.Cut(string(text), "\n")
		title := strings.TrimPrefix(first, "# "+name[:4]+". ")
		if row := "| [" + name[:4] + "](" + name + ") | " + title + " |"; !strings.Contains(string(list), row) {
			t.Errorf("decisions/README.md lacks %s", row)
		}
	}
}
