package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
)

// executeCommand runs a command of a lens.
func (s *Server) executeCommand(_ context.Context, now *snapshot, p *protocol.ExecuteCommandParams) (any, error) {
	arg, err := argumentOf(p.Arguments)
	if err != nil {
		return nil, err
	}
	v, c, err := now.open(protocol.DocumentURI(arg.URI))
	if err != nil {
		return nil, err
	}
	switch p.Command {
	case commandInspect:
		return nil, s.inspectModel(v, c)
	case commandCompare:
		return nil, s.compareCommand(v, c)
	case commandChange:
		return s.showChange(v, c, arg.Case)
	}
	var asked []subject
	for _, sub := range v.subjects(v.snapshot.settings) {
		if sub.key.suite == c.path && (arg.Case == "" || sub.key.name == arg.Case) {
			asked = append(asked, sub)
		}
	}
	switch {
	case len(asked) == 0 && arg.Case != "":
		return nil, refuse("%s has no case %s", filepath.Base(c.path), arg.Case)
	case len(asked) == 0:
		return nil, refuse("%s has no case", filepath.Base(c.path))
	case p.Command == commandValidate:
		return nil, s.validateCases(asked)
	case p.Command == commandConflict:
		return s.conflictOf(now, asked[0])
	case p.Command == commandSave:
		return s.saveConflict(now, asked[0])
	}
	return nil, refuse("there is no command %s", p.Command)
}

// validateCases has cases validated, but for those that cannot be.
func (s *Server) validateCases(asked []subject) error {
	var keys []caseKey
	for _, sub := range asked {
		if sub.trouble == noTrouble {
			keys = append(keys, sub.key)
		}
	}
	if len(keys) == 0 {
		return refuse("%s cannot be validated: %s", asked[0].key.name, asked[0].trouble)
	}
	s.verification.forget(keys...)
	s.verification.request(keys...)
	return nil
}

// inspectModel has the model of a file inspected, or that of a suite.
func (s *Server) inspectModel(v *view, c *content) error {
	path := c.path
	for _, suite := range v.result.Suites {
		if suite.File == c.tree && suite.Model != nil {
			path = suite.Model.File.Tree.File.Name()
		}
	}
	for _, sp := range v.specimens(v.snapshot.settings) {
		if sp.path == path && !sp.wrong {
			s.inspection.request(path)
			return nil
		}
	}
	return refuse("there is no model to inspect: it, or a suite about it, has errors, or it is not there")
}

func argumentOf(args []any) (caseArgument, error) {
	var arg caseArgument
	if len(args) != 1 {
		return arg, refuse("the command takes one argument, {uri, case}")
	}
	data, err := json.Marshal(args[0])
	if err != nil {
		return arg, err
	}
	if err := json.Unmarshal(data, &arg); err != nil {
		return arg, refuse("the argument is {uri, case}: %v", err)
	}
	return arg, nil
}

// saveConflict has the client write the counterexample of a case into its suite,
// and returns the name of the new case.
func (s *Server) saveConflict(now *snapshot, sub subject) (any, error) {
	p, v := s.verification.phaseOf(sub)
	if p != conflict {
		return nil, refuse("%s has no current conflict; it is %s", sub.key.name, titleOf(sub, p, v))
	}
	edit, name, err := saveCase(now, sub, v.result)
	if err != nil {
		return nil, refuse("%v", err)
	}
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
func (s *Server) compareCommand(v *view, c *content) error {
	p, err := s.pairingOf(v, c)
	switch {
	case err != nil:
		return err
	case p.wrong:
		return refuse("nothing to compare: the model, or a suite about it, has errors")
	}
	s.review.request(modelPath(subjectOf(v, c)))
	return nil
}

// A shownChange is the answer to the command that shows a change.
type shownChange struct {
	Name   string       `json:"name"`
	Title  string       `json:"title"`
	Since  string       `json:"since"`
	Lines  []string     `json:"lines"`  // the traces that one version alone allows
	Traces []shownTrace `json:"traces"` // the same, for a client that draws them
	All    any          `json:"report"` // as `mantrac diff --behaviour --format json` writes it
}

// showChange has the client show the traces that tell two versions of a
// transition or a case apart, and returns them with the whole report.
func (s *Server) showChange(v *view, c *content, name string) (any, error) {
	p, err := s.pairingOf(v, c)
	if err != nil {
		return nil, err
	}
	how, known := s.review.state(p.path, p.text)
	if how != answered {
		return nil, refuse("%s has not been compared with %s as it is now", name, p.base.rev)
	}
	shown := shownChange{Name: name, Since: p.base.rev, Traces: []shownTrace{}, All: known.result.raw}
	if subjectOf(v, c).File == c.tree {
		d, _ := known.result.tool(name)
		shown.Title, shown.Lines, shown.Traces = known.result.titleOfTool(name), d.story("now allowed", "no longer allowed"), d.traces("now allowed", "no longer allowed")
	} else if k, ok := known.result.caseOf(name); ok {
		shown.Title = known.result.titleOfCase(name)
		if k.Checks != nil {
			shown.Lines, shown.Traces = k.Checks.story("now accepted", "no longer accepted"), k.Checks.traces("now accepted", "no longer accepted")
		}
	}
	if shown.Title == "" {
		return nil, refuse("nothing is known of %s", name)
	}
	if v.snapshot.settings.Panel {
		return shown, nil
	}
	s.show(messageInfo, fmt.Sprintf("%s, since %s: %s", name, p.base.rev, strings.Join(append([]string{shown.Title}, shown.Lines...), "\n")))
	return shown, nil
}
