package workload

import (
	"fmt"
	"strings"
)

// lines writes a format for each number from 1 to n, on lines of their own.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\n")
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i+1)))
	}
	return b.String()
}

// Counters has tanks that are filled one unit at a time up to a level, and a
// launch for which all must be full. Each of the n·level fillings changes
// nothing but its tank, so that there are very many orders of them.
func Counters(n, level int) *Workload {
	tools := [][2]string{{"launch", ""}, {"read_gauges", ""}}
	for i := range n {
		tools = append(tools, [2]string{fmt.Sprintf("fill_%d", i+1), ""})
	}
	full := strings.ReplaceAll(lines(n, "         (>= tank_# LEVEL)"), "LEVEL", fmt.Sprint(level))
	model := fmt.Sprintf(`(model%s
  (var launched Bool)
%s
  (transition launch
    (params)
    (pre (= launched false)%s)
    (post (= (next launched) true)))

  ; No tank is ever more than full, however often one is filled.
  (transition read_gauges
    (params)
    (pre%s)
    (post)))
`, lines(n, "  (var tank_# Int)"),
		strings.ReplaceAll(lines(n, "  (transition fill_#\n    (params)\n    (pre (< tank_# LEVEL))\n    (post (= (next tank_#) (+ tank_# 1))))"), "LEVEL", fmt.Sprint(level)),
		full, strings.ReplaceAll(full, ">=", "<="))
	start := "(init" + lines(n, "        (tank_# 0)") + "\n        (launched false))"
	checks := fmt.Sprintf(`(case launch
  %[1]s
  (checks (go (call launch))))

(case stay
  %[1]s
  (checks (no_launch (no_call launch))))

(case gauges
  %[1]s
  (checks (look (call read_gauges))))
`, start)
	return load(fmt.Sprintf("counters %d×%d", n, level), toolsText(tools...), model, checks,
		Known{"launch", "compliant", n*level + 1}, Known{"launch", "forward", 1},
		Known{"stay", "compliant", 0}, Known{"stay", "no_launch", n*level + 1},
		Known{"gauges", "compliant", 1}, Known{"gauges", "forward", Never})
}

// Latches has n switches that can be set in any order, and never be reset. To
// depart takes all of them. To divert takes all of them and two more that
// exclude each other, which no sequence of calls can do.
func Latches(n int) *Workload {
	tools := [][2]string{{"depart", ""}, {"divert", ""}, {"head_north", ""}, {"head_south", ""}}
	for i := range n {
		tools = append(tools, [2]string{fmt.Sprintf("set_%d", i+1), ""})
	}
	all := lines(n, "         (= switch_# true)")
	model := fmt.Sprintf(`(model%s
  (var north Bool)
  (var south Bool)
  (var departed Bool)
%s
  (transition head_north
    (params)
    (pre (= south false))
    (post (= (next north) true)))
  (transition head_south
    (params)
    (pre (= north false))
    (post (= (next south) true)))

  (transition depart
    (params)
    (pre (= departed false)%s)
    (post (= (next departed) true)))
  (transition divert
    (params)
    (pre (= north true)
         (= south true)%s)
    (post)))
`, lines(n, "  (var switch_# Bool)"), lines(n, "  (transition set_#\n    (params)\n    (pre)\n    (post (= (next switch_#) true)))"), all, all)
	start := "(init" + lines(n, "        (switch_# false)") + "\n        (north false)\n        (south false)\n        (departed false))"
	checks := fmt.Sprintf(`(case depart
  %[1]s
  (checks (go (call depart))))

(case stay
  %[1]s
  (checks (no_departure (no_call depart))))

(case divert
  %[1]s
  (checks (turn (call divert))))

(case no_diversion
  %[1]s
  (checks (no_turn (no_call divert))))
`, start)
	return load(fmt.Sprintf("latches %d", n), toolsText(tools...), model, checks,
		Known{"depart", "compliant", n + 1}, Known{"depart", "forward", 1},
		Known{"stay", "compliant", 0}, Known{"stay", "no_departure", n + 1},
		Known{"divert", "compliant", Never}, Known{"divert", "forward", 1},
		Known{"no_diversion", "compliant", 0}, Known{"no_diversion", "no_turn", Never})
}

// Chain has n steps, each of which waits for the one before it, and an audit
// that must come before the last. Only a trace of all steps breaks a
// precondition that a check asks about (forward), or does what a check forbids
// (backward).
func Chain(n int) *Workload {
	tools := [][2]string{{"audit", ""}}
	for i := range n {
		tools = append(tools, [2]string{fmt.Sprintf("step_%d", i+1), ""})
	}
	var steps strings.Builder
	for i := range n {
		before := ""
		if i > 0 {
			before = fmt.Sprintf(" (= done_%d true)", i)
		}
		fmt.Fprintf(&steps, "\n  (transition step_%[1]d\n    (params)\n    (pre%[2]s)\n    (post (= (next done_%[1]d) true)))", i+1, before)
	}
	model := fmt.Sprintf(`(model%s
%s
  (transition audit
    (params)
    (pre (= done_%d false))
    (post)))
`, lines(n, "  (var done_# Bool)"), steps.String(), n)
	start := "(init" + lines(n, "        (done_# false)") + ")"
	checks := fmt.Sprintf(`(case forward
  %[1]s
  (checks (audited (call audit))))

(case backward
  %[1]s
  (checks (unfinished (no_call step_%[2]d))))
`, start, n)
	return load(fmt.Sprintf("chain %d", n), toolsText(tools...), model, checks,
		Known{"forward", "compliant", 1}, Known{"forward", "forward", n + 1},
		Known{"backward", "compliant", 0}, Known{"backward", "forward", Never}, Known{"backward", "unfinished", n})
}

// Explosive has n numbers, at least six, that tools multiply with each other, and a case that
// asks for a sum of cubes: nothing about it is linear or finite.
func Explosive(n int) *Workload {
	tools := [][2]string{{"finish", ""}}
	var transitions strings.Builder
	for i := range n {
		tools = append(tools, [2]string{fmt.Sprintf("mix_%d", i+1), `"by": {"type": "integer"}`})
		fmt.Fprintf(&transitions, `
  (transition mix_%[1]d
    (params (by by))
    (pre (< (* n_%[1]d n_%[2]d) (* (param by) n_%[3]d)))
    (post (= (next n_%[1]d) (+ (* n_%[2]d (param by)) n_%[3]d))))`, i+1, (i+1)%n+1, (i+7)%n+1)
	}
	cube := "(* n_# n_# n_#)"
	model := fmt.Sprintf(`(model%s
%s
  (transition finish
    (params)
    (pre (= (+ %s %s %s) 42)
         (< (* n_2 n_3) (* n_4 n_5 n_6)))
    (post)))
`, lines(n, "  (var n_# Int)"), transitions.String(),
		strings.ReplaceAll(cube, "#", "1"), strings.ReplaceAll(cube, "#", "2"), strings.ReplaceAll(cube, "#", "3"))
	return load(fmt.Sprintf("explosive %d", n), toolsText(tools...), model, `(case finish
  (checks (end (call finish)) (mixed (before (no_call mix_1) (call finish)))))
`)
}
