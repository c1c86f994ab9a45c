package importer_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

func read(t *testing.T, text string, o importer.Options) (*trace.Collector, []importer.Note) {
	t.Helper()
	var c trace.Collector
	notes, err := importer.Read("f", strings.NewReader(text), o, &c)
	if err != nil {
		t.Fatal(err)
	}
	return &c, notes
}

// found shows what was read in a line: the tools of the calls of each trace,
// and the problems.
func found(c *trace.Collector) string {
	var parts []string
	for _, one := range c.Traces {
		var tools []string
		for _, e := range one.Events {
			if e.Kind == trace.Call {
				tools = append(tools, e.Tool)
			} else {
				tools = append(tools, string(e.Kind))
			}
		}
		parts = append(parts, strings.Join(tools, " "))
	}
	for _, p := range c.Problems {
		text := p.Error()
		if p.Fatal {
			text += " (fatal)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

const chat = `{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":"{}"}}]}]}`

// What is broken is said, with its place, and everything else is read.
func TestBroken(t *testing.T) {
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	zipped := packedFrom(t, strings.NewReader(chat), func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "f: the file is empty (fatal)"},
		{"white space", " \n\t ", "f: the file is empty (fatal)"},
		{"no JSON", "hello", `f: line 1: expected an object or a list of JSON, found "hello"`},
		{"a number", "12\n13\n", `f: line 1: unknown format: it is neither an object nor a list; f: line 2: unknown format: it is neither an object nor a list`},
		{"UTF-16", "\xff\xfe{\x00", "f: the file is UTF-16; JSON is UTF-8; convert it first: iconv -f UTF-16 -t UTF-8 (fatal)"},
		{"a byte order mark", "\ufeff" + chat, "x"},
		{"Windows", chat + "\r\n" + chat + "\r\n", "x; x"},
		{"a sequence (RFC 7464)", "\x1e" + chat + "\n\x1e" + chat + "\n", "x; x"},
		{"cut off in a line", chat + "\n" + chat[:40], "x; f: line 2: not JSON: it ends inside a string"},
		{"cut off in the first line", chat[:40] + "\n" + chat + "\n", "x; f: line 1: not JSON: it ends inside a string"},
		{"cut off in a list", "[" + chat + "," + chat[:40], "x; f: /1: the file ends before the record does: it is cut off in line 1"},
		{"cut off behind a comma", "[" + chat + ",", "x; f: /1: the file ends before the record does: it is cut off in line 1"},
		{"cut off in an object", "{\n\"messages\": [", "f: the file ends before the record does: it is cut off in line 2"},
		{"cut off in what is streamed", `{"info":{},"simulations":[{"messages":[{"role":"user","content":"a"}]},{"mess`,
			"message; f: /simulations/1: the file ends before the record does: it is cut off in line 1"},
		{"a list without a name", `{"tool":"x","":[1]}`, "x"},
		{"a bad line", chat + "\n{]}\n" + chat + "\n", `x; x; f: line 2: not JSON: expected the name of a member, found "]}"`},
		{"a bad element", "[" + chat + ",\n{\"a\" 1}," + chat + "]", `x; x; f: /1: not JSON: line 2: expected a colon, found "1}"`},
		{"a comma too few", "[" + chat + " " + chat + "]", "x; f: line 1: expected a comma or `]` between the elements of a list, found \"{\\\"messages\\\":[{\\\"role\\\"\"; the rest of the file is not read (fatal)"},
		{"a byte that is not UTF-8", chat + "\n{\"messages\":[\"\xff\"]}\n" + chat + "\n", "x; x; f: line 2: not JSON: the byte 0xFF is not UTF-8"},
		{"20,000 lists in each other", chat + "\n{\"messages\":" + deep + "}\n" + chat + "\n", "x; x; f: line 2: not JSON: nested more than 10000 levels deep"},
		{"20,000 lists in a list", "[" + chat + "," + deep + "," + chat + "]", "x; x; f: /1: not JSON: line 1: nested more than 10000 levels deep"},
		{"documents behind each other", "{\n\"messages\": []\n}\n{\n\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]\n}\n", "; message"},
		{"lists behind each other", `[{"role":"user","content":"a"}]` + "\n\n" + `[{"role":"user","content":"b"},{"role":"user","content":"c"}]`, "message; message message"},
		{"something else in between", chat + "\n" + `{"a":1}` + "\n" + chat + "\n", "x; x; f: line 2: the record is not of the format openai, as those before it, nor of another that is known"},
		{"two formats", chat + "\n" + `{"tool":"y","args":{}}` + "\n" + chat + "\n", "x; y; x"},
		{"a control character", chat + "\n{\"messages\":[\"\x01\"]}\n", "x; f: line 2: not JSON: the control character U+0001 in a string has to be escaped"},
		{"an escape that is none", chat + "\n" + `{"messages":["\x"]}` + "\n", `x; f: line 2: not JSON: an escape that JSON does not have: "\\x\"]}"`},
		{"messages that are none", `{"messages":7,"choices":[{"message":{"role":"user","content":"a"}}]}`, "message; f: /messages: the messages are a list"},
		{"not gzip", "\x1f\x8b\x00\x00", "f: it begins like gzip, but is not: unexpected EOF (fatal)"},
		{"not zstd", "\x28\xb5\x2f\xfd\xff\xff", "f: line 1: it cannot be read further: "},
		{"cut off gzip", zipped[:len(zipped)-12], "x; f: line 1: it cannot be read further: the compressed data is cut off (fatal)"},
		{"damaged gzip", zipped[:len(zipped)-8] + "sum and ", "x; f: line 1: it cannot be read further: the compressed data is damaged (fatal)"},
		{"something behind gzip", zipped + "something else", "x; f: line 1: it cannot be read further: after the compressed data there is something else (fatal)"},
		{"not ZIP", "PK\x03\x04 and so on", "f: it begins like a ZIP archive, but cannot be read as one: it has no directory of entries (fatal)"},
	} {
		c, _ := read(t, test.text, importer.Options{})
		got := found(c)
		if test.name == "not zstd" {
			got = strings.SplitAfter(got, "further: ")[0] // the reason is the library's
		}
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// A record beyond the limit is passed over, whatever it is made of.
func TestTooLarge(t *testing.T) {
	long := strings.Repeat("a", 5000)
	for _, test := range []struct{ name, text, want string }{
		{"a line", chat + "\n{\"messages\":\"" + long + "\"}\n" + chat + "\n", "x; x; f: line 2: the line is too large: more than 2000 bytes"},
		{"the last line", chat + "\n{\"messages\":\"" + long, "x; f: line 2: the line is too large: more than 2000 bytes"},
		{"an element", "[" + chat + ",{\"messages\":\"" + long + "\"}," + chat + "]", "x; x; f: /1: the record is too large: more than 2000 bytes"},
		{"an element that is streamed", `{"info":{},"simulations":[{"messages":["` + long + `"]},{"messages":[{"role":"user","content":"a"}],"task_id":1,"reward_info":{}}]}`,
			"message; f: /simulations/0: the record is too large: more than 2000 bytes"},
		{"a document", "{\"messages\": \"" + long + "\"}", "f: the document is too large: more than 2000 bytes"},
		{"many small parts", "{\"messages\": [" + strings.Repeat("1, ", 2000) + "1]}", "f: the document is too large: more than 2000 bytes"},
	} {
		c, _ := read(t, test.text, importer.Options{Limit: 2000})
		if got := found(c); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// endless gives a text, then a long string, then another text.
func endless(before string, size int, after string) io.Reader {
	return io.MultiReader(strings.NewReader(before), io.LimitReader(&letters{}, int64(size)), strings.NewReader(after))
}

// letters is an endless string.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// A gigabyte in one string takes no memory.
func TestLargeString(t *testing.T) {
	size := 1 << 30
	if testing.Short() {
		size = 1 << 26
	}
	var c trace.Collector
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the heap grows further where GOGC is larger
	file := &peak{Reader: endless(chat+"\n{\"messages\":\"", size, "\"}\n"+chat+"\n")}
	if _, err := importer.Read("f", file, importer.Options{Limit: 1 << 20}, &c); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := found(&c); got != "x; x; f: line 2: the line is too large: more than 1048576 bytes" {
		t.Error(got)
	}
	if file.heap > before.HeapAlloc+64<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before.HeapAlloc, file.heap)
	}
}

// A peak is a reader that notes now and then how much of the heap is in use: what the collector
// has not come to yet, on a busy machine, does not count.
type peak struct {
	io.Reader
	reads int
	heap  uint64
}

func (p *peak) Read(b []byte) (int, error) {
	if p.reads++; p.reads%100 == 0 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.heap = max(p.heap, m.HeapAlloc)
	}
	return p.Reader.Read(b)
}

// Many lines are read in constant memory: those of the plain format, and those
// of a format whose traces are a line each.
func TestConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 100 MB in all, and is left out with -short")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the heap grows further where GOGC is larger
	for name, unit := range map[string]string{
		"plain":  string(airline(50)),
		"openai": strings.Repeat(chat+"\n", 2000),
	} {
		times := 50_000_000 / len(unit)
		file := &peak{Reader: &repeated{unit: unit, times: times}}
		var c counter
		if _, err := importer.Read(name, file, importer.Options{}, &c); err != nil || c.problems > 0 {
			t.Fatal(err, c.problems)
		}
		if c.events < times {
			t.Errorf("%s: %d events", name, c.events)
		}
		if file.heap == 0 || file.heap > 40<<20 {
			t.Errorf("%s: the heap grew to %d bytes", name, file.heap)
		}
	}
}

// repeated gives a text several times.
type repeated struct {
	unit  string
	at    int
	times int
}

func (a *repeated) Read(p []byte) (int, error) {
	if a.times == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.unit[a.at:])
	if a.at += n; a.at == len(a.unit) {
		a.at = 0
		a.times--
	}
	return n, nil
}

// A file that breaks gives what came before.
func TestUnreadable(t *testing.T) {
	broken := func(text string) io.Reader {
		return io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("the disk is on fire")))
	}
	for _, test := range []struct{ text, want string }{
		{"", "f: it cannot be read: the disk is on fire (fatal)"},
		{chat + "\n" + chat + "\n" + chat[:30], "x; x; f: line 3: the line is cut off; f: line 3: it cannot be read further: the disk is on fire (fatal)"},
		{"[" + chat + "," + chat[:30], "x; f: line 1: it cannot be read further: the disk is on fire (fatal)"},
		{"{\n" + chat[1:30], "f: line 2: it cannot be read further: the disk is on fire (fatal)"},
	} {
		var c trace.Collector
		if _, err := importer.Read("f", broken(test.text), importer.Options{}, &c); err != nil {
			t.Fatal(err)
		}
		if got := found(&c); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// How a file arrives does not matter.
func TestOneByteAtATime(t *testing.T) {
	for _, path := range examples(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var whole, slow trace.Collector
		first, err := importer.Read("f", bytes.NewReader(text), importer.Options{}, &whole)
		if err != nil {
			t.Fatal(err)
		}
		second, err := importer.Read("f", iotest.OneByteReader(bytes.NewReader(text)), importer.Options{}, &slow)
		if err != nil {
			t.Fatal(err)
		}
		if render(&whole, first) != render(&slow, second) {
			t.Errorf("%s is read differently", path)
		}
	}
}

func examples(t testing.TB) []string {
	t.Helper()
	list, err := filepath.Glob("testdata/*.json*")
	if err != nil || len(list) == 0 {
		t.Fatal("no examples", err)
	}
	return list
}

func packed(t *testing.T, text string, w func(io.Writer) io.WriteCloser) string {
	t.Helper()
	var b bytes.Buffer
	z := w(&b)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(w io.Writer) io.WriteCloser {
	z, err := zstd.NewWriter(w)
	if err != nil {
		panic(err)
	}
	return z
}

// What is packed is seen through, also in several frames, and cut off.
func TestPacked(t *testing.T) {
	gz := func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
	many := strings.Repeat(chat+"\n", 3)
	for name, pack := range map[string]func(io.Writer) io.WriteCloser{"gzip": gz, "zstd": zstandard} {
		text := packed(t, many, pack)
		c, _ := read(t, text+packed(t, many, pack), importer.Options{})
		if got := found(c); got != "x; x; x; x; x; x" {
			t.Errorf("%s: %s", name, got)
		}
		c, _ = read(t, text[:len(text)-5], importer.Options{})
		if n := len(c.Problems); n == 0 || !c.Problems[n-1].Fatal {
			t.Errorf("%s, cut off: %v", name, c.Problems)
		}
	}
}

// entries are those of an archive, in order.
type entries []struct{ name, text string }

// archive packs entries by a method.
func archive(t *testing.T, method uint16, list entries) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(93, func(w io.Writer) (io.WriteCloser, error) { return &frames{w: w}, nil })
	for _, e := range list {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, e.text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// frames packs by zstd, in several frames, as Inspect does.
type frames struct{ w io.Writer }

func (f *frames) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), max(100, len(p)/4))
		z := zstandard(f.w)
		z.Write(rest[:n])
		if err := z.Close(); err != nil {
			return 0, err
		}
		rest = rest[n:]
	}
	return len(p), nil
}

func (f *frames) Close() error { return nil }

const (
	evalHeader = `{"version":2,"status":"success","eval":{"task":"shop","model":"m"},"plan":{"name":"p"}}`
	evalSample = `{"id":"q","epoch":%d,"input":"x","target":"","messages":[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"%s","arguments":{}}]}]}`
)

// Archives of Inspect: samples that are one entry, and samples in pieces.
func TestEval(t *testing.T) {
	list := entries{
		{"_journal/start.json", `{"version":2,"eval":{"task":"shop"},"plan":{}}`},
		{"samples/q_epoch_1.json", fmt.Sprintf(evalSample, 1, "one")},
		{"samples/q_epoch_2.json", `{"id":`},
		{"samples/q_epoch_3/sample.json", `{"id":"q","epoch":3,"input":"x","target":""}`},
		{"samples/q_epoch_3/messages/0.json", `[{"id":"m1","role":"user","content":"attachment://0"}]`},
		{"samples/q_epoch_3/messages/1.json", `[{"id":"m2","role":"assistant","content":"","tool_calls":[{"id":"c","function":"two","arguments":{"a":"attachment://1"}}]}]`},
		{"samples/q_epoch_3/events/0.json", `[{"event":"model","input_refs":[[0,1]],"output":{"choices":[]}}]`},
		{"samples/q_epoch_3/events/1.json", `[{"event":"model","input_refs":[[0,2]],"output":{"choices":[]}},{"event":"tool","id":"c","function":"two","arguments":{},"result":"r"}]`},
		{"samples/q_epoch_3/events/stats.json", `{}`},
		{"samples/q_epoch_3/attachments/0.json", `["buy"]`},
		{"samples/q_epoch_3/attachments/1.json", `["b"]`},
		{"summaries.json", `[]`},
		{"header.json", evalHeader},
	}
	for _, method := range []uint16{zip.Store, zip.Deflate, 93} {
		text := archive(t, method, list)
		path := filepath.Join(t.TempDir(), "log.eval")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var fromFile trace.Collector
		notes, err := importer.ReadFile(path, importer.Options{}, &fromFile)
		if err != nil {
			t.Fatal(err)
		}
		const want = `trace q/1: inspect, task q, model m, domain shop at samples/q_epoch_1.json#
  1 t1 s1 call assistant one#c pending ok {} at samples/q_epoch_1.json#/messages/0/tool_calls/0
trace q/3: inspect, task q, model m, domain shop, trial 2 at samples/q_epoch_3/sample.json#
  1 t1 s1 message user "buy" at samples/q_epoch_3/messages/0.json#/0/content
  2 t2 s2 call assistant two#c ok ok {"a":"b"} at samples/q_epoch_3/messages/1.json#/0/tool_calls/0
  3 t2 s3 result assistant two#c ok "r" at samples/q_epoch_3/events/1.json#/1
note format-inspect ×1 at header.json
problem in "" at samples/q_epoch_2.json: not JSON: unexpected end; expected a value
`
		if got := render(&fromFile, notes); got != want {
			t.Errorf("method %d: got\n%swant\n%s", method, got, want)
		}
		c, again := read(t, text, importer.Options{})
		if got := render(c, again); got != want {
			t.Errorf("method %d, as a stream: got\n%s", method, got)
		}
	}
}

// Archives that mean harm, or are broken.
func TestArchives(t *testing.T) {
	bomb := strings.Repeat(" ", 1<<20)
	for _, test := range []struct {
		name   string
		method uint16
		list   entries
		want   string
	}{
		{"nothing", zip.Store, entries{}, "f: the archive is empty (fatal)"},
		{"files", zip.Deflate, entries{{"a.jsonl", chat + "\n" + chat + "\n"}, {"b/c.json", "[" + chat + "]"}}, "x; x; x"},
		{"names that lead out", zip.Deflate, entries{{"../a.json", chat}, {"/etc/a.json", chat}, {"a/../../b.json", chat}, {`c\d.json`, chat}, {"e.json", chat}},
			"x; f: ../a.json: the entry was skipped: its name leads out of the archive; f: /etc/a.json: the entry was skipped: its name leads out of the archive; " +
				`f: a/../../b.json: the entry was skipped: its name leads out of the archive; f: c\d.json: the entry was skipped: its name leads out of the archive`},
		{"packed files", zip.Store, entries{{"a.jsonl.gz", packed(t, chat+"\n"+chat, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })}, {"b.json.zst", packed(t, chat, zstandard)}}, "x; x; x"},
		{"archives in each other", zip.Store, entries{{"a.zip", archive(t, zip.Store, entries{{"a.json", chat}})}, {"b.json", chat}}, "x; f: a.zip#: it is an archive inside an archive; unpack it first (fatal)"},
		{"other files", zip.Store, entries{{"a.png", "\x89PNG\n\x00\x00\n\n"}, {"b.txt", "hi\n"}, {"c.json", ""}}, `f: a.png#: the file is binary: it contains zero bytes; expected JSON (fatal); f: line 1 b.txt#: expected an object or a list of JSON, found "hi"; f: c.json#: the file is empty (fatal)`},
		{"a name twice", zip.Deflate, entries{{"a.json", chat}, {"a.json", chat}}, "x; f: a.json: the entry was skipped: duplicate name"},
		{"a bomb", zip.Deflate, entries{{"a.json", `{"messages": [` + bomb + "1"}, {"b.json", chat}},
			"x; f: a.json#: the file ends before the record does: it is cut off in line 1"},
		{"a bomb in a log", 93, entries{{"header.json", evalHeader}, {"samples/a.json", `{"id": ` + bomb + `1}`}, {"samples/b.json", fmt.Sprintf(evalSample, 1, "y")}},
			"y; f: samples/a.json: the entry cannot be read: too large: more than 100000 bytes"},
		{"a header that is none", zip.Store, entries{{"header.json", "{"}, {"samples/b.json", fmt.Sprintf(evalSample, 1, "y")}},
			"y; f: header.json: not JSON: unexpected end; expected the name of a member"},
	} {
		text := archive(t, test.method, test.list)
		c, _ := read(t, text, importer.Options{Limit: 100000})
		if got := found(c); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
	damaged := []byte(archive(t, zip.Store, entries{{"a.json", chat}, {"b.json", chat}}))
	damaged[bytes.Index(damaged, []byte("role"))] ^= 1
	c, _ := read(t, string(damaged), importer.Options{})
	if len(c.Problems) == 0 {
		t.Error("a damaged entry is not noticed")
	}
}

// A sink's error ends the reading, wherever it comes from.
func TestSinkFails(t *testing.T) {
	stop := errors.New("enough")
	for _, path := range examples(t) {
		var c counter
		if _, err := importer.ReadFile(path, importer.Options{}, &c); err != nil {
			t.Fatal(err)
		}
		total := c.traces*2 + c.events + c.problems
		for n := range total {
			if _, err := importer.ReadFile(path, importer.Options{}, &failing{left: n, err: stop}); !errors.Is(err, stop) {
				t.Fatalf("%s: after %d of %d calls the error is %v", path, n, total, err)
			}
		}
	}
}

// failing is a sink that fails after so many calls.
type failing struct {
	left int
	err  error
}

func (f *failing) next() error {
	if f.left--; f.left < 0 {
		return f.err
	}
	return nil
}

func (f *failing) Begin(*trace.Header) error   { return f.next() }
func (f *failing) Event(*trace.Event) error    { return f.next() }
func (f *failing) End() error                  { return f.next() }
func (f *failing) Problem(trace.Problem) error { return f.next() }

// Many of everything that has to be searched take no time to speak of: what
// is quadratic would take minutes here.
func TestMany(t *testing.T) {
	const n = 15000
	many := func(unit string) string { return strings.Repeat(unit+",", n) }
	call := `{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"x","arguments":"{}"}}]}`
	chatSpan := `{"traceId":"t","spanId":"%d","name":"chat","startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000001000000000","attributes":` +
		`[{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"name\":\"x\",\"arguments\":{\"i\":%d}}]}]"}}]},`
	toolSpan := `{"traceId":"t","spanId":"e%d","parentSpanId":"e%d","name":"execute_tool x","startTimeUnixNano":"1700000002000000000","endTimeUnixNano":"1700000003000000000"},`
	var chats, tools strings.Builder
	for i := range n {
		fmt.Fprintf(&chats, chatSpan, i, i)
		fmt.Fprintf(&tools, toolSpan, i, (i+1)%n)
	}
	spans := func(list string) string {
		return `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.TrimSuffix(list, ",") + `]}]}]}`
	}
	for name, test := range map[string]struct {
		text string
		want int
	}{
		"one id":               {"[" + many(call) + call + "]", n + 1},
		"results without id":   {"[" + many(call) + many(`{"role":"tool","name":"y","content":"a"}`) + many(`{"role":"tool","content":"a"}`) + call + "]", 3*n + 1},
		"calls of one message": {`[{"role":"assistant","tool_calls":[` + many(`{"id":"c","function":{"name":"x","arguments":"{}"}}`) + `{"id":"c","function":{"name":"x"}}]}]`, n + 1},
		"one trace id":         {strings.Repeat(`{"id":"a","messages":[{"role":"user","content":"x"}]}`+"\n", n), n},
		"requests of one id":   {strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`+"\n", n), n},
		"arguments":            {`[{"role":"assistant","tool_calls":[{"id":"c","name":"x","arguments":{` + many(`"a":1`) + `"b":2},"requestor":"user"}]}]`, 1},
		"spans":                {spans(chats.String()), n},
		"references": {`{"eval":{"task":"t"},"status":"x","samples":[{"id":1,"epoch":1,"input":"","message_pool":[` + many(`{"role":"user","content":"a"}`) +
			`{"role":"user","content":"b"}],"events":[` + strings.Repeat(`{"event":"model","input_refs":[[0,`+fmt.Sprint(n)+`]]},`, 200) + `{"event":"model","input_refs":[[0,1]]}],"messages":[]}]}`, n},
	} {
		var c counter
		if _, err := importer.Read("f", strings.NewReader(test.text), importer.Options{}, &c); err != nil || c.events != test.want {
			t.Errorf("%s: %d events, want %d (%v)", name, c.events, test.want, err)
		}
	}
	var c counter // spans that are inside each other, in a circle
	if _, err := importer.Read("f", strings.NewReader(spans(tools.String())), importer.Options{}, &c); err != nil || c.events == 0 {
		t.Error(c.events, err)
	}
}

// TestDeepPaths: paths that would nest without bound are refused, and what a name
// with many dots nests is bounded.
func TestDeepPaths(t *testing.T) {
	const session = `{"kind":0,"v":{"version":3,"sessionId":"s","requests":[]}}` + "\n"
	path := func(n int) string {
		return session + `{"kind":1,"k":["x"` + strings.Repeat(`,"y"`, n-1) + `],"v":1}` + "\n"
	}
	for n, want := range map[int]string{
		1000:    "",
		1001:    "; f: line 2: the change cannot be made: its path has more than 1000 parts",
		100_000: "; f: line 2: the change cannot be made: its path has more than 1000 parts",
	} {
		c, _ := read(t, path(n), importer.Options{})
		if got := found(c); got != want {
			t.Errorf("a path of %d parts: %q, want %q", n, got, want)
		}
	}
	dots := strings.Repeat(".a", 1_000_000)
	nested := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	for _, attributes := range []string{
		`{"llm.output_messages.0` + dots + `":1}`,
		`{"a":` + nested + `}`,
		`{"` + strings.Repeat("n", 1<<16) + `":{` + strings.Repeat(`"m":1,`, 1<<16) + `"m":1}}`,
	} {
		text := `{"name":"chat","context":{"trace_id":"t","span_id":"s"},"start_time":"2025-01-01T00:00:00Z","end_time":"2025-01-01T00:00:01Z","attributes":{"llm.output_messages.0.message.role":"user","llm.output_messages.0.message.content":"a",` + attributes[1:] + "}\n"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c, _ := read(t, text, importer.Options{})
		runtime.ReadMemStats(&after)
		if len(c.Traces) != 1 || len(c.Problems) > 0 {
			t.Errorf("%.60s: %s", attributes, found(c))
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 {
			t.Errorf("%.60s: reading it takes %d MB", attributes, took)
		}
	}
}

// TestMadeIDs: an id that is made from a position is not one that a trace has.
func TestMadeIDs(t *testing.T) {
	with := strings.Replace(chat, "{", `{"id":"2",`, 1)
	c, _ := read(t, with+"\n"+chat+"\n"+chat+"\n", importer.Options{})
	ids := make(map[string]bool)
	for _, one := range c.Traces {
		ids[one.ID] = true
	}
	if len(ids) != 3 {
		t.Errorf("three traces have the ids %v", ids)
	}
}
