package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/lsp/server"
	"github.com/mantrac/mantrac/lsp/worker"
)

func serveEditor(c *cli.Context) error {
	if c.Args().Present() {
		return suggest("lsp takes no arguments", "", "mantrac help lsp")
	}
	if c.Bool("worker") {
		return work()
	}
	log := io.Writer(os.Stderr)
	if path := c.String("log"); path != "" {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		log = f
	}
	stream, err := streamOf(c.String("listen"))
	if err != nil {
		return err
	}
	s := server.New(server.Options{Version: buildVersion().String(), Log: log, Verifier: workerCommand})
	ctx := interrupt.Context()
	if err := s.Serve(ctx, stream); err != nil && ctx.Err() == nil {
		return status(exitFindings) // as the protocol has it for an exit without shutdown
	}
	return nil
}

// work answers the requests of a server. What is under way when the server is
// gone, however it went, is given up: nobody is there to end it.
func work() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, out := io.Pipe()
	go func() {
		_, err := io.Copy(out, os.Stdin)
		cancel()
		out.CloseWithError(err) // nil is the end of the requests
	}()
	return worker.Work(ctx, in, os.Stdout)
}

// workerCommand runs this program as a worker.
func workerCommand() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path, "lsp", "--worker")
}

// streamOf returns what the server speaks on.
func streamOf(address string) (io.ReadWriteCloser, error) {
	if address == "" {
		return stdio{os.Stdin, os.Stdout}, nil
	}
	l, err := localListener(address)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	fmt.Fprintf(os.Stderr, "listening on %s\n", l.Addr())
	return l.Accept()
}

// localListener listens at an address of the machine itself.
func localListener(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--listen takes HOST:PORT: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, errors.New("--listen takes an address of the machine itself, as 127.0.0.1:7000: there is no password, so any program that can connect may use the server")
	}
	return net.Listen("tcp", address)
}

// stdio is standard input and output as one stream.
type stdio struct{ in, out *os.File }

func (s stdio) Read(p []byte) (int, error)  { return s.in.Read(p) }
func (s stdio) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s stdio) Close() error                { return errors.Join(s.in.Close(), s.out.Close()) }
