package process_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/process"
)

// pidFile names, in a child process of this test, where the command it runs writes its number.
const pidFile = "MANTRAC_TEST_PID_FILE"

// A command does not outlive us, not even where we are killed.
func TestCommandOfTheKilled(t *testing.T) {
	if name := os.Getenv(pidFile); name != "" {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", `echo $$ > "$0.part"; mv "$0.part" "$0"; exec sleep 60`, name)
		process.Own(cmd)
		t.Fatal(process.Run(cmd))
	}
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pid")
	us := exec.Command(os.Args[0], "-test.run", "^TestCommandOfTheKilled$")
	us.Env = append(os.Environ(), pidFile+"="+name)
	if err := us.Start(); err != nil {
		t.Fatal(err)
	}
	text := waitFor(t, func() (string, bool) {
		data, err := os.ReadFile(name)
		return string(data), err == nil
	})
	pid, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := us.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = us.Wait() // it was killed
	waitFor(t, func() (string, bool) {
		// A zombie that nobody waits for yet is dead, too.
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return "", errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err != nil || strings.Contains(string(stat), ") Z ")
	})
}

// waitFor asks until something is so.
func waitFor(t *testing.T, f func() (string, bool)) string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if text, ok := f(); ok {
			return text
		}
	}
	t.Fatal("it is not so after 20 s")
	return ""
}
