package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// Options are what the server does not find out by itself.
type Options struct {
	Version string    // of mantrac
	Log     io.Writer // for what goes wrong and is no answer; nil is nowhere
}

// A Server serves one client.
type Server struct {
	options  Options
	handlers map[string]handler
	running  requests
	work     sync.WaitGroup

	mu       sync.Mutex
	conn     jsonrpc2.Conn
	state    state
	client   clientCapabilities
	snapshot *snapshot
	changed  chan struct{} // wakes the publisher
	exited   bool
}

// A state is how far the conversation has come.
type state int

const (
	created state = iota
	initialized
	shutDown
)

// New returns a server that waits for its client.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &Server{options: o, changed: make(chan struct{}, 1)}
	s.snapshot = &snapshot{
		documents: make(map[string]document), disk: newDisk(), views: make(map[string]*view),
		caches: &caches{list: make(map[string]*project.Cache)}, mapper: mapper{source.UTF16},
	}
	s.handlers = s.table()
	return s
}

// ErrNoShutdown is what Serve returns if the client goes away without having
// said so.
var ErrNoShutdown = errors.New("the client went away without a shutdown request")

// Serve speaks with a client until it says exit, goes away, or ctx ends. It
// returns when nothing is under way any more.
func (s *Server) Serve(ctx context.Context, rwc io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(rwc))
	s.conn.Go(ctx, s.handle)
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		s.publisher(ctx)
	}()
	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		_ = s.conn.Close() // what is on its way to nobody may be lost
	}
	cancel()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != shutDown {
		return ErrNoShutdown
	}
	return nil
}

func (s *Server) log(format string, args ...any) {
	fmt.Fprintf(s.options.Log, "%s "+format+"\n", append([]any{time.Now().Format("15:04:05.000")}, args...)...)
}

// current returns the snapshot that stands.
func (s *Server) current() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshot
}

// change replaces the snapshot by a copy that the function changes, and has
// what is found published.
func (s *Server) change(f func(*snapshot)) {
	s.mu.Lock()
	next := s.snapshot.next()
	f(next)
	s.snapshot = next
	s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default: // it has been woken already
	}
}

// table lists what the server understands, one line a message.
func (s *Server) table() map[string]handler {
	return map[string]handler{
		"initialize":      on(s.initialize),
		"initialized":     upon(s.initialized),
		"shutdown":        on(s.shutdown),
		"exit":            upon(s.exit),
		"$/cancelRequest": upon(s.cancelRequest),
		"$/setTrace":      upon(ignore),

		"textDocument/didOpen":                upon(s.didOpen),
		"textDocument/didChange":              upon(s.didChange),
		"textDocument/didSave":                upon(s.didSave),
		"textDocument/didClose":               upon(s.didClose),
		"workspace/didChangeWatchedFiles":     upon(s.didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": upon(s.didChangeWorkspaceFolders),
		"workspace/didChangeConfiguration":    upon(ignore),

		"textDocument/diagnostic":        on(s.diagnostic),
		"textDocument/hover":             on(s.hover),
		"textDocument/definition":        on(s.definition),
		"textDocument/references":        on(s.references),
		"textDocument/documentHighlight": on(s.documentHighlight),
		"textDocument/prepareRename":     on(s.prepareRename),
		"textDocument/rename":            on(s.rename),
		"textDocument/documentSymbol":    on(s.documentSymbol),
		"textDocument/formatting":        on(s.formatting),
		"textDocument/codeAction":        on(s.codeAction),
	}
}

// capabilities says what of it a client may ask for.
func (s *Server) capabilities(unit source.Unit) serverCapabilities {
	return serverCapabilities{
		PositionEncoding: encodingNames[unit],
		ServerCapabilities: protocol.ServerCapabilities{
			TextDocumentSync: protocol.TextDocumentSyncOptions{
				OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental, Save: &protocol.SaveOptions{},
			},
			HoverProvider:              true,
			DefinitionProvider:         true,
			ReferencesProvider:         true,
			DocumentHighlightProvider:  true,
			RenameProvider:             protocol.RenameOptions{PrepareProvider: true},
			DocumentSymbolProvider:     true,
			DocumentFormattingProvider: true,
			CodeActionProvider:         protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.QuickFix, fixAll}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{
				WorkspaceFolders: &protocol.ServerCapabilitiesWorkspaceFolders{Supported: true, ChangeNotifications: true},
			},
		},
		DiagnosticProvider: diagnosticOptions{Identifier: "mantrac", InterFileDependencies: true},
	}
}

func ignore(*struct{}) error { return nil }
