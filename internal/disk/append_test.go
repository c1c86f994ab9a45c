package disk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A fullDisk takes half of what is written to it, once.
type fullDisk struct {
	*os.File
	full bool
}

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.full {
		d.full = false
		n, _ := d.File.Write(p[:len(p)/2])
		return n, errFull
	}
	return d.File.Write(p)
}

// A line that does not fit leaves nothing behind, and the next one is whole.
func TestAppendToAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := &fullDisk{File: f}
	for _, line := range []string{"first\n", "second\n", "third\n"} {
		d.full = line == "second\n"
		if err := Append(d, []byte(line)); errors.Is(err, errFull) != (line == "second\n") {
			t.Errorf("%q: got %v", line, err)
		}
	}
	if got := content(t, path); got != "first\nthird\n" {
		t.Errorf("the log is %q", got)
	}
}
