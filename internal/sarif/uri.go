package sarif

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// Artifact returns the location of a file by its name.
func Artifact(name string) ArtifactLocation {
	uri, relative := fileURI(name, filepath.Separator == '\\')
	a := ArtifactLocation{URI: uri}
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
			// C:/x becomes file:///C:/x.
			name = "/" + name
		}
	}
	if windows && strings.HasPrefix(name, "//") {
		// A UNC path has its host in the URI.
		host, path, _ := strings.Cut(name[2:], "/")
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + path}).String(), false
	}
	if strings.HasPrefix(name, "/") {
		return (&url.URL{Scheme: "file", Path: name}).String(), false
	}
	return (&url.URL{Path: name}).String(), true
}

// FileName returns the name of a file without the revision before it, as in
// git:HEAD:model.wm.
func FileName(name string) string {
	if rest, ok := strings.CutPrefix(name, "git:"); ok {
		if _, name, ok := strings.Cut(rest, ":"); ok {
			return name
		}
	}
	return name
}

// Physical returns the location of a span.
func Physical(s source.Span) PhysicalLocation {
	return PhysicalLocation{ArtifactLocation: Artifact(FileName(s.File.Name())), Region: RegionOf(s)}
}

// RegionOf returns the region of a span.
func RegionOf(s source.Span) *Region {
	from, to := s.From(source.UTF16), s.To(source.UTF16)
	start, length := s.Start, s.End-s.Start
	return &Region{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column, ByteOffset: &start, ByteLength: &length}
}
