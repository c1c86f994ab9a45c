package disk

import (
	"errors"
	"io"
	"io/fs"
)

// A Log is a file that was opened for appending.
type Log interface {
	io.Writer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
}

// Append appends to a log as a whole or not at all: what a full disk has taken of it is
// removed again, so that what is appended next begins a line.
func Append(l Log, data []byte) error {
	before, err := l.Stat()
	if err != nil {
		return err
	}
	if n, err := l.Write(data); err != nil {
		if n > 0 {
			err = errors.Join(err, l.Truncate(before.Size()))
		}
		return err
	}
	return nil
}
