//go:build !unix

package main

import "github.com/rogpeppe/go-internal/testscript"

const listener = "MANTRAC_LISTENER"

// startWorker does nothing: each command of a script is a process of its own.
func startWorker(*testscript.Env) error { return nil }

func doCommands() {}
