package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// SARIF writes a SARIF 2.1.0 log: a result for each check that does not pass
// and each finding, at the check in its suite, with the events that prove it
// as a code flow through the trace.
func SARIF(w io.Writer, r *Report) error {
	var ids []string
	// Rules have to be declared before the results, so the results are gone through twice.
	r.sarifResults(func(x sarif.Result) bool {
		if i, has := slices.BinarySearch(ids, x.RuleID); !has {
			ids = slices.Insert(ids, i, x.RuleID)
		}
		return true
	})
	return sarif.WriteLog(w, sarif.New(r.Version, rulesOf(ids), nil), func(yield func(sarif.Result) bool) {
		r.sarifResults(func(x sarif.Result) bool {
			// The index has to be that of the declared rule.
			x.RuleIndex, _ = slices.BinarySearch(ids, x.RuleID)
			return yield(x)
		})
	})
}

// sarifResults calls yield with the results of a report.
func (r *Report) sarifResults(yield func(sarif.Result) bool) {
	for x := range r.Results {
		// The results of one trace are held at a time.
		s := &sarifWriter{report: r}
		s.trace(x)
		for _, found := range s.results {
			if !yield(found) {
				return
			}
		}
	}
	s := &sarifWriter{report: r}
	// Problems may be of no trace, so they come last.
	for _, p := range r.Problems {
		s.add(sarif.Result{
			RuleID:    ruleOf(p),
			Level:     "error",
			Message:   sarif.Message{Text: p.Message},
			Locations: []sarif.Location{traceLocation(p.File, p.At, "")},
		}, p.File, p.Trace, p.At.String())
	}
	for _, found := range s.results {
		if !yield(found) {
			return
		}
	}
}

// A sarifWriter collects the results of a trace.
type sarifWriter struct {
	report  *Report
	results []sarif.Result
}

func (s *sarifWriter) trace(x *grade.Result) {
	for _, c := range x.Judged() {
		if c.Verdict == grade.Pass {
			continue
		}
		// A failed replay has a result for each kind of violation.
		if c.Check == grade.WorldModel && c.Verdict == grade.Fail {
			s.violations(x)
			continue
		}
		rule, level := string(c.Class), "error"
		if c.Verdict == grade.Inconclusive {
			rule, level = "inconclusive", "warning"
		} else if rule == "" {
			rule = "failed-check"
		}
		s.add(sarif.Result{
			RuleID:    rule,
			Level:     level,
			Message:   sarif.Message{Text: said(&c) + ", in trace " + nameOf(x)},
			Locations: s.at(x, c.Check),
			CodeFlows: flow(x.File, c.Evidence),
		}, x.Case, c.Check, nameOf(x))
	}
	for _, f := range x.Findings {
		r := sarif.Result{
			RuleID:    string(f.Class),
			Level:     "warning",
			Message:   sarif.Message{Text: f.Message + ", in trace " + nameOf(x)},
			Locations: []sarif.Location{traceLocation(x.File, trace.Pointer{}, "")},
			CodeFlows: flow(x.File, f.Evidence),
		}
		// The first event is the subject of the finding.
		if len(f.Evidence) > 0 {
			r.Locations[0] = traceLocation(x.File, f.Evidence[0].At, "")
		}
		s.add(r, x.Case, string(f.Class), nameOf(x), proof(f.Evidence))
	}
}

// violations adds a result for each kind of violation of the model, at the
// clauses that are broken.
func (s *sarifWriter) violations(x *grade.Result) {
	all := x.Replay.All()
	for _, a := range x.Replay.Alike() {
		r := sarif.Result{
			RuleID:    string(a.Class),
			Level:     "error",
			Message:   sarif.Message{Text: a.Said() + ", in trace " + nameOf(x)},
			Locations: s.at(x, grade.WorldModel),
		}
		broken := lists.FlatMap(a.Calls(), func(o grade.Other) []grade.Clause { return o.Broken })
		for i, b := range broken {
			// The place of the case is replaced by those of the clauses.
			if i == 0 {
				r.Locations = nil
			}
			r.Locations = append(r.Locations, sarif.Location{PhysicalLocation: sarif.PhysicalLocation{
				ArtifactLocation: sarif.Artifact(b.File), Region: &sarif.Region{StartLine: b.Line},
			}})
		}
		var evidence []grade.Evidence
		// The events of the kind are found by number, since a kind keeps only its first violation.
		for _, v := range all {
			if !slices.Contains(a.Seqs, v.Seq) {
				continue
			}
			for _, o := range v.Calls() {
				evidence = append(evidence, grade.Evidence{Seq: o.Seq, Tool: o.Tool, Role: grade.Violates, At: o.At})
			}
		}
		r.CodeFlows = flow(x.File, evidence[:min(len(evidence), shownViolations)])
		identity := []string{x.Case, a.Tool, nameOf(x)}
		for _, b := range broken {
			identity = append(identity, b.Text)
		}
		s.add(r, identity...)
	}
}

// shownViolations is how many violations of a kind a code flow has.
const shownViolations = 20

// add adds a result with a fingerprint of what identifies it, which no other
// trace or line of the suite changes.
func (s *sarifWriter) add(r sarif.Result, identity ...string) {
	// The parts are separated, so that different identities never have the same text.
	sum := sha256.Sum256([]byte(strings.Join(append(identity, r.RuleID), "\x00")))
	r.PartialFingerprints = map[string]string{"mantracGrade/v1": hex.EncodeToString(sum[:16])}
	s.results = append(s.results, r)
}

// rulesOf declares the rules that occur.
func rulesOf(ids []string) []sarif.Rule {
	rules := make([]sarif.Rule, len(ids))
	for i, id := range ids {
		rules[i] = sarif.Rule{
			ID:               id,
			ShortDescription: sarif.Message{Text: strings.ReplaceAll(id, "-", " ")},
			Help:             sarif.Message{Text: "Run `mantrac grade --classes` for what the classes mean."},
		}
	}
	return rules
}

// at returns the place of a check, or, if that is not known, of the trace.
func (s *sarifWriter) at(x *grade.Result, check string) []sarif.Location {
	p, ok := s.report.place(x, check)
	if !ok {
		return []sarif.Location{traceLocation(x.File, trace.Pointer{}, "")}
	}
	return []sarif.Location{{PhysicalLocation: sarif.PhysicalLocation{
		ArtifactLocation: sarif.Artifact(p.File),
		Region:           &sarif.Region{StartLine: p.Line},
	}}}
}

func flow(file string, list []grade.Evidence) []sarif.CodeFlow {
	if len(list) == 0 {
		return nil
	}
	// The evidence belongs to the result, and a code flow is in the order of the trace.
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b grade.Evidence) int { return a.Seq - b.Seq })
	var steps []sarif.ThreadFlowLocation
	for _, e := range sorted {
		steps = append(steps, sarif.ThreadFlowLocation{Location: traceLocation(file, e.At, fmt.Sprintf("event %d, %s: %s", e.Seq, e.Tool, e.Role))})
	}
	return []sarif.CodeFlow{{ThreadFlows: []sarif.ThreadFlow{{Locations: steps}}}}
}

// traceLocation is a place in a trace: a line if the file has lines, else the
// file with a JSON pointer beside it.
func traceLocation(file string, at trace.Pointer, message string) sarif.Location {
	l := sarif.Location{PhysicalLocation: sarif.PhysicalLocation{ArtifactLocation: sarif.Artifact(file)}}
	// SARIF has no place for a path in a file without lines, so it is a logical location.
	if at.Line > 0 {
		l.PhysicalLocation.Region = &sarif.Region{StartLine: at.Line}
	}
	if at.Path != "" {
		l.LogicalLocations = []sarif.LogicalLocation{{FullyQualifiedName: at.Path, Kind: "element"}}
	}
	if message != "" {
		l.Message = &sarif.Message{Text: message}
	}
	return l
}
