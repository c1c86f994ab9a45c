package pytools_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/pytools"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// module writes a Python module below a folder.
func module(t *testing.T, name, text string) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	folder = t.TempDir()
	path := filepath.Join(folder, filepath.FromSlash(strings.ReplaceAll(name, ".", "/")+".py"))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}

const desk = `
import dataclasses, enum, json, typing
from typing import Literal, Optional

print("loading")  # is no schema

class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"

@dataclasses.dataclass
class Address:
    street: str
    zip: str = ""

class Note(typing.TypedDict):
    text: str

def order(item: str, quantity: int, size: Size, to: Address, why: Literal["new", "broken"], express: bool = False,
          price: Optional[float] = None, tags: list[str] = [], notes: list[Note] = (), extra: "dict" = {}, *rest, free=3):
    """Orders an item.

    It is delivered later.

    Args:
        item: the catalogue code,
            as in the list
        quantity (int): how many

    Returns:
        str: a number
    """

def cancel(number):
    """Cancels an order.

    :param number: of the order
    """

class Known:
    tool_spec = {"name": "find", "description": "Finds.", "inputSchema": {"json": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}}

find_tool = Known()

def _helper(x): pass
from json import dumps
limit = 3
`

func TestSchemas(t *testing.T) {
	t.Parallel()
	folder := module(t, "assets.desk.tools", desk)
	data, err := pytools.Schemas(context.Background(), folder, "assets.desk.tools")
	if err != nil {
		t.Fatal(err)
	}
	set, found := tool.Read(source.NewFile("tools.json", string(data)), tool.Auto)
	if set == nil || len(found) > 0 {
		t.Fatal(found)
	}
	if d := cmp.Diff([]string{"order", "cancel", "find"}, set.Names()); d != "" {
		t.Errorf("the tools (-expected +got):\n%s", d)
	}
	order := set.Lookup("order")
	if order.Description != "Orders an item.\n\nIt is delivered later." {
		t.Errorf("the description is %q", order.Description)
	}
	var got []string
	for _, p := range order.Input.Properties {
		text := p.Name
		for _, k := range p.Schema.Types {
			text += " " + k.String()
		}
		for _, v := range p.Schema.Enum {
			text += " " + v.String()
		}
		if p.Schema.Default != nil {
			text += " default " + p.Schema.Default.String()
		}
		for on, word := range map[bool]string{p.Required: " required", p.Schema.Nullable: " or null"} {
			if on {
				text += word
			}
		}
		if p.Schema.Description != "" {
			text += ": " + p.Schema.Description
		}
		got = append(got, text)
	}
	want := []string{
		"item string required: the catalogue code, as in the list", "quantity integer required: how many", `size "s" "l" required`, "to object required",
		`why "new" "broken" required`, "express boolean default false", "price number or null", "tags array", "notes array", "extra object", "free default 3 or null",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the arguments of order (-expected +got):\n%s", d)
	}
	if p := set.Lookup("cancel").Input.Properties[0]; p.Schema.Description != "of the order" || !p.Required {
		t.Errorf("number is %+v", p)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*", "*", "__pycache__")); len(files) > 0 {
		t.Errorf("files are left: %v", files)
	}
}

// What goes wrong is said with the error of Python.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"syntax":      {"def f(:\n", "SyntaxError"},
		"import":      {"import no_such_module_here\n", "ModuleNotFoundError: No module named 'no_such_module_here'"},
		"nothing":     {"x = 3\n", "the module tools has no functions"},
		"annotation":  {"def f(x: 'Missing'): pass\n", "the annotations of f cannot be read: name 'Missing' is not defined"},
		"not in list": {"__all__ = ['g']\ndef f(x): pass\n", "has no functions"},
	} {
		folder := module(t, "tools", c.text)
		_, err := pytools.Schemas(t.Context(), folder, "tools")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tools.source: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := pytools.Schemas(t.Context(), t.TempDir(), "gone.tools"); err == nil || !strings.Contains(err.Error(), "No module named 'gone'") {
		t.Errorf("a module that is not there: %v", err)
	}
}

// TestInterrupted: the end of the context is the error, and ends what the module has
// started.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	folder := module(t, "tools", "import subprocess, time\nsubprocess.Popen(['sleep', '60'])\nopen('begun', 'w').close()\ntime.sleep(60)\n")
	why := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for range 3000 {
			if _, err := os.Stat(filepath.Join(folder, "begun")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel(why)
	}()
	start := time.Now()
	if _, err := pytools.Schemas(ctx, folder, "tools"); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took > 45*time.Second {
		t.Errorf("it takes %v", took)
	}
}
