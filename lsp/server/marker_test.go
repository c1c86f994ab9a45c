package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

var update = flag.Bool("update", false, "write what the server answers into the marker tests")

// TestMarkers runs testdata/markers. Each archive is a folder of files with
// comments such as
//
//	(pre (= lit false))    ;@ hover("lit", lit) diag("false", "MC0000")
//
// in which the first argument is a text before the comment on the same line,
// and names without quotes are results, which stand in the archive as files
// whose names begin with @. They are:
//
//	diag(TEXT, CODE)             that is found there; everything that is found is marked
//	loc(TEXT, LABEL…)            gives the place labels
//	def(TEXT, LABEL…)            textDocument/definition leads there
//	refs(TEXT, LABEL…)           textDocument/references finds these
//	highlight(TEXT, LABEL…)      textDocument/documentHighlight finds these
//	hover(TEXT, RESULT)
//	rename(TEXT, NEW, RESULT)    the files that change, as they are then
//	norename(TEXT, NEW, REGEXP)  is refused in these words
//	fix(TEXT, TITLE, RESULT)     the file after the code action
//	format(RESULT)
//	symbols(RESULT)
//	complete(TEXT, TYPED, RESULT)     the candidates once something has been typed behind the text
//	documentation(TEXT, TYPED, LABEL, RESULT)  of one of them
//	signature(TEXT, TYPED, RESULT)
//	tokens(RESULT)                    semantic tokens
//	tokensin(TEXT, RESULT)            those in a range
//	fold(RESULT)
//	select(TEXT, RESULT)
//	hints(RESULT)
//	lenses(RESULT)
//	links(RESULT)
//	calls(TEXT, RESULT)               the hierarchy of calls, both ways
//	wsymbol(QUERY, RESULT)
//	typedef(TEXT, LABEL…), declaration(TEXT, LABEL…), linked(TEXT, LABEL…)
//	formatrange(TEXT, RESULT)
//	ontype(TEXT, RESULT)              the line and the next after a line break behind the text
//
// A comment of markers belongs to the test and is no part of the files, so
// that it changes no layout; its place is kept by the order of lines. With
// -update the results are written.
func TestMarkers(t *testing.T) {
	archives, err := filepath.Glob("testdata/markers/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no marker tests: ", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			m := newMarked(t, a)
			m.run()
			if *update && !t.Failed() {
				if err := os.WriteFile(path, txtar.Format(m.archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A marker is a demand on the server.
type marker struct {
	name string
	args []string
	file string
	line int // from 0
	text string
}

func (m marker) String() string {
	return fmt.Sprintf("%s:%d: %s(%s)", m.file, m.line+1, m.name, strings.Join(m.args, ", "))
}

// marked is an archive with its files and markers.
type marked struct {
	*testing.T
	archive *txtar.Archive
	files   map[string]string // without markers
	markers []marker
	labels  map[string]string // a place each
	results map[string]int    // index in the archive
	used    map[string]bool
	client  *client
	version int
}

var (
	comment = regexp.MustCompile(`[ \t]*;@ (.*)$`)
	call    = regexp.MustCompile(`^\s*(\w+)\(((?:[^")]|"(?:[^"\\]|\\.)*")*)\)`)
	operand = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^,\s]+`)
)

func newMarked(t *testing.T, a *txtar.Archive) *marked {
	m := &marked{T: t, archive: a, files: make(map[string]string), labels: make(map[string]string), results: make(map[string]int), used: make(map[string]bool)}
	var pairs []string
	for i, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "@"); ok {
			m.results[name] = i
			continue
		}
		m.files[f.Name] = m.read(f.Name, string(f.Data))
		pairs = append(pairs, f.Name, m.files[f.Name])
	}
	m.client = dial(t, folder(t, pairs...))
	m.client.initialize(map[string]any{"capabilities": snippetClient, "initializationOptions": map[string]any{"showCanFail": true, "showKeeps": true}})
	return m
}

// read takes the markers out of a file.
func (m *marked) read(name, text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		found := comment.FindStringSubmatchIndex(l)
		if found == nil {
			continue
		}
		rest := l[found[2]:found[3]]
		lines[i] = l[:found[0]]
		for strings.TrimSpace(rest) != "" {
			c := call.FindStringSubmatch(rest)
			if c == nil {
				m.Fatalf("%s:%d: cannot read the marker %q", name, i+1, rest)
			}
			mk := marker{name: c[1], file: name, line: i, text: lines[i]}
			for _, a := range operand.FindAllString(c[2], -1) {
				if s, err := strconv.Unquote(a); err == nil {
					a = s
				}
				mk.args = append(mk.args, a)
			}
			m.markers = append(m.markers, mk)
			rest = rest[len(c[0]):]
		}
	}
	return strings.Join(lines, "\n")
}

func (m *marked) run() {
	for _, name := range slices.Sorted(keys(m.files)) {
		m.client.openAs(name, m.files[name])
	}
	for _, mk := range m.markers {
		if mk.name == "loc" {
			for _, label := range mk.args[1:] {
				m.labels[m.place(mk)] = label
			}
		}
	}
	for _, mk := range m.markers {
		do := map[string]func(marker){
			"loc": func(marker) {}, "diag": func(marker) {}, "def": m.def, "refs": m.refs, "highlight": m.highlight, "hover": m.hover,
			"rename": m.rename, "norename": m.norename, "fix": m.fix, "format": m.format, "symbols": m.symbols,
			"complete": m.complete, "documentation": m.documentation, "signature": m.signature, "tokens": m.tokens, "tokensin": m.tokensin,
			"fold": m.fold, "select": m.selects, "hints": m.hints, "links": m.links, "calls": m.calls, "wsymbol": m.wsymbol,
			"typedef": m.leads("typeDefinition"), "declaration": m.leads("declaration"), "linked": m.linked,
			"lenses": m.lenses, "formatrange": m.formatrange, "ontype": m.ontype,
		}[mk.name]
		if do == nil {
			m.Fatalf("%v: there is no such marker", mk)
		}
		do(mk)
	}
	m.diagnostics()
	for name := range m.results {
		if !m.used[name] {
			m.Errorf("nothing asks for the result @%s", name)
		}
	}
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// rangeOf returns where the text of a marker stands.
func (m *marked) rangeOf(mk marker) protocol.Range {
	i := strings.LastIndex(mk.text, mk.args[0])
	if i < 0 {
		m.Fatalf("%v: the line has no %q", mk, mk.args[0])
	}
	start := source.Len(mk.text[:i], source.UTF16)
	line, length := uint32(mk.line), uint32(source.Len(mk.args[0], source.UTF16))
	return protocol.Range{Start: protocol.Position{Line: line, Character: uint32(start)}, End: protocol.Position{Line: line, Character: uint32(start) + length}}
}

func (m *marked) place(mk marker) string { return placeOf(m.client.uri(mk.file), m.rangeOf(mk)) }

func placeOf(u protocol.DocumentURI, r protocol.Range) string {
	return fmt.Sprintf("%s:%d:%d-%d:%d", filepath.Base(string(u)), r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

func (m *marked) params(mk marker) map[string]any {
	r := m.rangeOf(mk)
	return map[string]any{
		"textDocument": map[string]any{"uri": m.client.uri(mk.file)}, "position": r.Start, "range": r,
		"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}},
	}
}

// compareLabels compares places with labels.
func (m *marked) compareLabels(mk marker, got []protocol.Location) {
	var list []string
	for _, l := range got {
		place := placeOf(l.URI, l.Range)
		if label := m.labels[place]; label != "" {
			place = label
		}
		list = append(list, place)
	}
	want := slices.Sorted(slices.Values(mk.args[1:]))
	if slices.Sort(list); !slices.Equal(list, want) {
		m.Errorf("%v: got %q", mk, list)
	}
}

func (m *marked) def(mk marker) {
	var got []protocol.Location
	m.client.call("textDocument/definition", m.params(mk), &got)
	m.compareLabels(mk, got)
}

func (m *marked) refs(mk marker) {
	var got []protocol.Location
	m.client.call("textDocument/references", m.params(mk), &got)
	m.compareLabels(mk, got)
}

func (m *marked) highlight(mk marker) {
	var got []protocol.DocumentHighlight
	m.client.call("textDocument/documentHighlight", m.params(mk), &got)
	var list []protocol.Location
	for _, h := range got {
		list = append(list, protocol.Location{URI: m.client.uri(mk.file), Range: h.Range})
	}
	m.compareLabels(mk, list)
}

// compare compares a text with a result, or makes it the result.
func (m *marked) compare(mk marker, result, got string) {
	m.used[result] = true
	got = strings.ReplaceAll(got, string(snapshot.URIOf(m.client.dir)), "file://FOLDER")
	if !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	i, ok := m.results[result]
	switch {
	case *update && !ok:
		m.results[result] = len(m.archive.Files)
		m.archive.Files = append(m.archive.Files, txtar.File{Name: "@" + result, Data: []byte(got)})
	case *update:
		m.archive.Files[i].Data = []byte(got)
	case !ok:
		m.Errorf("%v: there is no result @%s; got\n%s", mk, result, got)
	case string(m.archive.Files[i].Data) != got:
		m.Errorf("%v: got\n%swant\n%s", mk, got, m.archive.Files[i].Data)
	}
}

func (m *marked) hover(mk marker) {
	var got *protocol.Hover
	m.client.call("textDocument/hover", m.params(mk), &got)
	if got == nil {
		m.Errorf("%v: there is none", mk)
		return
	}
	if got.Range == nil || *got.Range != m.rangeOf(mk) {
		m.Errorf("%v: it is about %v", mk, got.Range)
	}
	m.compare(mk, mk.args[1], got.Contents.Value)
}

func (m *marked) rename(mk marker) {
	params := m.params(mk)
	params["newName"] = mk.args[1]
	var r *protocol.Range
	m.client.call("textDocument/prepareRename", params, &r)
	if r == nil || *r != m.rangeOf(mk) {
		m.Errorf("%v: what is renamed stands at %v", mk, r)
	}
	var edit protocol.WorkspaceEdit
	m.client.call("textDocument/rename", params, &edit)
	m.compare(mk, mk.args[2], m.applied(edit))
}

func (m *marked) norename(mk marker) {
	params := m.params(mk)
	params["newName"] = mk.args[1]
	err := m.client.try("textDocument/rename", params, nil)
	if err == nil || !regexp.MustCompile(mk.args[2]).MatchString(err.Error()) {
		m.Errorf("%v: got %v", mk, err)
	}
}

// applied returns the files that an edit changes, as they are then.
func (m *marked) applied(edit protocol.WorkspaceEdit) string {
	var b strings.Builder
	for _, name := range slices.Sorted(keys(m.files)) {
		edits := edit.Changes[m.client.uri(name)]
		if len(edits) == 0 {
			continue
		}
		f := source.NewFile(name, m.files[name])
		var list []diag.Edit
		for _, e := range edits {
			list = append(list, diag.Edit{Span: snapshot.Mapper{Unit: source.UTF16}.Bytes(f, e.Range), New: e.NewText})
		}
		text, err := diag.Apply(f, list)
		if err != nil {
			m.Fatal(err)
		}
		fmt.Fprintf(&b, "---- %s\n%s", name, text)
	}
	return b.String()
}

func (m *marked) fix(mk marker) {
	var got []protocol.CodeAction
	m.client.call("textDocument/codeAction", m.params(mk), &got)
	var titles []string
	for _, a := range got {
		if a.Title == mk.args[1] {
			m.compare(mk, mk.args[2], m.applied(*a.Edit))
			return
		}
		titles = append(titles, a.Title)
	}
	m.Errorf("%v: there is %q", mk, titles)
}

func (m *marked) format(mk marker) {
	var got []protocol.TextEdit
	u := m.client.uri(mk.file)
	m.client.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": u}}, &got)
	m.compare(mk, mk.args[0], m.applied(protocol.WorkspaceEdit{Changes: map[protocol.DocumentURI][]protocol.TextEdit{u: got}}))
}

func (m *marked) symbols(mk marker) {
	var got []protocol.DocumentSymbol
	m.client.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": m.client.uri(mk.file)}}, &got)
	var b strings.Builder
	var show func(string, []protocol.DocumentSymbol)
	show = func(indent string, list []protocol.DocumentSymbol) {
		for _, s := range list {
			fmt.Fprintf(&b, "%s%v %s %d:%d-%d:%d %s\n", indent, s.Kind, s.Name, s.Range.Start.Line+1, s.Range.Start.Character+1, s.Range.End.Line+1, s.Range.End.Character+1, s.Detail)
			show(indent+"  ", s.Children)
		}
	}
	show("", got)
	m.compare(mk, mk.args[0], b.String())
}

// diagnostics holds what is found against the markers, one to one.
func (m *marked) diagnostics() {
	var want, got []string
	for _, mk := range m.markers {
		if mk.name == "diag" {
			want = append(want, m.place(mk)+" "+mk.args[1])
		}
	}
	for name := range m.files {
		var report documentDiagnosticReport
		m.client.call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": m.client.uri(name)}}, &report)
		for _, d := range *report.Items {
			data, _ := json.Marshal(d.Code)
			got = append(got, placeOf(m.client.uri(name), d.Range)+" "+strings.Trim(string(data), `"`))
		}
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		m.Errorf("found\n  %s\nmarked\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
