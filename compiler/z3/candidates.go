package z3

import (
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// variable is the environment variable that names the library.
const variable = "MANTRAC_LIBZ3"

// candidates returns the files to try, in their order. A name without a
// folder is for the system's loader to find.
func candidates(system string, getenv func(string) string) []string {
	if named := getenv(variable); named != "" {
		return []string{named}
	}
	switch system {
	case "darwin":
		return inFolders([]string{"libz3.dylib", "libz3.4.dylib"},
			"", "/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib")
	case "windows":
		// The loader would take the working directory first, which anybody
		// may have filled.
		folders := lists.Filter(filepath.SplitList(getenv("PATH")), filepath.IsAbs)
		return inFolders([]string{"libz3.dll"}, append(folders, `C:\Program Files\Z3\bin`, `C:\z3\bin`)...)
	}
	files := inFolders([]string{"libz3.so.4", "libz3.so"},
		"", "/usr/local/lib64", "/usr/local/lib", "/home/linuxbrew/.linuxbrew/lib")
	// Some systems have the minor version in the name, and the name without
	// it in the package for developers alone.
	for _, dir := range []string{"/usr/lib64", "/usr/lib"} {
		if found, err := filepath.Glob(filepath.Join(dir, "libz3.so.4.*")); err == nil {
			files = append(files, found...)
		}
	}
	return files
}

// inFolders returns every name in every folder, folder by folder.
func inFolders(names []string, folders ...string) (files []string) {
	for _, dir := range folders {
		for _, name := range names {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

func hasFolder(file string) bool {
	return strings.ContainsRune(filepath.ToSlash(file), '/')
}
