package provider

// Options configure a provider. Each uses those that it needs.
type Options struct {
	// BaseURL is where the service is, "" for the environment's or the usual one. A
	// key is sent only to the usual one and to that of the environment: a
	// configuration, which may be somebody else's, cannot ask for it.
	BaseURL string

	// Environment returns the value of an environment variable, by default
	// [os.Getenv]'s. Keys are taken from there and from nowhere else.
	Environment func(name string) string

	Command []string // of exec
	Folder  string   // of mailbox

	// Waiting is told of each request of the mailbox whose answer is not there yet, by the
	// names of their files; nil if nobody is.
	Waiting func(request, answer string)
}

// A Constructor makes a provider. The name identifies what answers, for recordings and
// the ledger: the provider's name, and after a blank what else determines its answers.
type Constructor func(Options) (p Provider, name string, err error)
