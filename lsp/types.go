package lsp

import (
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
	} `json:"textDocument"`
	Workspace struct {
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
}

type initializeParams struct {
	RootURI          string                     `json:"rootUri"`
	RootPath         string                     `json:"rootPath"`
	WorkspaceFolders []protocol.WorkspaceFolder `json:"workspaceFolders"`
	Capabilities     clientCapabilities         `json:"capabilities"`
}

type serverCapabilities struct {
	protocol.ServerCapabilities
	PositionEncoding   string            `json:"positionEncoding"`
	DiagnosticProvider diagnosticOptions `json:"diagnosticProvider"`
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
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

type documentDiagnosticReport struct {
	Kind  string                `json:"kind"`
	Items []protocol.Diagnostic `json:"items"`
}

// encodingNames are the names of units in the protocol.
var encodingNames = map[source.Unit]string{source.Bytes: "utf-8", source.UTF16: "utf-16"}
