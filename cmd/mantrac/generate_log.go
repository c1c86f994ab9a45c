package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/report"
)

// levels are those of `logging.level`, in their order.
var levels = []string{"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}

// factLevels are the levels of facts that are not told as INFO.
var factLevels = map[string]string{
	"answered": "DEBUG", "generated": "DEBUG",
	"faults": "WARNING", "left open": "WARNING", "left out": "WARNING", "tool error": "WARNING", "rejected": "WARNING", "awaiting_human": "WARNING",
}

// levelOf returns the level of an event.
func levelOf(e run.Event) string {
	switch e.Kind {
	case run.Done, run.Artifact:
		return "DEBUG"
	}
	if level, ok := factLevels[e.What]; ok {
		return level
	}
	return "INFO"
}

// A runLog writes the events of a run for people, as the keys `logging.*` say.
type runLog struct {
	least int // level
	to    []io.Writer
	file  *os.File // nil if there is none
}

// openLog opens the log of a run. A file is in the folder of the run, and is appended to.
func openLog(l config.Logging, dir string) (*runLog, error) {
	g := &runLog{least: slices.Index(levels, l.Level)}
	if l.Console {
		g.to = append(g.to, os.Stderr)
	}
	if l.File == "" {
		return g, nil
	}
	if filepath.Base(l.File) != l.File {
		return nil, fmt.Errorf("logging.filename: %q is not the name of a file; it is written to the folder of the run", l.File)
	}
	var err error
	g.file, err = os.OpenFile(filepath.Join(dir, l.File), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err == nil {
		g.to = append(g.to, g.file)
	}
	return g, err
}

// event writes an event.
func (g *runLog) event(e run.Event) {
	parts := []string{e.Subject, e.Stage, e.Side, e.What, e.Path, strings.Join(e.Stages, " ")}
	if e.What == "" {
		parts = append(parts, string(e.Kind))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	text := strings.Join(parts, " ")
	if e.Why != "" {
		text += ": " + strings.TrimSpace(e.Why)
	}
	g.line(e.Time.Format(stamp), levelOf(e), text)
}

// failure writes what has ended the run.
func (g *runLog) failure(err error) {
	g.line(time.Now().UTC().Format(stamp), "ERROR", err.Error())
}

// stamp is the form of times.
const stamp = "2006-01-02T15:04:05.000Z"

// line writes a line, if its level is high enough. What follows the first line of a text is
// in events.jsonl.
func (g *runLog) line(at, level, text string) {
	if slices.Index(levels, level) < g.least {
		return
	}
	first, _, more := strings.Cut(text, "\n")
	if more {
		first += " …"
	}
	for _, w := range g.to {
		fmt.Fprintf(w, "%s %-8s %s\n", at, level, report.Visible(first))
	}
}

// Close closes the file.
func (g *runLog) Close() error {
	if g.file == nil {
		return nil
	}
	err := g.file.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
