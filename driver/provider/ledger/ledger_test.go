package ledger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/ledger"
)

func money(t *testing.T, text string) *ledger.Money {
	t.Helper()
	m, err := ledger.ParseMoney(text)
	if err != nil {
		t.Fatal(err)
	}
	return &m
}

func TestMoney(t *testing.T) {
	for text, want := range map[string]string{
		"0": "$0.00", "2.50": "$2.50", "0.075": "$0.0750", "0.00001": "$0.0001", "1000000": "$1000000.00", "5.0000000000001e0": "",
		"-1": "", "ten": "", "1000001": "", "0.0000000000001": "", "": "",
	} {
		m, err := ledger.ParseMoney(text)
		if err == nil && m.String() != want || err != nil && want != "" {
			t.Errorf("%q: got %v, %v, expected %q", text, m, err, want)
		}
	}
}

// The prices are those that the providers published, and long requests cost more.
func TestPublished(t *testing.T) {
	prices := ledger.Published()
	for _, test := range []struct {
		model string
		usage provider.Usage
		want  string
	}{
		{"openai/gpt-5.4", provider.Usage{Input: 200_000, CachedInput: 100_000, Output: 10_000}, "$0.4250"},
		{"openai/gpt-5.4", provider.Usage{Input: 300_000, Output: 10_000}, "$1.7250"},
		{"anthropic/claude-haiku-4-5-20251001", provider.Usage{Input: 1_000_000, Output: 1_000_000}, "$6.00"},
		{"ollama/qwen3:8b", provider.Usage{Input: 1_000_000}, "$0.00"},
	} {
		p, ok := prices.Of(test.model)
		if got := p.Cost(test.usage).String(); !ok || got != test.want {
			t.Errorf("%+v of %s costs %s, expected %s", test.usage, test.model, got, test.want)
		}
	}
	if _, ok := prices.Of("openai/gpt-5.4-unheard-of"); ok {
		t.Error("a model that is not listed has a price")
	}
}

func TestReadPrices(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prices.yaml")
	for text, want := range map[string]string{
		"openai/gpt-5.4: {input: 1, output: 2}\nexec/*: {input: 0, output: 0}": "",
		"openai/x: {input: 1}":                                                     "openai/x: expected input and output",
		"openai/x: {input: 1, output: 2, outputs: 3}":                              "unknown key `outputs`",
		"openai/x: {input: much, output: 2}":                                       `line 1: "much" is not an amount`,
		"openai/x: {input: 1, output: 2, above: {tokens: 0, input: 1, output: 2}}": "above with tokens",
		"gpt: {input: 1, output: 2}":                                               "expected PROVIDER/MODEL",
		"[":                                                                        "did not find expected node content",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		prices, err := ledger.ReadPrices(path)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "prices.yaml") {
				t.Errorf("%q: got %v, expected: %s", text, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		own, _ := prices.Of("openai/gpt-5.4")
		_, command := prices.Of("exec/codex")
		if own.Input != *money(t, "1") || !command {
			t.Errorf("%q: gpt-5.4 costs %v, and a command has a price: %v", text, own.Input, command)
		}
		if _, ok := prices.Of("anthropic/claude-opus-5"); !ok {
			t.Error("the published prices are lost")
		}
	}
}

// A cap of the cost of a model without a price is an error, also before any request.
func TestUnpriced(t *testing.T) {
	l := ledger.New(ledger.Published(), ledger.Caps{Cost: money(t, "1")})
	var unpriced *ledger.Unpriced
	if err := l.Check("openai/gpt-5.4", "exec/codex"); !errors.As(err, &unpriced) || unpriced.Model != "exec/codex" {
		t.Errorf("got %v", err)
	}
	if _, err := l.Reserve(t.Context(), "exec/codex", provider.Usage{}); !errors.As(err, &unpriced) {
		t.Errorf("got %v", err)
	}
	free := ledger.New(ledger.Published(), ledger.Caps{})
	if err := free.Check("exec/codex"); err != nil {
		t.Errorf("without a cap: %v", err)
	}
	free.Add(ledger.Line{Model: "exec/codex", Usage: provider.Usage{Input: 1}})
	if total := free.Totals(func(ledger.Line) string { return "" }); !total[0].Unpriced {
		t.Errorf("the total does not say that it lacks a price: %+v", total[0])
	}
}

func TestExceeded(t *testing.T) {
	l := ledger.New(ledger.Published(), ledger.Caps{Cost: money(t, "0.02")})
	l.Add(ledger.Line{Model: "openai/gpt-5.4", Usage: provider.Usage{Output: 1000}})
	_, err := l.Reserve(t.Context(), "openai/gpt-5.4", provider.Usage{Output: 1000})
	want := "--max-cost $0.02: $0.0150 is spent, and the next request may need $0.0150; raise the limit to go on where this run ended"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	settle, err := l.Reserve(t.Context(), "openai/gpt-5.4", provider.Usage{Output: 333})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Reserve(ended, "openai/gpt-5.4", provider.Usage{Output: 333}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that waits for another ends with %v", err)
	}
	settle(ledger.Line{})
}

// Totals by any name add up to the same, exactly.
func TestTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := ledger.New(ledger.Published(), ledger.Caps{})
		names := rapid.SampledFrom([]string{"a", "b", "c"})
		models := rapid.SampledFrom([]string{"openai/gpt-5.4", "gemini/gemini-2.5-flash", "anthropic/claude-haiku-5-5"})
		counts := rapid.Int64Range(0, 1_000_000)
		for range rapid.IntRange(1, 20).Draw(t, "lines") {
			l.Add(ledger.Line{Stage: names.Draw(t, "stage"), Case: names.Draw(t, "case"), Model: models.Draw(t, "model"),
				Usage: provider.Usage{Input: counts.Draw(t, "input"), Output: counts.Draw(t, "output")}})
		}
		all := l.Totals(func(ledger.Line) string { return "" })[0]
		for _, by := range []func(ledger.Line) string{
			func(l ledger.Line) string { return l.Stage },
			func(l ledger.Line) string { return l.Case },
			func(l ledger.Line) string { return l.Model },
		} {
			var sum ledger.Total
			for _, total := range l.Totals(by) {
				sum.Requests += total.Requests
				sum.Usage = sum.Usage.Plus(total.Usage)
				sum.Cost += total.Cost
			}
			if sum != all {
				t.Fatalf("the totals add up to %+v, not to %+v", sum, all)
			}
		}
	})
}

// TestCostsDoNotOverflow: a cap holds whatever the price and the tokens are.
func TestCostsDoNotOverflow(t *testing.T) {
	most := *money(t, "1000000")
	for _, row := range []struct {
		price ledger.Money
		usage provider.Usage
		want  string
	}{
		{*money(t, "600"), provider.Usage{Output: 16_384}, "$9.8304"},
		{most, provider.Usage{Input: 1_000_000, CachedInput: 500_000}, "$1000000.00"},
		{most, provider.Usage{Input: 1 << 40, Output: 1 << 40}, "$9223372.0369"},
	} {
		p := ledger.Price{Input: row.price, CachedInput: row.price, Output: row.price}
		if got := p.Cost(row.usage).String(); got != row.want {
			t.Errorf("%+v at %s a million costs %s, expected %s", row.usage, row.price, got, row.want)
		}
		l := ledger.New(ledger.Prices{"exec/x": p}, ledger.Caps{Cost: money(t, "1")})
		var over *ledger.Exceeded
		if _, err := l.Reserve(context.Background(), "exec/x", row.usage); !errors.As(err, &over) {
			t.Errorf("%+v at %s a million: %v, expected that it passes the cap of a dollar", row.usage, row.price, err)
		}
		for range 3 {
			l.Add(ledger.Line{Model: "exec/x", Usage: row.usage})
		}
		if _, err := l.Reserve(context.Background(), "exec/x", provider.Usage{Output: 1}); !errors.As(err, &over) {
			t.Errorf("after three times %+v at %s a million: %v, expected that the cap is passed", row.usage, row.price, err)
		}
	}
}
