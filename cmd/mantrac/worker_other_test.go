//go:build !unix

package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

const listener = "MANTRAC_LISTENER"

// Each command of a script is a process of its own.
func scriptClient(*testing.T) string { return "" }

func startWorker(*testscript.Env, string) error { return nil }

func doCommands() {}
