package sarif

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Artifact returns the location of a file by its name.
func Artifact(name string) ArtifactLocation {
	uri, relative := fileURI(name, filepath.Separator == '\\')
	a := ArtifactLocation{URI: uri}
	if relative {
		a.URIBaseID = SourceRoot
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
