package stage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/structured"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/jsontext"
)

// settingsOf are the stages whose provider is that of another one in the configuration.
var settingsOf = map[string]string{"check_resolution": "conflict_resolution", "backward_audit": "conflict_resolution", "judge": "conflict_resolution"}

// maxTokens bounds an answer.
const maxTokens = 16384

// settingsFor returns the stage whose settings a template has.
func settingsFor(template string) string {
	return cmp.Or(settingsOf[template], template)
}

// redone returns how often a stage was to be done anew about one of these subjects.
func (d *Driver) redone(template string, about []string) int {
	n := 0
	for _, s := range about {
		// A redo may be about one of the cases or about all of them.
		n = max(n, d.Run.Redone(settingsFor(template), s))
	}
	return n
}

// ask sends a prompt, and returns the answer. Of the same prompt, each attempt has an
// answer of its own.
func (d *Driver) ask(ctx context.Context, subject string, attempt int, p prompt.Prompt) (string, error) {
	asked, model, err := d.Provider(settingsFor(p.Name))
	if err != nil {
		return "", err
	}
	d.tell("%s: %s", subject, p.Name)
	r := provider.Request{
		Stage: p.Name, Case: subject, Model: model, System: p.System, Messages: []provider.Message{{Role: provider.User, Text: p.Text}},
		Attempt: attempt, MaxTokens: maxTokens,
	}
	if p.Schema != nil {
		r.Schema, r.SchemaName = p.Schema, p.Name
	}
	answer, err := asked.Complete(ctx, r, nil)
	if err != nil {
		return "", err
	}
	detail, err := json.Marshal(asking{p.Version, p.SHA256, answer.Model, answer.Usage})
	if err != nil {
		return "", err
	}
	// The key of the request leads to its line in the recording.
	return answer.Text, d.Run.Note(run.Event{Stage: p.Name, Subject: subject, Key: r.Key(), What: "answered", Detail: detail})
}

// An asking is what the log says of a request beside its key.
type asking struct {
	Version int            `json:"prompt_version"`
	Prompt  string         `json:"prompt_sha256"`
	Model   string         `json:"model,omitempty"`
	Usage   provider.Usage `json:"usage"`
}

// A fault is something wrong with an answer, in words, with the code of its page if it
// has one.
type fault struct{ code, text string }

func faultf(format string, operands ...any) fault {
	return fault{text: fmt.Sprintf(format, operands...)}
}

// An Unmended answer has faults after all attempts to repair it.
type Unmended struct {
	Stage  string
	Tries  int
	Faults string
}

// Error implements [error].
func (u *Unmended) Error() string {
	first, _, _ := strings.Cut(strings.TrimSpace(u.Faults), "\n")
	return fmt.Sprintf("%s: the answer has faults after %d repairs: %s", u.Stage, u.Tries, first)
}

// A Declined request is one that the model did not answer, and would not answer again.
type Declined struct{ Err error }

// Error implements [error].
func (e *Declined) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Declined) Unwrap() error { return e.Err }

// unmade reports whether an error says that an answer could not be had, rather than that
// it is not there yet.
func unmade(err error) bool {
	switch err.(type) {
	case *Unmended, *Declined:
		return true
	}
	return false
}

// text returns the source in an answer: all of it, or what is in its only block of code.
func text(answer string) string {
	answer = strings.TrimSpace(answer)
	// With several blocks it is not clear which is meant, and the checker will say so.
	if strings.Count(answer, "```") != 2 {
		return answer + "\n"
	}
	_, rest, _ := strings.Cut(answer, "```")
	_, rest, _ = strings.Cut(rest, "\n") // the language
	block, _, _ := strings.Cut(rest, "```")
	return strings.TrimSpace(block) + "\n"
}

// decode reads a JSON answer, and holds it against the schema of its stage.
func decode[T any](p prompt.Prompt, answer string) (out T, wrong []fault) {
	schema, err := structured.Compile(p.Schema)
	if err != nil {
		panic(err) // a test compiles all of them
	}
	data, err := schema.Decode(answer)
	var invalid *structured.Error
	if errors.As(err, &invalid) {
		for _, problem := range invalid.Problems {
			wrong = append(wrong, fault{text: problem.String()})
		}
		return out, wrong
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	// Numbers keep their digits.
	dec.UseNumber()
	if err := dec.Decode(&out); err != nil {
		return out, []fault{faultf("the answer cannot be read: %v", err)}
	}
	return out, nil
}

// write writes an artifact.
func (d *Driver) write(name string, to func(io.Writer) error) error {
	var b bytes.Buffer
	if err := to(&b); err != nil {
		return err
	}
	return d.Run.Write(name, b.Bytes())
}

// writeJSON writes an artifact of JSON.
func (d *Driver) writeJSON(name string, value any) error {
	return d.write(name, func(w io.Writer) error { return jsontext.Write(w, value) })
}
