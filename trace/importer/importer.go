package importer

import (
	"github.com/mantrac/mantrac/trace"
)

// Options say how traces are read.
type Options struct {
	Format      string   // the name of a format; empty: recognise it
	ErrorPrefix string   // what the text of a failed result begins with, where the format has no mark for failure
	Redacted    []string // patterns of texts that stand in place of an argument that was hidden
}

// A Note tells what an importer guessed, or did to the events it read, how
// often, and the first place.
type Note struct {
	File    string        `json:"file"`
	Code    string        `json:"code"` // a short name: "made-id", "error-by-text"
	Message string        `json:"message"`
	Count   int           `json:"count"`
	First   trace.Pointer `json:"first"`
}

// A record is one JSON document of a file: the whole file, a line of it, or an
// entry of an archive. Values are decoded so that numbers keep their text.
type record struct {
	data []byte
	at   trace.Pointer
	file string
}

// A format is a way in which traces are written.
type format struct {
	name  string // as --format takes it
	about string // one line, for the help

	// recognise says how surely a document is of this format, from 0 (it is
	// not) to 3 (nothing else looks like this), by its structure. It may look at
	// the beginning of the document alone.
	recognise func(doc any) int

	// read pushes the traces of one document.
	read func(r *reading, rec record) error
}

// formats are those that are known, in the order in which they are listed and
// in which equals win.
var formats = []*format{}
