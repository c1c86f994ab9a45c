package cached_test

import (
	"context"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/cached"
	"github.com/mantrac/mantrac/internal/cache"
)

// A counter answers with the number of times that it was asked.
type counter struct {
	asked int
	err   error
}

func (c *counter) Complete(context.Context, provider.Request, func(string)) (provider.Answer, error) {
	c.asked++
	return provider.Answer{Text: "yes", Usage: provider.Usage{Input: 5, Output: 2}}, c.err
}

// What was answered is not asked again, and costs nothing. Another request, attempt or provider
// is another question, and what fails is asked again.
func TestCache(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := &counter{}
	ask := func(identity, text string, attempt int) (provider.Answer, error) {
		r := provider.Request{Model: "m", Messages: []provider.Message{{Role: provider.User, Text: text}}, Attempt: attempt}
		return cached.New(cache.Open(dir), identity, c).Complete(t.Context(), r, nil)
	}
	first, err := ask("a", "one", 0)
	if err != nil || first.Usage.Output != 2 || c.asked != 1 {
		t.Fatal(first, err, c.asked)
	}
	again, err := ask("a", "one", 0)
	if err != nil || again.Text != "yes" || again.Usage != (provider.Usage{}) || c.asked != 1 {
		t.Errorf("got %+v, %v after %d requests", again, err, c.asked)
	}
	c.err = provider.Errorf(provider.Network, "cut")
	for _, other := range []struct {
		identity, text string
		attempt        int
	}{{"b", "one", 0}, {"a", "two", 0}, {"a", "one", 1}, {"a", "one", 1}} {
		if _, err := ask(other.identity, other.text, other.attempt); err == nil {
			t.Errorf("%v is in the cache", other)
		}
	}
	if c.asked != 5 {
		t.Errorf("it was asked %d times, expected 5", c.asked)
	}
}
