package recording

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/lang/document"
)

// failure returns what is recorded of an error.
func failure(err error) *Failure {
	var e *provider.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return &Failure{e.Kind, e.Detail}
	}
	return &Failure{provider.Network, err.Error()}
}

// lacks says that a request is not recorded, and how it differs from the nearest
// one: of the same stage if there is one, and with the most text in common.
func (l *Log) lacks(r provider.Request) error {
	err := provider.Errorf(provider.Unknown, "%s has no answer to this request of stage %s", l.path, r.Stage)
	err.Help = "record it again"
	asked := provider.Prompt(r)
	best, line, score := Entry{}, 0, -1
	for i, e := range l.Entries() {
		s := common(asked, provider.Prompt(e.Request))
		// A request of the same stage is nearer than any with more text in common.
		if e.Stage == r.Stage {
			s += 1 << 40
		}
		if e.final() && s > score {
			// Line 1 is the header.
			best, line, score = e, i+2, s
		}
	}
	if line > 0 {
		err.Detail += fmt.Sprintf("; the nearest is in line %d (stage %s", line, best.Stage)
		if best.Case != "" {
			err.Detail += ", case " + best.Case
		}
		err.Detail += "), " + difference(asked, r, best)
	}
	return err
}

// common returns the lengths of the common beginning and end of two texts.
func common(a, b string) int {
	n := min(len(a), len(b))
	from := 0
	for from < n && a[from] == b[from] {
		from++
	}
	to := 0
	// The end must not overlap with the beginning.
	for to < n-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	return from + to
}

// difference says where a request differs from a recorded one.
func difference(asked string, r provider.Request, e Entry) string {
	now, then := strings.Split(asked, "\n"), strings.Split(provider.Prompt(e.Request), "\n")
	for i := range max(len(now), len(then)) {
		var a, b string
		if i < len(now) {
			a = now[i]
		}
		if i < len(then) {
			b = then[i]
		}
		if a != b {
			return fmt.Sprintf("which differs in line %d of the prompt: recorded %q, asked %q", i+1, document.Excerpt(b), document.Excerpt(a))
		}
	}
	if r.Model != e.Request.Model {
		return fmt.Sprintf("which asked the model %s, not %s", e.Request.Model, r.Model)
	}
	return "which has the same prompt and other parameters"
}
