package project

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// MaxSize is the largest size in bytes of a file that is read.
const MaxSize = syntax.MaxSize

// ReadFile reads a regular file of at most [MaxSize] bytes. Anything else, a
// folder, a pipe, a device, is an error, and is not opened: opening a pipe
// could wait for ever.
func ReadFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, unreadable(path, err)
	} else if err := readable(info); err != nil {
		return nil, unreadable(path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := readAll(f)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

// ReadText is [ReadFile] with the content as a string.
func ReadText(path string) (string, error) {
	data, err := ReadFile(path)
	return string(data), err
}

// readAll reads at most [MaxSize] bytes. The size that a file claims to have
// need not be the truth.
func readAll(r io.Reader) ([]byte, error) {
	// One byte beyond the limit shows that there are more.
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err == nil && len(data) > MaxSize {
		return nil, errors.New("more than the 16 MiB that are read")
	}
	return data, err
}

// errFolder is separate since a folder called mantra.yaml makes no project.
var errFolder = errors.New("is a folder")

// readable says why something other than a small regular file is not read.
func readable(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return errFolder
	case mode&fs.ModeNamedPipe != 0:
		return errors.New("is a pipe, not a file (`-` reads standard input)")
	case mode&fs.ModeDevice != 0:
		return errors.New("is a device, not a file (`-` reads standard input)")
	case !mode.IsRegular():
		return errors.New("is not a regular file")
	case info.Size() > MaxSize:
		return fmt.Errorf("has %d bytes, more than the 16 MiB that are read", info.Size())
	}
	return nil
}

func unreadable(path string, err error) error {
	return &fs.PathError{Op: "read", Path: path, Err: reason(err)}
}

// reason returns what an error of the file system says, without the
// operation and the path.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// failure is an error about a file as it is shown to people.
func failure(name string, err error) error { return &Unreadable{Name: name, Err: reason(err)} }

// An Unreadable is a file that cannot be read, and why.
type Unreadable struct {
	Name string
	Err  error
}

// Error implements [error].
func (u *Unreadable) Error() string { return Shown(u.Name) + ": " + u.Err.Error() }

// Unwrap returns the reason.
func (u *Unreadable) Unwrap() error { return u.Err }

// Diagnose implements [diag.Problem].
func (u *Unreadable) Diagnose() diag.Diagnostic {
	return diag.Errorf("MC0011", source.NewFile(u.Name, "").Span(0, 0), "the file cannot be read: %s", report.Visible(u.Err.Error()))
}

// UnreadableFiles returns the findings about the files that errors of [Find]
// and [Check] are about.
func UnreadableFiles(errs []error) []diag.Diagnostic {
	var list []diag.Diagnostic
	for _, err := range errs {
		var u *Unreadable
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			list = append(list, UnreadableFiles(joined.Unwrap())...)
		} else if errors.As(err, &u) {
			list = append(list, diag.Of(u))
		}
	}
	return list
}

// Shown returns a file name as it is safe to print: as it is, or quoted if it
// has characters that a terminal would act upon.
func Shown(name string) string {
	if strings.ContainsFunc(name, report.Hidden) || strings.ToValidUTF8(name, "") != name {
		return strconv.Quote(name)
	}
	return name
}
