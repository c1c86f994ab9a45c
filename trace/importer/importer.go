package importer

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// DefaultErrorPrefix is what the text of a failed result begins with, where a
// format has no mark for failure and [Options] do not say anything else.
const DefaultErrorPrefix = "Error:"

// Options say how traces are read.
type Options struct {
	Format        string   // the name of a format; empty: recognise it
	ErrorPrefix   string   // what the text of a failed result begins with, where the format has no mark for failure; empty: DefaultErrorPrefix
	NoErrorPrefix bool     // no text says by itself that a call failed
	Redacted      []string // texts that are in place of an argument that was hidden; * in them is any text
	FormatFlag    string   // the flag that names the format, for messages; empty: --format
	Limit         int      // how many bytes one record may have: a line, a document, an element of a list; 0: document.DefaultLimit
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

// A format is a way in which traces are written.
type format struct {
	name  string // as --format takes it
	about string // one line, for the help

	// recognise says how surely a record is of this format, from 0 (it is not)
	// to 3 (nothing else looks like this), by its structure.
	recognise func(v document.Value) int

	// open begins to read a file of this format.
	open func(r *reading) handler

	// marks says that every result has the mark of failure, also those of calls
	// that succeeded.
	marks bool

	// streams is the member of a document whose elements the format can take
	// one by one, if there is one; its handlers are streamers.
	streams string
}

// A handler reads the records of a file: its documents, its lines, or the
// elements of the list that it is. A record holds traces, or is part of one.
// Errors are those of the sink.
type handler interface {
	record(v document.Value) error
	close() error // there are no more records
}

// A streamer takes a large document in pieces: the document as far as it is
// before the list that the format streams, and then the elements of that list.
type streamer interface {
	handler
	head(v document.Value)
	element(v document.Value) error
}

// formats are those that are known, in the order in which they are listed and
// in which equals win. It is filled by init, since formats refer to functions
// that refer to it.
var formats []*format

func init() {
	formats = []*format{
		plain, openAI, responses, anthropic, tauBench, tau2, inspect, otel, mcp, langSmith, langGraph, vsCode, vsCodeLog, agentDojo,
	}
}

// A Format is the name of a format, and a line about it.
type Format struct{ Name, About string }

// Formats returns the formats that are known.
func Formats() []Format {
	return lists.Map(formats, func(f *format) Format { return Format{f.name, f.about} })
}

// named returns the format of the given name, nil if there is none.
func named(name string) *format {
	return lists.Find(formats, func(f *format) bool { return f.name == name })
}

// recognise returns the format that a record looks like most, nil if it looks
// like none.
func recognise(v document.Value) (best *format) {
	most := 0
	for _, f := range formats {
		if sure := f.recognise(v); sure > most {
			best, most = f, sure
		}
	}
	return best
}
