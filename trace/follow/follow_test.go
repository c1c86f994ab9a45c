package follow_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/mantrac/mantrac/trace/follow"
)

// write puts text at the end of a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// start follows a folder and returns what it is told of.
func start(t *testing.T, dir string, idle time.Duration) (told chan string, end chan error, stop func()) {
	t.Helper()
	told, end = make(chan string, 100), make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		end <- follow.Run(ctx, follow.Options{
			List: func() ([]string, error) {
				names, err := filepath.Glob(filepath.Join(dir, "*"))
				slices.Sort(names)
				return names, err
			},
			Changed: func(name string) error {
				data, err := os.ReadFile(name)
				told <- filepath.Base(name) + ":" + string(data)
				return err
			},
			Interval: time.Millisecond,
			Idle:     idle,
		})
	}()
	return told, end, cancel
}

func TestFilesAreToldOfWhenTheyChange(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "1")
	told, end, stop := start(t, dir, 0)
	want := func(s string) {
		t.Helper()
		for {
			select {
			case got := <-told:
				if got == s {
					return // a write may be seen in two parts
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("nothing tells of %q", s)
			}
		}
	}
	want("a:1")
	write(t, filepath.Join(dir, "b"), "x")
	want("b:x")
	write(t, filepath.Join(dir, "a"), "2")
	want("a:12")
	if err := os.Remove(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "c"), "z")
	want("c:z")
	write(t, filepath.Join(dir, "b"), "y")
	want("b:y")
	stop()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(told) > 0 {
		t.Errorf("it tells of %q, which has not changed", <-told)
	}
}

func TestItEndsWhenNothingChanges(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "1")
	told, end, _ := start(t, dir, 50*time.Millisecond)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 {
		t.Errorf("it tells %d times", len(told))
	}
}

func TestErrorsEndIt(t *testing.T) {
	broken := errors.New("broken")
	err := follow.Run(context.Background(), follow.Options{
		List: func() ([]string, error) { return nil, broken }, Changed: func(string) error { return nil }, Interval: time.Millisecond,
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}
