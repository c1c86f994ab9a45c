package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/builtin"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// agentsOf returns the agents that --agent names, and what each is, by name. For commands a
// simulator is served until the context ends.
func agentsOf(ctx context.Context, c *cli.Context, s *simulator.Simulator, asked *askedModels) (list []trial.Agent, defined map[string]string, err error) {
	names := c.StringSlice("agent")
	if c.Bool("calibrate") {
		list = trial.Calibrators()
	} else if len(names) == 0 {
		return nil, nil, suggest("expected at least one --agent", "", "mantrac help eval")
	}
	defined = make(map[string]string)
	for _, a := range list {
		defined[a.Name()] = a.Name()
	}
	o := &agentOpener{asked: asked, serve: func() (string, error) { return serveTrials(ctx, s) }}
	for _, text := range names {
		a, err := o.open(text)
		if err != nil {
			return nil, nil, err
		}
		_, defined[a.Name()] = agentLabel(text)
		list = append(list, a)
	}
	return list, defined, distinct(list)
}

// distinct refuses agents whose traces would be the same files.
func distinct(list []trial.Agent) error {
	taken := make(map[string]bool)
	for _, a := range list {
		folder := trial.Folder(a)
		// Some file systems do not distinguish case.
		if key := strings.ToLower(folder); !taken[key] {
			taken[key] = true
			continue
		}
		return suggest(fmt.Sprintf("two agents would keep their traces in one folder, %s; give each a name of its own by --agent NAME=AGENT", project.Shown(folder)), "", "mantrac help eval")
	}
	return nil
}

// An agentOpener makes the agents that --agent names.
type agentOpener struct {
	asked *askedModels
	serve func() (url string, err error)
	url   string // of the server for all agents that are commands; "" before the first
}

// open returns the agent of NAME=AGENT.
func (o *agentOpener) open(text string) (trial.Agent, error) {
	label, kind := agentLabel(text)
	switch name, rest, _ := strings.Cut(kind, ":"); {
	case kind == "oracle":
		return trial.Named{Agent: trial.Oracle{}, Label: label}, nil
	case kind == "random":
		return trial.Named{Agent: trial.Random{}, Label: label}, nil
	case name == "mistaken" && !slices.Contains(trial.Mistakes, grade.Class(rest)):
		classes := lists.Map(trial.Mistakes, func(c grade.Class) string { return string(c) })
		return nil, suggestOf(fmt.Sprintf("unknown class %q of the agent mistaken", rest), rest, classes, "mantrac help eval")
	case name == "mistaken":
		return trial.Named{Agent: trial.Mistaken{Class: grade.Class(rest)}, Label: label}, nil
	case isModel(kind):
		return trial.Chat{Label: label, Model: modelOf(kind), Asks: o.asked}, nil
	case name == "exec" && rest != "":
		return o.command(label, rest)
	case name == "replay" && rest != "":
		return trial.NewReplay(label, rest)
	}
	return nil, suggest(fmt.Sprintf("unknown agent %q; expected oracle, random, mistaken:CLASS, exec:COMMAND, replay:FILE or PROVIDER:MODEL", text), "", "mantrac help eval")
}

// command returns the agent that is a command.
func (o *agentOpener) command(label, text string) (trial.Agent, error) {
	for _, w := range strings.Fields(text) {
		if strings.HasPrefix(w, "'") || strings.HasPrefix(w, `"`) {
			return nil, suggest(fmt.Sprintf("--agent exec:%s: quotes are not read: the command is divided at blanks and run without a shell; put it into a script", project.Shown(text)), "", "mantrac help eval")
		}
	}
	if o.url == "" {
		var err error
		if o.url, err = o.serve(); err != nil {
			return nil, err
		}
	}
	return trial.Exec{Label: label, Command: commandOf(text), URL: o.url}, nil
}

// isModel reports whether an agent is a language model, PROVIDER:MODEL.
func isModel(kind string) bool {
	name, model, _ := strings.Cut(kind, ":")
	return model != "" && name != "exec" && slices.Contains(builtin.Names(), name)
}

// modelOf returns the name of PROVIDER:MODEL as package provider writes it.
func modelOf(kind string) string { return strings.Replace(kind, ":", "/", 1) }

// askedModels are the language models of trials: agents and users.
type askedModels struct {
	provider.Provider
	c     *cli.Context
	money *ledger.Ledger
}

// modelsOfTrials returns what asks the language models that --agent and --user name,
// within the limits of [moneyFlags].
func modelsOfTrials(c *cli.Context) (*askedModels, error) {
	var models []string
	for _, text := range append(c.StringSlice("agent"), "user="+c.String("user")) {
		if _, kind := agentLabel(text); isModel(kind) {
			models = append(models, modelOf(kind))
		}
	}
	money, err := ledgerFor(c, models)
	if err != nil {
		return nil, err
	}
	open := func(name string) (provider.Provider, string, error) { return builtin.Open(name, provider.Options{}) }
	return &askedModels{client.New(client.Options{Open: open, Ledger: money, Retrying: sayRetry}), c, money}, nil
}

// userOf returns the user that --user names; nil without one.
func (m *askedModels) userOf(cases []selection.Case) (simulator.User, error) {
	kind, goals := m.c.String("user"), m.c.String("goals")
	if !isModel(kind) {
		if goals != "" {
			return nil, suggest("--goals requires --user PROVIDER:MODEL", "", "mantrac help eval")
		}
		return scriptOf(m.c, cases)
	}
	u := trial.ModelUser{Model: modelOf(kind), Asks: m, Replies: m.c.Int("max-replies")}
	if goals == "" {
		return u, nil
	}
	var err error
	u.Goals, err = readByCase[string](m.c, "goals", "{CASE: TEXT, …}", cases)
	return u, err
}

// spent returns what the models have cost in a session, as labels of its trace.
func (m *askedModels) spent(session string) map[string]string {
	for _, t := range m.money.Totals(func(l ledger.Line) string { return l.Case }) {
		if t.Name != session {
			continue
		}
		labels := map[string]string{
			"input_tokens":  strconv.FormatInt(t.Usage.Input, 10),
			"output_tokens": strconv.FormatInt(t.Usage.Output, 10),
		}
		if !t.Unpriced {
			labels[trace.CostLabel] = t.Cost.String()
		}
		return labels
	}
	return nil
}

// agentLabel divides NAME=AGENT. Without a name it is the agent, or the first word of
// its command.
func agentLabel(text string) (label, kind string) {
	// An = inside a command is no name: names have no colon, slash or blank.
	if label, kind, ok := strings.Cut(text, "="); ok && label != "" && !strings.ContainsAny(label, ":/ ") {
		return label, kind
	}
	label = text
	if name, rest, ok := strings.Cut(text, ":"); ok && (name == "exec" || name == "replay") {
		first, _, _ := strings.Cut(rest, " ")
		label = filepath.Base(first)
	}
	return label, text
}

// commandOf returns the words of a command. What names a file does so in any folder.
func commandOf(text string) []string {
	words := strings.Fields(text)
	for i, w := range words {
		// The command runs in another folder, where a relative path would be wrong.
		if _, err := os.Stat(w); err == nil {
			if path, err := filepath.Abs(w); err == nil {
				words[i] = path
			}
		}
	}
	return words
}
