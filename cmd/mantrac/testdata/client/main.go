//go:build unix

// Command client has a process that is running already do the work of mantrac: the one that
// listens at $MANTRAC_LISTENS. Scripts find it in place of mantrac, see doCommands in worker_test.go.
package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// alone are the verbs that go on until they are stopped.
var alone = []string{"lsp", "serve", "watch"}

func main() {
	code := -1
	// A process loads one libz3, the first one that it is asked for.
	if len(os.Args) > 1 && !slices.Contains(alone, os.Args[1]) && os.Getenv("MANTRAC_LIBZ3") == "" {
		code = ask(os.Getenv("MANTRAC_LISTENS"))
	}
	if code < 0 { // it needs a process of its own
		err := syscall.Exec(os.Getenv("MANTRAC_PROGRAM"), os.Args, os.Environ())
		os.Stderr.WriteString(err.Error())
		code = 2
	}
	os.Exit(code)
}

// ask returns the exit code of the work; -1 if nobody does it.
func ask(address string) int {
	s, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil || syscall.Connect(s, &syscall.SockaddrUnix{Name: address}) != nil {
		return -1
	}
	dir, err := os.Getwd()
	if err != nil {
		return -1
	}
	// The files go with the first byte, and the rest is what the process starts with.
	if syscall.Sendmsg(s, []byte{0}, syscall.UnixRights(0, 1, 2), nil, 0) != nil {
		return -1
	}
	conn := os.NewFile(uintptr(s), address)
	fields := slices.Concat([]string{dir, strconv.Itoa(len(os.Args))}, os.Args, os.Environ())
	if _, err := conn.WriteString(strings.Join(fields, "\x00")); err != nil || syscall.Shutdown(s, syscall.SHUT_WR) != nil {
		return -1
	}
	answer := make([]byte, 1)
	if n, _ := conn.Read(answer); n == 1 {
		return int(answer[0])
	}
	os.Stderr.WriteString("client: the process ended before its work was done\n")
	return 99
}
