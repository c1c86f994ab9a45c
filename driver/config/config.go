package config

import (
	"cmp"
	"path/filepath"
	"time"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/sample"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Config is the settings of a mantra.yaml.
type Config struct {
	Path string // of the mantra.yaml
	Dir  string // in which names of files are

	Manual string // "" if none is named
	RunDir string
	Python string    // the module of `python_callable` tools; "" if a file has them
	Tools  *tool.Set // nil if there are none, or none could be read

	LLM        LLM
	Cache      bool
	Chunking   document.Options
	Sampling   Sampling
	Validation Validation
	Logging    Logging

	values []value
}

// LLM says which language models are asked.
type LLM struct {
	Provider, Model string
	Stages          map[string]Stage // overrides

	OllamaURL       string
	CodexExecutable string
	Command         []string // of the provider exec
	Mailbox         string   // the folder of the provider mailbox
	Recording       string   // the file of the provider replay
	Attempts        int
	Delay           time.Duration
	MaxRepairs      int // syntactic repairs of an answer
}

// A Stage overrides the provider or the model for a stage.
type Stage struct{ Provider, Model string }

// Sampling says how chunks are drawn, and how many scenarios are made of them.
type Sampling struct {
	sample.Options
	Parallel  int // samples at a time
	Scenarios int // of each sample
	Samples   int
}

// Validation says how checks and model are held against each other.
type Validation struct {
	Rounds int
	Bound  int
	// Computed says that a computed repair which is the only one that closes a conflict
	// and opens none is made without asking.
	Computed bool
}

// Logging says what is told beside the log of the run.
type Logging struct {
	Level   string
	Console bool
	File    string
}

// Stages returns the names of the stages that ask a language model, in their order.
func Stages() []string {
	return []string{
		"document_extraction", "tool_relevance", "scenario_generation", "check_generation", "smt_schema_prepass",
		"smt_full_pass", "fix_repair", "conflict_resolution", "locus_reassessment",
	}
}

// For returns the provider and the model of a stage.
func (l LLM) For(stage string) Stage {
	s := l.Stages[stage]
	s.Provider = cmp.Or(s.Provider, l.Provider)
	s.Model = cmp.Or(s.Model, l.Model)
	return s
}

// file returns the path of a file that a key names, relative to mantra.yaml.
func (c *Config) file(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, filepath.FromSlash(name))
}
