package importer

import (
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// plain is the format of mantrac itself: what import writes, and the steps that
// run takes. See [trace.Schema].
var plain = &format{
	name:      trace.FormatName,
	about:     "JSON Lines of mantrac import, or of {\"tool\": …, \"args\": {…}}",
	recognise: isPlain,
	open: func(r *reading) handler {
		return &plainLines{r, trace.NewDecoder(r.file, &plainSink{Sink: r.sink, r: r})}
	},
}

func isPlain(v document.Value) int {
	switch tool, args := v.Get("tool"), v.First("args", "arguments"); {
	case v.Get("trace").Get("version").Given():
		return 3
	case v.Get("kind").IsString() && (v.Get("seq").Given() || v.Get("args_state").Given()):
		return 3
	case tool.IsString() && (args.IsObject() || v.Len() == 1):
		return 2
	case v.Get("steps").IsList() && isSteps(v.Get("steps")):
		return 2
	case v.Get("init").IsObject() && v.Len() == 1:
		return 2
	case tool.IsString(), v.Get("trace").IsObject():
		return 1
	}
	switch v.Get("kind").Text() {
	case string(trace.Call), string(trace.Result), string(trace.Message), string(trace.Approval):
		return 1
	}
	return 0
}

func isSteps(list document.Value) bool {
	return list.Len() == 0 || list.Index(0).Get("tool").IsString()
}

type plainLines struct {
	r *reading
	d *trace.Decoder
}

func (p *plainLines) close() error {
	p.r.trace = ""
	return p.d.Close()
}

// record reads a record. The format is lines, so the only line of a file is
// line 1, as it will be when there are more.
func (p *plainLines) record(v document.Value) error {
	if v.Get("trace").IsObject() { // nothing before it belongs to the trace
		if err := p.r.release(); err != nil {
			return err
		}
	}
	// A broken record after this one is of the trace that is open by then.
	defer func() { p.r.trace = p.d.TraceID() }()
	line := p.r.line
	// A single line without a line end is a file of lines, too.
	if line == 0 && v.Pointer() == "" && !strings.Contains(v.Raw(), "\n") {
		line = 1
	}
	return p.d.Record(v, line)
}

// readLine reads a line without making a document of it, if it can.
func (p *plainLines) readLine(text string, number int) error {
	if ok, err := p.d.Fast(text, number); ok || err != nil {
		return err
	}
	// The fast path does not set the trace, which problems need.
	p.r.trace = p.d.TraceID()
	return p.r.parsed(text, "", 0)
}
