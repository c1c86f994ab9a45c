package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/validate"
)

// raced are the engines that are measured beside the reference.
var raced = []validate.Engine{validate.Auto, validate.Explicit, validate.SMT}

// report measures everything and writes the tables.
func (b *bench) report(old *figures) (string, error) {
	var out strings.Builder
	m := thisMachine(b.lib)
	fmt.Fprintf(&out, "\nMeasured on %s on %d cores of an %s, Go %s, libz3 %s, by `make bench`. ", time.Now().Format(time.DateOnly), m.Cores, m.CPU, m.Go, m.Z3)
	out.WriteString("A time is that of a whole\n`validate` of the cases, one after the other, in a session of its own, without what only explains answers;\n" +
		"it is the median of five runs or more, or of as many as are given in brackets where they take long. ×N is how many\n" +
		"times faster that is than `--engine=reference` for the same sample of cases in the same run. ? says that some\n" +
		"answer is unknown.\n\n")
	fmt.Fprintf(&out, "A run is ended after %.0f s, and one of the reference engine after %.0f s, or after %.0f s for latches one call short;\n"+
		"> marks a time that is at least that long, and a ratio that is at least that great. All of it takes no more than\n"+
		"%.0f minutes: what was not measured by then is –.\n\n", b.patience.Seconds(), b.reference.Seconds(), b.hard.Seconds(), longest.Minutes())
	// An empty name is contained in every name, so all rows stay.
	rows := slices.DeleteFunc(rows(b.quick), func(r row) bool { return !strings.Contains(r.name, b.only) })
	if err := b.workloads(&out, rows); err != nil {
		return "", err
	}
	var grow []growth
	if b.only == "" {
		grow = growths(rows, b.quick)
	}
	for _, g := range grow {
		if err := b.growth(&out, g); err != nil {
			return "", err
		}
	}
	if b.only == "" {
		if err := b.targets(&out, rows); err != nil {
			return "", err
		}
	}
	b.compare(&out, old)
	return out.String(), nil
}

// workloads writes the table of engines by workload.
func (b *bench) workloads(out *strings.Builder, rows []row) error {
	out.WriteString("### Engines\n\n")
	out.WriteString("| workload | K | cases | auto | explicit | smt | spacer | sample | reference | auto | explicit | smt | none, proved |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		auto, err := b.measure(r.whole.job(validate.Auto, r.bound))
		if err != nil {
			return err
		}
		line := fmt.Sprintf("| %s | %d | %d |", r.name, r.bound, auto.Cases)
		for _, e := range append(slices.Clone(raced), validate.Spacer) {
			if e == validate.Spacer && !r.spacer {
				line += " |"
				continue
			}
			f, err := b.measure(r.whole.job(e, r.bound))
			if err != nil {
				return err
			}
			line += " " + f.String() + " |"
		}
		ref, err := b.measure(r.sample.job(validate.Reference, r.bound))
		if err != nil {
			return err
		}
		line += fmt.Sprintf(" %d | %s |", ref.Cases, ref)
		for _, e := range raced {
			x, err := b.ratio(r, e)
			if err != nil {
				return err
			}
			line += " " + x.String() + " |"
		}
		fmt.Fprintf(out, "%s %d of %d |\n", line, auto.Proved, auto.None)
	}
	out.WriteString("\n")
	return nil
}

func (f *figure) String() string {
	if f.Left {
		return "–"
	}
	text := duration(f.Median)
	if f.Cut {
		text = "> " + text
	} else if f.Unknown > 0 {
		text += " ?"
	}
	if f.Runs < 5 {
		text += fmt.Sprintf(" (%d)", f.Runs)
	}
	return text
}

// duration writes milliseconds with two digits that matter, or three.
func duration(ms float64) string {
	switch {
	case ms < 1:
		return fmt.Sprintf("%.2f ms", ms)
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 10_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.0f s", ms/1000)
}

// A ratio is how many times faster an engine is than the reference.
type ratio struct {
	times float64
	more  bool // the reference was not waited for
	less  bool // the engine was not waited for, or does not know all
	none  bool // one of them was not measured
}

func (b *bench) ratio(r row, e validate.Engine) (ratio, error) {
	slow, err := b.measure(r.sample.job(validate.Reference, r.bound))
	if err != nil {
		return ratio{}, err
	}
	fast, err := b.measure(r.sample.job(e, r.bound))
	if err != nil {
		return ratio{}, err
	}
	return ratio{times: slow.Median / fast.Median, more: slow.Cut, less: fast.Cut || fast.Unknown > 0, none: slow.Left || fast.Left}, nil
}

func (x ratio) String() string {
	if x.none {
		return "–"
	}
	text := fmt.Sprintf("×%s", thousands(x.times))
	if x.more {
		text = "> " + text
	}
	if x.less {
		text += " ?"
	}
	return text
}

// thousands writes a number with two digits that matter, or whole ones.
func thousands(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.1f", x)
	case x < 1000:
		return fmt.Sprintf("%.0f", x)
	}
	text := fmt.Sprintf("%.0f", x)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// growth writes how the time grows with something.
func (b *bench) growth(out *strings.Builder, g growth) error {
	fmt.Fprintf(out, "### Growth in %s\n\n| |", g.title)
	for _, c := range g.columns {
		fmt.Fprintf(out, " %s |", c)
	}
	out.WriteString("\n|---|" + strings.Repeat("---|", len(g.columns)) + "\n")
	for _, line := range g.lines {
		fmt.Fprintf(out, "| %s |", line.name)
		for _, j := range line.jobs {
			f, err := b.measure(j)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, " %s |", f)
		}
		out.WriteString("\n")
	}
	out.WriteString("\n")
	return nil
}

// compare says what got slower since the last time.
func (b *bench) compare(out *strings.Builder, old *figures) {
	out.WriteString("### Slower than the last time\n\n")
	switch {
	case old == nil:
		out.WriteString("There are no figures of an earlier time.\n\n")
		return
	case old.Machine.CPU != thisMachine(b.lib).CPU || old.Machine.Cores != thisMachine(b.lib).Cores:
		fmt.Fprintf(out, "Not compared: the last figures, of %s, are of another machine.\n\n", old.Date)
		return
	}
	pace := b.pace(old)
	fmt.Fprintf(out, "By the reference engine, of which nothing but the machine's hour changes, all took ×%.2f as long as on %s. That is\n"+
		"taken off.\n\n", pace, old.Date)
	found := false
	for _, key := range b.order {
		// pace is the change of the machine itself since then.
		if now, then := b.measured[key], old.Jobs[key]; slower(now, then, pace) {
			found = true
			fmt.Fprintf(out, "- %s: %s, and %s on %s\n", key, duration(now.Median), duration(then.Median), old.Date)
		}
	}
	if !found {
		fmt.Fprintf(out, "Nothing is, by more than noise: every run slower than all runs of %s, by %.0f %% and %.1f ms.\n", old.Date, noisePart*100, noiseFloor)
	}
	out.WriteString("\n")
}
