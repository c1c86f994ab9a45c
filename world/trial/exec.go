package trial

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/process"
	"github.com/mantrac/mantrac/world/simulator"
)

// Exec is an agent that is a command. It is run without a shell, in an empty folder,
// with these variables in its environment:
//
//	MANTRAC_URL         the address of the simulator, for plain HTTP
//	MANTRAC_SESSION     the handle of the session
//	MANTRAC_MCP_URL     the address of the session, for MCP over streamable HTTP
//	MANTRAC_MCP_CONFIG  a file that names that address, as clients of MCP read it
//	MANTRAC_CASE        the name of the case
//	MANTRAC_PROMPT      what the agent is asked for
//	MANTRAC_MANUAL      a file with the manual
//
// {prompt}, {url}, {session}, {mcp_url}, {mcp_config}, {case} and {manual} in an
// argument are replaced by these. A command that ends with an error has crashed.
type Exec struct {
	Label   string
	Command []string
	URL     string // of the simulator
}

// maxOutput bounds what a trace has of the output of a command that failed, in bytes.
const maxOutput = 4000

// Name implements [Agent].
func (x Exec) Name() string { return x.Label }

// Play implements [Agent].
func (x Exec) Play(ctx context.Context, s *simulator.Session) error {
	dir, err := os.MkdirTemp("", "mantrac-agent-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	values, err := x.values(dir, s)
	if err != nil {
		return err
	}
	var replaced []string
	env := os.Environ()
	for name, value := range values {
		replaced = append(replaced, "{"+name+"}", value)
		env = append(env, "MANTRAC_"+strings.ToUpper(name)+"="+value)
	}
	// All placeholders are replaced in one pass: a value with braces is not replaced again.
	args := lists.Map(x.Command, strings.NewReplacer(replaced...).Replace)
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o777); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	said := process.NewTail(maxOutput)
	// Output and errors go to one tail, of which a trace keeps the end.
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = work, env, said, said
	process.Own(cmd)
	err = process.Run(cmd)
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.Limited():
		// The command may have failed because its calls were refused.
		return nil
	case errors.As(err, &failed):
		text := said.String()
		return &Crash{err.Error() + ": " + lastLine(text), text}
	}
	return err
}

// values returns what the command is told, by name, and writes the files among it.
func (x Exec) values(dir string, s *simulator.Session) (map[string]string, error) {
	w := s.World()
	v := map[string]string{
		"url": x.URL, "session": s.Handle, "mcp_url": x.URL + "/mcp?session=" + s.Handle,
		"case": w.Case.Decl.Name().Name, "prompt": w.Prompt(),
		"mcp_config": filepath.Join(dir, "mcp.json"), "manual": filepath.Join(dir, "manual.md"),
	}
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"desk": map[string]string{"type": "http", "url": v["mcp_url"]}}})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(v["mcp_config"], config, 0o666); err != nil {
		return nil, err
	}
	return v, os.WriteFile(v["manual"], []byte(s.Manual()), 0o666)
}

// lastLine returns the last line of a text that is not empty.
func lastLine(text string) string {
	lines := strings.Split(text, "\n")
	return lines[len(lines)-1]
}
