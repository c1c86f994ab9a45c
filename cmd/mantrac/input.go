package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/project"
)

// readInput reads a file, or standard input where the name is "-".
func readInput(name string) ([]byte, error) {
	if name != "-" {
		data, err := project.ReadFile(name)
		if err != nil {
			err = &project.Unreadable{Name: filepath.ToSlash(name), Err: errors.Unwrap(err)}
		}
		return data, err
	}
	data, err := io.ReadAll(io.LimitReader(os.Stdin, project.MaxSize+1))
	if err == nil && len(data) > project.MaxSize {
		err = fmt.Errorf("standard input is larger than %d bytes", project.MaxSize)
	}
	return data, err
}
