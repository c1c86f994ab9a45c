// Package follow watches files and folders, and reports each file with new
// content.
//
// It looks again and again, which works on every file system, those of
// containers and networks too. A file is told of once it has not changed from
// one look to the next, so that a file that is being written is not read in the
// middle of a write that takes long; what a reader finds at its end may still
// be half a record, and is whole at one of the next looks.
//
// This package is not part of the supported API, and may change.
package follow

import (
	"context"
	"os"
	"time"
)

// Options say what is followed.
type Options struct {
	// List returns the names of the files that there are, in their order.
	List func() ([]string, error)
	// Changed is told of each file that is new, or has changed.
	Changed func(name string) error
	// Interval is the time between two looks.
	Interval time.Duration
	// Idle ends the watch when nothing has changed for so long; 0: never.
	Idle time.Duration
}

// A stamp tells whether a file has changed.
type stamp struct {
	size int64
	time time.Time
}

// A file is what is known of one.
type file struct {
	seen  stamp // at the last look
	told  stamp // when it was told of
	known bool  // it was told of
}

// Run follows files until the context ends, or nothing has changed for the time
// that the options say, or a function of the options returns an error, which
// Run returns. A file that goes away is forgotten.
func Run(ctx context.Context, o Options) error {
	w := &watch{Options: o, files: make(map[string]*file)}
	ticker := time.NewTicker(o.Interval)
	defer ticker.Stop()
	quiet := time.Now()
	for {
		busy, err := w.look()
		if err != nil {
			return err
		}
		if busy {
			quiet = time.Now()
		}
		if o.Idle > 0 && time.Since(quiet) >= o.Idle {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

type watch struct {
	Options
	files map[string]*file
}

// look looks once. It reports whether anything is new or still changing.
func (w *watch) look() (busy bool, err error) {
	names, err := w.List()
	if err != nil {
		return false, err
	}
	there := make(map[string]bool, len(names))
	for _, name := range names {
		there[name] = true
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // it has just gone, or is nothing that grows
		}
		now := stamp{info.Size(), info.ModTime()}
		f := w.files[name]
		if f == nil {
			f = &file{}
			w.files[name] = f
		}
		// A file is told of only if it is the same at two looks: a write may be going on.
		settled := f.seen == now
		f.seen = now
		if f.known && f.told == now {
			continue
		}
		// A file that still changes keeps the watch from being idle.
		busy = true
		if !settled {
			continue
		}
		f.told, f.known = now, true
		if err := w.Changed(name); err != nil {
			return true, err
		}
	}
	for name := range w.files {
		if !there[name] {
			delete(w.files, name)
		}
	}
	return busy, nil
}
