// Package cached answers from the cache of this machine what was asked before, in whatever
// run and project: the key `cache.enabled`.
//
// An answer is stored under everything that determines it: the provider with its
// configuration, and the request with its attempt number, so that what is asked anew is asked.
// Only whole answers are stored. An answer from the cache costs nothing.
//
// This package is not part of the supported API, and may change.
package cached

import (
	"context"
	"crypto/sha256"
	"encoding/json"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/cache"
)

// New returns a provider that asks another one what is not in a store. Identity has all of
// the provider's configuration that determines its answers.
func New(store *cache.Store, identity string, of provider.Provider) provider.Provider {
	return answers{store, identity, of}
}

type answers struct {
	store    *cache.Store
	identity string
	of       provider.Provider
}

// Complete implements [provider.Provider].
func (p answers) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	key := cache.Key(sha256.Sum256([]byte("answer\x00" + p.identity + "\x00" + r.Key())))
	if data, ok := p.store.Get(key); ok {
		var a provider.Answer
		if json.Unmarshal(data, &a) == nil {
			// The answer was paid for when it was made.
			a.Usage = provider.Usage{}
			if progress != nil {
				progress(a.Text)
			}
			return a, nil
		}
	}
	a, err := p.of.Complete(ctx, r, progress)
	// An error may pass, so it is not stored.
	if err != nil {
		return a, err
	}
	if data, failed := json.Marshal(a); failed == nil {
		_ = p.store.Put(key, data) // a cache that cannot be written only costs
	}
	return a, nil
}
