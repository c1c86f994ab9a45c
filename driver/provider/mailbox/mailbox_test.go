package mailbox_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/mailbox"
)

const interval = 5 * time.Millisecond

func request() provider.Request {
	return provider.Request{Stage: "check_generation", Messages: []provider.Message{{Role: provider.User, Text: "Which checks?"}}}
}

// answer waits for a request, as a person does, and returns where its answer goes.
func answerPath(t *testing.T, folder string) string {
	t.Helper()
	for range 2000 {
		if found, _ := filepath.Glob(filepath.Join(folder, "*.request.txt")); len(found) > 0 {
			return strings.TrimSuffix(found[0], ".request.txt") + ".answer.txt"
		}
		time.Sleep(interval)
	}
	t.Error("no request was written")
	return ""
}

// Somebody answers a request, and a second run finds the answer without asking again.
func TestAnswered(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "box")
	go func() {
		if err := os.WriteFile(answerPath(t, folder), []byte("(always)"), 0o644); err != nil {
			t.Error(err)
		}
	}()
	waits := 0
	for range 2 {
		var progress string
		a, err := mailbox.New(folder, interval, func(request, answer string) {
			if waits++; !strings.HasSuffix(request, ".request.txt") || !strings.HasSuffix(answer, ".answer.txt") || filepath.Dir(request) != folder {
				t.Errorf("it waits for %s, and asked in %s", answer, request)
			}
		}).Complete(t.Context(), request(), func(s string) { progress += s })
		if err != nil || a.Text != "(always)" || progress != "(always)" || !a.Usage.Estimated {
			t.Fatalf("got %+v and the progress %q, %v", a, progress, err)
		}
	}
	if waits > 1 {
		t.Error("the second run says that it waits for an answer that is there")
	}
	asked, err := os.ReadFile(filepath.Join(folder, mailbox.Name(request())+".request.txt"))
	if err != nil || string(asked) != "Which checks?\n" {
		t.Errorf("the request is %q, %v", asked, err)
	}
	files, _ := os.ReadDir(folder)
	if len(files) != 2 {
		t.Errorf("the folder has %v, expected a request and an answer", files)
	}
}

// A file that is still being written is not an answer, and waiting ends with the context.
func TestWaiting(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, mailbox.Name(request())+".answer.txt")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*interval)
	defer cancel()
	if a, err := mailbox.New(folder, interval, nil).Complete(ctx, request(), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %+v, %v", a, err)
	}
}

func TestBadAnswers(t *testing.T) {
	for want, write := range map[string]func(path string) error{
		"is not UTF-8":         func(path string) error { return os.WriteFile(path, []byte("\xff\xfe"), 0o644) },
		"is not a file":        func(path string) error { return os.Mkdir(path, 0o755) },
		"has more than 16 MiB": func(path string) error { return os.WriteFile(path, make([]byte, mailbox.MaxAnswer+1), 0o644) },
	} {
		folder := t.TempDir()
		if err := write(filepath.Join(folder, mailbox.Name(request())+".answer.txt")); err != nil {
			t.Fatal(err)
		}
		_, err := mailbox.New(folder, interval, nil).Complete(t.Context(), request(), nil)
		if provider.KindOf(err) != provider.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected: %s", err, want)
		}
	}
}

// A folder that cannot be made is an error at once, which waiting does not mend.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "box")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := mailbox.New(file, interval, nil).Complete(t.Context(), request(), nil)
	var e *provider.Error
	if !errors.As(err, &e) || e.Temporary() || !strings.Contains(err.Error(), "see that the folder of the mailbox can be written") {
		t.Errorf("got %v", err)
	}
}

// A stage does not lead out of the folder.
func TestName(t *testing.T) {
	if got := mailbox.Name(provider.Request{Stage: "../Ä"}); !strings.HasPrefix(got, "____-") || strings.ContainsAny(got, "/.") {
		t.Errorf("got %s", got)
	}
}
