package report

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/trace"
)

// CSV writes a line for each check of each trace, below a line of names, and a line without
// a verdict for each record that could not be read and each trace without a case.
// Cells that a spreadsheet would take for a formula begin with an apostrophe.
func CSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	// The header is always written, also without results.
	names := []string{"file", "id", "case", "task", "trial", "model", "domain", "reward", "trace_verdict", "check", "verdict", "class", "root", "message"}
	err := out.Write(names)
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
	for _, p := range r.Problems {
		line := make([]string, len(names))
		line[0], line[1] = cell(p.File), cell(p.Trace)
		line[len(names)-3], line[len(names)-1] = ruleOf(p), cell(placed(p))
		err = errors.Join(err, out.Write(line))
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

// placed returns the message of a problem with its place in the file.
func placed(p trace.Problem) string {
	if at := p.At.String(); at != "" {
		return at + ": " + p.Message
	}
	return p.Message
}

// cell disarms a text that a spreadsheet would compute.
func cell(s string) string {
	// Spreadsheets take these characters at the beginning for a formula.
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
