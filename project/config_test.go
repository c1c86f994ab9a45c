package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// full is the configuration of seed 000, App. 0.C.4, with the files that it
// names, and ours beside it.
const full = `
-- environments/operations/instructions.md --
-- environments/operations/bindings.yaml --
-- tools.json --
{"functions": [{"name": "a"}, {"name": "b"}]}
-- labels.json --
{"a": "read", "b": {"tool_type": "write"}}
-- m.wm --
(model)
-- mantra.yaml --
run_dir_base: runs
document_path: environments/operations/instructions.md
tools:
  format: openai
  source: tools.json
model: m.wm
effects: {a: generic}
tool_types: labels.json
env_bindings:
  path: environments/operations/bindings.yaml
llm:
  provider_default: codex
  default_model: gpt-5.4
  ollama_base_url: ${OLLAMA_BASE_URL:-http://localhost:11434}
  openai_api_key: ${OPENAI_API_KEY:-}
  anthropic_api_key: ${ANTHROPIC_API_KEY:-}
  codex_executable: ${CODEX_EXECUTABLE:-codex}
  stage_overrides:
    document_extraction: &codex {provider: codex, model: gpt-5.4}
    tool_relevance: *codex
    scenario_generation: *codex
    check_generation: *codex
    smt_schema_prepass: *codex
    smt_full_pass: *codex
    conflict_resolution: *codex
    locus_reassessment: *codex
    fix_repair:
      <<: *codex
      model: gpt-5.4-mini
  retry:
    max_attempts: 16
    base_delay_s: 0.5
  max_repair_attempts: 5
cache:
  enabled: false
chunking:
  max_chunk_tokens: 4000
sampling:
  max_parallel_samples: 3
  strategy: coverage_islands
  min_nodes_per_sample: 2
  max_nodes_per_sample: 4
  scenarios_per_sample: 4
  max_samples: ${MAX_SAMPLES:-12}
validation:
  n_rounds: 5
  z3_trace_bound: 16
web_ui:
  port: 8080
logging:
  level: INFO
  console: false
  filename: session.log
`

func TestFullConfig(t *testing.T) {
	tree(t, full)
	r := newRun(mustFind(t, "mantra.yaml"), Options{})
	r.prepare()
	f := mustFind(t, "mantra.yaml")[0]
	r.file(f)
	same(t, "findings", lines(r.result.Diagnostics))
	p := r.projectOf(f)
	set := r.toolsOf(p).set
	if got := set.Lookup("a").Effect.String() + " " + set.Lookup("b").Effect.String(); got != "generic write" {
		t.Errorf("the effects are %s", got)
	}
}

// Findings in a mantra.yaml, in a folder with tools.json (tools a, b_c),
// m.wm, s.checks and sub/.
var configCases = []struct{ name, text, want string }{
	{"nothing", "", ""},
	{"a comment", "# nothing\n", ""},
	{"null", "~\n", "1:1 error MC0703 mantra.yaml takes a mapping of keys to values, not nothing"},
	{"a list", "- tools\n", "1:1 error MC0703 mantra.yaml takes a mapping of keys to values, not a list"},
	{"a text", "tools", "1:1 error MC0703 mantra.yaml takes a mapping of keys to values, not `tools`"},
	{"short tools", "tools: tools.json\n", ""},
	{"quoted", "'tools': \"tools.json\"\n", ""},
	{"BOM", "\uFEFFtool: x\n", "1:4 warning MC0702 mantra.yaml has no key `tool`"},
	{"CRLF", "model: m.wm\r\ntool: x\r\n", "2:1 warning MC0702 mantra.yaml has no key `tool`"},
	{"unknown", "banana: 1\n", "1:1 warning MC0702 mantra.yaml has no key `banana`"},
	{"unknown inside", "llm:\n  modell: x\n", "2:3 warning MC0702 `llm` has no key `modell`"},
	{"unknown stage", "llm: {stage_overrides: {fix_repairs: {provider: x}}}", "1:25 warning MC0702 `llm.stage_overrides` has no key `fix_repairs`"},
	{"wrong kind", "validation: {n_rounds: many}\n", "1:24 error MC0703 `validation.n_rounds` takes a whole number that is not negative, not `many`"},
	{"fraction", "validation: {n_rounds: 1.5}\n", "1:24 error MC0703 `validation.n_rounds` takes a whole number that is not negative, not `1.5`"},
	{"out of range", "web_ui:\n  port: 70000\n", "2:9 error MC0703 `web_ui.port` takes a whole number from 1 to 65535, not `70000`"},
	{"negative", "llm: {retry: {base_delay_s: -0.5}}", "1:29 error MC0703 `llm.retry.base_delay_s` takes a number that is not negative, not `-0.5`"},
	{"infinite", "llm: {retry: {base_delay_s: .inf}}", "1:29 error MC0703 `llm.retry.base_delay_s` takes a number that is not negative, not `.inf`"},
	{"other numbers", "web_ui: {port: 0x1F90}\nchunking: {max_chunk_tokens: 4_000, min_chunk_tokens: 0}\nllm: {max_repair_attempts: 5.0}", ""},
	{"yes", "cache:\n  enabled: yes\n", "2:12 error MC0703 `cache.enabled` takes true or false, not `yes`"},
	{"not a text", "llm: {default_model: 5.4}", "1:22 error MC0703 `llm.default_model` takes a text, not `5.4`"},
	{"nothing there", "cache:\nmodel: m.wm\n", "1:7 error MC0703 `cache` takes a mapping, not nothing"},
	{"not a name", "sampling: {strategy: island}", "1:22 error MC0703 `sampling.strategy` takes one of `uniform`, `coverage_driven`, `connected_diverse_coverage`, `coverage_islands`, `weighted`, not `island`"},
	{"environment", "sampling: {strategy: '${STRATEGY}', max_samples: '${N:-3}'}\nlogging: {console: '${C:-true}'}", ""},
	{"not quite environment", "web_ui: {port: '${PORT'}", "1:16 error MC0703 `web_ui.port` takes a whole number from 1 to 65535, not `${PORT`"},
	{"files and environment", "model: ${M:-m.wm}\n", "1:8 error MC0703 `model` takes the name of a file, without `$`, not `${M:-m.wm}`"},
	{"manual and environment", "document_path: ${MANUAL:-x.md}\n", ""},
	{"tools without source", "tools: {format: auto}\n", "1:1 error MC0703 `tools` requires the key `source`"},
	{"tools with format", "tools:\n  format: open-ai\n  source: tools.json\n", "2:11 error MC0703 `tools.format` takes one of `auto`, `openai`, `anthropic`, `mcp`, `openapi`, `python_callable`, not `open-ai`"},
	{"empty name", "model: ''\n", "1:8 error MC0703 `model` takes the name of a file, without `$`, not an empty text"},
	{"missing", "tools: tool.json\nmodel: n.wm\n", "1:8 error MC0704 `tool.json` does not exist\n2:8 error MC0704 `n.wm` does not exist"},
	{"missing manual", "document_path: manual.md\nenv_bindings: {path: b.yaml}\n", "1:16 warning MC0704 `manual.md` does not exist\n2:22 error MC0704 `b.yaml` does not exist"},
	{"outside", "tools: ../tools.json\n", "1:8 error MC0704 `../tools.json` lies outside of the project"},
	{"absolute", "tools: /etc/passwd\n", "1:8 error MC0704 `/etc/passwd` is an absolute name, which means nothing on another machine"},
	{"a folder", "tools: sub\n", "1:8 error MC0704 `sub` is a folder"},
	{"not a model", "model: s.checks\n", "1:8 error MC0704 `s.checks` is not a *.wm file"},
	{"label", "tools: tools.json\neffects: {b-c: read, z: write}\n", "2:11 warning MC0705 unknown tool `b-c` to label\n2:22 warning MC0705 unknown tool `z` to label"},
	{"label without tools", "effects: {anything: read}\n", ""},
	{"bad label", "effects:\n  a: reads\n", "2:6 error MC0703 `effects.a` takes one of `read`, `write`, `generic`, not `reads`"},
	{"user_tools without tools", "user_tools: [pay]\n", "1:13 error MC0715 `user_tools` requires `tools`"},
	{"python", "tools: {format: python_callable, source: a.b.c}\n", "1:17 warning MC0706 the schemas of `python_callable` tools have to be exported"},
	{"labels in a file", "tools: tools.json\ntool_types: labels.json\n", "labels.json:1:15 warning MC0705 unknown tool `q` to label"},
	{"tab", "cache:\n\tenabled: true\n", "2:1 error MC0701 tabs cannot indent in YAML"},
	{"not YAML", "tools: [a, b\n", "1:1 error MC0701 not YAML: did not find expected ',' or ']'"},
	{"not YAML either", "a: b: c\n", "1:1 error MC0701 not YAML: mapping values are not allowed in this context"},
	{"twice", "model: m.wm\ntools: tools.json\nmodel: n.wm\n", `3:1 error MC0701 duplicate name "model" in one object`},
	{"two documents", "model: m.wm\n---\ntools: x\n", "2:1 error MC0701 a second document begins here, and only the first is read"},
	{"keys that are no names", "? [a]\n: b\n", "1:3 error MC0701 a name must be a string, not a list"},
	{"not UTF-8", "model: \xff\n", "1:8 error MC0701 the byte 0xFF is not UTF-8"},
	{"UTF-16", "\xff\xfem\x00", "1:1 error MC0701 the file is in UTF-16"},
	{"NUL", "model: a\x00b\n", "1:1 error MC0701 not YAML: control characters are not allowed"},
	{"anchor of itself", "a: &a\n  b: *a\n", "2:6 error MC0701 `*a` refers to a value that contains it"},
	{"unknown anchor", "a: *b\n", "1:1 error MC0701 not YAML: unknown anchor 'b' referenced"},
	{"merge of a text", "llm: {<<: x}\n", "1:11 error MC0701 `<<` merges mappings, not a string"},
	{"wide characters", "llm: {\"größe😀\": 1, x: 2}\n", "1:7 warning MC0702 `llm` has no key `größe😀`\n1:25 warning MC0702 `llm` has no key `x`"},
	{"tags", "web_ui: !!map {port: !!int \"80\"}\ncache: {enabled: !!bool \"true\"}\n", ""},
}

const configTree = `
-- tools.json --
{"functions": [{"name": "a"}, {"name": "b_c"}]}
-- labels.json --
{"a": "read", "q": "write"}
-- m.wm --
(model)
-- s.checks --
-- sub/ --
`

func TestConfig(t *testing.T) {
	for _, c := range configCases {
		t.Run(c.name, func(t *testing.T) {
			tree(t, configTree)
			put(t, "mantra.yaml", c.text)
			got := strings.Join(lines(checkArgs(t, Options{}, "mantra.yaml").Diagnostics), "\n")
			if got = strings.ReplaceAll(got, "mantra.yaml:", ""); got != c.want {
				t.Errorf("%q:\n%s\nwant:\n%s", c.text, got, c.want)
			}
		})
	}
}

// What the fixes make of a file.
func TestConfigFixes(t *testing.T) {
	for _, c := range [][2]string{
		{"tool: tools.json", "tools: tools.json"},
		{"'modl': m.wm", "model: m.wm"},
		{"cache:\n  enabled: Yes", "cache:\n  enabled: true"},
		{"cache: {enabled: off}", "cache: {enabled: false}"},
		{"llm: {default_model: 5.4}", "llm: {default_model: \"5.4\"}"},
		{"llm: {default_model: true}", "llm: {default_model: \"true\"}"},
		{"sampling: {strategy: Coverage-Islands}", "sampling: {strategy: coverage_islands}"},
		{"logging: {level: info}", "logging: {level: INFO}"},
		{"tools: tool.json", "tools: tools.json"},
		{"tools: tools.json\neffects: {b-c: rea}", "tools: tools.json\neffects: {b_c: read}"},
		{"cache:\n\tenabled: true", "cache:\n  enabled: true"},
		{"model: m.vm", "model: m.wm"},
		{"web_ui: {port: many}", "web_ui: {port: many}"},
		{"llm: {default_model: null}", "llm: {default_model: null}"},
	} {
		tree(t, configTree)
		put(t, "mantra.yaml", c[0])
		fixed := Fix(mustFind(t, "mantra.yaml"), Options{}, diag.Suggestion)
		got := c[0]
		for _, f := range fixed.Files {
			got = f.New
		}
		if got != c[1] {
			t.Errorf("%q becomes %q, not %q", c[0], got, c[1])
		}
	}
}

// Hostile files take time linear in their size: a second, where the machine
// is not busy. Anything worse would take minutes.
func TestConfigLimits(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := byte('b'); c < 'j'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "*" + string(c-1) + "]\n"
	}
	for name, text := range map[string]string{
		"bomb":         bomb,
		"deep":         strings.Repeat("[", 100_000),
		"deep block":   strings.Repeat("- ", 100_000),
		"one line":     "{" + strings.Repeat("a: b, ", 150_000) + "}",
		"long line":    "x: [" + strings.Repeat("é, ", 9_000) + "]" + strings.Repeat(" ", 900_000),
		"long text":    "model: \"" + strings.Repeat("x", 1_000_000) + "\"",
		"unclosed":     "model: \"" + strings.Repeat("x", 1_000_000),
		"many keys":    "effects: {" + strings.Repeat("a: read, ", 9_000) + "}",
		"many unknown": strings.Repeat("? a\n", 9_000),
		"too large":    strings.Repeat("# x\n", maxConfig/4+1),
		"anchors":      strings.Repeat("&", 500_000),
		"commas":       "[" + strings.Repeat(",", 500_000),
		"tabs":         strings.Repeat("\t\n", 500_000),
	} {
		t.Run(name, func(t *testing.T) {
			tree(t, "")
			put(t, "mantra.yaml", text)
			// Time that grows faster than the file would run into the time-out.
			r := checkArgs(t, Options{}, "mantra.yaml")
			if len(r.Diagnostics) == 0 {
				t.Error("nothing is found")
			}
		})
	}
}

// Findings that are reported as one count as one.
func TestCappedCountsMerged(t *testing.T) {
	file := source.NewFile("f", strings.Repeat("x", 2*maxShown))
	for _, different := range []int{1, maxShown, maxShown + 1} {
		var list []diag.Diagnostic
		for i := range 2 * different {
			list = append(list, diag.Lintf("MC0808", file.Span(i/2, i/2+1), "the same"))
		}
		for range maxShown {
			list = append(list, list[0])
		}
		got := capped(list)
		want := fmt.Sprintf("there are %d findings in this file; the first %d are shown", different, maxShown)
		switch last := got[len(got)-1]; {
		case different <= maxShown && (len(got) != different || last.Code == "MC0010"):
			t.Errorf("%d findings are reported as %d, the last of which is %s", different, len(got), last.Message)
		case different > maxShown && (len(got) != maxShown+1 || last.Message != want):
			t.Errorf("%d findings are reported as %d, the last of which is %s", different, len(got), last.Message)
		}
	}
}
