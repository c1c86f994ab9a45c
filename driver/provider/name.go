package provider

import (
	"fmt"
	"strings"
)

// Parse divides the name of a model into its provider and the provider's name for
// it, at the first slash: openai/gpt-5.4, openrouter's openai/meta-llama/llama-4.
func Parse(name string) (provider, model string, err error) {
	provider, model, ok := strings.Cut(name, "/")
	if !ok || provider == "" || model == "" {
		return "", "", fmt.Errorf("%q does not name a model; expected PROVIDER/MODEL, as in openai/gpt-5.4", name)
	}
	return provider, model, nil
}
