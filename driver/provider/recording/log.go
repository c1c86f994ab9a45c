package recording

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/jsontext"
)

// version is that of the format.
const version = 1

// A Header begins a recording.
type Header struct {
	Version    int    `json:"mantrac_recording"`
	AnsweredBy string `json:"answered_by"` // a hosted model, a local one, a person, a script
}

// An Entry is a request that was made.
type Entry struct {
	Key      string           `json:"key"`
	Provider string           `json:"provider"` // and where it is, if that matters
	Stage    string           `json:"stage,omitempty"`
	Case     string           `json:"case,omitempty"`
	Request  provider.Request `json:"request"`
	Answer   provider.Answer  `json:"answer"`
	Failure  *Failure         `json:"failure,omitempty"` // nil if the answer is whole
}

// A Failure says why an answer is not whole.
type Failure struct {
	Kind   provider.Kind `json:"kind"`
	Detail string        `json:"detail,omitempty"`
}

// err returns the failure as an error, or nil.
func (e Entry) err() error {
	if e.Failure == nil {
		return nil
	}
	return &provider.Error{Kind: e.Failure.Kind, Stage: e.Stage, Detail: e.Failure.Detail}
}

// final reports whether the entry has what the model answered. Other entries only
// say what failed attempts cost.
func (e Entry) final() bool {
	return e.Failure == nil || (&provider.Error{Kind: e.Failure.Kind}).Answered()
}

// A Log is a recording. It is safe for several goroutines.
type Log struct {
	path   string
	header Header

	mu      sync.Mutex
	file    *os.File // nil if it is only read
	entries []Entry
	byKey   map[string][]int // places of the final entries
}

// maxSize is how many bytes a compressed recording may have when it is unpacked.
const maxSize = 1 << 30

// gzipMark begins a file that is compressed by gzip.
const gzipMark = "\x1f\x8b"

// Read reads a recording, which may be compressed by gzip: prompts are long and alike.
func Read(path string) (*Log, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte(gzipMark)) {
		if data, err = unpack(data); err != nil {
			return nil, fmt.Errorf("%s: cannot be unpacked: %w", path, err)
		}
	}
	l, _, err := parse(path, data)
	return l, err
}

func unpack(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	data, err = io.ReadAll(io.LimitReader(r, maxSize+1))
	// The limit is passed by one byte if there is more, which tells it from the end.
	if err == nil && len(data) > maxSize {
		err = errors.New("it has more than a gigabyte when it is unpacked")
	}
	return data, err
}

// Open reads a recording to append to it, and begins one that does not exist.
// answeredBy says in the header who answers. Close closes the file.
func Open(path, answeredBy string) (*Log, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte(gzipMark)) {
		return nil, fmt.Errorf("%s: cannot append to a compressed recording; unpack it first", path)
	}
	l := &Log{path: path, byKey: make(map[string][]int)}
	whole := 0
	// A file that was cut off while the header was written begins anew. No other file is
	// touched unless it is a recording.
	if len(data) > 0 && !cutHeader(data) {
		if l, whole, err = parse(path, data); err != nil {
			return nil, err
		}
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	// The last line is dropped if it was cut off: its answer is asked for again.
	if err = l.file.Truncate(int64(whole)); err == nil {
		switch {
		case whole == 0:
			l.header = Header{version, answeredBy}
			err = l.write(l.header)
		// The last line may be whole but for its end.
		case data[whole-1] != '\n':
			_, err = l.file.WriteString("\n")
		}
	}
	if err != nil {
		return nil, errors.Join(err, l.file.Close())
	}
	return l, nil
}

// cutHeader reports whether data is the beginning of a header, and not all of it.
func cutHeader(data []byte) bool {
	const begin = `{"mantrac_recording":`
	n := min(len(begin), len(data))
	var h Header
	err := json.NewDecoder(bytes.NewReader(data)).Decode(&h)
	return string(data[:n]) == begin[:n] && errors.Is(err, io.ErrUnexpectedEOF)
}

// Close closes the file of a log that was opened for appending.
func (l *Log) Close() error { return l.file.Close() }

// Header returns the first line.
func (l *Log) Header() Header { return l.header }

// Entries returns all entries, in the order in which they were made.
func (l *Log) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	// Clip keeps callers from appending into the list.
	return slices.Clip(l.entries)
}

// parse reads the lines of a recording, and returns the length of the whole ones.
func parse(path string, data []byte) (*Log, int, error) {
	l := &Log{path: path, byKey: make(map[string][]int)}
	in := bufio.NewReader(bytes.NewReader(data))
	whole := 0
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		// The last line was cut off, unless only its end is missing: no JSON object is the
		// beginning of another one.
		if err == io.EOF && !json.Valid(line) {
			break
		}
		if err := l.read(n, line); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		whole += len(line)
	}
	if whole == 0 {
		return nil, 0, fmt.Errorf("%s: is not a recording: it has no whole line", path)
	}
	return l, whole, nil
}

func (l *Log) read(n int, line []byte) error {
	if n == 1 {
		if err := json.Unmarshal(line, &l.header); err != nil || l.header.Version == 0 {
			return errors.New(`is not a recording; the first line of one is {"mantrac_recording": 1, "answered_by": "…"}`)
		}
		if l.header.Version != version {
			return fmt.Errorf("has version %d of the format; this program reads version %d", l.header.Version, version)
		}
		return nil
	}
	var e Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("is not an entry of a recording: %s; restore the file, or remove the line to ask again", jsontext.Fault(err))
	}
	// A recording that was edited by hand would answer a question that nobody asked.
	if key := e.Request.Key(); e.Key != key {
		return fmt.Errorf("the request has the key %.12s, not %.12s: it was changed after it was recorded", key, e.Key)
	}
	l.add(e)
	return nil
}

func (l *Log) add(e Entry) {
	// Entries of failed attempts only say what they cost.
	if e.final() {
		l.byKey[e.Key] = append(l.byKey[e.Key], len(l.entries))
	}
	l.entries = append(l.entries, e)
}

// Append writes an entry, whose key it sets.
func (l *Log) Append(e Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.Key = e.Request.Key()
	if err := l.write(e); err != nil {
		return err
	}
	l.add(e)
	return nil
}

// write appends a line.
func (l *Log) write(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	if err := disk.Append(l.file, b.Bytes()); err != nil {
		return err
	}
	// An answer is on disk before it is used, so that no crash loses what was paid for.
	return l.file.Sync()
}

// Find returns the entry with the answer to a request. The provider does not
// matter if it is "".
func (l *Log) Find(providerName string, r provider.Request) (Entry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// The same request may be recorded of several providers.
	for _, i := range l.byKey[r.Key()] {
		if e := l.entries[i]; providerName == "" || e.Provider == providerName {
			return e, true
		}
	}
	return Entry{}, false
}
