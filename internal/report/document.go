package report

import (
	"fmt"
	"io"
)

// A Document is a result in all formats that every verb with findings has.
type Document interface {
	Text(io.Writer) error
	JSON(io.Writer) error
	SARIF(io.Writer) error
	GitHub(io.Writer) error
	Markdown(io.Writer) error
}

// Formats are the names of the formats of a document; the first is the default.
var Formats = []string{"text", "json", "sarif", "github", "markdown"}

// more is a document with formats beside those.
type more interface {
	Document
	Format(name string) func(io.Writer) error
}

// Write writes a document in a format.
func Write(w io.Writer, format string, d Document) error {
	switch format {
	case "text":
		return d.Text(w)
	case "json":
		return d.JSON(w)
	case "sarif":
		return d.SARIF(w)
	case "github":
		return d.GitHub(w)
	case "markdown":
		return d.Markdown(w)
	}
	if m, ok := d.(more); ok {
		if write := m.Format(format); write != nil {
			return write(w)
		}
	}
	return fmt.Errorf("unknown format %s", format)
}
