//go:build !unix

package main

import "testing"

const listener = "MANTRAC_LISTENER"

// Each command of a script is a process of its own.
func scriptClient(*testing.T) string { return "" }

func startWorker(string, string) ([]string, func(), error) { return nil, func() {}, nil }

func doCommands() {}
