package main

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/exec"
	"github.com/mantrac/mantrac/driver/provider/mailbox"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/lang/spell"
)

// providerNames are the providers that a mantra.yaml may name.
var providerNames = []string{"exec", "codex", "mailbox", "replay"}

// providerOf returns a provider as a mantra.yaml names it, and what tells it apart from
// others of its name.
func providerOf(settings *config.Config, s config.Stage) (provider.Provider, string, error) {
	l := settings.LLM
	switch s.Provider {
	case "exec":
		if len(l.Command) == 0 {
			return nil, "", fmt.Errorf("the provider exec requires `llm.command`, a list such as [llm, -m, \"{model}\"]")
		}
		return exec.New(l.Command), "exec " + strings.Join(l.Command, " "), nil
	case "codex":
		command := []string{l.CodexExecutable, "exec", "--skip-git-repo-check", "--model", "{model}", "-"}
		return exec.New(command), "exec " + strings.Join(command, " "), nil
	case "mailbox":
		if l.Mailbox == "" {
			return nil, "", fmt.Errorf("the provider mailbox requires `llm.mailbox`, the name of a folder")
		}
		return mailbox.New(l.Mailbox, 0), "mailbox", nil
	case "replay":
		if l.Recording == "" {
			return nil, "", fmt.Errorf("the provider replay requires `llm.recording`, the answers.jsonl of a run")
		}
		log, err := recording.Read(l.Recording)
		if err != nil {
			return nil, "", err
		}
		return log.Replay(), "replay", nil
	case "":
		return nil, "", fmt.Errorf("no language model is named; write `llm: {provider_default: …, default_model: …}`, with one of the providers %s", strings.Join(providerNames, ", "))
	}
	message := fmt.Sprintf("unknown provider %q", s.Provider)
	if near := spell.Nearest(s.Provider, providerNames); near != "" {
		return nil, "", fmt.Errorf("%s; did you mean %s?", message, near)
	}
	return nil, "", fmt.Errorf("%s; the providers are %s", message, strings.Join(providerNames, ", "))
}
