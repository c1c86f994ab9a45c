package snapshot

import (
	"maps"
	"slices"

	"go.lsp.dev/protocol"
)

// EditOf returns changes of files, by path, as one edit. A client that can tell gets
// the versions of the open documents that it is for, and refuses it for others.
func (s *Snapshot) EditOf(changes map[string][]protocol.TextEdit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	if !s.Client.Workspace.WorkspaceEdit.DocumentChanges {
		out.Changes = make(map[protocol.DocumentURI][]protocol.TextEdit)
		for path, edits := range changes {
			out.Changes[s.URI(path)] = edits
		}
		return out
	}
	for _, path := range slices.Sorted(maps.Keys(changes)) {
		of := protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: s.URI(path)}}
		if d, open := s.Documents[path]; open {
			of.Version = &d.Version
		}
		out.DocumentChanges = append(out.DocumentChanges, protocol.TextDocumentEdit{TextDocument: of, Edits: changes[path]})
	}
	return out
}
