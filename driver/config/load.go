package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/sample"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// Options say how a mantra.yaml is read.
type Options struct {
	Env   func(string) (string, bool) // looks up a variable of the environment
	Tools string                      // a file of tools to use in place of those that are named
}

// Load reads a mantra.yaml. If the findings have an error, the settings are nil. The
// error is that the file cannot be read.
func Load(path string, o Options) (*Config, []diag.Diagnostic, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, nil, err
	}
	name := relative(path)
	file := project.File{Name: name, Path: path, Kind: project.ConfigFile}
	// Projects makes the check return the settings of the file.
	result := project.Check([]project.File{file}, project.Options{Config: name, Tools: o.Tools, Projects: true})
	if err := errors.Join(result.Errors...); err != nil {
		return nil, nil, err
	}
	// What is a warning in an editor costs a run here.
	found := strict(result.Diagnostics)
	if diag.Tally(found).Errors > 0 {
		return nil, found, nil
	}
	r := &reader{env: o.Env, values: make(map[string]value)}
	// An empty file has no project, and all settings have their defaults.
	if len(result.Projects) > 0 {
		p := result.Projects[0]
		r.file = p.Config
		r.read(p.Settings)
	}
	c := r.config(path)
	if len(result.Projects) > 0 {
		c.Tools = result.Projects[0].Tools
	}
	// The settings are not used if a value from the environment is wrong.
	if found = append(found, r.found...); diag.Tally(found).Errors > 0 {
		return nil, found, nil
	}
	return c, found, nil
}

// relative returns a path as people are shown it.
func relative(path string) string {
	wd, err := filepath.Abs(".")
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	// A path outside of the working folder is clearer as a whole.
	return path
}

// strict makes errors of findings that would cost a run: a key that nothing reads, and
// a file that is not there. That tools are Python functions is no finding here.
func strict(list []diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range list {
		switch d.Code {
		case "MC0706":
			continue
		case "MC0702", "MC0704":
			d.Severity = diag.Error
		}
		out = append(out, d)
	}
	return out
}

// config makes the settings.
func (r *reader) config(path string) *Config {
	c := &Config{Path: path, Dir: filepath.Dir(path)}
	c.Manual = c.file(r.text("document_path", ""))
	c.RunDir = c.file(r.text("run_dir_base", "runs"))
	if r.text("tools/format", "") == "python_callable" {
		c.Python = r.text("tools/source", "")
	}
	c.LLM = r.llm(c)
	c.Cache = r.truth("cache/enabled", false)
	c.Chunking = document.Options{MaxTokens: r.number("chunking/max_chunk_tokens", document.DefaultMaxTokens), MinTokens: r.number("chunking/min_chunk_tokens", 0)}
	if err := c.Chunking.Check(); err != nil {
		r.report("chunking/max_chunk_tokens", err.Error())
	}
	c.Sampling = r.sampling()
	c.Validation = Validation{
		Rounds: r.number("validation/n_rounds", 5), Bound: r.number("validation/z3_trace_bound", 16),
		Computed: r.text("validation/computed_repairs", "apply") == "apply",
	}
	c.Logging = Logging{r.text("logging/level", "INFO"), r.truth("logging/console", false), r.text("logging/filename", "")}
	c.values = lists.Map(r.order, func(path string) value { return r.values[path] })
	return c
}

func (r *reader) sampling() Sampling {
	s := Sampling{
		Options: sample.Options{
			Strategy: sample.Strategy(r.text("sampling/strategy", string(sample.CoverageIslands))), Seed: int64(r.number("sampling/seed", 42)),
			Min: r.number("sampling/min_nodes_per_sample", 2), Max: r.number("sampling/max_nodes_per_sample", 4),
		},
		Parallel: r.number("sampling/max_parallel_samples", 3), Scenarios: r.number("sampling/scenarios_per_sample", 4), Samples: r.number("sampling/max_samples", 12),
	}
	if s.Min > s.Max {
		r.report("sampling/min_nodes_per_sample", fmt.Sprintf("min_nodes_per_sample is %d, more than max_nodes_per_sample, which is %d", s.Min, s.Max))
	}
	return s
}

// secrets are the keys that hold keys of providers.
var secrets = []string{"llm/openai_api_key", "llm/anthropic_api_key"}

func (r *reader) llm(c *Config) LLM {
	l := LLM{
		Provider: r.text("llm/provider_default", ""), Model: r.text("llm/default_model", ""), Stages: make(map[string]Stage),
		OllamaURL:       r.text("llm/ollama_base_url", "http://localhost:11434"),
		CodexExecutable: r.text("llm/codex_executable", "codex"), Command: r.texts("llm/command"),
		Mailbox: c.file(r.text("llm/mailbox", "")), Recording: c.file(r.text("llm/recording", "")),
		Attempts: r.number("llm/retry/max_attempts", 16), Delay: r.seconds("llm/retry/base_delay_s", 0.5),
		// The key has an older place, which counts where the newer one is not set.
		MaxRepairs: r.number("llm/max_repair_attempts", r.number("llm/retry/max_repair_attempts", 5)),
	}
	for _, stage := range Stages() {
		at := "llm/stage_overrides/" + stage
		l.Stages[stage] = Stage{r.text(at+"/provider", ""), r.text(at+"/model", "")}
	}
	for _, key := range secrets {
		r.secret(key)
	}
	return l
}

// secret reports what a key of a provider is that is not a reference to the environment
// variable that the provider reads. The text of the file is looked at, so that a default
// is a key as well.
func (r *reader) secret(key string) {
	v := r.values[key]
	variable := strings.ToUpper(strings.TrimPrefix(key, "llm/"))
	switch refs := reference.FindAllStringSubmatch(v.Value, -1); {
	// What is left without the references, but with their defaults, is a key in the file.
	case reference.ReplaceAllString(v.Value, "$3") != "":
		r.report(key, "a key does not belong in a file; write `${"+variable+":-}`, and put it into the environment")
	case slices.ContainsFunc(refs, func(m []string) bool { return m[1] != variable }):
		r.report(key, "the provider takes its key from the environment variable `"+variable+"`; write `${"+variable+":-}`, or leave it out")
	}
}

// A Public setting is one that may be shown and kept.
type Public struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Public returns the settings that the file has, without the keys of providers, in the
// order of the file. They have the values of the environment, except commands and
// addresses, in which these may be keys.
func (c *Config) Public() []Public {
	var list []Public
	for _, v := range c.values {
		switch {
		// Keys are not even shown as references.
		case slices.Contains(secrets, v.Path):
		// A command or an address may have a key in it that comes from the environment.
		case strings.HasPrefix(v.Path, "llm/command/") || strings.HasSuffix(v.Path, "_url"):
			list = append(list, Public{v.Path, v.Value})
		default:
			list = append(list, Public{v.Path, v.text})
		}
	}
	return list
}

// fault is MC0703, in a value that comes from the environment or does not fit others.
func fault(at source.Span, message string) diag.Diagnostic {
	return diag.Errorf("MC0703", at, "%s", message)
}
