package lsp

import (
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
)

// Version 3.17 of the protocol, as far as package protocol, which speaks 3.16,
// lacks it.

// clientCapabilities are what the server looks at of the client's.
type clientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	TextDocument struct {
		Diagnostic *struct{} `json:"diagnostic"`
		CodeAction struct {
			DataSupport    bool `json:"dataSupport"`
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
		Completion struct {
			CompletionItem struct {
				SnippetSupport bool `json:"snippetSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
	} `json:"textDocument"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
	Workspace struct {
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		CodeLens    refreshable `json:"codeLens"`
		Diagnostics refreshable `json:"diagnostics"`
	} `json:"workspace"`
}

// refreshable says whether a client asks again when it is told to.
type refreshable struct {
	RefreshSupport bool `json:"refreshSupport"`
}

type initializeParams struct {
	ProcessID        int                        `json:"processId"` // of the client; 0 if it does not say
	RootURI          string                     `json:"rootUri"`
	RootPath         string                     `json:"rootPath"`
	WorkspaceFolders []protocol.WorkspaceFolder `json:"workspaceFolders"`
	Capabilities     clientCapabilities         `json:"capabilities"`
	Options          json.RawMessage            `json:"initializationOptions"`
}

type serverCapabilities struct {
	protocol.ServerCapabilities
	PositionEncoding   string             `json:"positionEncoding"`
	DiagnosticProvider *diagnosticOptions `json:"diagnosticProvider,omitempty"`
	InlayHintProvider  bool               `json:"inlayHintProvider"`
	CodeActionProvider codeActionOptions  `json:"codeActionProvider"`
	Experimental       map[string]bool    `json:"experimental"` // our own requests that the server answers
}

type codeActionOptions struct {
	CodeActionKinds []protocol.CodeActionKind `json:"codeActionKinds"`
	ResolveProvider bool                      `json:"resolveProvider"`
}

type diagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

type initializeResult struct {
	Capabilities serverCapabilities  `json:"capabilities"`
	ServerInfo   protocol.ServerInfo `json:"serverInfo"`
}

type documentDiagnosticParams struct {
	TextDocument     protocol.TextDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                          `json:"previousResultId"`
}

// A documentDiagnosticReport has items if its kind is "full", and none if it is
// "unchanged".
type documentDiagnosticReport struct {
	Kind     string                 `json:"kind"`
	ResultID string                 `json:"resultId"`
	Items    *[]protocol.Diagnostic `json:"items,omitempty"`
}

// encodingNames are the names of units in the protocol.
var encodingNames = map[source.Unit]string{source.Bytes: "utf-8", source.UTF16: "utf-16"}

// inlayHintParams ask for the hints of a range.
type inlayHintParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
}

// An inlayHint is a text that an editor shows between characters.
type inlayHint struct {
	Position     protocol.Position `json:"position"`
	Label        string            `json:"label"`
	Kind         int               `json:"kind,omitempty"`
	Tooltip      string            `json:"tooltip,omitempty"`
	PaddingLeft  bool              `json:"paddingLeft,omitempty"`
	PaddingRight bool              `json:"paddingRight,omitempty"`

	offset int // where it stands, in bytes
}

// The kinds of inlay hints.
const (
	hintType      = 1
	hintParameter = 2
)

// semanticTokensOptions announce semantic tokens.
type semanticTokensOptions struct {
	Legend struct {
		TokenTypes     []string `json:"tokenTypes"`
		TokenModifiers []string `json:"tokenModifiers"`
	} `json:"legend"`
	Range bool `json:"range"`
	Full  struct {
		Delta bool `json:"delta"`
	} `json:"full"`
}
