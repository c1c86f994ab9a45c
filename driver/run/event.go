package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/jsontext"
)

// A Kind says what an event is about.
type Kind string

// The kinds of events.
const (
	Session  Kind = "session"  // a process has opened the run
	Redo     Kind = "redo"     // steps are to be done anew
	Done     Kind = "step"     // a step has a result
	Artifact Kind = "artifact" // a file is about to get a text
	Fact     Kind = "fact"     // what a stage has found or decided
)

// An Event is one fact about a run.
type Event struct {
	Number  int       `json:"n"`
	Time    time.Time `json:"time"`
	Kind    Kind      `json:"event"`
	Stage   string    `json:"stage,omitempty"`
	Subject string    `json:"subject,omitempty"` // what it is about: "sample-01/dock"
	Key     string    `json:"key,omitempty"`     // of a step
	Path    string    `json:"path,omitempty"`    // of an artifact, below the run, with slashes
	SHA256  string    `json:"sha256,omitempty"`  // of a result or an artifact
	Stages  []string  `json:"stages,omitempty"`  // of a redo

	// Of a fact: which artifact it is about or came from, in a word what it says, and why.
	Side   string          `json:"side,omitempty"`
	What   string          `json:"what,omitempty"`
	Why    string          `json:"why,omitempty"`
	Detail json.RawMessage `json:"detail,omitempty"`
}

// identity returns what two events that say the same have in common.
func (e Event) identity() [sha256.Size]byte {
	// The number and the time differ even if the fact is the same.
	e.Number, e.Time = 0, time.Time{}
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // Detail is JSON that was marshalled
	}
	return sha256.Sum256(data)
}

// concerns reports whether a redo concerns a step.
func (e Event) concerns(stage, subject string) bool {
	// The slash keeps sample-1 from meaning sample-10.
	return slices.Contains(e.Stages, stage) && (e.Subject == "" || subject == e.Subject || strings.HasPrefix(subject, e.Subject+"/"))
}

// A log is the events of a run, on disk and in memory.
type log struct {
	file   *os.File
	events []Event
	known  map[[sha256.Size]byte]bool
	sums   map[string]string // of the results of steps, by key
	redos  []Event
}

// openLog reads a log, and drops a last line that was not written to its end.
func openLog(path string) (*log, error) {
	l := &log{known: make(map[[sha256.Size]byte]bool), sums: make(map[string]string)}
	events, size, err := readEvents(path)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		l.remember(e)
	}
	if l.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	// What follows the last whole line was written when the process ended.
	return l, l.file.Truncate(size)
}

// readEvents returns the events in a file, and the length of its whole lines.
func readEvents(path string) (events []Event, size int64, err error) {
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, 0, err
	}
	// Without a line end nothing is left, which is right for a log that was cut off at once.
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: this is not an event (%s); restore the file, or begin another run with --new", path, i+1, jsontext.Fault(err))
		}
		events = append(events, e)
	}
	return events, int64(len(data)), nil
}

func (l *log) remember(e Event) {
	l.events = append(l.events, e)
	l.known[e.identity()] = true
	switch e.Kind {
	case Done:
		l.sums[e.Key] = e.SHA256
	case Redo:
		l.redos = append(l.redos, e)
	}
}

// add logs an event, unless it has been logged.
func (l *log) add(e Event, repeat bool) error {
	// Sessions and redos are logged each time, although they say the same.
	if l.known[e.identity()] && !repeat {
		return nil
	}
	e.Number, e.Time = len(l.events)+1, time.Now().UTC().Truncate(time.Millisecond)
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := disk.Append(l.file, append(line, '\n')); err != nil {
		return err
	}
	l.remember(e)
	return nil
}

// hash returns the SHA-256 of a text in hexadecimal digits.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
