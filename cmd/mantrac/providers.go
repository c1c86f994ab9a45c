package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/builtin"
	"github.com/mantrac/mantrac/driver/provider/cached"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/internal/cache"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// replay is the provider of recorded answers. It opens a file, and no model.
const replay = "replay"

// moneyFlags limit what a run may cost.
func moneyFlags() []cli.Flag {
	return []cli.Flag{
		textFlag("max-cost", "end before the run would cost more than this `AMOUNT` of dollars"),
		&cli.Int64Flag{Name: "max-tokens", Usage: "end before the run would use more than `N` tokens"},
		textFlag("prices", "prices of models, from a `FILE`, beside the published ones"),
	}
}

// ledgerFor returns the ledger of a run that asks some models. It is an error if the cost
// is limited and the price of a model is not known.
func ledgerFor(c *cli.Context, models []string) (*ledger.Ledger, error) {
	prices := ledger.Published()
	if path := c.String("prices"); path != "" {
		var err error
		if prices, err = ledger.ReadPrices(path); err != nil {
			return nil, err
		}
	}
	caps, err := capsOf(c)
	if err != nil {
		return nil, err
	}
	money := ledger.New(prices, caps)
	// A cap on cost cannot hold if the price of a model is unknown.
	return money, money.Check(models...)
}

// capsOf reads the limits of cost and tokens.
func capsOf(c *cli.Context) (caps ledger.Caps, err error) {
	help := "mantrac help " + c.Command.Name
	if text := c.String("max-cost"); c.IsSet("max-cost") {
		most, err := ledger.ParseMoney(text)
		if err != nil {
			return caps, suggest("--max-cost: "+err.Error(), "", help)
		}
		caps.Cost = &most
	}
	if n := c.Int64("max-tokens"); c.IsSet("max-tokens") {
		if n < 0 {
			return caps, suggest(fmt.Sprintf("--max-tokens: expected a number that is not negative, found %d", n), "", help)
		}
		caps.Tokens = &n
	}
	return caps, nil
}

// modelsOf returns the names of the models that the stages ask, each once. Recorded
// answers cost nothing.
func modelsOf(settings *config.Config) (names []string) {
	for _, stage := range config.Stages() {
		s := settings.LLM.For(stage)
		if name := s.Provider + "/" + s.Model; s.Provider != replay && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// checkProviders reports the first stage whose language model is not named, or is one of
// no provider, or whose provider lacks a setting.
func checkProviders(settings *config.Config) error {
	names := append(builtin.Names(), replay)
	slices.Sort(names)
	for _, stage := range config.Stages() {
		s := settings.LLM.For(stage)
		known := slices.Contains(names, s.Provider)
		switch near := spell.Nearest(s.Provider, names); {
		case s.Provider == "" || known && s.Model == "":
			return fmt.Errorf("no language model is named for the stage %s; write `llm: {provider_default: …, default_model: …}`, with one of the providers %s", stage, strings.Join(names, ", "))
		case known:
			if err := checkProvider(settings, s.Provider); err != nil {
				return err
			}
		case near != "":
			return fmt.Errorf("%s: stage %s: unknown provider %q; did you mean %s?", project.Shown(settings.Path), stage, s.Provider, near)
		default:
			return fmt.Errorf("%s: stage %s: unknown provider %q; the providers are %s", project.Shown(settings.Path), stage, s.Provider, strings.Join(names, ", "))
		}
	}
	return nil
}

// checkProvider reports a setting that a provider requires and that is not there.
func checkProvider(settings *config.Config, name string) error {
	l := settings.LLM
	requires := func(key, what string) error {
		return fmt.Errorf("%s requires the key `%s` for the provider %s: %s", project.Shown(settings.Path), key, name, what)
	}
	switch {
	case name == "exec" && len(l.Command) == 0:
		return requires("llm.command", "a program and its arguments, as a list")
	case name == "mailbox" && l.Mailbox == "":
		return requires("llm.mailbox", "the folder of requests and answers")
	case name == replay && l.Recording == "":
		return requires("llm.recording", "the answers.jsonl of a run")
	}
	return nil
}

// clientOf returns what asks the language models of a run. Every answer is kept with the
// run before it is used.
func clientOf(settings *config.Config, answers *recording.Log, money *ledger.Ledger) *client.Client {
	return client.New(client.Options{
		Recording: answers,
		Ledger:    money,
		Retry:     client.Retry{Attempts: settings.LLM.Attempts, Delay: settings.LLM.Delay},
		Open:      func(name string) (provider.Provider, string, error) { return openCached(settings, name) },
		Retrying:  sayRetry,
	})
}

// sayRetry says why nothing happens while a language model is not asked again. Shorter waits
// are not told.
func sayRetry(_ provider.Request, err error, wait time.Duration) {
	if wait >= time.Second {
		say(fmt.Sprintf("%s; asking again in %s", report.Visible(err.Error()), wait.Round(time.Second)))
	}
}

// sayWaiting says which file is waited for.
func sayWaiting(request, answer string) {
	say(fmt.Sprintf("waiting for %s, the answer to %s", project.Shown(answer), project.Shown(request)))
}

// openCached opens a provider, with the cache of this machine before it where
// `cache.enabled` says so. A recording and a mailbox keep their answers themselves.
func openCached(settings *config.Config, name string) (provider.Provider, string, error) {
	p, identity, err := openProvider(settings, name)
	// A recording and a mailbox need no cache, since they keep their answers.
	if err != nil || !settings.Cache || name == replay || name == "mailbox" {
		return p, identity, err
	}
	dir, err := runner.Folder()
	if err != nil {
		return nil, "", err
	}
	return cached.New(cache.Open(dir), identity, p), identity, nil
}

// openProvider opens a provider as the configuration has it, and returns what tells it
// apart from others of its name. Keys are taken from the environment.
func openProvider(settings *config.Config, name string) (provider.Provider, string, error) {
	l := settings.LLM
	o := provider.Options{Command: l.Command, Folder: l.Mailbox, Waiting: sayWaiting}
	switch name {
	case replay:
		log, err := recording.Read(l.Recording)
		if err != nil {
			return nil, "", fmt.Errorf("`llm.recording`: %w", err)
		}
		return log.Replay(), replay, nil
	case "codex":
		if o.Command = nil; l.CodexExecutable != "" {
			o.Command = []string{l.CodexExecutable}
		}
	case "ollama":
		o.BaseURL = l.OllamaURL
	}
	return builtin.Open(name, o)
}
