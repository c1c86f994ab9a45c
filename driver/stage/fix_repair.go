package stage

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/run"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/internal/lists"
)

// settle asks until an answer has no faults: the answer goes back with them, at most
// as often as the configuration says. Read returns what an answer says, or its faults.
// The error is an [*Unmended] if they remain.
//
// It is asked anew, with its repairs, if that was to be done about the subject, or about
// one of the cases of a question that several cases share.
func settle[T any](ctx context.Context, d *Driver, subject string, data prompt.Data, read func(prompt.Prompt, string) (T, []fault), cases ...string) (T, error) {
	var none T
	p, err := prompt.Render(data)
	if err != nil {
		return none, err
	}
	// Each redo is another attempt, which the recording does not know yet.
	attempt := d.redone(p.Name, append(cases, subject))
	answer, err := d.ask(ctx, subject, attempt, p)
	for tries := 0; ; tries++ {
		// The error of the request and those of repairs are handled in one place.
		if err != nil {
			return none, declined(err)
		}
		out, faults := read(p, answer)
		if len(faults) == 0 {
			return out, nil
		}
		// The last answer is not repaired any more.
		if tries == d.Config.LLM.MaxRepairs {
			return none, &Unmended{p.Name, tries, words(faults)}
		}
		if err := d.Run.Note(run.Event{Stage: p.Name, Subject: subject, What: "faults", Why: words(faults)}); err != nil {
			return none, err
		}
		answer, err = d.mend(ctx, subject, attempt, p, answer, faults)
	}
}

// mend is fix_repair: it asks for an answer without the faults of another one.
func (d *Driver) mend(ctx context.Context, subject string, attempt int, of prompt.Prompt, answer string, faults []fault) (string, error) {
	p, err := prompt.Render(prompt.FixRepair{Answer: answer, Faults: words(faults), Pages: pages(faults)})
	if err != nil {
		return "", err
	}
	// The repaired answer has to fit the same schema as the first.
	p.System, p.Schema = of.System, of.Schema
	p.Text = of.Text + "\n" + p.Text
	return d.ask(ctx, subject, attempt, p)
}

// declined marks an error of a request that would not be answered if it were sent again.
func declined(err error) error {
	var e *provider.Error
	if errors.As(err, &e) && e.Answered() {
		return &Declined{err}
	}
	return err
}

func words(faults []fault) string {
	list := lists.Map(faults, func(f fault) string { return strings.TrimRight(f.text, "\n") })
	return strings.Join(list, "\n\n")
}

// mostPages is how many pages of codes go back with an answer.
const mostPages = 3

// pages returns the pages of the codes of faults.
func pages(faults []fault) string {
	var codes, list []string
	for _, f := range faults {
		// The pages are long, so only a few go along.
		if f.code == "" || slices.Contains(codes, f.code) || len(codes) == mostPages {
			continue
		}
		codes = append(codes, f.code)
		if page, ok := catalogue.Page(f.code); ok {
			list = append(list, strings.TrimSpace(page))
		}
	}
	return strings.Join(list, "\n\n")
}
