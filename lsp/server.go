package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
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

	// Verifier runs a worker of package verifier. Without it, cases are never
	// validated.
	Verifier func() *exec.Cmd
}

// A Server serves one client.
type Server struct {
	options  Options
	handlers map[string]handler
	running  requests
	stops    stops
	moment   time.Duration // before work is shown to the client
	pulse    time.Duration // between looks at whether the client's process runs
	work     sync.WaitGroup

	mu       sync.Mutex
	conn     jsonrpc2.Conn
	stage    stage
	snapshot *snapshot
	tokens   sentTokens
	changed  chan struct{} // wakes the publisher

	background
	pause pauseTimer
}

// A stage is how far the conversation has come.
type stage int

const (
	created stage = iota
	initialized
	shutDown
)

// New returns a server that waits for its client.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &Server{options: o, moment: moment, pulse: pulse, changed: make(chan struct{}, 1)}
	h := host{current: s.current, news: s.wakePublisher, progress: s.progress, log: s.log}
	s.verification = newVerification(h, o.Verifier)
	s.inspection = newInspection(h, o.Verifier)
	s.review = newReview(h, o.Verifier)
	s.snapshot = &snapshot{
		documents: make(map[string]document), disk: newDisk(), views: make(map[string]*view),
		caches: &caches{list: make(map[string]*project.Cache)}, mapper: mapper{source.UTF16}, settings: defaultSettings(),
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
	s.conn = jsonrpc2.NewConn(newFrames(rwc))
	s.conn.Go(ctx, s.handle)
	for _, run := range []func(context.Context){s.publisher, s.verification.run, s.inspection.run, s.review.run} {
		s.work.Go(func() { run(ctx) })
	}
	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		_ = s.conn.Close() // what is on its way to nobody may be lost
	}
	cancel()
	s.pause.stop()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stage != shutDown {
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
	next := s.update(f)
	s.wakePublisher()
	if next.settings.Verify == onType {
		s.pause.after(time.Duration(next.settings.Pause)*time.Millisecond, func() { s.verification.follow() })
	}
}

// update is change without telling anybody.
func (s *Server) update(f func(*snapshot)) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.snapshot.next()
	f(next)
	s.snapshot = next
	return next
}

func (s *Server) wakePublisher() {
	select {
	case s.changed <- struct{}{}:
	default: // it has been woken already
	}
}

// table lists what the server understands, one line a message.
func (s *Server) table() map[string]handler {
	return map[string]handler{
		"initialize":      inOrder(s.initialize),
		"initialized":     upon(s.initialized),
		"shutdown":        inOrder(s.shutdown),
		"exit":            upon(s.exit),
		"$/cancelRequest": upon(s.cancelRequest),
		"$/setTrace":      upon(ignore),

		"window/workDoneProgress/cancel": upon(s.cancelProgress),

		"textDocument/didOpen":                upon(s.didOpen),
		"textDocument/didChange":              upon(s.didChange),
		"textDocument/didSave":                upon(s.didSave),
		"textDocument/didClose":               upon(s.didClose),
		"workspace/didChangeWatchedFiles":     upon(s.didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": upon(s.didChangeWorkspaceFolders),
		"workspace/didChangeConfiguration":    upon(s.didChangeConfiguration),

		"textDocument/diagnostic":        on(s.diagnostic),
		"textDocument/hover":             on(hover),
		"textDocument/definition":        on(definition),
		"textDocument/references":        on(references),
		"textDocument/documentHighlight": on(documentHighlight),
		"textDocument/prepareRename":     on(prepareRename),
		"textDocument/rename":            editing(rename),
		"textDocument/documentSymbol":    on(documentSymbol),
		"textDocument/formatting":        editing(formatting),
		"textDocument/codeAction":        editing(s.codeAction),
		"codeAction/resolve":             editing(s.resolveAction),
		"textDocument/codeLens":          on(s.codeLens),
		"textDocument/completion":        on(completion),
		"completionItem/resolve":         on(resolve),
		"textDocument/signatureHelp":     on(signatureHelp),
		"textDocument/typeDefinition":    on(typeDefinition),
		"textDocument/declaration":       on(declaration),
		"workspace/symbol":               on(workspaceSymbol),
		"textDocument/rangeFormatting":   editing(rangeFormatting),
		"textDocument/onTypeFormatting":  editing(onTypeFormatting),
		"textDocument/foldingRange":      on(foldingRange),
		"textDocument/selectionRange":    on(selectionRange),
		"textDocument/inlayHint":         on(inlayHints),
		"textDocument/documentLink":      on(documentLink),

		"textDocument/semanticTokens/full":       on(s.tokens.full),
		"textDocument/semanticTokens/full/delta": on(s.tokens.delta),
		"textDocument/semanticTokens/range":      on(semanticTokensRange),
		"textDocument/linkedEditingRange":        on(linkedEditingRange),
		"textDocument/prepareCallHierarchy":      on(prepareCallHierarchy),
		"callHierarchy/incomingCalls":            on(incomingCalls),
		"callHierarchy/outgoingCalls":            on(outgoingCalls),
		"workspace/executeCommand":               on(s.executeCommand),

		"mantrac/semanticDiff": on(semanticDiff),
		"mantrac/visible":      upon(s.didShow),
	}
}

// capabilities says what of it a client may ask for.
func (s *Server) capabilities(unit source.Unit) serverCapabilities {
	c := serverCapabilities{
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
			CodeLensProvider:           &protocol.CodeLensOptions{},
			CompletionProvider:         &protocol.CompletionOptions{ResolveProvider: true, TriggerCharacters: []string{"(", " ", "\"", "#"}},
			SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", " "}, RetriggerCharacters: []string{")"}},
			TypeDefinitionProvider:     true,
			DeclarationProvider:        true,
			WorkspaceSymbolProvider:    true,
			FoldingRangeProvider:       true,
			SelectionRangeProvider:     true,
			LinkedEditingRangeProvider: true,
			CallHierarchyProvider:      true,
			DocumentLinkProvider:       &protocol.DocumentLinkOptions{},
			SemanticTokensProvider:     semanticTokensProvider(),

			DocumentRangeFormattingProvider:  true,
			DocumentOnTypeFormattingProvider: &protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: "\n"},

			ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: []string{commandValidate, commandConflict, commandSave, commandInspect, commandCompare, commandChange}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{
				WorkspaceFolders: &protocol.ServerCapabilitiesWorkspaceFolders{Supported: true, ChangeNotifications: true},
			},
		},
		InlayHintProvider: true,
		CodeActionProvider: codeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.QuickFix, protocol.RefactorRewrite, fixAll, sortKind}, ResolveProvider: true,
		},
		Experimental: map[string]bool{"mantrac/semanticDiff": true, "mantrac/visible": true},
	}
	// A client that can do both would show what is pushed and what it asks for.
	if s.current().settings.Pull {
		c.DiagnosticProvider = &diagnosticOptions{Identifier: "mantrac", InterFileDependencies: true}
	}
	return c
}

func ignore(*struct{}) error { return nil }
