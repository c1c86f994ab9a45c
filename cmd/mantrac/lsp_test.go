package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// TestBuiltServer speaks with the program, which TestMain puts on the path. The tests of
// package editors speak with what `go build` makes.
func TestBuiltServer(t *testing.T) {
	path, err := exec.LookPath("mantrac")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]func(*testing.T, string){
		"answers": serverAnswers, "refuses": serverRefuses, "garbage": serverGetsGarbage, "hostile files": serverGetsHostileFiles,
		"leaves no child": serverLeavesNoChild,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, path)
		})
	}
}

// A session is a conversation with the program, over its
// standard input and output, in bytes.
type session struct {
	t       *testing.T
	cmd     *exec.Cmd
	in      io.WriteCloser
	dir     string
	answers chan reply
	said    chan reply // without an id
	next    int
	end     chan error
}

type reply struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

const patience = time.Minute

func startServer(t *testing.T, path string, files map[string]string) *session {
	t.Helper()
	s := &session{t: t, dir: t.TempDir(), answers: make(chan reply, 1000), said: make(chan reply, 10000), end: make(chan error, 1)}
	if real, err := filepath.EvalSymlinks(s.dir); err == nil {
		s.dir = real
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.cmd = exec.Command(path, "lsp")
	s.cmd.Dir = s.dir
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.listen(out)
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		s.ended()
	})
	return s
}

// listen reads messages until there are no more.
func (s *session) listen(out io.Reader) {
	r := textproto.NewReader(bufio.NewReader(out))
	for {
		header, err := r.ReadMIMEHeader()
		if err != nil {
			break
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		var m reply
		if _, err := io.ReadFull(r.R, body); err != nil || json.Unmarshal(body, &m) != nil {
			break
		}
		switch {
		case m.Method == "":
			s.answers <- m
		case m.ID != nil: // of a request of the server's
			s.raw(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
		default:
			select {
			case s.said <- m:
			default:
			}
		}
	}
	s.end <- s.cmd.Wait()
	close(s.end)
	close(s.answers)
}

// raw sends a message as it is.
func (s *session) raw(body string) {
	fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body) // a server that is gone is found out by the answer
}

func (s *session) notify(method string, params any) {
	data, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	s.raw(string(data))
}

// call asks and waits for the answer.
func (s *session) call(method string, params any) reply {
	s.t.Helper()
	s.next++
	data, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.next, "method": method, "params": params})
	s.raw(string(data))
	return s.answer(strconv.Itoa(s.next))
}

func (s *session) answer(id string) reply {
	s.t.Helper()
	late := time.After(patience)
	for {
		select {
		case m, ok := <-s.answers:
			if !ok {
				s.t.Fatalf("the server is gone, and owes the answer to %s", id)
			}
			if string(m.ID) == id {
				return m
			}
		case <-late:
			s.t.Fatalf("there is no answer to %s", id)
		}
	}
}

func (s *session) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(s.dir, name))
}

func (s *session) initialize(options any) map[string]any {
	s.t.Helper()
	m := s.call("initialize", map[string]any{
		"processId": nil, "rootUri": s.uri(""), "capabilities": map[string]any{}, "initializationOptions": options,
	})
	var result struct{ Capabilities map[string]any }
	if err := json.Unmarshal(m.Result, &result); err != nil || m.Error != nil {
		s.t.Fatalf("initialize: %v %s", m.Error, m.Result)
	}
	s.notify("initialized", map[string]any{})
	return result.Capabilities
}

func (s *session) open(name, text string) {
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": s.uri(name), "languageId": "", "version": 1, "text": text}})
}

// await waits for a notification that a function accepts.
func (s *session) await(method string, ok func(json.RawMessage) bool) {
	s.t.Helper()
	late := time.After(patience)
	for {
		select {
		case m := <-s.said:
			if m.Method == method && ok(m.Params) {
				return
			}
		case <-late:
			s.t.Fatalf("the server never says that %s", method)
		}
	}
}

// ended waits for the end of the program, and returns how it ended.
func (s *session) ended() error {
	select {
	case err := <-s.end:
		return err
	case <-time.After(patience):
		s.t.Fatal("the server does not end")
		return nil
	}
}

const (
	lampModel = `(model
  (var lit Bool)

  ; Turns it on.
  (transition switch
    (params)
    (pre (= lit false))
    (post (= (next lit) true))))
`
	lampSuite = `(use "lamp.wm")

(case on
  (init (lit false))
  (checks
    (asks (call switch))))
`
)

var lampFiles = map[string]string{"lamp.wm": lampModel, "lamp.checks": lampSuite}

// Every capability that the program announces is answered, in both languages
// and for a file that is not there.
func serverAnswers(t *testing.T, path string) {
	s := startServer(t, path, lampFiles)
	announced := s.initialize(map[string]any{"pull": true})
	s.open("lamp.wm", lampModel)
	s.open("lamp.checks", lampSuite)
	methods := map[string]string{
		"hoverProvider": "hover", "definitionProvider": "definition", "referencesProvider": "references", "documentHighlightProvider": "documentHighlight",
		"renameProvider": "prepareRename rename", "documentSymbolProvider": "documentSymbol", "documentFormattingProvider": "formatting",
		"codeActionProvider": "codeAction", "codeLensProvider": "codeLens", "diagnosticProvider": "diagnostic", "completionProvider": "completion /completionItem/resolve",
		"signatureHelpProvider": "signatureHelp", "typeDefinitionProvider": "typeDefinition", "declarationProvider": "declaration",
		"workspaceSymbolProvider": "/workspace/symbol", "foldingRangeProvider": "foldingRange", "selectionRangeProvider": "selectionRange",
		"linkedEditingRangeProvider": "linkedEditingRange", "documentLinkProvider": "documentLink", "inlayHintProvider": "inlayHint",
		"callHierarchyProvider":  "prepareCallHierarchy /callHierarchy/incomingCalls /callHierarchy/outgoingCalls",
		"semanticTokensProvider": "semanticTokens/full semanticTokens/full/delta semanticTokens/range",

		"documentRangeFormattingProvider": "rangeFormatting", "documentOnTypeFormattingProvider": "onTypeFormatting",
		"executeCommandProvider": "", "positionEncoding": "", "textDocumentSync": "", "workspace": "", "experimental": "/mantrac/semanticDiff",
	}
	place := map[string]any{"line": 5, "character": 6}
	for name := range announced {
		list, known := methods[name]
		if !known {
			t.Errorf("%s is announced, and the test knows no request for it", name)
		}
		for m := range strings.FieldsSeq(list) {
			if m = "textDocument/" + m; strings.Contains(m, "//") {
				m = strings.TrimPrefix(m, "textDocument//")
			}
			for _, file := range []string{"lamp.wm", "lamp.checks", "gone.wm"} {
				got := s.call(m, map[string]any{
					"textDocument": map[string]any{"uri": s.uri(file)}, "position": place, "positions": []any{place}, "newName": "bright", "ch": "\n",
					"query": "l", "label": "lit", "previousResultId": "0", "item": map[string]any{"name": "switch", "uri": s.uri(file)},
					"range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": place}, "context": map[string]any{"diagnostics": []any{}},
				})
				if got.Error != nil && (got.Error.Code == -32601 || got.Error.Code == -32603) {
					t.Errorf("%s of %s: %s", m, file, got.Error.Message)
				}
			}
		}
	}
	for _, command := range announced["executeCommandProvider"].(map[string]any)["commands"].([]any) {
		got := s.call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{map[string]any{"uri": s.uri("lamp.checks"), "case": "on"}}})
		if got.Error != nil && (got.Error.Code == -32601 || got.Error.Code == -32603) {
			t.Errorf("%s: %s", command, got.Error.Message)
		}
	}
}

// Messages that are no messages, come at the wrong time or ask for what nobody
// knows are refused, and what follows is answered.
func serverRefuses(t *testing.T, path string) {
	s := startServer(t, path, lampFiles)
	refused := func(what string, m reply, code int) {
		t.Helper()
		if m.Error == nil || m.Error.Code != code {
			t.Errorf("%s: %+v, and not the error %d", what, m.Error, code)
		}
	}
	refused("a request before initialize", s.call("textDocument/hover", map[string]any{}), -32002)
	s.notify("textDocument/didOpen", map[string]any{})
	s.initialize(nil)
	refused("a second initialize", s.call("initialize", map[string]any{"capabilities": map[string]any{}}), -32600)
	refused("an unknown method", s.call("textDocument/brew", nil), -32601)
	refused("params of another shape", s.call("textDocument/hover", []any{1, 2}), -32602)
	s.notify("$/unknown", nil)
	s.notify("textDocument/unknown", map[string]any{"a": 1})
	s.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": s.uri("lamp.wm"), "version": 9}, "contentChanges": []any{map[string]any{"text": "x"}}})
	s.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": s.uri("lamp.wm")}})
	s.notify("$/cancelRequest", map[string]any{"id": 4711})
	s.notify("$/cancelRequest", map[string]any{"id": "of nobody"})
	s.raw(`{"jsonrpc":"2.0","id":"a string","method":"shutdown"}`)
	if m := s.answer(`"a string"`); m.Error != nil {
		t.Errorf("shutdown: %+v", m.Error)
	}
	refused("a request after shutdown", s.call("textDocument/hover", map[string]any{}), -32600)
	s.notify("exit", nil)
	if err := s.ended(); err != nil {
		t.Errorf("the end: %v", err)
	}
}

// What is no message at all ends the program, with a code that is no success:
// nobody knows where the next message begins.
func serverGetsGarbage(t *testing.T, path string) {
	for _, garbage := range []string{
		"Content-Length: 3\r\n\r\n{]}", "Content-Length: many\r\n\r\n{}", "GET / HTTP/1.1\r\n\r\n", "Content-Length: -5\r\n\r\n",
		"Content-Length: 99999999999999999999\r\n\r\n", "\x00\x01\x02\r\n\r\n",
	} {
		s := startServer(t, path, nil)
		io.WriteString(s.in, garbage)
		s.in.Close()
		var exit *exec.ExitError
		if err := s.ended(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Errorf("%q ends it with %v", garbage, err)
		}
	}
}

// Files that are huge, hostile or of other worlds are answered, and the server
// has the text that the client has, surrogate pairs included.
func serverGetsHostileFiles(t *testing.T, path string) {
	s := startServer(t, path, nil)
	s.initialize(map[string]any{"verify": "never"})
	for i, text := range []string{
		strings.Repeat("(", 200_000), strings.Repeat(")", 100_000), "(model " + strings.Repeat("(var x Bool) ", 5_000) + ")",
		strings.Repeat("\x00\uFEFF\u2028", 10_000), "\"" + strings.Repeat("\\", 100_001), strings.Repeat("; 𝔸\r\n", 50_000), "(model\r(var a Bool)\r)",
	} {
		name := fmt.Sprintf("h%d.wm", i)
		s.open(name, text)
		for _, m := range []string{"textDocument/documentSymbol", "textDocument/semanticTokens/full", "textDocument/formatting", "textDocument/foldingRange"} {
			if got := s.call(m, map[string]any{"textDocument": map[string]any{"uri": s.uri(name)}}); got.Error != nil && got.Error.Code == -32603 {
				t.Errorf("%s of %d: %s", m, i, got.Error.Message)
			}
		}
	}
	text := "(model\n  (var 𝔸é Bool) (var b Bool))\n"
	s.open("pairs.wm", text)
	line := strings.Split(text, "\n")[1]
	column := len(utf16.Encode([]rune(line[:strings.Index(line, "b Bool")])))
	at := func(c int) map[string]any { return map[string]any{"line": 1, "character": c} }
	s.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": s.uri("pairs.wm"), "version": 2},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": at(column), "end": at(column + 1)}, "text": "𝔹𝔹"}},
	})
	got := s.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": s.uri("pairs.wm")}})
	for _, want := range []string{`"𝔸é"`, `"𝔹𝔹"`, fmt.Sprintf(`"character":%d`, column+4)} {
		if !bytes.Contains(got.Result, []byte(want)) {
			t.Errorf("there is no %s in %s", want, got.Result)
		}
	}
}

// Nothing is left behind, however the conversation ends: not by the book, not
// by a client that is gone, and not by a server that is killed.
func serverLeavesNoChild(t *testing.T, path string) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc to look for processes in")
	}
	for _, test := range []struct {
		what string
		end  func(*session)
		ok   bool
	}{
		{"shutdown and exit", func(s *session) { s.call("shutdown", nil); s.notify("exit", nil) }, true},
		{"a client that goes away", func(s *session) { s.in.Close() }, false},
		{"a server that is killed", func(s *session) { s.cmd.Process.Kill() }, false},
	} {
		t.Run(test.what, func(t *testing.T) {
			s := startServer(t, path, lampFiles)
			s.initialize(nil)
			s.open("lamp.checks", lampSuite)
			s.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": s.uri("lamp.checks")}})
			s.await("mantrac/verification", func(p json.RawMessage) bool { return bytes.Contains(p, []byte(`"phase":"conflict"`)) })
			children := childrenOf(t, s.cmd.Process.Pid)
			if len(children) == 0 {
				t.Fatal("a case has been verified, and there is no child")
			}
			test.end(s)
			if err := s.ended(); (err == nil) != test.ok {
				t.Errorf("the server ends with %v", err)
			}
			late := time.Now().Add(patience)
			for _, pid := range children {
				for alive(pid) && time.Now().Before(late) {
					time.Sleep(10 * time.Millisecond)
				}
				if alive(pid) {
					t.Errorf("process %d is left", pid)
				}
			}
		})
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(t *testing.T, parent int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		rest := data[bytes.LastIndexByte(data, ')')+1:]
		var state string
		var of int
		if _, err := fmt.Sscan(string(rest), &state, &of); err == nil && of == parent {
			pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
			list = append(list, pid)
		}
	}
	return list
}

// alive reports whether there is such a process that has not ended.
func alive(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	rest := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	return len(rest) > 0 && rest[0] != "Z"
}
