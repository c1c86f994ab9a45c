package execute_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/driver/execute"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// script writes a shell script that answers calls.
func script(t *testing.T, text string) []string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	path := filepath.Join(t.TempDir(), "tools.sh")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return []string{"sh", path}
}

func trace() execute.Trace {
	text := func(name, value string) types.Member { return types.Member{Name: name, Value: types.Text(value)} }
	return execute.Trace{
		Case: "trip", Prompt: "Go.", Initial: types.Object{{Name: "open", Value: types.Boolean(true)}},
		Calls: []tool.Call{{Tool: "look"}, {Tool: "book", Args: types.Object{text("to", "Boston <1>")}}, {Tool: "pay"}},
	}
}

// The command reads the case, and then a line for each call; the first that it refuses is
// the finding, and none is made after it.
func TestCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	c := script(t, `while read -r line; do
echo "$line" >> `+log+`
case $line in
*prompt*) ;;
*Boston*) echo '{"error": "no such airport: Boston"}';;
*) echo '{"result": null}';;
esac
done
`)
	found, err := execute.Command(t.Context(), c, trace())
	if err != nil || found == nil || found.String() != `call 2, book {"to":"Boston <1>"}: no such airport: Boston` {
		t.Errorf("got %v, %v", found, err)
	}
	data, _ := os.ReadFile(log)
	want := `{"case":"trip","prompt":"Go.","initial":{"open":true}}
{"tool":"look","args":{}}
{"tool":"book","args":{"to":"Boston <1>"}}
`
	if string(data) != want {
		t.Errorf("the command has read:\n%s", data)
	}
	accepts := script(t, `read -r first; while read -r line; do echo '{"result": {"ok": true}}'; done`)
	if found, err := execute.Command(t.Context(), accepts, trace()); found != nil || err != nil {
		t.Errorf("got %v, %v", found, err)
	}
}

// A command that breaks the protocol is an error, and no finding.
func TestBrokenCommands(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"ends":      {"echo out of data >&2; exit 3", "exit status 3: out of data"},
		"too early": {`read -r a; read -r b; echo '{"result": 1}'`, "it ended without an answer to call 2, book"},
		"no JSON":   {`read -r a; read -r b; echo hello`, `the answer to call 1, look, is not {"result": …} or {"error": "…"}: "hello"`},
		"neither":   {`read -r a; read -r b; echo '{}'`, `is not {"result": …}`},
		"fails":     {`read -r a; while read -r b; do echo '{"result": 1}'; done; echo bye >&2; exit 1`, "exit status 1: bye"},
	} {
		found, err := execute.Command(t.Context(), script(t, c.text), trace())
		if found != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v", name, found, err)
		}
	}
	if _, err := execute.Command(t.Context(), []string{"no-such-command"}, trace()); err == nil {
		t.Error("a command that is not there is run")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := execute.Command(ctx, script(t, "read -r a; exec sleep 60"), trace()); err == nil {
		t.Error("a command that does not answer is not ended")
	}
}

// Calls get the arguments that a tool requires: the value that matters elsewhere, a default,
// or one that the schema accepts. Others are left out.
func TestComplete(t *testing.T) {
	t.Parallel()
	tools, found := tool.Read(source.NewFile("tools.json", `[
{"name": "look", "inputSchema": {"type": "object", "properties": {"item": {"type": "string"}, "page": {"type": "integer", "minimum": 3}, "note": {"type": "string"}}, "required": ["item", "page"]}},
{"name": "pick", "inputSchema": {"type": "object", "properties": {"item": {"type": "string"}, "size": {"enum": ["s", "m"]}, "fast": {"type": "boolean", "default": true}}, "required": ["item", "size", "fast"]}}]`), tool.Auto)
	if tools == nil {
		t.Fatal(found)
	}
	item := types.Object{{Name: "item", Value: types.Text("lamp")}}
	w := &validate.Witness{Steps: []validate.Step{
		{Call: tool.Call{Tool: "look", Args: types.Object{{Name: "item", Value: types.Text("other")}}}, Irrelevant: []string{"item"}},
		{Call: tool.Call{Tool: "look"}}, {Call: tool.Call{Tool: "pick", Args: item}}, {Call: tool.Call{Tool: "unknown"}},
	}}
	var got []string
	for _, c := range execute.Complete(w, tools) {
		got = append(got, c.Tool+" "+c.Args.String())
	}
	want := `look (record (item "other") (page 4))
look (record (item "lamp") (page 4))
pick (record (item "lamp") (size "s") (fast true))
unknown (record)`
	if strings.Join(got, "\n") != want {
		t.Errorf("the calls are\n%s", strings.Join(got, "\n"))
	}
	if list := execute.Complete(w, nil); len(list) != 4 || len(list[1].Args) != 0 {
		t.Errorf("without schemas they are %v", list)
	}
}

// TestCommandsThatGoOn: a command that goes on after its input has ended is killed, and
// what it has started is not waited for.
func TestCommandsThatGoOn(t *testing.T) {
	t.Parallel()
	answers := `read -r first; for i in 1 2 3; do read -r line; echo '{"result": 1}'; done; `
	for name, end := range map[string]string{
		"sleeps":                    "sleep 60",
		"leaves a process":          "sleep 60 &",
		"leaves one and its output": "sleep 60 >&2 & exit 0",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		if found, err := execute.Command(ctx, script(t, answers+end), trace()); found != nil || err != nil || ctx.Err() != nil {
			t.Errorf("%s: %v, %v", name, found, err)
		}
		cancel()
	}
}

// A command that is not there is named, with what it was for.
func TestCommandThatIsNotThere(t *testing.T) {
	_, err := execute.Command(t.Context(), []string{"/nowhere/tools"}, execute.Trace{})
	if err == nil || !strings.Contains(err.Error(), "the command /nowhere/tools of the real tools cannot be started: ") {
		t.Errorf("got %v", err)
	}
}
