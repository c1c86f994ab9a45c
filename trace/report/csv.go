package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// CSV writes a line for each check of each trace, below a line of names.
// Cells that a spreadsheet would take for a formula begin with an apostrophe.
func CSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "id", "case", "task", "trial", "model", "domain", "reward", "trace_verdict", "check", "verdict", "class", "root", "message"}}
	for i := range r.Results {
		x := &r.Results[i]
		reward := ""
		if x.Reward != nil {
			reward = strconv.FormatFloat(*x.Reward, 'g', -1, 64)
		}
		for _, c := range x.Judged() {
			rows = append(rows, []string{
				cell(x.File), cell(x.ID), cell(x.Case), cell(x.Task), strconv.Itoa(x.Trial), cell(x.Model), cell(x.Domain), reward,
				string(x.Verdict), cell(c.Check), string(c.Verdict), cell(string(c.Class)), strconv.FormatBool(c.Root), cell(c.Message),
			})
		}
	}
	return out.WriteAll(rows)
}

// cell disarms a text that a spreadsheet would compute.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
