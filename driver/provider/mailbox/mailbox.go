// Package mailbox asks by files in a folder, so that a person or a batch can answer.
//
// A request becomes the file NAME.request.txt, with the text of [provider.Prompt].
// Its answer is expected in NAME.answer.txt, in the same folder. NAME is the stage and
// the beginning of the request's key: the same request has the same files, so that a
// second run finds the answers of the first.
//
// Requests are written beside and renamed. An answer that is written in place is read
// when the file is not empty and has not changed for an interval.
//
// This package is not part of the supported API, and may change.
package mailbox

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/project"
)

// MaxAnswer is how many bytes an answer may have.
const MaxAnswer = 16 << 20

// New returns a provider that asks in a folder, which is made if it does not exist.
// It looks for answers once in each interval (by default a second), until the context
// ends. The function, which may be nil, is told of each request whose answer is not there yet,
// by the names of their files. It may be called by several goroutines at a time.
func New(folder string, interval time.Duration, waiting func(request, answer string)) provider.Provider {
	if interval <= 0 {
		interval = time.Second
	}
	if waiting == nil {
		waiting = func(string, string) {}
	}
	return &mailbox{folder, interval, waiting}
}

type mailbox struct {
	folder   string
	interval time.Duration
	waiting  func(request, answer string)
}

// The ends of the names of files.
const (
	requestEnd = ".request.txt"
	answerEnd  = ".answer.txt"
)

// Name returns how the files of a request are named, without their endings.
func Name(r provider.Request) string {
	stage := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, r.Stage)
	stage = cmp.Or(stage, "request")
	return stage + "-" + r.Key()[:16]
}

func (m *mailbox) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	path := filepath.Join(m.folder, Name(r))
	if err := m.ask(path+requestEnd, provider.Prompt(r)); err != nil {
		return provider.Answer{}, &provider.Error{Kind: provider.Invalid, Detail: err.Error(), Help: "see that the folder of the mailbox can be written", Err: err}
	}
	if _, err := os.Stat(path + answerEnd); errors.Is(err, fs.ErrNotExist) {
		m.waiting(path+requestEnd, path+answerEnd)
	}
	text, err := m.wait(ctx, path+answerEnd)
	if err != nil {
		return provider.Answer{}, err
	}
	if progress != nil {
		progress(text)
	}
	return provider.Answer{Text: text, Usage: provider.Estimate(r, text)}, nil
}

// ask writes a request, unless it is there already.
func (m *mailbox) ask(path, text string) error {
	if err := os.MkdirAll(m.folder, 0o755); err != nil {
		return err
	}
	// The request is there already in a second run, and its time tells when it was asked.
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return nil
	}
	return project.WriteFile(path, []byte(text))
}

// wait returns the text of an answer once it is whole.
func (m *mailbox) wait(ctx context.Context, path string) (string, error) {
	tick := time.NewTicker(m.interval)
	defer tick.Stop()
	var before fs.FileInfo
	for {
		now, err := os.Stat(path)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", failed(err)
		// An old file is whole; a new one is if it has not changed since the last look.
		case err == nil && now.Size() > 0 && (time.Since(now.ModTime()) > m.interval || same(now, before)):
			return read(path, now)
		}
		before = now
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-tick.C:
		}
	}
}

// same reports whether a file is as it was; before may be nil.
func same(now, before fs.FileInfo) bool {
	return before != nil && now.Size() == before.Size() && now.ModTime().Equal(before.ModTime())
}

func read(path string, info fs.FileInfo) (string, error) {
	if !info.Mode().IsRegular() {
		return "", failed(errors.New(path + " is not a file"))
	}
	if info.Size() > MaxAnswer {
		return "", failed(errors.New(path + " has more than 16 MiB"))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", failed(err)
	}
	if !utf8.Valid(data) {
		return "", failed(errors.New(path + " is not UTF-8"))
	}
	return string(data), nil
}

// failed returns an error about an answer that somebody has to mend.
func failed(err error) error {
	return &provider.Error{Kind: provider.Invalid, Detail: err.Error(), Help: "mend or remove the answer", Err: err}
}
