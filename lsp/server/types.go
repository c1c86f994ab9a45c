package server

import (
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Version 3.17 of the protocol, as far as package protocol, which speaks 3.16,
// lacks it.

type initializeParams struct {
	ProcessID        int                         `json:"processId"` // of the client; 0 if it does not say
	RootURI          string                      `json:"rootUri"`
	RootPath         string                      `json:"rootPath"`
	WorkspaceFolders []protocol.WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities     snapshot.ClientCapabilities `json:"capabilities"`
	Options          json.RawMessage             `json:"initializationOptions"`
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
