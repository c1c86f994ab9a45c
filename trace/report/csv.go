package report

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
)

// CSV writes a line for each check of each trace, below a line of names.
// Cells that a spreadsheet would take for a formula begin with an apostrophe.
func CSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	// The header is always written, also without results.
	err := out.Write([]string{"file", "id", "case", "task", "trial", "model", "domain", "reward", "trace_verdict", "check", "verdict", "class", "root", "message"})
	for x := range r.Results {
		reward := ""
		if x.Reward != nil {
			reward = strconv.FormatFloat(*x.Reward, 'g', -1, 64)
		}
		for _, c := range x.Judged() {
			err = errors.Join(err, out.Write([]string{
				cell(x.File), cell(x.ID), cell(x.Case), cell(x.Task), strconv.Itoa(x.Trial), cell(x.Model), cell(x.Domain), reward,
				string(x.Verdict), cell(c.Check), string(c.Verdict), cell(string(c.Class)), strconv.FormatBool(c.Root), cell(c.Message),
			}))
		}
		if err != nil {
			return err
		}
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

// cell disarms a text that a spreadsheet would compute.
func cell(s string) string {
	// Spreadsheets take these characters at the beginning for a formula.
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
