// Package marked replaces the generated part of a document, between two marks.
package marked

import (
	"fmt"
	"os"
	"strings"
)

// Replace puts a text between two marks of a file, each of which is a line of
// its own with its line end.
func Replace(path, begin, end, text string) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(file), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return fmt.Errorf("%s has no marks", path)
	}
	return os.WriteFile(path, []byte(before+begin+text+end+after), 0o644)
}
