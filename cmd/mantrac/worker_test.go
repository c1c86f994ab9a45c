//go:build unix

package main

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A program takes some 60 ms of a processor to start, which is more than most of what scripts
// ask it for (decision 0080). So each script, and each document, has one process, its worker, that does the work of
// all its commands, one after the other: with the arguments, the folder, the environment and the
// open files of the command. What scripts find in place of mantrac is a small program that passes
// them on.

// listener is set in the environment of a worker, and listens in that of a script: it is the
// address of the worker.
const listener, listens = "MANTRAC_LISTENER", "MANTRAC_LISTENS"

// scriptClient builds the small program, and returns its folder; "" with MANTRAC_SOAK=1, where each
// command is a process of its own.
func scriptClient(t *testing.T) string {
	if os.Getenv("MANTRAC_SOAK") == "1" {
		return ""
	}
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", filepath.Join(dir, "mantrac"), "./testdata/client").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// startWorker starts a worker, which stop ends, and returns what commands that go to it have in their
// environment. Beside the client, their PATH has the folders of path.
func startWorker(client, path string) (env []string, stop func(), err error) {
	program, err := exec.LookPath("mantrac")
	if err != nil {
		return nil, nil, err
	}
	// The address of a socket has at most 107 bytes.
	dir, err := os.MkdirTemp("", "mantrac")
	if err != nil {
		return nil, nil, err
	}
	address := filepath.Join(dir, "worker")
	socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: address})
	if err != nil {
		return nil, nil, err
	}
	socket.SetUnlinkOnClose(false)
	file, err := socket.File()
	if err != nil {
		return nil, nil, err
	}
	worker := exec.Command(program)
	worker.Env = append(os.Environ(), listener+"=3")
	worker.ExtraFiles = []*os.File{file}
	worker.Stderr = os.Stderr
	if err := worker.Start(); err != nil {
		return nil, nil, err
	}
	file.Close()
	socket.Close()
	stop = func() {
		worker.Process.Kill()
		worker.Wait()
		os.RemoveAll(dir)
	}
	return []string{"PATH=" + client + string(filepath.ListSeparator) + path, listens + "=" + address, "MANTRAC_PROGRAM=" + program}, stop, nil
}

// doCommands is what a worker does, until it is killed.
func doCommands() {
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	file := os.NewFile(3, "listener")
	socket, err := net.FileListener(file)
	if err != nil {
		panic(err)
	}
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	for {
		conn, err := socket.(*net.UnixListener).AcceptUnix()
		if err != nil {
			panic(err)
		}
		before := runtime.NumGoroutine()
		code := doCommand(conn)
		// Who reads the output waits until nobody can write any more.
		for f := range 3 {
			unix.Dup2(int(nothing.Fd()), f)
		}
		conn.Write([]byte{byte(code)})
		conn.Close()
		for range 100 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(time.Millisecond)
		}
		// What goes on after the end of a program ends with its process.
		if runtime.NumGoroutine() > before {
			os.Setenv(listener, "3")
			panic(syscall.Exec(program, []string{"mantrac"}, os.Environ()))
		}
		runtime.KeepAlive(file)
	}
}

// doCommand does the work of one command, with its environment alone, and returns its exit code.
func doCommand(conn *net.UnixConn) int {
	first, rights := make([]byte, 1), make([]byte, syscall.CmsgSpace(3*4))
	_, n, _, _, err := conn.ReadMsgUnix(first, rights)
	if err != nil {
		panic(err)
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:n])
	if err != nil {
		panic(err)
	}
	files, err := syscall.ParseUnixRights(&messages[0])
	if err != nil {
		panic(err)
	}
	for to, f := range files {
		if err := unix.Dup2(f, to); err != nil {
			panic(err)
		}
		syscall.Close(f)
	}
	text, err := io.ReadAll(conn)
	if err != nil {
		panic(err)
	}
	fields := strings.Split(string(text), "\x00")
	count, err := strconv.Atoi(fields[1])
	if err != nil {
		panic(err)
	}
	if err := os.Chdir(fields[0]); err != nil {
		panic(err)
	}
	os.Clearenv()
	for _, v := range fields[2+count:] {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
	os.Args = slices.Clone(fields[2 : 2+count])
	// Programs that the work starts must not ask for the worker, which is busy.
	os.Unsetenv(listens)
	app := newApp()
	return exitCode(app.Run(arguments(app, os.Args)))
}
