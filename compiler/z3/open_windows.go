//go:build windows && (386 || amd64 || arm64)

package z3

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// openLibrary loads a library, and the libraries that lie beside it.
func openLibrary(file string) (uintptr, error) {
	flags := uintptr(windows.LOAD_LIBRARY_SEARCH_DEFAULT_DIRS)
	if filepath.IsAbs(file) {
		flags |= windows.LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR
	}
	handle, err := windows.LoadLibraryEx(file, 0, flags)
	return uintptr(handle), err
}

// keepMemory does nothing: it is for the C library of Linux.
func keepMemory() {}

func symbol(handle uintptr, name string) (uintptr, bool) {
	address, err := windows.GetProcAddress(windows.Handle(handle), name)
	return address, err == nil && address != 0
}

// pathOf returns the path given, which is where the library was loaded from.
func pathOf(_ uintptr, given string) string { return given }
