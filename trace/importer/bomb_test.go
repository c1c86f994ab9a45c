package importer_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// allocated returns what a file has allocated in all, read with a sink.
func allocated(t *testing.T, text string, sink trace.Sink) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := importer.Read("f", strings.NewReader(text), importer.Options{}, sink); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// packedFrom packs what a reader gives.
func packedFrom(t *testing.T, from io.Reader, w func(io.Writer) io.WriteCloser) string {
	t.Helper()
	var b bytes.Buffer
	z := w(&b)
	if _, err := io.Copy(z, from); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// archiveFrom makes an archive whose entries are given by readers.
func archiveFrom(t *testing.T, names []string, from func(name string) io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.Copy(w, from(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A small file that unpacks to a record of 32 MB is refused before it takes
// the memory for it, whatever it is packed by.
func TestBombs(t *testing.T) {
	const header = `{"version":2,"status":"success","eval":{"task":"t","model":"m"}}`
	bomb := func() io.Reader { return endless(`{"id":1,"epoch":1,"input":"`, 32<<20, `","messages":[]}`) }
	list := func() io.Reader { return endless(`[{"role":"user","content":"`, 32<<20, `"}]`) }
	gz := func(w io.Writer) io.WriteCloser { z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed); return z }
	for name, file := range map[string]string{
		"gzip":        packedFrom(t, bomb(), gz),
		"zstd":        packedFrom(t, bomb(), zstandard),
		"a line":      packedFrom(t, io.MultiReader(strings.NewReader(chat+"\n"), bomb()), gz),
		"an element":  packedFrom(t, list(), gz),
		"a ZIP":       archiveFrom(t, []string{"a.json"}, func(string) io.Reader { return bomb() }),
		"gzip in ZIP": archiveFrom(t, []string{"a.json.gz"}, func(string) io.Reader { return strings.NewReader(packedFrom(t, bomb(), gz)) }),
		"an .eval": archiveFrom(t, []string{"header.json", "samples/1_epoch_1.json"}, func(name string) io.Reader {
			if name == "header.json" {
				return strings.NewReader(header)
			}
			return bomb()
		}),
		"an .eval in pieces": archiveFrom(t, []string{"header.json", "samples/1/sample.json", "samples/1/messages/0.json"}, func(name string) io.Reader {
			switch name {
			case "header.json":
				return strings.NewReader(header)
			case "samples/1/sample.json":
				return strings.NewReader(`{"id":1,"epoch":1,"input":""}`)
			}
			return list()
		}),
	} {
		var c trace.Collector
		if n := allocated(t, file, &c); n > 64<<20 {
			t.Errorf("%s: %d MB were allocated", name, n>>20)
		}
		if got := found(&c); !strings.Contains(got, "it unpacks to far more than logs do") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Many small chunks of one sample are one record, which may have no more bytes
// than the limit.
func TestEvalManyChunks(t *testing.T) {
	names := []string{"header.json", "samples/1/sample.json"}
	for i := range 40 {
		names = append(names, fmt.Sprintf("samples/1/messages/%d.json", i))
	}
	file := archiveFrom(t, names, func(name string) io.Reader {
		switch name {
		case "header.json":
			return strings.NewReader(`{"version":2,"status":"success","eval":{"task":"t","model":"m"}}`)
		case "samples/1/sample.json":
			return strings.NewReader(`{"id":1,"epoch":1,"input":""}`)
		}
		return strings.NewReader(`[{"role":"user","content":"` + strings.Repeat("a", 1000) + `"}]`)
	})
	var c trace.Collector
	if _, err := importer.Read("f", strings.NewReader(file), importer.Options{Limit: 20_000}, &c); err != nil {
		t.Fatal(err)
	}
	if got := found(&c); !strings.Contains(got, "too large: the sample has more than 20000 bytes") || !strings.Contains(got, "the sample is not whole") {
		t.Error(got)
	}
}

// A file of many equal lines is packed densely as well, and is read.
func TestDenseLines(t *testing.T) {
	const n = 40_000
	file := packedFrom(t, &repeated{unit: chat + "\n", times: n}, zstandard)
	if times := len(chat) * n / len(file); times < 1000 {
		t.Fatalf("it is packed to a %dth only", times)
	}
	var c counter
	if size := allocated(t, file, &c); c.traces != n || c.problems > 0 {
		t.Error(c, size)
	}
}

// A small file takes little memory: an archive may have many.
func TestManySmallFiles(t *testing.T) {
	const n = 4000
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("t%d.json", i))
	}
	var c counter
	size := allocated(t, archiveFrom(t, names, func(string) io.Reader { return strings.NewReader(chat) }), &c)
	if c.traces != n || c.problems > 0 {
		t.Error(c)
	}
	if size > n*100_000 {
		t.Errorf("%d bytes were allocated for a file", size/n)
	}
}

// Samples in pieces take time linear in their number; what is quadratic would
// take half a minute here.
func TestEvalManySamples(t *testing.T) {
	const n = 7000
	names := []string{"header.json"}
	for i := range n {
		names = append(names, fmt.Sprintf("samples/%d/sample.json", i), fmt.Sprintf("samples/%d/messages/0.json", i))
	}
	var c counter
	size := allocated(t, archiveFrom(t, names, func(name string) io.Reader {
		switch {
		case name == "header.json":
			return strings.NewReader(`{"version":2,"status":"success","eval":{"task":"t","model":"m"}}`)
		case strings.HasSuffix(name, "sample.json"):
			return strings.NewReader(`{"id":"` + name + `","epoch":1,"input":""}`)
		}
		return strings.NewReader(`[{"role":"user","content":"a"}]`)
	}), &c)
	if c.traces != n || c.events != n || c.problems > 0 {
		t.Error(c, size)
	}
}
