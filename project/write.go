package project

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Unfinished is what the names of files begin with that are being written, and that
// a process which was killed leaves behind.
const Unfinished = ".mantrac-"

// WriteFile writes a file as a whole or not at all: beside its place, under a
// name that did not exist, and then renamed. A file that exists keeps its
// permissions. A link stays a link; what it leads to is written. A folder, a
// pipe or a device is not written.
func WriteFile(path string, data []byte) error {
	return WriteStream(path, func(w io.Writer) error {
		if _, err := w.Write(data); err != nil {
			return failure(path, err) // not of the name that the file has until it is whole
		}
		return nil
	})
}

// WriteStream is [WriteFile] for a file that is too large to be kept. If write
// returns an error, that is returned, and nothing has changed.
func WriteStream(path string, write func(io.Writer) error) error {
	mode := fs.FileMode(0)
	switch info, err := os.Stat(path); {
	case err == nil:
		if !info.Mode().IsRegular() {
			return failure(path, notWritten(info))
		}
		if err := writable(path); err != nil {
			return failure(path, err)
		}
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return failure(path, err)
	}
	target := path
	if _, err := os.Lstat(path); err == nil {
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return failure(path, errors.New("is a link that leads nowhere"))
		}
	}
	var own error
	err := replace(target, mode, func(w io.Writer) error {
		own = write(w)
		return own
	})
	// An error of write itself is returned as it is.
	if err != nil && own == nil {
		return failure(path, err)
	}
	return err
}

// ReplaceFile is [WriteFile] for a file whose content was read before. It
// refuses to if somebody else has changed the file since.
func ReplaceFile(path string, old, data []byte) error {
	return alone(path, func() error {
		now, err := ReadFile(path)
		switch {
		case err != nil:
			return failure(path, err)
		case string(now) == string(data):
			return nil
		case string(now) != string(old):
			return failure(path, errors.New("has changed since it was read, and is left as it is"))
		}
		return WriteFile(path, data)
	})
}

// CreateFile is [WriteFile] for a file that was not there before. The error is
// [fs.ErrExist] if somebody else has made it since.
func CreateFile(path string, data []byte) error {
	return alone(path, func() error {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return failure(path, fs.ErrExist)
		}
		return WriteFile(path, data)
	})
}

// alone does f while no other process does f for a file of the same folder, so that what
// f has read of it is still true when it writes. The folder itself is locked: no file is
// left behind. Where a system cannot lock folders, f is done all the same.
func alone(path string, f func() error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	folder := flock.New(filepath.Dir(path), flock.SetFlag(os.O_RDONLY))
	if folder.Lock() == nil {
		defer folder.Unlock()
	}
	return f()
}

// writable says why a file may not be written. Renaming asks for the
// permission to write the folder only.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func notWritten(info fs.FileInfo) error {
	if info.IsDir() {
		return errFolder
	}
	return errors.New("is not a regular file")
}

// replace puts what is written in the place of a file. A mode of 0 is for a new
// file.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := create(filepath.Dir(path), mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if mode != 0 {
		err = f.Chmod(mode) // the mask of the process does not count
	}
	if err == nil {
		err = write(f)
	}
	if err == nil {
		// The data must be on the disk before the new name is.
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

// create makes a new file in a folder. It is private from the start if it
// shall take the place of another.
func create(dir string, mode fs.FileMode) (*os.File, error) {
	initial := fs.FileMode(0o666)
	if mode != 0 {
		initial = 0o600
	}
	for attempt := 0; ; attempt++ {
		name := filepath.Join(dir, fmt.Sprintf("%s%016x", Unfinished, rand.Uint64()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, initial)
		if err == nil || !errors.Is(err, fs.ErrExist) || attempt == 8 {
			return f, err
		}
	}
}
