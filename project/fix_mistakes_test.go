package project_test

import (
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// replaced is the mistake of writing something for what a pattern matches; $1 is
// its first group.
func replaced(name, pattern string, with ...string) mistake {
	re := regexp.MustCompile(pattern)
	return edited(name, func(t *rapid.T, text string) string {
		template := rapid.SampledFrom(with).Draw(t, "with")
		return somewhere(t, text, re.FindAllStringSubmatchIndex(text, -1), func(s []string) string {
			out := template
			for i, group := range s {
				out = strings.ReplaceAll(out, "$"+string(rune('0'+i)), group)
			}
			return out
		})
	})
}

const (
	word  = `[A-Za-z_][A-Za-z0-9_.-]*`
	plain = `"[^"\\]*"`
	item  = `(?:` + word + `|` + plain + `|-?[0-9.]+)`
)

// mistakes are those that people and language models make.
var mistakes = []mistake{
	replaced("closing missing", `\)`, ""),
	replaced("closing missing at the end of a line", `(?m)\)$`, ""),
	replaced("two closings missing", `\)\)`, ""),
	replaced("closing too many", `\)`, "))"),
	replaced("closing too many at the end of a line", `(?m)\)$`, "))"),
	replaced("closing behind a word", `(`+word+`)`, "$1)"),
	replaced("closing elsewhere", `\)( `+item+`)`, "$1)"),
	replaced("closing later", `( `+item+`)\)`, ")$1"),
	replaced("opening missing", `\(`, ""),
	replaced("opening too many", `\(`, "(("),
	replaced("parentheses too many", `(\(`+word+`(?: `+item+`)*\))`, "($1)"),
	replaced("name in parentheses", ` (`+word+`)`, " ($1)"),
	replaced("brackets", `\((`+word+`) (`+item+`)\)`, "[$1 $2]", "{$1 $2}", "{$1: $2}"),
	replaced("pair without parentheses", `\((`+word+`) (`+item+`)\)`, "$1 $2", "$1=$2", "$1: $2"),
	replaced("pair with a sign", `\((`+word+`) (`+item+`)\)`, "($1 = $2)", "(= $1 $2)", "($1: $2)", "($1 : $2)"),
	replaced("quotes missing", `"([^"\\]*)"`, "$1", "'$1'", "“$1”", ":$1", "\"$1", "$1\""),
	replaced("quotes too many", ` (`+word+`|-?[0-9.]+)`, ` "$1"`),
	replaced("comma", `(`+item+`) `, "$1, ", "$1 , "),
	replaced("number", ` (-?[0-9.]+)`, " +$1", " $1.", " 0$1", " $1,", " $1e0"),
	replaced("and", `\(and `, "(&& ", "(AND ", "(all ", "(nand ", "("),
	replaced("or", `\(or `, "(|| ", "(OR ", "(any ", "(nor ", "(xor ", "("),
	replaced("not", `\(not `, "(! ", "(NOT ", "(no ", "not ("),
	replaced("implication", `\(=> `, "(implies ", "(-> ", "(if ", "(when "),
	replaced("equality", `\(= `, "(== ", "(eq ", "(is ", "("),
	replaced("comparison", `\(<= `, "(le ", "(=< ", "(≤ ", "(lte "),
	replaced("contains", `\(contains (\([^()]*\)|`+item+`) (\([^()]*\)|`+item+`)\)`, "(member $2 $1)", "(in $2 $1)", "(has $1 $2)", "($1 contains $2)", "($2 in $1)"),
	replaced("not contains", `\(not \(contains (\([^()]*\)|`+item+`) (\([^()]*\)|`+item+`)\)\)`, "(not-contains $1 $2)", "(not_contains $1 $2)", "(excludes $1 $2)"),
	replaced("inequality", `\(not \(= ([^()]*)\)\)`, "(!= $1)", "(neq $1)", "(distinct $1)"),
	replaced("infix", `\((=|and|or|<|<=|\+|-|=>) (\([^()]*\)|`+item+`) (\([^()]*\)|`+item+`)\)`, "($2 $1 $3)"),
	replaced("param missing", `\(param (`+word+`)\)`, "$1", "(arg $1)", "param.$1", "($1)", "?$1", "$$1"),
	replaced("param too many", ` (`+word+`)\)`, " (param $1))"),
	replaced("next missing", `\(next (`+word+`)\)`, "$1", "$1'", "next.$1", "(prime $1)"),
	replaced("assignment", `\(= \(next (`+word+`)\) `, "(set $1 ", "(:= $1 ", "(next $1 ", "(assign $1 "),
	replaced("next of a field", `\(field \(next (`+word+`)\) (`+word+`)\)`, "(next (field $1 $2))", "$1.$2", "(field $1 $2)"),
	replaced("next too many", ` (`+word+`)`, " (next $1)"),
	replaced("true", ` true\b`, " True", " TRUE", " yes", ` "true"`, " 1"),
	replaced("false", ` false\b`, " False", " no", ` "false"`, " nil"),
	replaced("type", ` (Bool|Int|Real|String|\(Array|\(Enum|\(Record)`, " boolean", " int", " number", " (Bool)", " (list", " (enum", " str"),
	replaced("keyword", `\((var|const|pre|post|params|transition|init|checks|goal|call|no_call|or|after|before|follows|precedes)\b`,
		"(variable", "(precondition", "(effect", "(requires", "(must_call", "(never", "(tool_call", "(before", "(any", "(action", "(state"),
	replaced("call missing", `\(call (`+word+`)`, "($1", "$1", "(calls $1"),
	replaced("no_call negated", `\(no_call (`+word+`(?: \([^()]*\))*)\)`, "(not (call $1))", "(not_call $1)", "(never (call $1))"),
	replaced("section missing", `(?s)\n *\((?:pre|post|params|init)\b[^\n]*`, "", " "),
	replaced("pin of anything", `\((`+word+`) (`+item+`)\)`, "($1 *)", "($1 _)", "($1 any)", "($1 $x)", "($1 None)", "$1"),
	replaced("binding", `\(params \((`+word+`) (`+word+`)\)`, "(params $1", "(params ($1)", "(params [$1 $2]", "(params ($1 $2 String)", "(params ($1 Int)", "(params", "(params $1 $2"),
	replaced("clause twice", `(?m)^( *\(pre |         )(\([^\n]*?\))$`, "$1$2\n         $2"),
	edited("cut off", func(t *rapid.T, text string) string {
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(lines[:rapid.IntRange(1, len(lines)-1).Draw(t, "lines")], "")
	}),
	replaced("space", ` `, "\u00a0", "\u200b ", "  "),
	replaced("dash", `-`, "\u2212", "\u2013"),
	replaced("line break in a string", `" ?`, "\"\n"),
	replaced("declaration", `\(var (`+word+`) (`+word+`|\([^()]*\))\)`, "(var $1: $2)", "(var $2 $1)", "(vars ($1 $2))", "(variable $1 $2)", "($1 $2)", "(var ($1 $2))", "(var $1 $2 false)", "(var $1)"),
	replaced("constant", `\(const (`+word+`) (`+word+`) (`+item+`)\)`, "(const $1 $3)", "(const $1 $3 $2)", "(define $1 $3)", "(const $1: $2 = $3)"),
	replaced("section without parentheses", `\((pre|post|params) `, ":$1 (", "$1 (", "(:$1 ", "($1: "),
	replaced("operator before the parenthesis", `\((and|or|not|=|<|contains) `, "$1("),
	replaced("sigil", `\(param (`+word+`)\)`, "?$1", "$$1", "args.$1", "param.$1", "{$1}", "'$1", "@$1", "$1'"),
	replaced("sigil of a variable", `\((=|not|or|and) (`+word+`)`, "($1 ?$2", "($1 $$2", "($1 state.$2", "($1 '$2", "($1 $2'", "($1 :$2", "($1 !$2"),
	replaced("swapped", `\(contains (\([^()]*\)|`+item+`) (\([^()]*\)|`+item+`)\)`, "(contains $2 $1)"),
	replaced("operands without an operator", `\((=|<|<=) (`+item+`) (`+item+`)\)`, "$2 $1 $3", "$1 $2 $3", "($2 $3)"),
	replaced("name of the model", `\(model`, "(model library", "(model \"library\"", "(define (model", "```\n(model"),
	edited("slip", func(t *rapid.T, text string) string {
		return somewhere(t, text, regexp.MustCompile(word).FindAllStringIndex(text, -1), func(s []string) string { return slip(t, s[0]) })
	}),
}
