package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/trace/grade"
)

// tables writes what was found.
func tables(results []*grade.Result, judgements map[flagged]judgement, gold []*expectation) string {
	var b strings.Builder
	overall(&b, results)
	undecided(&b, results)
	broken(&b, results, judgements)
	noted(&b, results)
	judged(&b, results, judgements)
	if gold != nil {
		expected(&b, gold)
	}
	return b.String()
}

func rewarded(r *grade.Result) bool { return r.Reward != nil && *r.Reward >= 1 }

// source names the file of a trace.
func source(r *grade.Result) string { return strings.TrimSuffix(r.File, ".json") }

func overall(b *strings.Builder, results []*grade.Result) {
	b.WriteString("| traces | kept to the rules | broke a rule | inconclusive | all |\n|---|---:|---:|---:|---:|\n")
	count := make(map[string]map[grade.Verdict]int)
	for _, r := range results {
		reward := ", not rewarded"
		if rewarded(r) {
			reward = ", rewarded"
		}
		// Each trace counts in its own row and in the sum.
		for _, row := range []string{source(r) + reward, "all"} {
			if count[row] == nil {
				count[row] = make(map[grade.Verdict]int)
			}
			count[row][r.Verdict]++
		}
	}
	rows := slices.DeleteFunc(slices.Sorted(maps.Keys(count)), func(name string) bool { return name == "all" })
	for _, name := range append(rows, "all") {
		pass, fail, open := count[name][grade.Pass], count[name][grade.Fail], count[name][grade.Inconclusive]
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", name, pass, fail, open, pass+fail+open)
	}
}

// undecided lists the traces that are inconclusive, with what is missing.
func undecided(b *strings.Builder, results []*grade.Result) {
	var lines []string
	for _, r := range results {
		if r.Verdict != grade.Inconclusive {
			continue
		}
		var missing []string
		if r.Replay != nil {
			missing = r.Replay.Missing
		}
		lines = append(lines, fmt.Sprintf("| %s | %s |\n", nameOf(r), strings.Join(missing, "; ")))
	}
	if len(lines) > 0 {
		b.WriteString("\n### Inconclusive traces\n\n| trace | what is not known |\n|---|---|\n" + strings.Join(lines, ""))
	}
}

// broken counts traces by the rule that they break.
func broken(b *strings.Builder, results []*grade.Result, judgements map[flagged]judgement) {
	all, paid, wrong := make(map[string]int), make(map[string]int), make(map[string]int)
	for _, r := range results {
		for _, rule := range rules(r) {
			all[rule]++
			if rewarded(r) {
				paid[rule]++
			}
			if judgements[flagged{nameOf(r), rule}].judged == falseAlarm {
				wrong[rule]++
			}
		}
	}
	b.WriteString("\n### Rules that are broken\n\n| rule | traces | rewarded | false alarms |\n|---|---:|---:|---:|\n")
	for _, rule := range most(all) {
		fmt.Fprintf(b, "| `%s` | %d | %d | %d |\n", rule, all[rule], paid[rule], wrong[rule])
	}
}

// rules returns the rules that a trace breaks: its failed checks, and the
// preconditions.
func rules(r *grade.Result) []string {
	var list []string
	for _, c := range r.Checks {
		if c.Verdict == grade.Fail {
			list = append(list, "check "+c.Check)
		}
	}
	for _, v := range r.Replay.All() {
		for _, x := range v.Broken {
			// A violation that follows from an earlier one is not counted again.
			if rule := v.Tool + ": " + x.Text; x.Follows == 0 && !slices.Contains(list, rule) {
				list = append(list, rule)
			}
		}
	}
	return list
}

// most returns keys by falling count.
func most(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(counts[y]-counts[x], cmp.Compare(x, y))
	})
}

// noted counts traces by the classes of findings.
func noted(b *strings.Builder, results []*grade.Result) {
	all, paid := make(map[string]int), make(map[string]int)
	for _, r := range results {
		for c, n := range r.Counts {
			if n > 0 {
				all[string(c)]++
				if rewarded(r) {
					paid[string(c)]++
				}
			}
		}
	}
	b.WriteString("\n### What else was found\n\n| finding | traces | rewarded |\n|---|---:|---:|\n")
	for _, c := range most(all) {
		fmt.Fprintf(b, "| %s | %d | %d |\n", c, all[c], paid[c])
	}
}

// judged lists the traces that break a rule, with what was judged of each.
func judged(b *strings.Builder, results []*grade.Result, judgements map[flagged]judgement) {
	b.WriteString("\n### The traces that break a rule\n\n| trace | reward | rule | judged | why |\n|---|---:|---|---|---|\n")
	traces, wrong := make(map[string]bool), make(map[string]bool)
	alarms := 0
	for _, r := range results {
		if r.Verdict != grade.Fail {
			continue
		}
		reward := "–"
		if r.Reward != nil {
			reward = fmt.Sprint(*r.Reward)
		}
		name, sound := nameOf(r), false
		for _, rule := range rules(r) {
			j := judgements[flagged{name, rule}]
			if sound = sound || j.judged == right; j.judged == falseAlarm {
				alarms++
			}
			fmt.Fprintf(b, "| %s, `%s` | %s | `%s` | %s | %s |\n", name, place(r), reward, rule, j.judged, j.why)
		}
		// A trace is a false alarm only if none of its broken rules is right.
		if traces[name] = true; !sound {
			wrong[name] = true
		}
	}
	fmt.Fprintf(b, "\nFalse alarms: %d of %d broken rules, and %d of %d traces.\n", alarms, len(judgements), len(wrong), len(traces))
}

// place is where a trace breaks its first rule.
func place(r *grade.Result) string {
	if r.Replay != nil && r.Replay.Verdict == grade.Fail {
		return r.Replay.At.String()
	}
	for _, c := range r.Checks {
		if c.Verdict == grade.Fail && len(c.Evidence) > 0 {
			return c.Evidence[0].At.String()
		}
	}
	return ""
}

func expected(b *strings.Builder, gold []*expectation) {
	b.WriteString("\n### Lists of expected actions that break a rule\n\n| task | action | rule | of |\n|---:|---|---|---|\n")
	count := 0
	for _, x := range gold {
		if x.result.Verdict != grade.Fail {
			continue
		}
		count++
		for _, v := range x.result.Replay.All() {
			i := slices.Index(x.at, v.Seq)
			fmt.Fprintf(b, "| %s | %d | `%s: %s` | `%s` |\n", x.task, i+1, v.Tool, v.Broken[0].Text, x.actions[i].about().Reservation)
		}
	}
	fmt.Fprintf(b, "\n%d of %d lists break one.\n", count, len(gold))
}
