package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/lang/source"
)

// A Finding is one result, as SARIF, GitHub and Markdown list it.
type Finding struct {
	Rule  string // the kind of finding, such as forward-conflict
	About string // the kind in words; "" is the rule without hyphens
	Help  string // what to do about findings of this kind
	Level Level
	Text  string      // without markup, on one line
	At    source.Span // the zero span is nowhere
	Key   string      // what stays the same when the finding is found again

	Also       []Related
	Suppressed []string // why it needs no action
}

// A Related place plays a part in a finding.
type Related struct {
	At   source.Span
	Role string
}

// A Level says how much a finding matters.
type Level string

// The levels, as SARIF names them.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// A Log says how findings are written as SARIF.
type Log struct {
	Version     string // of mantrac
	Fingerprint string // the name of the fingerprints, such as mantracEdit/v1
	// More are results that go before the findings, with their rules.
	More *sarif.Log
}

// SARIF writes findings as a SARIF 2.1.0 log of one run.
func SARIF(w io.Writer, list []Finding, o Log) error {
	log := o.More
	if log == nil {
		log = sarif.New(o.Version, nil, nil)
	}
	rules, results := rulesOf(list, log.Runs[0].Tool.Driver.Rules), log.Runs[0].Results
	for _, f := range list {
		results = append(results, f.result(rules, o.Fingerprint))
	}
	log.Runs[0].Tool.Driver.Rules, log.Runs[0].Results = rules, results
	return sarif.WriteLog(w, log, slices.Values(results))
}

// rulesOf returns rules, and after them those of findings, each once and sorted.
func rulesOf(list []Finding, rules []sarif.Rule) []sarif.Rule {
	var more []sarif.Rule
	for _, f := range list {
		if indexOf(more, f.Rule) >= 0 {
			continue
		}
		about := cmp.Or(f.About, strings.ReplaceAll(f.Rule, "-", " "))
		more = append(more, sarif.Rule{ID: f.Rule, ShortDescription: sarif.Message{Text: about}, Help: sarif.Message{Text: f.Help}})
	}
	slices.SortFunc(more, func(a, b sarif.Rule) int { return strings.Compare(a.ID, b.ID) })
	// The given rules keep their places, to which earlier results refer by index.
	return append(append([]sarif.Rule{}, rules...), more...)
}

func indexOf(rules []sarif.Rule, id string) int {
	return slices.IndexFunc(rules, func(r sarif.Rule) bool { return r.ID == id })
}

func (f Finding) result(rules []sarif.Rule, fingerprint string) sarif.Result {
	// The fingerprint is of the key alone, so it survives moves of the code.
	sum := sha256.Sum256([]byte(f.Key))
	r := sarif.Result{
		RuleID: f.Rule, RuleIndex: indexOf(rules, f.Rule), Level: string(f.Level), Message: sarif.Message{Text: f.Text},
		Locations: []sarif.Location{}, PartialFingerprints: map[string]string{fingerprint: hex.EncodeToString(sum[:])},
	}
	if !f.At.IsZero() {
		r.Locations = append(r.Locations, sarif.Location{PhysicalLocation: sarif.Physical(f.At)})
	}
	for i, a := range f.Also {
		r.RelatedLocations = append(r.RelatedLocations, sarif.Location{ID: &i, PhysicalLocation: sarif.Physical(a.At), Message: &sarif.Message{Text: a.Role}})
	}
	r.Suppressions = lists.Map(f.Suppressed, func(why string) sarif.Suppression { return sarif.Suppression{Kind: "inSource", Justification: why} })
	return r
}

// GitHub writes findings as workflow commands, which GitHub Actions shows on the
// lines of a pull request.
func GitHub(w io.Writer, list []Finding) error {
	var b strings.Builder
	for _, f := range list {
		place := ""
		if at := f.At; !at.IsZero() {
			from, to := at.From(source.UTF16), at.To(source.UTF16)
			place = fmt.Sprintf("file=%s,line=%d,endLine=%d", Property(sarif.FileName(at.File.Name())), from.Line, to.Line)
		}
		b.WriteString(Command(f.Level, place, f.Rule, f.Text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes findings for a comment on a pull request: an entry of a list for
// each, and below it the places that play a part.
func Markdown(w io.Writer, list []Finding) error {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "- **%s %s**", f.Level, Escape(f.Rule))
		if at := At(f.At); at != "" {
			b.WriteString(" " + Code(at))
		}
		fmt.Fprintf(&b, ": %s\n", Escape(f.Text))
		for _, a := range f.Also {
			fmt.Fprintf(&b, "  - %s: %s\n", Code(At(a.At)), Escape(a.Role))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Command returns a workflow command, which is one line. A place is a list of
// properties, or "".
func Command(l Level, place, title, text string) string {
	command := string(l)
	if l == Note {
		command = "notice"
	}
	if place != "" {
		place += ","
	}
	return fmt.Sprintf("::%s %stitle=%s::%s\n", command, place, Property(title), data.Replace(text))
}

// data and property are the escapes of actions/toolkit's commands.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Property returns the value of a property of a workflow command.
func Property(s string) string { return property.Replace(s) }
