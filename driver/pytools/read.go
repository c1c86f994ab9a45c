package pytools

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/process"
	"github.com/mantrac/mantrac/project"
)

//go:embed stub.py
var stub string

// patience is how long the import of a module may take.
const patience = 2 * time.Minute

// maxComplaint is how much is kept of what Python writes to standard error, in bytes.
const maxComplaint = 16 << 10

// Schemas returns the schemas of the tools of a module, as MCP's tools/list has them. If
// the context ends, the error is its cause.
func Schemas(ctx context.Context, folder, module string) ([]byte, error) {
	python, err := interpreter()
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var out bytes.Buffer
	complaints := process.NewTail(maxComplaint)
	c := exec.CommandContext(within, python, "-c", stub, module)
	c.Dir, c.Stdout, c.Stderr = folder, &out, complaints
	process.Own(c)
	// Python must not write into the folder of the user, and its output is read as UTF-8.
	c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	switch err := c.Run(); {
	// The cause of the caller is told; the own time-out has a message.
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case within.Err() != nil:
		return nil, fmt.Errorf("tools.source: the module %s was not imported in %v", project.Shown(module), patience)
	case err != nil:
		return nil, fmt.Errorf("tools.source: the schemas of the module %s cannot be read: %s; try `%s -c 'import %s'` in %s",
			project.Shown(module), reason(complaints.String(), err), python, module, project.Shown(folder))
	}
	return out.Bytes(), nil
}

// interpreter returns the program that runs Python.
func interpreter() (string, error) {
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("tools.format is python_callable, which requires the program python3; install it, or name a file of schemas: `tools: tools.json`")
}

// reason returns the last line of what Python has written, which names the error.
func reason(text string, err error) string {
	lines := strings.Split(text, "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return project.Shown(last)
	}
	return err.Error()
}
