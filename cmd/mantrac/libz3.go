package main

import (
	"os"
	"path/filepath"
)

// libz3Names are the names of the solver's library by system.
var libz3Names = map[string][]string{
	"darwin":  {"libz3.dylib"},
	"windows": {"libz3.dll"},
}

// libz3Folders are where packages and builders put it.
var libz3Folders = map[string][]string{
	"darwin":  {"/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"},
	"windows": {`C:\Program Files\Z3\bin`, `C:\z3\bin`},
}

// linuxFolders are those of the systems that are neither.
var linuxFolders = []string{
	"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib/arm-linux-gnueabihf", "/usr/lib/riscv64-linux-gnu",
	"/usr/lib64", "/usr/lib", "/lib64", "/lib", "/usr/local/lib64", "/usr/local/lib", "/home/linuxbrew/.linuxbrew/lib",
}

// libraryPaths are the variables that name further folders, which come first.
var libraryPaths = map[string]string{"darwin": "DYLD_LIBRARY_PATH", "windows": "PATH"}

// findLibz3 returns where the solver's library is, without loading it, or "".
// What MANTRAC_LIBZ3 names comes before everything else.
func findLibz3(system string, getenv func(string) string) string {
	if path := getenv("MANTRAC_LIBZ3"); path != "" {
		if isFile(path) {
			return path
		}
		return ""
	}
	names, folders, variable := libz3Names[system], libz3Folders[system], libraryPaths[system]
	if names == nil {
		names, folders, variable = []string{"libz3.so.4", "libz3.so"}, linuxFolders, "LD_LIBRARY_PATH"
	}
	for _, dir := range append(filepath.SplitList(getenv(variable)), folders...) {
		for _, name := range names {
			if path := filepath.Join(dir, name); dir != "" && isFile(path) {
				return path
			}
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
