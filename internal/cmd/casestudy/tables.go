package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/trace/grade"
)

// tables writes what was found.
func tables(results, gold []*grade.Result) string {
	var b strings.Builder
	overall(&b, results)
	broken(&b, results)
	noted(&b, results)
	listed(&b, results)
	expected(&b, gold)
	return b.String()
}

func rewarded(r *grade.Result) bool { return r.Reward != nil && *r.Reward >= 1 }

func overall(b *strings.Builder, results []*grade.Result) {
	count := make(map[[2]bool]int)
	undecided := 0
	for _, r := range results {
		if r.Verdict == grade.Inconclusive {
			undecided++
			continue
		}
		count[[2]bool{r.Verdict == grade.Pass, rewarded(r)}]++
	}
	row := func(pass bool) (int, int, int) {
		yes, no := count[[2]bool{pass, true}], count[[2]bool{pass, false}]
		return yes, no, yes + no
	}
	fmt.Fprintf(b, "| %d traces | rewarded | not rewarded | all |\n|---|---:|---:|---:|\n", len(results))
	for _, pass := range []bool{true, false} {
		name := map[bool]string{true: "kept to the rules", false: "broke a rule"}[pass]
		yes, no, all := row(pass)
		fmt.Fprintf(b, "| %s | %d | %d | %d |\n", name, yes, no, all)
	}
	if undecided > 0 {
		fmt.Fprintf(b, "\n%d could not be decided.\n", undecided)
	}
}

// broken counts traces by the rule that they break.
func broken(b *strings.Builder, results []*grade.Result) {
	all, paid := make(map[string]int), make(map[string]int)
	for _, r := range results {
		for _, rule := range rules(r) {
			all[rule]++
			if rewarded(r) {
				paid[rule]++
			}
		}
	}
	b.WriteString("\n### Rules that are broken\n\n| rule | traces | rewarded |\n|---|---:|---:|\n")
	for _, rule := range most(all) {
		fmt.Fprintf(b, "| %s | %d | %d |\n", rule, all[rule], paid[rule])
	}
}

// rules returns the rules that a trace breaks: its failed checks, and the
// preconditions.
func rules(r *grade.Result) []string {
	var list []string
	for _, c := range r.Checks {
		if c.Verdict == grade.Fail {
			list = append(list, "check `"+c.Check+"`")
		}
	}
	for _, v := range r.Replay.All() {
		for _, b := range v.Broken {
			if rule := fmt.Sprintf("`%s` needs `%s`", v.Tool, ruleOf(b.Text)); b.Follows == 0 && !slices.Contains(list, rule) {
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

func listed(b *strings.Builder, results []*grade.Result) {
	b.WriteString("\n### The traces that break a rule\n\n| trace | reward | rule | event |\n|---|---:|---|---|\n")
	for _, r := range results {
		if r.Verdict != grade.Fail {
			continue
		}
		reward := "–"
		if r.Reward != nil {
			reward = fmt.Sprint(*r.Reward)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", r.ID, reward, strings.Join(rules(r), "; "), place(r))
	}
}

// place is where a trace breaks its first rule.
func place(r *grade.Result) string {
	if r.Replay != nil && r.Replay.Verdict == grade.Fail {
		return fmt.Sprintf("%d, at `%s`", r.Replay.Seq, r.Replay.At)
	}
	for _, c := range r.Checks {
		if c.Verdict == grade.Fail && len(c.Evidence) > 0 {
			return fmt.Sprintf("%d, at `%s`", c.Evidence[0].Seq, c.Evidence[0].At)
		}
	}
	return ""
}

func expected(b *strings.Builder, gold []*grade.Result) {
	b.WriteString("\n### Lists of expected actions that break a rule\n\n| task | action | rule | of |\n|---:|---|---|---|\n")
	count := 0
	for _, r := range gold {
		if p := r.Replay; p != nil && p.Verdict == grade.Fail {
			count++
			fmt.Fprintf(b, "| %s | %d, `%s` | `%s` | %s |\n", r.Task, p.Seq, p.Tool, ruleOf(p.Broken[0].Text), given(p.Broken[0].Why))
		}
	}
	fmt.Fprintf(b, "\n%d of %d lists break one.\n", count, len(gold))
}

// ruleOf is a clause without the condition that most of them share, that the
// reservation is on file.
func ruleOf(clause string) string {
	if rule, ok := strings.CutPrefix(clause, "(=> (contains on_file (param id)) "); ok {
		return strings.TrimSuffix(rule, ")")
	}
	return clause
}

// membership is how a reason names a value that is, or is not, in a set.
var membership = regexp.MustCompile("`([^`]+)` is (?:not )?in `")

// given returns the reservation that a clause is false of.
func given(why string) string {
	if m := membership.FindStringSubmatch(why); m != nil {
		return "`" + m[1] + "`"
	}
	return ""
}
