package snapshot

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// PathOf returns the path of a document. One that is not a file (untitled:Untitled-1)
// has a path that no file has, in a folder of its own, so that it is a project by
// itself.
func PathOf(u protocol.DocumentURI) string { return Canonical(namedPath(u)) }

// namedPath is PathOf with no link followed: what the client calls the document,
// in whatever spelling of the URI.
func namedPath(u protocol.DocumentURI) string {
	parsed, err := url.Parse(string(u))
	if err != nil || parsed.Scheme != "file" {
		// No file system allows NUL in a name, so this path cannot be a file's.
		return string(filepath.Separator) + filepath.Join("\x00", url.PathEscape(string(u)))
	}
	path := parsed.Path
	if runtime.GOOS == "windows" {
		// The path of file:///C:/x begins with a slash before the drive.
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// Canonical returns a path with the links in its folder followed, as package
// project knows files.
func Canonical(path string) string {
	path = filepath.Clean(path)
	// Only the folder is resolved: the file itself may not exist yet.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// URIOf returns the name of a file for a client.
func URIOf(path string) protocol.DocumentURI { return uri.File(path) }
