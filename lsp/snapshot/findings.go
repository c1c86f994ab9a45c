package snapshot

import (
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
)

// Found returns what is found in the files of all projects, by path.
func (s *Snapshot) Found() map[string][]diag.Diagnostic {
	list := make(map[string][]diag.Diagnostic)
	for _, root := range s.Roots() {
		broken := byFile(s.BrokenLocks(root))
		for path, c := range s.Project(root).ByPath {
			// Two projects may both report on one file, such as shared tools.
			list[path] = slices.Concat(list[path], c.Found, broken[path])
		}
	}
	return list
}

// FoundIn returns what is found in one file by the project that it belongs to.
func (s *Snapshot) FoundIn(path string) []diag.Diagnostic {
	root := s.RootOf(path)
	c := s.Project(root).ByPath[path]
	if c == nil {
		return nil
	}
	return slices.Concat(c.Found, byFile(s.BrokenLocks(root))[path])
}

// byFile returns findings by the names of their files.
func byFile(found []diag.Diagnostic) map[string][]diag.Diagnostic {
	list := make(map[string][]diag.Diagnostic)
	for _, d := range found {
		list[d.Primary.File.Name()] = append(list[d.Primary.File.Name()], d)
	}
	return list
}

// Roots returns the folders of the projects that matter: those of the
// documents that are open, and all in the folders of the workspace. Nobody
// changes the list.
func (s *Snapshot) Roots() []string {
	s.rootsOnce.Do(func() {
		set := make(map[string]bool)
		for path, d := range s.Documents {
			if d.Known {
				set[s.RootOf(path)] = true
			}
		}
		for _, f := range s.Folders {
			// The folder itself counts as a project even if no file of it is open.
			set[f.Path] = true
			for _, root := range s.Disk.projects(f.Path) {
				set[root] = true
			}
		}
		s.rootList = slices.Sorted(maps.Keys(set))
	})
	return s.rootList
}

var severities = map[diag.Severity]protocol.DiagnosticSeverity{
	diag.Error: protocol.DiagnosticSeverityError, diag.Warning: protocol.DiagnosticSeverityWarning, diag.Lint: protocol.DiagnosticSeverityInformation,
}

var tags = map[diag.Tag]protocol.DiagnosticTag{
	diag.Unnecessary: protocol.DiagnosticTagUnnecessary, diag.Deprecated: protocol.DiagnosticTagDeprecated,
}

// Diagnostics is the protocol's projection of findings.
func (s *Snapshot) Diagnostics(list []diag.Diagnostic) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	out = append(out, lists.Map(list, s.DiagnosticOf)...)
	return out
}

// DiagnosticOf is the protocol's projection of one finding.
func (s *Snapshot) DiagnosticOf(d diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: s.Mapper.Span(d.Primary), Severity: severities[d.Severity], Code: string(d.Code),
		CodeDescription: &protocol.CodeDescription{Href: protocol.URI(d.Code.URL())}, Source: "mantrac", Message: wording(d),
	}
	if len(d.Fixes) > 0 {
		out.Data = fixData(d)
	}
	out.Tags = lists.Map(d.Tags, func(t diag.Tag) protocol.DiagnosticTag { return tags[t] })
	for _, l := range d.Secondary {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: s.Location(l.Span), Message: l.Role})
	}
	return out
}

// A fixInfo is what the data of a diagnostic says about one of its fixes.
type fixInfo struct {
	Level   string `json:"level"`
	Message string `json:"message"`
}

func fixData(d diag.Diagnostic) map[string][]fixInfo {
	list := lists.Map(d.Fixes, func(f diag.Fix) fixInfo { return fixInfo{Level: f.Level.String(), Message: f.Message} })
	return map[string][]fixInfo{"fixes": list}
}

// wording returns the message of a diagnostic with its notes and help, for
// which the protocol has no place.
func wording(d diag.Diagnostic) string {
	lines := []string{d.Message}
	if d.Role != "" {
		lines[0] += " (" + d.Role + ")"
	}
	for _, n := range d.Notes {
		lines = append(lines, "note: "+n)
	}
	for _, h := range d.Help {
		lines = append(lines, "help: "+h)
	}
	// Fixes are named here as well, for clients that do not ask for code actions.
	for _, f := range d.Fixes {
		lines = append(lines, f.Level.Label()+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}

// BrokenLocks returns the warnings of what is locked in a project, and was
// changed in the editor or on disk, by the names of files.
func (s *Snapshot) BrokenLocks(root string) []diag.Diagnostic {
	r := s.Project(root).Result
	set := &edit.Set{Models: r.Models, Suites: r.Suites}
	folders, err := locks.Beside(set.Names())
	if err != nil {
		return nil // mantrac locks says what is wrong with the file of locks
	}
	found, err := locks.Find(folders, set)
	if err != nil {
		return nil
	}
	return found
}
