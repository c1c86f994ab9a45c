package report

import (
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// The hand-made diagnostics of the golden files.
var cases = map[string]func() []diag.Diagnostic{
	"argument":   one(bareArgument),
	"twice":      one(declaredTwice),
	"one_line":   one(manyOnOneLine),
	"two_files":  one(twoFiles),
	"multi_line": one(multiLine),
	"no_place":   one(noPlace),
	"end":        one(endOfFile),
	"wide":       one(wideCharacters),
	"hostile":    one(hostileText),
	"long_line":  one(longLineCut),
	"rewrite":    one(rewrites),
	"crlf":       one(crlfInsertion),
	"several":    several,
	"none":       func() []diag.Diagnostic { return nil },
}

func one(f func() diag.Diagnostic) func() []diag.Diagnostic {
	return func() []diag.Diagnostic { return []diag.Diagnostic{f()} }
}

// find returns the span of the n-th occurrence, from 0, of a text.
func find(f *source.File, text string, n int) source.Span {
	at := strings.Index(f.Text(), text)
	for ; n > 0; n-- {
		at += 1 + strings.Index(f.Text()[at+1:], text)
	}
	return f.Span(at, at+len(text))
}

func ahead(s source.Span) source.Span  { return s.File.Span(s.Start, s.Start) }
func behind(s source.Span) source.Span { return s.File.Span(s.End, s.End) }

func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

func bareArgument() diag.Diagnostic {
	f := source.NewFile("procurement.wm", strings.Repeat("\n", 12)+lines(
		`  (params (item itm))`,
		`  (pre (= itm "U2723QE")`,
	))
	at := find(f, "itm", 1)
	d := diag.Diagnostic{
		Code:    "MC0412",
		Message: "`itm` is a tool argument, not a state variable",
		Primary: at,
	}
	d.Notef("transition `check_inventory` binds the argument `item` to `itm` on line 13")
	d.Fix("read it with `param`", diag.Edit{Span: ahead(at), New: "(param "}, diag.Edit{Span: behind(at), New: ")"}).As(diag.Certain)
	return d
}

func declaredTwice() diag.Diagnostic {
	f := source.NewFile("models/stock.wm", lines(
		"(model",
		"  (var in_stock Bool)",
		"  (var legacy_checked Bool)",
		"  (var picker_assigned Bool)",
		"  (var in_stock Bool)",
		"",
		"  (transition check_inventory",
		"    (params)",
		"    (pre)",
		"    (post (= (next in_stock) true))))",
	))
	d := diag.Diagnostic{
		Code:    "MC0201",
		Message: "the variable `in_stock` is declared twice",
		Primary: find(f, "in_stock", 1),
		Role:    "declared again here",
	}
	d.Also(find(f, "in_stock", 2), "used here")
	d.Also(find(f, "in_stock", 0), "first declared here")
	d.Helpf("give one of the two another name, or remove one")
	whole := find(f, "  (var in_stock Bool)\n", 1)
	d.Fix("remove the second declaration", diag.Edit{Span: whole})
	return d
}

func manyOnOneLine() diag.Diagnostic {
	f := source.NewFile("orders.wm", lines(
		"(model",
		"  (var total Real)",
		"  (const limit Int 10)",
		"  (transition pay",
		"    (params (amount amt))",
		`    (pre (<= (+ total (param amt)) "ten"))`,
		"    (post)))",
	))
	d := diag.Diagnostic{
		Code:    "MC0303",
		Message: "`<=` compares a Real with a String",
		Primary: find(f, `"ten"`, 0),
		Role:    "a String",
	}
	d.Also(find(f, "(<= (+ total (param amt)) \"ten\")", 0), "in this comparison")
	d.Also(find(f, "total", 1), "")
	d.Also(find(f, "(+ total (param amt))", 0), "a Real")
	d.Also(find(f, "amt", 0), "bound here")
	return d
}

func twoFiles() diag.Diagnostic {
	model := source.NewFile("shop/procurement.wm", lines(
		"(model",
		"  (transition check_inventry",
		"    (params (item itm))",
		"    (pre)",
		"    (post)))",
	))
	tools := source.NewFile("shop/tools.json", lines(
		`[`,
		`  {"name": "check_inventory",`,
		`   "input_schema": {"type": "object",`,
		`     "properties": {"item": {"type": "string"}}}}`,
		`]`,
	))
	d := diag.Diagnostic{
		Code:    "MC0401",
		Message: "there is no tool `check_inventry`",
		Primary: find(model, "check_inventry", 0),
	}
	d.Also(find(tools, `"check_inventory"`, 0), "the nearest tool")
	d.Also(find(tools, `"item"`, 0), "its only argument")
	d.Fix("name the tool that there is", diag.Edit{Span: d.Primary, New: "check_inventory"})
	d.Fix("rename both",
		diag.Edit{Span: d.Primary, New: "look_up"},
		diag.Edit{Span: find(tools, "check_inventory", 0), New: "look_up"})
	return d
}

func multiLine() diag.Diagnostic {
	f := source.NewFile("airline.wm", lines(
		"(model",
		"  (var booked Bool)",
		"",
		"  (transition book_flight",
		"    (params (user_id user))",
		"    (pre (not booked))",
		"    (post (= (next booked) true)))",
		"",
		"  (transition book_flight",
		"    (params)",
		"    (pre)",
		"    (post)))",
	))
	start := strings.LastIndex(f.Text(), "(transition")
	d := diag.Diagnostic{
		Code:    "MC0402",
		Message: "the tool `book_flight` has two transitions",
		Primary: f.Span(start, len(f.Text())-2),
		Role:    "the second",
	}
	first := strings.Index(f.Text(), "(transition")
	d.Also(f.Span(first, strings.Index(f.Text(), "\n\n  (transition book_flight\n    (params)\n")), "the first")
	d.Fix("remove the second", diag.Edit{Span: f.Span(start-4, len(f.Text())-2)})
	return d
}

func noPlace() diag.Diagnostic {
	d := diag.Diagnostic{
		Code:     "MC0701",
		Severity: diag.Warning,
		Message:  "no `mantra.yaml` was found",
		Role:     "",
	}
	d.Notef("looked in the folder of each file and in all folders above it")
	d.Helpf("write one, or name the tools with --tools")
	return d
}

func endOfFile() diag.Diagnostic {
	f := source.NewFile("short.wm", "(model\n  (var a Bool)")
	d := diag.Diagnostic{
		Code:    "MC0102",
		Message: "the form `model` is not closed",
		Primary: find(f, "(", 0),
		Role:    "opened here",
	}
	end := f.Span(len(f.Text()), len(f.Text()))
	d.Also(end, "the file ends here")
	d.Fix("close it", diag.Edit{Span: end, New: ")\n"}).As(diag.Certain)
	return d
}

func wideCharacters() diag.Diagnostic {
	f := source.NewFile("資料/größe.checks", lines(
		"(case 在庫",
		"\t(prompt \"Zwei 👩‍👩‍👧 cafe\u0301s\") (chekcs",
		"    (a (call 検索 (名 \"値\"))))",
	))
	d := diag.Diagnostic{
		Code:    "MC0601",
		Message: "`chekcs` is no part of a case",
		Primary: find(f, "chekcs", 0),
		Role:    "meant: `checks`",
	}
	d.Also(find(f, "在庫", 0), "in this case")
	d.Also(find(f, "\"値\"", 0), "値")
	d.Fix("write `checks`", diag.Edit{Span: d.Primary, New: "checks"})
	return d
}

func hostileText() diag.Diagnostic {
	f := source.NewFile("a\n::error::b\x1b[2J, %41:.wm", "(var \x1b[31mred\u202e\x00 \xff Bool)\n")
	d := diag.Diagnostic{
		Code:     "MC0003",
		Severity: diag.Warning,
		Message:  "the name `\x1b[31mred\u202e\x00` has control characters\r\n::set-output name=x::y",
		Primary:  find(f, "\x1b[31mred\u202e\x00", 0),
		Role:     "100% \u0085hidden",
	}
	d.Also(find(f, "\xff", 0), "not\x7fUTF-8")
	d.Notef("first line\nsecond line\t\"quoted\" \\ back")
	d.Fix("write\x07 `red`",
		diag.Edit{Span: d.Primary, New: "red"},
		diag.Edit{Span: find(f, " \xff", 0), New: ""})
	return d
}

func longLineCut() diag.Diagnostic {
	f := source.NewFile("long.checks", lines(
		"(case long",
		`  (init `+strings.Repeat("(lead true) ", 30)+"(first 1) "+strings.Repeat("(gap true) ", 30)+"(first 2) "+strings.Repeat("(rest 0) ", 30)+")",
		"  (checks))",
	))
	d := diag.Diagnostic{
		Code:    "MC0604",
		Message: "`first` is set twice",
		Primary: find(f, "(first 2)", 0),
		Role:    "the second time",
	}
	d.Also(find(f, "(first 1)", 0), "the first time")
	d.Also(find(f, "(gap true) ", 0).File.Span(find(f, "(gap", 0).Start, find(f, "(first 2)", 0).Start), "all these are between")
	d.Fix("set `last`", diag.Edit{Span: find(f, "first", 1), New: "last"})
	d.Fix("remove it", diag.Edit{Span: find(f, "(first 2) ", 0)})
	return d
}

func rewrites() diag.Diagnostic {
	f := source.NewFile("guard.wm", lines(
		"  (transition refund",
		"    (params)",
		"    (pre)",
		"    (post (not (not paid)) (=> late (= (next fee) 5))))",
	))
	d := diag.Diagnostic{
		Code:     "MC0415",
		Severity: diag.Warning,
		Message:  "`fee` is left open where `late` is false",
		Primary:  find(f, "(=> late (= (next fee) 5))", 0),
		Tags:     []diag.Tag{diag.Unnecessary, diag.Deprecated},
	}
	post := find(f, "(not (not paid))", 0)
	d.Fix("keep it there",
		diag.Edit{Span: behind(d.Primary), New: "\n          (=> (not late) (= (next fee) fee))"})
	d.Fix("move the guard to `pre` and drop the double negation",
		diag.Edit{Span: behind(find(f, "(pre", 0)), New: " (or late (not late))"},
		diag.Edit{Span: post, New: "paid"},
		diag.Edit{Span: find(f, "late", 0), New: "overdue"})
	d.Fix("drop the first clause", diag.Edit{Span: find(f, "(not (not paid)) ", 0)})
	return d
}

func crlfInsertion() diag.Diagnostic {
	f := source.NewFile("dos.wm", "(model\r\n  (var a Bool)\r\n  (transition t\r\n    (params)\r\n    (pre)))\r\n")
	d := diag.Diagnostic{
		Code:     "MC0903",
		Severity: diag.Lint,
		Message:  "the transition `t` changes nothing",
		Primary:  find(f, "(transition t", 0),
	}
	end := find(f, "(pre)", 0)
	d.Also(f.Span(find(f, "\r\n", 0).Start, find(f, "\r\n", 0).End), "lines end with CR LF")
	d.Fix("add an empty `post`", diag.Edit{Span: behind(end), New: "\r\n    (post)"}).As(diag.Placeholder)
	return d
}

func several() []diag.Diagnostic {
	return []diag.Diagnostic{bareArgument(), bareArgument(), rewrites(), crlfInsertion(), twoFiles()}
}
