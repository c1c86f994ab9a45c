package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/worldtest"
)

// passesBy runs an agent of examples/agents, with a language model that makes the calls
// of a compliant plan, at {model_url}. It passes the case, and its last words are in the
// trace.
func passesBy(t *testing.T, agent string, env ...string) {
	t.Helper()
	dir := t.TempDir()
	worldtest.Write(t, dir)
	withManual(t, dir)
	model := serveModel(t, cancelling...)
	agent = strings.ReplaceAll(agent, "{model_url}", model.URL)
	c := program(t, "eval", "--agent", "a=exec:"+agent, "--case", "cancel", "--out", filepath.Join(dir, "out"), "--time-limit", "2m", "--fail-under", "pass@1=1", filepath.Join(dir, "shop.checks"))
	c.Env = append(append(c.Env, env...), "OPENAI_BASE_URL="+model.URL+"/v1", "OPENAI_MODEL=m", "OPENAI_API_KEY=loopback", "ANTHROPIC_BASE_URL="+model.URL, "ANTHROPIC_API_KEY=loopback")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "out", "traces", "a", "cancel.0.jsonl"))
	if text := string(data); err != nil || !strings.Contains(text, `"text":"`+farewell+`"`) || strings.Contains(text, `"crash"`) || strings.Contains(text, `"rejected"`) {
		t.Errorf("%s %v", text, err)
	}
	for _, want := range []string{"Please cancel order A1.", "An order is cancelled only while it is pending", "cancel_order"} {
		if !strings.Contains(model.requests(), want) {
			t.Errorf("the model was not told %q", want)
		}
	}
	if strings.Contains(model.requests(), worldtest.Secret) {
		t.Error("the model was told a hidden value")
	}
}

// withManual makes the manual of the shop one that agents are given.
func withManual(t *testing.T, dir string) {
	f, err := os.OpenFile(filepath.Join(dir, "mantra.yaml"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("document_path: manual.md\n")
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// example returns the path of a file of examples/agents.
func example(t *testing.T, name string) string {
	path, err := filepath.Abs(filepath.Join("../../examples/agents", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// installed returns the folder with the files of examples/agents and the packages that
// they need.
func installed(t *testing.T) string {
	dir := os.Getenv("MANTRAC_AGENTS")
	if dir == "" {
		t.Skip("MANTRAC_AGENTS names no folder with the packages of examples/agents; make interop installs them")
	}
	return dir
}

// The agent in Python's standard library, which calls tools over plain HTTP.
func TestPythonAgent(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	passesBy(t, python+" "+example(t, "chat.py"))
}

// The agents that are made with packages of npm.
func TestNpmAgents(t *testing.T) {
	dir := installed(t)
	node := npmBinary(t, dir, "node")
	for _, name := range []string{"mcp.mjs", "framework.mjs"} {
		t.Run(name, func(t *testing.T) { passesBy(t, node+" "+filepath.Join(dir, name)) })
	}
}

// The command lines of coding agents, as the README of examples/agents has them.
func TestCodingAgents(t *testing.T) {
	dir := installed(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	env := []string{
		"HOME=" + t.TempDir(), // with no settings
		"PATH=" + filepath.Dir(npmBinary(t, dir, "node")) + string(os.PathListSeparator) + os.Getenv("PATH"),
		"ENABLE_TOOL_SEARCH=false", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
	}
	for name, args := range map[string]string{
		"claude": "-p {prompt} --model m --append-system-prompt-file {manual} --mcp-config {mcp_config} --strict-mcp-config --allowedTools mcp__desk",
		"codex": "exec --skip-git-repo-check --ephemeral -m m -c model_instructions_file={manual}" +
			" -c model_provider=own -c model_providers.own.name=own -c model_providers.own.base_url={model_url}/v1 -c model_providers.own.wire_api=responses" +
			" -c mcp_servers.desk.url={mcp_url} -c mcp_servers.desk.default_tools_approval_mode=approve {prompt}",
	} {
		t.Run(name, func(t *testing.T) {
			passesBy(t, python+" "+example(t, "say.py")+" "+npmBinary(t, dir, name)+" "+args, env...)
		})
	}
}

// npmBinary returns the path of a program that npm has installed.
func npmBinary(t *testing.T, dir, name string) string {
	t.Helper()
	path, err := exec.LookPath(filepath.Join(dir, "node_modules", ".bin", name))
	if err != nil {
		t.Skipf("%s is not installed: %v", name, err)
	}
	return path
}
