//go:build unix

package exec_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/exec"
)

func ask(ctx context.Context, progress func(string), command ...string) (provider.Answer, error) {
	return exec.New(command).Complete(ctx, provider.Request{
		Model:    "m-1",
		Messages: []provider.Message{{Role: provider.User, Text: "What is 1 + 1?"}},
	}, progress)
}

// A command gets the prompt and the name of the model, in an empty folder.
func TestAnswer(t *testing.T) {
	var progress strings.Builder
	a, err := ask(t.Context(), func(s string) { progress.WriteString(s) }, "sh", "-c", `cat; echo "$1; $(ls -A | wc -l) files"`, "sh", "--model={model}")
	if want := "What is 1 + 1?\n--model=m-1; 0 files\n"; err != nil || a.Text != want || progress.String() != want {
		t.Errorf("got %q and the progress %q, %v", a.Text, &progress, err)
	}
	if want := (provider.Usage{Input: 4, Output: 9, Estimated: true}); a.Usage != want {
		t.Errorf("the usage is %+v, expected %+v", a.Usage, want)
	}
}

func TestFailures(t *testing.T) {
	for _, test := range []struct {
		command []string
		kind    provider.Kind
		want    string
	}{
		{[]string{"sh", "-c", "echo progress; echo no login >&2; exit 3"}, provider.Command, "sh: exit status 3: no login"},
		{[]string{"mantrac-no-such-command"}, provider.Command, "install mantrac-no-such-command, or configure another command"},
		{[]string{"sh", "-c", "echo thinking >&2"}, provider.Garbled, "sh printed nothing: thinking"},
		{[]string{"printf", `\377`}, provider.Garbled, "printed bytes that are not UTF-8"},
		{[]string{"sh", "-c", "yes mantrac | head -c 20000000"}, provider.Garbled, "more than 16 MiB"},
		{nil, provider.Command, "no command is configured"},
	} {
		_, err := ask(t.Context(), nil, test.command...)
		if provider.KindOf(err) != test.kind || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, expected %s with %q", test.command, err, test.kind, test.want)
		}
	}
	_, err := ask(t.Context(), nil, "sh", "-c", "yes complaint | head -c 100000 >&2; echo the end >&2; exit 1")
	if n := len(err.Error()); n > 3000 || !strings.Contains(err.Error(), "the end") {
		t.Errorf("an error of %d bytes quotes standard error, expected its end only", n)
	}
}

// When the context ends, the processes that the command started end too.
func TestCancel(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := ask(ctx, func(string) { cancel() }, "sh", "-c", fmt.Sprintf("sleep 1000 & echo $! > %s; echo started; wait", pidFile))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	data, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if gone(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d goes on after the context has ended", pid)
}

// gone reports whether a process has ended, although nobody may have waited for it.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
