package z3

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"runtime"
)

// loadable sorts out what the loader has no good words for, what it waits
// for, as for a pipe, and what it crashes on, which is a file that was cut
// off. A name without a folder is the loader's business.
func loadable(file string) error {
	if !hasFolder(file) {
		return nil
	}
	info, err := os.Stat(file)
	switch {
	case os.IsNotExist(err):
		return errors.New("no such file")
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a directory")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Size() == 0:
		return errors.New("is empty")
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return nil // whose libraries are of another format
	}
	return whole(file, info.Size())
}

// whole reports what is wrong with an ELF file of a size: the loader maps its
// segments without a look at the size, and reading after the end is SIGBUS.
func whole(file string, size int64) error {
	f, err := elf.Open(file)
	if err != nil {
		return fmt.Errorf("is not a library, or not a whole one: %w", err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		// Written so that no sum can overflow.
		if p.Off > uint64(size) || p.Filesz > uint64(size)-p.Off {
			return errors.New("is not a whole library: the file is cut off")
		}
	}
	return nil
}
