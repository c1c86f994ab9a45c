package project_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/mantrac/mantrac/project"
)

// atOnce does f several times at the same time, and returns how many were done without an
// error.
func atOnce(f func(i int) error) (done int, errs []error) {
	var mu sync.Mutex
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			err := f(i)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				done++
			} else {
				errs = append(errs, err)
			}
		})
	}
	wait.Wait()
	return done, errs
}

// Of several that change or make a file at once, one does, and the others are told: no
// text is lost.
func TestOneOfSeveralWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system locks no folders")
	}
	for range 20 {
		path := filepath.Join(t.TempDir(), "model.wm")
		done, errs := atOnce(func(i int) error { return project.CreateFile(path, fmt.Appendf(nil, "first %d", i)) })
		for _, err := range errs {
			if !errors.Is(err, fs.ErrExist) {
				t.Errorf("got %v", err)
			}
		}
		if done != 1 {
			t.Fatalf("%d made the file", done)
		}
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if done, _ := atOnce(func(i int) error { return project.ReplaceFile(path, old, fmt.Appendf(nil, "second %d", i)) }); done != 1 {
			t.Fatalf("%d replaced the file", done)
		}
	}
}
