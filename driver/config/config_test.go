package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/sample"
)

// paper is the configuration of seed 000, App. 0.C.4.
const paper = `
run_dir_base: runs
document_path: instructions.md
tools:
  format: python_callable
  source: assets.operations.tools
env_bindings:
  path: bindings.yaml
llm:
  provider_default: codex
  default_model: gpt-5.4
  ollama_base_url: ${OLLAMA_BASE_URL:-http://localhost:11434}
  openai_api_key: ${OPENAI_API_KEY:-}
  anthropic_api_key: ${ANTHROPIC_API_KEY:-}
  codex_executable: ${CODEX_EXECUTABLE:-codex}
  stage_overrides:
    document_extraction: {provider: codex, model: gpt-5.4}
    tool_relevance: {provider: codex, model: gpt-5.4}
    scenario_generation: {provider: codex, model: gpt-5.4}
    check_generation: {provider: codex, model: gpt-5.4}
    smt_schema_prepass: {provider: codex, model: gpt-5.4}
    smt_full_pass: {provider: codex, model: gpt-5.4}
    conflict_resolution: {provider: codex, model: gpt-5.4-mini}
    locus_reassessment: {provider: codex, model: gpt-5.4}
    fix_repair: {provider: codex, model: gpt-5.4}
  retry: {max_attempts: 16, base_delay_s: 0.5}
  max_repair_attempts: 5
cache: {enabled: false}
chunking: {max_chunk_tokens: 4000}
sampling:
  max_parallel_samples: 3
  strategy: coverage_islands
  min_nodes_per_sample: 2
  max_nodes_per_sample: 4
  scenarios_per_sample: 4
  max_samples: ${SAMPLES:-12}
validation: {n_rounds: 5, z3_trace_bound: 16}
web_ui: {port: 8080}
logging: {level: INFO, console: false, filename: session.log}
`

// load reads a mantra.yaml beside a manual, with an environment.
func load(t *testing.T, text string, env map[string]string) (*config.Config, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"mantra.yaml": text, "instructions.md": "# Rules\n", "bindings.yaml": "{}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, found, err := config.Load(filepath.Join(dir, "mantra.yaml"), config.Options{Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range found {
		line := fmt.Sprintf("%s %s %s", d.Severity, d.Code, d.Message)
		for _, f := range d.Fixes {
			line += "; " + f.Message
		}
		list = append(list, line)
	}
	return c, strings.Join(list, "\n")
}

func TestPaper(t *testing.T) {
	c, found := load(t, paper, map[string]string{"OPENAI_API_KEY": "secret-1", "SAMPLES": "7"})
	if found != "" {
		t.Fatal(found)
	}
	want := config.Sampling{Options: sample.Options{Strategy: sample.CoverageIslands, Seed: 42, Min: 2, Max: 4}, Parallel: 3, Scenarios: 4, Samples: 7}
	if d := cmp.Diff(want, c.Sampling); d != "" {
		t.Errorf("sampling (-want +got):\n%s", d)
	}
	if got := c.LLM.For("conflict_resolution"); got != (config.Stage{Provider: "codex", Model: "gpt-5.4-mini"}) {
		t.Errorf("conflict_resolution asks %v", got)
	}
	for _, x := range [][2]any{
		{c.Manual, filepath.Join(c.Dir, "instructions.md")}, {c.RunDir, filepath.Join(c.Dir, "runs")}, {c.Python, "assets.operations.tools"},
		{c.LLM.OllamaURL, "http://localhost:11434"}, {c.LLM.Delay, 500 * time.Millisecond}, {c.LLM.MaxRepairs, 5},
		{c.Chunking, document.Options{MaxTokens: 4000}}, {c.Validation, config.Validation{Rounds: 5, Bound: 16, Computed: true}},
	} {
		if x[0] != x[1] {
			t.Errorf("got %v, expected %v", x[0], x[1])
		}
	}
	if public := fmt.Sprint(c.Public()); strings.Contains(public, "secret") || strings.Contains(public, "api_key") || !strings.Contains(public, "{sampling/max_samples 7}") {
		t.Errorf("public settings: %s", public)
	}
}

// What the file leaves out is what the paper has.
func TestDefaults(t *testing.T) {
	whole, _ := load(t, paper, nil)
	c, found := load(t, "document_path: instructions.md\n", nil)
	if found != "" {
		t.Fatal(found)
	}
	if c.Sampling != whole.Sampling || c.Chunking != whole.Chunking || c.Validation != whole.Validation || c.LLM.Attempts != 16 || c.LLM.MaxRepairs != 5 {
		t.Errorf("%+v", c)
	}
}

func TestFaults(t *testing.T) {
	env := map[string]string{"N": "many", "ZERO": "0", "S": "coverage_island", "EMPTY": ""}
	for _, c := range []struct{ text, want string }{
		{"validation: {n_round: 5}", "error MC0702 `validation` has no key `n_round`; write `n_rounds`"},
		{"llm: {modell: x}", "error MC0702 `llm` has no key `modell`"},
		{"document_path: instruction.md", "error MC0704 `instruction.md` does not exist; write `instructions.md`"},
		{"sampling: {max_samples: \"${N}\"}", "error MC0703 `sampling.max_samples` is \"many\", after the environment was put in; expected a whole number of at least 1"},
		{"sampling: {max_samples: \"${ZERO}\"}", "error MC0703 `sampling.max_samples` is \"0\", after the environment was put in; expected a whole number of at least 1"},
		{"sampling: {strategy: \"${S}\"}", "error MC0703 `sampling.strategy` is \"coverage_island\", after the environment was put in; did you mean \"coverage_islands\"?"},
		{"cache: {enabled: \"${N}\"}", "error MC0703 `cache.enabled` is \"many\", after the environment was put in; expected true or false"},
		{"llm: {default_model: \"${GONE}\"}", "error MC0703 the environment has no variable `GONE`; set it, or write a default: `${GONE:-…}`"},
		{"sampling: {max_samples: \"${EMPTY:-3}\"}", ""},
		{"sampling: {min_nodes_per_sample: 5}", "error MC0703 min_nodes_per_sample is 5, more than max_nodes_per_sample, which is 4"},
		{"chunking: {max_chunk_tokens: 10, min_chunk_tokens: 20}", "error MC0703 min_chunk_tokens is 20, more than max_chunk_tokens, which is 10"},
		{"llm: {openai_api_key: sk-123}", "error MC0703 a key does not belong in a file; write `${OPENAI_API_KEY:-}`, and put it into the environment"},
		{"llm: {openai_api_key: \"${OPENAI_API_KEY:-sk-live}\"}", "error MC0703 a key does not belong in a file; write `${OPENAI_API_KEY:-}`, and put it into the environment"},
		{"llm: {anthropic_api_key: \"sk-${ANTHROPIC_API_KEY:-}\"}", "error MC0703 a key does not belong in a file; write `${ANTHROPIC_API_KEY:-}`, and put it into the environment"},
		{"llm: {openai_api_key: \"${MY_KEY:-}\"}", "error MC0703 the provider takes its key from the environment variable `OPENAI_API_KEY`; write `${OPENAI_API_KEY:-}`, or leave it out"},
		{"llm: {openai_api_key: \"${OPENAI_API_KEY:-}\"}", ""},
		{"validation: {computed_repairs: never}", "error MC0703 `validation.computed_repairs` takes "},
	} {
		got, found := load(t, c.text+"\n", env)
		if !strings.HasPrefix(found, c.want) || (c.want == "") != (found == "") {
			t.Errorf("%s:\n%s\nexpected\n%s", c.text, found, c.want)
		}
		if (got == nil) != (c.want != "") {
			t.Errorf("%s: the settings are %v", c.text, got)
		}
	}
}

// TestWholeNumbers: a whole number is read however the schema accepts it, and never
// replaced by the default.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]int{"3": 3, "3.0": 3, "1e2": 100, "1E+2": 100} {
		if c, found := load(t, "validation: {n_rounds: "+text+"}\n", nil); found != "" || c.Validation.Rounds != want {
			t.Errorf("%s: got %+v, %s", text, c, found)
		}
	}
	for _, text := range []string{"1e30", "99999999999999999999"} {
		want := "error MC0703 `validation.n_rounds` is " + text + "; expected a whole number of at most 9007199254740992"
		if _, found := load(t, "validation: {n_rounds: "+text+"}\n", nil); found != want {
			t.Errorf("%s: got %s", text, found)
		}
	}
}

func TestCommand(t *testing.T) {
	c, found := load(t, "llm: {provider_default: exec, command: [llm, -m, \"{model}\"], mailbox: box, recording: ../a.jsonl}\n", nil)
	if found != "" {
		t.Fatal(found)
	}
	if d := cmp.Diff([]string{"llm", "-m", "{model}"}, c.LLM.Command); d != "" || c.LLM.Mailbox != filepath.Join(c.Dir, "box") || c.LLM.Recording != filepath.Join(filepath.Dir(c.Dir), "a.jsonl") {
		t.Errorf("%+v %s", c.LLM, d)
	}
}

// TestPublicCommands: arguments of commands and addresses are public as they are written:
// the environment may put keys into them.
func TestPublicCommands(t *testing.T) {
	c, found := load(t, "llm: {provider_default: exec, default_model: m, command: [ask, --key, \"${TOKEN}\"], ollama_base_url: \"http://u:${TOKEN}@x\"}\n", map[string]string{"TOKEN": "secret"})
	if found != "" {
		t.Fatal(found)
	}
	if public := fmt.Sprint(c.Public()); strings.Contains(public, "secret") || !strings.Contains(public, "{llm/command/2 ${TOKEN}}") {
		t.Errorf("public settings: %s", public)
	}
	if c.LLM.Command[2] != "secret" || c.LLM.OllamaURL != "http://u:secret@x" {
		t.Errorf("%+v", c.LLM)
	}
}
