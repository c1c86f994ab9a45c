package hosted

import (
	"cmp"
	"net/http"
	"net/url"
	"os"
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/driver/provider"
)

// A Service says where a provider's service is, and which environment variables
// configure it.
type Service struct {
	Name         string   // of the provider
	BaseURL      string   // the usual one
	BaseVariable string   // has another base URL
	KeyVariables []string // the first one that is set has the key; none if no key is needed
}

// An Endpoint is a service as it is configured.
type Endpoint struct {
	Name    string // of the provider and, if it is not the usual one, where it is
	BaseURL string
	Key     string // "" if none is sent
	Client  *http.Client

	keyVariable string // the variable that has the key, or should have it
}

// Open returns the endpoint that options and the environment configure. It is an error
// if the key is missing.
func (s Service) Open(o provider.Options) (*Endpoint, error) {
	env := o.Environment
	if env == nil {
		env = os.Getenv
	}
	own := strings.TrimRight(env(s.BaseVariable), "/")
	e := &Endpoint{Name: s.Name, BaseURL: strings.TrimRight(o.BaseURL, "/")}
	e.Client = &http.Client{Transport: transport{e}}
	e.BaseURL = cmp.Or(e.BaseURL, own)
	e.BaseURL = cmp.Or(e.BaseURL, s.BaseURL)
	at, err := url.Parse(e.BaseURL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, invalid(s.Name, "the base URL is not one of http or https", "correct it, as in "+s.BaseURL)
	}
	// A password in a URL would be shown in messages.
	if at.User != nil {
		return nil, invalid(s.Name, "the base URL has a password", "put the key into an environment variable")
	}
	usual := e.BaseURL == s.BaseURL
	if !usual {
		e.Name += " " + e.BaseURL
	}
	// A key is only sent to the usual address, and to one that the environment names.
	if usual || e.BaseURL == own {
		e.key(s, env)
	}
	// HTTP cannot send it, and says so without the name of the variable.
	if strings.ContainsFunc(e.Key, unicode.IsControl) {
		return nil, &provider.Error{Kind: provider.NoKey, Name: s.Name, Detail: e.keyVariable + " has a line end or another control character in it", Help: "set the environment variable to the key alone"}
	}
	// Other servers, such as local ones, may need no key.
	if usual && e.Key == "" && e.keyVariable != "" {
		return nil, &provider.Error{Kind: provider.NoKey, Name: s.Name, Detail: e.keyVariable + " is not set", Help: "set the environment variable to a key of the provider"}
	}
	return e, nil
}

// key takes the key from the environment.
func (e *Endpoint) key(s Service, env func(string) string) {
	for _, v := range s.KeyVariables {
		if e.Key = strings.TrimSpace(env(v)); e.Key != "" {
			e.keyVariable = v
			return
		}
	}
	if len(s.KeyVariables) > 0 {
		e.keyVariable = s.KeyVariables[0]
	}
}

func invalid(name, detail, help string) error {
	return &provider.Error{Kind: provider.Invalid, Name: name, Detail: detail, Help: help}
}

// redact removes the key from a text.
func (e *Endpoint) redact(text string) string {
	if e.Key == "" {
		return text
	}
	return strings.ReplaceAll(text, e.Key, "[key]")
}
