package ledger

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/yamltext"
)

//go:embed prices.yaml
var published []byte

// A Price is what a million tokens of a model cost.
type Price struct {
	Input       Money
	CachedInput Money // as Input if it is not given
	Output      Money

	// Above is the price of requests with more input tokens than a limit, or nil.
	Above *LongPrice
}

// A LongPrice is the price of long requests.
type LongPrice struct {
	Tokens int64
	Price
}

// Cost returns what tokens cost; the largest amount there is if that is less.
func (p Price) Cost(u provider.Usage) Money {
	if p.Above != nil && u.Input > p.Above.Tokens {
		p = p.Above.Price
	}
	// The product of price and tokens may exceed 64 bits.
	cost := new(big.Int)
	for _, part := range []struct {
		price  Money
		tokens int64
	}{{p.Input, u.Input - u.CachedInput}, {p.CachedInput, u.CachedInput}, {p.Output, u.Output}} {
		cost.Add(cost, new(big.Int).Mul(big.NewInt(int64(part.price)), big.NewInt(part.tokens)))
	}
	// Prices are for a million tokens.
	if cost.Quo(cost, big.NewInt(1_000_000)); cost.IsInt64() {
		return Money(cost.Int64())
	}
	return math.MaxInt64
}

// Prices maps the names of models to their prices. A name that ends with * is that of
// all models whose names begin so.
type Prices map[string]Price

// Published returns the prices that the providers published, as prices.yaml has them.
func Published() Prices {
	p, err := parse("prices.yaml", published)
	if err != nil {
		panic(err) // it is part of the program, and tested
	}
	return p
}

// ReadPrices reads a file of prices, and completes them by the published ones.
func ReadPrices(path string) (Prices, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	own, err := parse(path, data)
	if err != nil {
		return nil, err
	}
	all := Published()
	maps.Copy(all, own)
	return all, nil
}

// Of returns the price of a model: that of its name, or else of the longest beginning
// of it.
func (l Prices) Of(model string) (Price, bool) {
	if p, ok := l[model]; ok {
		return p, true
	}
	best, found := "", false
	for name := range l {
		start, isPattern := strings.CutSuffix(name, "*")
		// The longest beginning is the most exact; the order of the map does not matter.
		if isPattern && strings.HasPrefix(model, start) && len(name) > len(best) {
			best, found = name, true
		}
	}
	return l[best], found
}

// amount is a price as the file has it.
type amount Money

func (a *amount) UnmarshalYAML(n *yaml.Node) error {
	m, err := ParseMoney(n.Value)
	if err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	*a = amount(m)
	return nil
}

type entry struct {
	Input       *amount `yaml:"input"`
	CachedInput *amount `yaml:"cached_input"`
	Output      *amount `yaml:"output"`
	Above       *struct {
		Tokens int64 `yaml:"tokens"`
		entry  `yaml:",inline"`
	} `yaml:"above"`
}

// price returns the price of an entry, and false if it is not complete.
func (e entry) price() (Price, bool) {
	if e.Input == nil || e.Output == nil {
		return Price{}, false
	}
	p := Price{Input: Money(*e.Input), CachedInput: Money(*e.Input), Output: Money(*e.Output)}
	if e.CachedInput != nil {
		p.CachedInput = Money(*e.CachedInput)
	}
	if e.Above != nil {
		long, ok := e.Above.price()
		// A price above the limit has no limit of its own.
		if !ok || e.Above.Tokens <= 0 || e.Above.Above != nil {
			return Price{}, false
		}
		p.Above = &LongPrice{e.Above.Tokens, long}
	}
	return p, true
}

func parse(path string, data []byte) (Prices, error) {
	var entries map[string]entry
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("%s: %s", path, yamltext.Fault(err))
	}
	prices := make(Prices, len(entries))
	for name, e := range entries {
		// A price of a name without a provider would never be found.
		if _, _, err := provider.Parse(name); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		p, ok := e.price()
		if !ok {
			return nil, fmt.Errorf("%s: %s: expected input and output, in dollars per million tokens, and above with tokens, input and output", path, name)
		}
		prices[name] = p
	}
	return prices, nil
}
