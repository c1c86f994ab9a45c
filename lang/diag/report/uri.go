package report

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// sourceRoot is the name that code scanning services know for the folder
// that relative names start from.
const sourceRoot = "%SRCROOT%"

func artifact(f *source.File) sarifArtifactLocation {
	uri, relative := fileURI(f.Name(), filepath.Separator == '\\')
	a := sarifArtifactLocation{URI: uri}
	if relative {
		a.URIBaseID = sourceRoot
	}
	return a
}

// fileURI turns a file name into a URI, and tells whether it is relative. On
// Windows a backslash separates folders; elsewhere it is part of a name.
func fileURI(name string, windows bool) (uri string, relative bool) {
	if windows {
		name = strings.ReplaceAll(name, `\`, "/")
		if len(name) > 2 && name[1] == ':' && name[2] == '/' {
			name = "/" + name
		}
	}
	if windows && strings.HasPrefix(name, "//") {
		host, path, _ := strings.Cut(name[2:], "/")
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + path}).String(), false
	}
	if strings.HasPrefix(name, "/") {
		return (&url.URL{Scheme: "file", Path: name}).String(), false
	}
	return (&url.URL{Path: name}).String(), true
}
