package server

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
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// Options are what the server does not find out by itself.
type Options struct {
	Version string    // of mantrac
	Log     io.Writer // for what goes wrong and is no answer; nil discards

	// Verifier runs a worker of package lsp/worker. Without it, cases are never
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
	snapshot *snapshot.Snapshot
	tokens   feature.SentTokens
	changed  chan struct{} // wakes the publisher

	feature.Background
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
	h := jobs.Host{Current: s.current, News: s.wakePublisher, Progress: s.progress, Log: s.log}
	s.Verification = jobs.NewVerification(h, o.Verifier)
	s.Inspection = jobs.NewInspection(h, o.Verifier)
	s.Review = jobs.NewReview(h, o.Verifier)
	s.Repairing = jobs.NewRepairing(h, o.Verifier)
	s.Mutation = jobs.NewMutation(h, o.Verifier)
	// UTF-16 is the encoding of the protocol unless initialize negotiates another.
	s.snapshot = &snapshot.Snapshot{
		Documents: make(map[string]snapshot.Document), Disk: snapshot.NewDisk(), Views: make(map[string]*snapshot.View),
		Caches: &snapshot.Caches{List: make(map[string]*project.Cache)}, Mapper: snapshot.Mapper{Unit: source.UTF16}, Settings: snapshot.DefaultSettings(),
	}
	s.handlers = s.table()
	return s
}

// errNoShutdown is what Serve returns if the client goes away without having
// said so.
var errNoShutdown = errors.New("the client went away without a shutdown request")

// Serve speaks with a client until it says exit, goes away, or ctx ends. It
// returns when nothing is under way any more.
func (s *Server) Serve(ctx context.Context, rwc io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.conn = jsonrpc2.NewConn(newFrames(rwc))
	s.conn.Go(ctx, s.handle)
	for _, run := range []func(context.Context){s.publisher, s.Verification.Run, s.Inspection.Run, s.Review.Run, s.Repairing.Run, s.Mutation.Run} {
		s.work.Go(func() { run(ctx) })
	}
	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		_ = s.conn.Close() // what is on its way to nobody may be lost
	}
	cancel()
	// No timer may start new work while the server waits for the end of the old.
	s.pause.stop()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stage != shutDown {
		return errNoShutdown
	}
	return nil
}

func (s *Server) log(format string, args ...any) {
	fmt.Fprintf(s.options.Log, "%s "+format+"\n", append([]any{time.Now().Format("15:04:05.000")}, args...)...)
}

// current returns the current snapshot.
func (s *Server) current() *snapshot.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshot
}

// change replaces the snapshot by a copy that the function changes, and has
// what is found published.
func (s *Server) change(f func(*snapshot.Snapshot)) {
	next := s.update(f)
	s.wakePublisher()
	// Each edit restarts the pause, so validation begins when typing stops.
	if next.Settings.Verify == snapshot.OnType {
		s.pause.after(time.Duration(next.Settings.Pause)*time.Millisecond, func() { s.Verification.Follow() })
	}
}

// update is change without telling anybody.
func (s *Server) update(f func(*snapshot.Snapshot)) *snapshot.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.snapshot.Next()
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
		"textDocument/hover":             on(feature.Hover),
		"textDocument/definition":        on(feature.Definition),
		"textDocument/references":        on(feature.References),
		"textDocument/documentHighlight": on(feature.DocumentHighlight),
		"textDocument/prepareRename":     on(feature.PrepareRename),
		"textDocument/rename":            editing(feature.Rename),
		"textDocument/documentSymbol":    on(feature.DocumentSymbol),
		"textDocument/formatting":        editing(feature.Formatting),
		"textDocument/codeAction":        editing(s.CodeAction),
		"codeAction/resolve":             editing(s.ResolveAction),
		"textDocument/codeLens":          on(s.CodeLens),
		"textDocument/completion":        on(completion.Completion),
		"completionItem/resolve":         on(feature.Resolve),
		"textDocument/signatureHelp":     on(feature.SignatureHelp),
		"textDocument/typeDefinition":    on(feature.TypeDefinition),
		"textDocument/declaration":       on(feature.Declaration),
		"workspace/symbol":               on(feature.WorkspaceSymbol),
		"textDocument/rangeFormatting":   editing(feature.RangeFormatting),
		"textDocument/onTypeFormatting":  editing(feature.OnTypeFormatting),
		"textDocument/foldingRange":      on(feature.FoldingRange),
		"textDocument/selectionRange":    on(feature.SelectionRange),
		"textDocument/inlayHint":         on(s.InlayHints),
		"textDocument/documentLink":      on(feature.DocumentLink),

		"textDocument/semanticTokens/full":       on(s.tokens.Full),
		"textDocument/semanticTokens/full/delta": on(s.tokens.Delta),
		"textDocument/semanticTokens/range":      on(feature.SemanticTokensRange),
		"textDocument/linkedEditingRange":        on(feature.LinkedEditingRange),
		"textDocument/prepareCallHierarchy":      on(feature.PrepareCallHierarchy),
		"callHierarchy/incomingCalls":            on(feature.IncomingCalls),
		"callHierarchy/outgoingCalls":            on(feature.OutgoingCalls),
		"workspace/executeCommand":               on(s.executeCommand),

		"mantrac/semanticDiff": on(feature.SemanticDiff),
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
			SemanticTokensProvider:     feature.SemanticTokensProvider(),

			DocumentRangeFormattingProvider:  true,
			DocumentOnTypeFormattingProvider: &protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: "\n"},

			ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: []string{feature.CommandValidate, feature.CommandConflict, feature.CommandSave, feature.CommandInspect, feature.CommandCompare, feature.CommandChange, feature.CommandTest, feature.CommandRepair, feature.CommandMutate}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{
				WorkspaceFolders: &protocol.ServerCapabilitiesWorkspaceFolders{Supported: true, ChangeNotifications: true},
			},
		},
		InlayHintProvider: true,
		CodeActionProvider: codeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.QuickFix, protocol.RefactorRewrite, feature.FixAllKind, feature.SortKind}, ResolveProvider: true,
		},
		Experimental: map[string]bool{"mantrac/semanticDiff": true, "mantrac/visible": true},
	}
	// A client that can do both would show what is pushed and what it asks for.
	if s.current().Settings.Pull {
		c.DiagnosticProvider = &diagnosticOptions{Identifier: "mantrac", InterFileDependencies: true}
	}
	return c
}

func ignore(*struct{}) error { return nil }
