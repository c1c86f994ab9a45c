package snapshot

import "slices"

// ClientCapabilities are what the server looks at of the client's.
type ClientCapabilities struct {
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
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		CodeLens    refreshable `json:"codeLens"`
		InlayHint   refreshable `json:"inlayHint"`
		Diagnostics refreshable `json:"diagnostics"`
	} `json:"workspace"`
}

// refreshable says whether a client asks again when it is told to.
type refreshable struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// ResolvesEdits reports whether the client asks for the edit of an action.
func (c *ClientCapabilities) ResolvesEdits() bool {
	can := c.TextDocument.CodeAction
	return can.DataSupport && slices.Contains(can.ResolveSupport.Properties, "edit")
}
