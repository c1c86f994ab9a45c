// Package builtin is the list of all providers. It compiles the SDKs of the hosted
// models, so that only the program imports it.
//
// This package is not part of the supported API, and may change.
package builtin

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/anthropic"
	"github.com/mantrac/mantrac/driver/provider/exec"
	"github.com/mantrac/mantrac/driver/provider/gemini"
	"github.com/mantrac/mantrac/driver/provider/mailbox"
	"github.com/mantrac/mantrac/driver/provider/openai"
	"github.com/mantrac/mantrac/lang/spell"
)

var constructors = map[string]provider.Constructor{
	"anthropic": anthropic.New,
	"codex":     newCodex,
	"exec":      newExec,
	"gemini":    gemini.New,
	"mailbox":   newMailbox,
	"ollama":    openai.NewOllama,
	"openai":    openai.New,
}

// Names returns the names of all providers, sorted.
func Names() []string { return slices.Sorted(maps.Keys(constructors)) }

// Open opens a provider. It also returns what identifies it in recordings. It is an
// error if there is none of this name, or an option or a key is missing.
func Open(name string, o provider.Options) (provider.Provider, string, error) {
	if c := constructors[name]; c != nil {
		return c(o)
	}
	e := &provider.Error{Kind: provider.Invalid, Name: name, Detail: "unknown provider", Help: "expected one of " + strings.Join(Names(), ", ")}
	if near := spell.Nearest(name, Names()); near != "" {
		e.Help = fmt.Sprintf("did you mean %s?", near)
	}
	return nil, "", e
}

func newExec(o provider.Options) (provider.Provider, string, error) {
	if len(o.Command) == 0 {
		return nil, "", &provider.Error{Kind: provider.Invalid, Name: "exec", Detail: "no command is configured", Help: "configure the command and its arguments as a list"}
	}
	return exec.New(o.Command), "exec " + identity(o.Command), nil
}

// identity tells a command apart from others without telling its arguments, which may be
// keys.
func identity(command []string) string {
	// A command alone has no arguments to hide.
	if len(command) == 1 {
		return command[0]
	}
	sum := sha256.Sum256([]byte(strings.Join(command[1:], "\x00")))
	return command[0] + " sha256:" + hex.EncodeToString(sum[:8])
}

// newCodex runs OpenAI's codex. It prints progress to standard error and the last
// message to standard output; by itself, it can only read files.
func newCodex(o provider.Options) (provider.Provider, string, error) {
	command := o.Command
	if len(command) == 0 {
		command = []string{"codex"}
	}
	// Clip makes append copy, since the command belongs to the options.
	command = append(slices.Clip(command), "exec", "--skip-git-repo-check", "--model", "{model}", "-")
	return exec.New(command), "codex " + strings.Join(command, " "), nil
}

func newMailbox(o provider.Options) (provider.Provider, string, error) {
	if o.Folder == "" {
		return nil, "", &provider.Error{Kind: provider.Invalid, Name: "mailbox", Detail: "no folder is configured", Help: "configure the folder for requests and answers"}
	}
	return mailbox.New(o.Folder, 0, o.Waiting), "mailbox", nil
}
