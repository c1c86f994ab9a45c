//go:build !((linux && !android && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64 || s390x)) || (darwin && !ios && (amd64 || arm64)) || (freebsd && cgo && (amd64 || arm64)) || (netbsd && (amd64 || arm64)) || (windows && (386 || amd64 || arm64)))

package z3

import (
	"fmt"
	"runtime"
)

// openLibrary refuses, as purego cannot load libraries here, or, as on FreeBSD
// without cgo, only with flags for the compiler.
func openLibrary(string) (uintptr, error) {
	return 0, fmt.Errorf("libraries cannot be loaded on %s/%s", runtime.GOOS, runtime.GOARCH)
}

func keepMemory() {}

func symbol(uintptr, string) (uintptr, bool) { return 0, false }

func register(any, uintptr) {}

func pathOf(_ uintptr, given string) string { return given }
