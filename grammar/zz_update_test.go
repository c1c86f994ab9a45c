package grammar

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
)

func TestZZ(t *testing.T) {
	if os.Getenv("UPD") == "" {
		t.Skip()
	}
	lib := library(t)
	text := readFile(t, "conformance/verdicts.txtar")
	wd, _ := os.Getwd()
	for _, c := range corpus(t) {
		for _, v := range c.verdicts {
			res := c.check(t, c.files)
			os.Chdir(wd)
			ctx, cancel := context.WithCancel(context.Background())
			if v.interrupted {
				cancel()
			}
			got, err := validate.Validate(ctx, res.Suites[0], res.Suites[0].Cases[0], validate.Options{Bound: v.bound, NewSolver: func(d time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: d}) }})
			if err != nil {
				t.Error(c.name, err)
				continue
			}
			cancel()
			var out []string
			ws := []*validate.Witness{nil, nil, got.Compliant.Witness, got.Forward.Witness}
			for _, b := range got.Backward {
				ws = append(ws, b.Witness)
			}
			n := 0
			for _, l := range lines(t, got) {
				if strings.HasPrefix(l, "  ") {
					continue
				}
				out = append(out, l)
				if n < len(ws) && ws[n] != nil {
					out = append(out, pretty(ws[n])...)
				}
				n++
			}
			i := strings.Index(text, "-- case "+strings.TrimPrefix(c.name, "verdicts/")+" --")
			i += strings.Index(text[i:], "-- verdict ")
			i += strings.Index(text[i:], "\n") + 1
			j := i + strings.Index(text[i:], "-- expect")
			text = text[:i] + strings.Join(out, "\n") + "\n" + text[j:]
		}
	}
	os.WriteFile("conformance/verdicts.txtar", []byte(text), 0o666)
}

func spaced(data []byte) string {
	s := string(data)
	var b strings.Builder
	in := false
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] == '"' && (i == 0 || s[i-1] != '\\') {
			in = !in
		}
		if !in && (s[i] == ':' || s[i] == ',') {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func pretty(w *validate.Witness) []string {
	init, _ := w.Init.MarshalJSON()
	line := `  {"init": ` + spaced(init)
	if len(w.Free) > 0 {
		f, _ := json.Marshal(w.Free)
		line += `, "free": ` + spaced(f)
	}
	out := []string{line + "}"}
	for _, s := range w.Steps {
		st, _ := s.State.MarshalJSON()
		a := ""
		if len(s.Call.Args) > 0 {
			a = `, "args": ` + spaced(interp.ToJSON(s.Call.Args))
		}
		out = append(out, fmt.Sprintf(`  {"tool": %q%s, "state": %s}`, s.Call.Tool, a, spaced(st)))
	}
	return out
}
