package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/mantrac/mantrac/internal/spool"
)

// An Output collects a result, which goes to standard output or to a file.
type Output struct {
	Path string // "" and "-" are standard output
	bytes.Buffer
}

// Finish writes the result.
func (o *Output) Finish() error {
	if o.Path != "" && o.Path != "-" {
		return Write(o.Path, o.Bytes())
	}
	if _, err := os.Stdout.Write(o.Bytes()); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

// A Spooled output is a file that is written as a whole at the end, and may be
// larger than the memory.
type Spooled struct {
	Path string
	text spool.Spool
}

// Write implements [io.Writer].
func (s *Spooled) Write(p []byte) (int, error) { return len(p), s.text.Add(p) }

// Finish writes the file.
func (s *Spooled) Finish() error {
	defer s.text.Close()
	return Stream(s.Path, func(w io.Writer) (err error) {
		// The error of the writer ends the reading.
		s.text.All(func(part []byte) bool {
			_, err = w.Write(part)
			return err == nil
		})
		return errors.Join(err, s.text.Err())
	})
}
