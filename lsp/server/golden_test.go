package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lsp/feature"
)

const shopTraces = `{"trace":{"version":1,"id":"order","task":"order"}}
{"tool":"look","args":{}}
{"trace":{"version":1,"id":"order/first","task":"order","labels":{"fails":"first"}}}
{"trace":{"version":1,"id":"mine","task":"order"}}
{"tool":"look","args":{}}
{"tool":"look","args":{}}
{"remark":"no trace fails any alone; first implies it","id":"order/any"}
`

// test returns what the command says of the kept traces of a suite: "ID STATUS", and
// what changed.
func (c *client) test(name string) (string, error) {
	var found struct {
		Suites []struct {
			Kept   bool
			Traces []struct {
				ID, Status string
				Changes    []struct{ Name, Was, Now string }
			}
		}
	}
	var raw json.RawMessage
	err := c.try("workspace/executeCommand", map[string]any{"command": feature.CommandTest, "arguments": []any{feature.CaseArgument{URI: string(c.uri(name))}}}, &raw)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(raw, &found); err != nil || len(found.Suites) != 1 {
		return "", fmt.Errorf("%s: %w", raw, err)
	}
	list := []string{fmt.Sprint(found.Suites[0].Kept)}
	for _, t := range found.Suites[0].Traces {
		text := t.ID + " " + t.Status
		for _, x := range t.Changes {
			text += fmt.Sprintf(" (%s %s %s)", x.Name, x.Was, x.Now)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", "), nil
}

// The kept traces of a suite are judged by the texts in the editor.
func TestKeptTraces(t *testing.T) {
	c := connectWith(t, folder(t, "shop.wm", shopModel, "order.checks", shopSuite, "order.traces.jsonl", shopTraces, "other.checks", shopSuite, "bad.checks", shopSuite, "bad.traces.jsonl", "{"), workerProcess("works"), map[string]any{"verify": "never"})
	for _, name := range []string{"shop.wm", "order.checks", "other.checks", "bad.checks"} {
		c.open(name)
	}
	want := func(name, want string) {
		t.Helper()
		if got, err := c.test(name); err != nil || got != want {
			t.Errorf("%s: %s, not %s: %v", name, got, want, err)
		}
	}
	want("order.checks", "true, order pass, order/first pass, mine pass, order/any skip")
	want("other.checks", "false, order missing, order/first missing, order/any missing")
	if _, err := c.test("bad.checks"); err == nil || !strings.Contains(err.Error(), "bad.traces.jsonl:1: ") {
		t.Errorf("a file that is no JSON: %v", err)
	}
	c.replace("order.checks", 2, strings.Replace(shopSuite, "(call look))\n    (any", "(no_call mend))\n    (any", 1))
	want("order.checks", "true, order pass, order/first fail (first fail pass), mine pass, order/any skip")
	c.replace("order.checks", 3, "(use \"shop.wm\")\n(case order (checks (first (call lok))))")
	if _, err := c.test("order.checks"); err == nil {
		t.Error("a suite with errors is tested")
	}
}
