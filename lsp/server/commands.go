package server

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// executeCommand runs a command of a lens.
func (s *Server) executeCommand(ctx context.Context, now *snapshot.Snapshot, p *protocol.ExecuteCommandParams) (any, error) {
	arg, err := argumentOf(p.Arguments)
	if err != nil {
		return nil, err
	}
	v, c, err := now.Open(protocol.DocumentURI(arg.URI))
	if err != nil {
		return nil, err
	}
	switch p.Command {
	case feature.CommandInspect:
		return nil, askAbout(v, c, "inspect", func(path string) { s.Inspection.Request(path) })
	case feature.CommandMutate:
		return nil, askAbout(v, c, "mutate", func(path string) {
			s.Mutation.Forget(path) // the traces that are kept may be others
			s.Mutation.Request(path)
		})
	case feature.CommandCompare:
		return nil, s.compareCommand(v, c)
	case feature.CommandTest:
		return feature.Tests(v, c)
	case feature.CommandChange:
		return s.showChange(v, c, arg.Case)
	}
	var asked []snapshot.Subject
	for _, sub := range v.Subjects(v.Snapshot.Settings) {
		if sub.Key.Suite == c.Path && (arg.Case == "" || sub.Key.Name == arg.Case) {
			asked = append(asked, sub)
		}
	}
	switch {
	case len(asked) == 0 && arg.Case != "":
		return nil, feature.Refuse("%s has no case %s", filepath.Base(c.Path), arg.Case)
	case len(asked) == 0:
		return nil, feature.Refuse("%s has no case", filepath.Base(c.Path))
	case p.Command == feature.CommandValidate:
		return nil, s.validateCases(asked)
	case p.Command == feature.CommandConflict:
		return s.ConflictOf(now, asked[0])
	case p.Command == feature.CommandSave:
		return s.saveConflict(now, asked[0])
	case p.Command == feature.CommandRepair:
		return s.findRepairs(ctx, v, asked[0])
	}
	return nil, feature.Refuse("unknown command %s", p.Command)
}

// validateCases has cases validated, but for those that cannot be.
func (s *Server) validateCases(asked []snapshot.Subject) error {
	var keys []snapshot.CaseKey
	for _, sub := range asked {
		if sub.Trouble == snapshot.NoTrouble {
			keys = append(keys, sub.Key)
		}
	}
	if len(keys) == 0 {
		return feature.Refuse("%s cannot be validated: %s", asked[0].Key.Name, asked[0].Trouble)
	}
	// Without Forget, a case with a current verdict would not be asked again.
	s.Verification.Forget(keys...)
	s.Verification.Request(keys...)
	return nil
}

// A foundRepairs is the answer to the command that finds repairs. They are code actions
// at the name of the case, and where its conflicts are shown.
type foundRepairs struct {
	URI   protocol.DocumentURI `json:"uri"`
	At    protocol.Position    `json:"at"` // where the name of the case begins
	Count int                  `json:"count"`
}

// findRepairs finds what closes the conflicts of a case, and answers when that is known.
// The answer is nil if the user did not want to wait.
func (s *Server) findRepairs(ctx context.Context, v *snapshot.View, sub snapshot.Subject) (any, error) {
	specimen, ok := jobs.RepairableIn(v, sub)
	if !ok {
		return nil, feature.Refuse("%s cannot be repaired: there are errors in it, in its model, or in a suite about that", sub.Key.Name)
	}
	s.Repairing.Request(sub.Key)
	known, ok, err := s.Repairing.Await(ctx, sub.Key, specimen.Text)
	switch {
	case err != nil || !ok:
		// Without an error, the text has changed or the user has stopped the work.
		return nil, err
	case known.Result == nil:
		return nil, feature.Refuse("no repairs of %s found: %s", sub.Key.Name, known.Failure)
	}
	at := v.Snapshot.Mapper.Span(snapshot.HeaderOf(sub.Suite, sub.Decl)).Start
	return foundRepairs{v.Snapshot.URI(sub.Key.Suite), at, known.Result.Count()}, nil
}

// askAbout asks something about the model of a file, or that of a suite.
func askAbout(v *snapshot.View, c *snapshot.Content, what string, ask func(path string)) error {
	m := feature.SubjectOf(v, c)
	if m == nil || v.Specimen(m, v.Snapshot.Settings).Wrong {
		return feature.Refuse("no model found to %s, or it, or a suite about it, has errors", what)
	}
	ask(snapshot.ModelPath(m))
	return nil
}

func argumentOf(args []any) (feature.CaseArgument, error) {
	var arg feature.CaseArgument
	if len(args) != 1 {
		return arg, feature.Refuse("the command takes one argument, {uri, case}")
	}
	data, err := json.Marshal(args[0])
	if err != nil {
		return arg, err
	}
	if json.Unmarshal(data, &arg) != nil {
		return arg, feature.Refuse("the command takes an object {uri, case} of two strings, found %s", data)
	}
	return arg, nil
}

// saveConflict has the client write the counterexample of a case into its suite,
// and returns the name of the new case.
func (s *Server) saveConflict(now *snapshot.Snapshot, sub snapshot.Subject) (any, error) {
	p, v := s.Verification.PhaseOf(sub)
	if p != jobs.Conflict {
		return nil, feature.Refuse("%s has no current conflict; it is %s", sub.Key.Name, feature.TitleOf(sub, p, v))
	}
	edit, name, err := feature.SaveCase(now, sub, v.Result)
	if err != nil {
		return nil, feature.Refuse("%v", err)
	}
	// The client may answer applyEdit only after it has the result of the command.
	s.later(func(ctx context.Context) {
		params := protocol.ApplyWorkspaceEditParams{Label: "save the counterexample as the case " + name, Edit: *edit}
		if _, err := s.conn.Call(ctx, "workspace/applyEdit", params, nil); err != nil && ctx.Err() == nil {
			s.log("the counterexample is not saved: %v", err)
		}
	})
	return map[string]string{"case": name}, nil
}

// compareCommand has the model of a file, or that of a suite, compared with what
// it was.
func (s *Server) compareCommand(v *snapshot.View, c *snapshot.Content) error {
	p, err := s.PairingOf(v, c)
	switch {
	case err != nil:
		return err
	case p.Wrong:
		return feature.Refuse("nothing to compare: the model, or a suite about it, has errors")
	}
	s.Review.Request(snapshot.ModelPath(feature.SubjectOf(v, c)))
	return nil
}

// A shownChange is the answer to the command that shows a change.
type shownChange struct {
	Name   string            `json:"name"`
	Title  string            `json:"title"`
	Since  string            `json:"since"`
	Lines  []string          `json:"lines"`  // the traces that one version alone allows
	Traces []jobs.ShownTrace `json:"traces"` // the same, for a client that draws them
	All    any               `json:"report"` // as `mantrac diff --behaviour --format json` writes it
}

// showChange has the client show the traces that tell two versions of a
// transition or a case apart, and returns them with the whole report.
func (s *Server) showChange(v *snapshot.View, c *snapshot.Content, name string) (any, error) {
	p, err := s.PairingOf(v, c)
	if err != nil {
		return nil, err
	}
	how, known := s.Review.State(p.Path, p.Text)
	if how != jobs.Answered {
		return nil, feature.Refuse("%s has not been compared with %s as it is now", name, p.Base.Rev)
	}
	shown := shownChange{Name: name, Since: p.Base.Rev, Traces: []jobs.ShownTrace{}, All: known.Result.Raw}
	// In a model the name is that of a tool, in a suite that of a case.
	if feature.SubjectOf(v, c).File == c.Tree {
		d, _ := known.Result.Tool(name)
		shown.Title, shown.Lines, shown.Traces = known.Result.TitleOfTool(name), d.Story("now allowed", "no longer allowed"), d.Traces("now allowed", "no longer allowed")
	} else if k, ok := known.Result.CaseOf(name); ok {
		shown.Title = known.Result.TitleOfCase(name)
		if k.Checks != nil {
			shown.Lines, shown.Traces = k.Checks.Story("now accepted", "no longer accepted"), k.Checks.Traces("now accepted", "no longer accepted")
		}
	}
	if shown.Title == "" {
		return nil, feature.Refuse("nothing is known of %s", name)
	}
	if v.Snapshot.Settings.Panel {
		// The client draws the traces by itself and needs no message.
		return shown, nil
	}
	s.show(messageInfo, fmt.Sprintf("%s, since %s: %s", name, p.Base.Rev, strings.Join(append([]string{shown.Title}, shown.Lines...), "\n")))
	return shown, nil
}
