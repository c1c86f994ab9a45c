package disk

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/project"
)

// Write writes a file as a whole. A device or a pipe is written as it is.
func Write(path string, data []byte) error {
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if isDevice(path) {
		return Stream(path, write)
	}
	return interrupt.Writing(func() error { return project.WriteFile(path, data) })
}

// Stream writes a result that is too large for the memory: to standard output
// if the path is empty or -, to a device or pipe as it is, and otherwise to a file
// that replaces the old one as a whole.
func Stream(path string, write func(io.Writer) error) error {
	switch {
	case path == "" || path == "-":
		return write(os.Stdout)
	case !isDevice(path):
		return project.WriteStream(path, write)
	}
	// A device is opened as it is: renaming a file over it would replace it.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// isDevice reports whether a path is a device or a pipe, such as /dev/null, which
// has no content to be replaced.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe) != 0
}

// Same reports whether two paths lead to one file.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Spare returns an error if an output is one of the files to read, or another
// output.
func Spare(outputs []string, inputs iter.Seq[string]) error {
	for i, out := range outputs {
		if out == "" || out == "-" || isDevice(out) {
			continue
		}
		for other := range inputs {
			if Same(out, other) {
				return fmt.Errorf("%s is one of the files to read, and cannot be the output", project.Shown(other))
			}
		}
		if slices.ContainsFunc(outputs[:i], func(other string) bool { return Same(out, other) }) {
			return fmt.Errorf("%s cannot be two outputs at once", project.Shown(out))
		}
	}
	return nil
}
