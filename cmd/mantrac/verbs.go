package main

import (
	"embed"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/validate"
)

// verbs returns the verbs, in the order in which help lists them.
func verbs() []*cli.Command {
	return []*cli.Command{
		command("check", ranged(check), projectFlags(), resultFlags(formats...), []cli.Flag{
			optionalFlag{&cli.GenericFlag{Name: "fix", Value: new(fixLevel), Usage: "apply the fixes that are certain, except those of --deep, and report what is left; --fix=suggestions applies suggestions as well"}},
			boolFlag("diff", "with --fix: show the changes as a unified diff, and write nothing"),
			failOnFlag("error", "warning", "lint"),
			boolFlag("strict-grammar", "refuse every extension of the published grammar"),
			boolFlag("portable", "list the extensions of the published grammar that the files use (text, json)"),
			textFlag("stdin-name", "the `FILE` name to report for standard input"),
			boolFlag("deep", "if there are no errors, also report what has no effect, as lint does"),
		}, deepFlags("with --deep: ")),
		command("lint", ranged(lintFiles), projectFlags(), deepFlags(""), resultFlags(formats...), []cli.Flag{failOnFlag("lint", "warning", "error")}),
		command("fmt", formatFiles, []cli.Flag{
			boolFlag("list", "list the files that are not formatted", "l"),
			boolFlag("write", "write the files", "w"),
			boolFlag("diff", "show what would change as a unified diff", "d"),
			boolFlag("check", "as -l, and exit with 1 if any is listed"),
			textFlag("stdin-name", "the `FILE` name to report for standard input"),
			choiceFlag("format", "with --check: `FORMAT` of the result: text, json, sarif, github or markdown", report.Formats...),
			outputFlag("with --check: write the result to `FILE`"),
		}),
		command("validate", ranged(validateCases), projectFlags(), questionFlags("", "validate `N` cases at a time", 30*time.Second), []cli.Flag{
			boundFlag("search traces of at most `K` calls"),
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			&cli.IntFlag{Name: "all-conflicts", Usage: "show up to `N` conflicts of a case, each about another clause, not just one", DefaultText: "one"},
			boolFlag("explain-engine", "show which engine answered each question, and how long each worked on it; with -v, also how"),
			boolFlag("profile", "show which questions took longest, why, and what to write instead; does not use the cache"),
			choiceFlag("require", "`WHAT` a consistent case requires: bounded (up to K calls) or proved (for every length; takes longer)", "bounded", "proved"),
			boolFlag("fail-fast", "stop at the first case with a conflict"),
			&cli.DurationFlag{Name: "total-timeout", Usage: "`TIME` for everything; 0 is no limit", DefaultText: "no limit"},
			stepsFlag(),
			memoryFlag("`MB` that libz3 may have for each of the cases validated at a time"),
			boolFlag("no-cache", "do not read or write the cache (see mantrac help cache)"),
		}, resultFlags(report.Formats...), []cli.Flag{verboseFlag("show every trace, also those without a conflict")}),
		command("repair", ranged(repairCases), projectFlags(), repairFlags(), resultFlags(report.Formats...)),
		command("test", testSuites, projectFlags(), []cli.Flag{
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			boolFlag("update", "make the traces of the cases, and write them"),
		}, workFlags("make the traces of `N` cases at a time", solver.DefaultSteps), resultFlags(append(slices.Clone(report.Formats), "junit")...), []cli.Flag{
			verboseFlag("show every trace, and why others are impossible"),
		}),
		command("plan", ranged(planCases), projectFlags(), workFlags("work on `N` cases at a time", solver.DefaultSteps), []cli.Flag{
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			&cli.IntFlag{Name: "all", Value: 1, Usage: "find up to `N` plans of a case"},
			textFlag("cost", "`FILE` (JSON or YAML) that says what calls of tools cost"),
		}, resultFlags("text", "json", "dot"), []cli.Flag{verboseFlag("show the states as well")}),
		command("mutate", ranged(mutateFiles), projectFlags(), workFlags("look at `N` mutants at a time", solver.DefaultSteps), []cli.Flag{
			listFlag("case", "only the case of this `NAME` judges, and has its checks mutated; may be repeated"),
			&cli.IntFlag{Name: "sample", Usage: "look at `N` of the mutants, drawn by --seed", DefaultText: "all"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the sample: the same number draws the same mutants"},
			boolFlag("update", "add traces and cases that kill survivors, and write them"),
		}, resultFlags(append(slices.Clone(report.Formats), "html")...)),
		command("coverage", ranged(coverFiles), projectFlags(), workFlags("look at `N` cases at a time", coverage.DefaultSteps), resultFlags("text", "json", "html", "lcov"), []cli.Flag{
			verboseFlag("list all items and places, not only those that no case touches"),
		}),
		command("run", runTrace, projectFlags(), []cli.Flag{
			textFlag("suite", "`FILE` of the case to judge the trace by"),
			textFlag("case", "`NAME` of that case; its init is used where the trace has none"),
			choiceFlag("attempts", "`HOW` to treat failed calls: ignore, or judge (their preconditions have to hold; they change nothing)", "ignore", "judge"),
		}, resultFlags(report.Formats...), []cli.Flag{verboseFlag("show the states as well")}),
		command("why", ranged(explainRefusals), projectFlags(), []cli.Flag{
			textFlag("suite", "`FILE` of the case"),
			textFlag("case", "`NAME` of that case: its init is used where the trace has none; without a trace its conflict is explained"),
			choiceFlag("engine", "`ENGINE` that looks for ways: auto, explicit, smt, spacer or reference", engineNames()...),
			&cli.DurationFlag{Name: "timeout", Value: 30 * time.Second, Usage: "`TIME` for each question to the solver; 0 is no limit"},
			boundFlag("look for ways of at most `K` calls"),
			stepsFlag(),
			memoryFlag("`MB` that libz3 may have"),
		}, resultFlags(report.Formats...)),
		command("compile", ranged(compile), projectFlags(), []cli.Flag{
			choiceFlag("emit", "`WHAT` to write: smt2, horn or json", "smt2", "horn", "json"),
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			listFlag("query", "only this `QUESTION`: checks-alone, compliant, forward, commission:CHECK or omission:CHECK; may be repeated"),
			boundFlag("traces of at most `K` calls, with smt2"),
			choiceFlag("engine", "`ENGINE` that makes the formulas: reference", "reference"),
			outputFlag("write to this `FILE`, or, where there are several scripts, into this folder"),
		}),
		command("grade", ranged(gradeTraces), projectFlags(), traceFlags("input-format"), judgeFlags(), gateFlags(), []cli.Flag{
			boolFlag("classes", "list the classes of failures and findings, and grade nothing"),
			boolFlag("strict", "exit with 2 if a record cannot be read, or a trace has no case"),
			jobsFlag("read `N` files at a time"),
		}, resultFlags(grading.Formats...), []cli.Flag{verboseFlag("show the checks that passed as well")}),
		command("import", importTraces, traceFlags("format"), []cli.Flag{
			boolFlag("strict", "exit with 2 if a record could not be read"),
			outputFlag("write the result to `FILE`; - is standard output, and /dev/null drops it"),
			textFlag("report", "write assumptions, and records that could not be read, as JSON to `FILE`"),
			boolFlag("quiet", "print only the records that cannot be read, no assumptions and no summary", "q"),
			boolFlag("list-formats", "list the known formats"),
			boolFlag("schema", "print the JSON Schema of a line of the result"),
		}),
		command("bindings", checkBindings, traceFlags("input-format"), []cli.Flag{
			textFlag("config", "`FILE` to use in place of the nearest mantra.yaml"),
			textFlag("bindings", "`FILE` of bindings to check, instead of the one that mantra.yaml names"),
		}, resultFlags(report.Formats...)),
		command("stats", runStats, gateFlags(), []cli.Flag{
			boolFlag("tables", "add the tables of the paper (4 to 9 and App. 0.D), the noise floor, and the cost of passed cases"),
			textFlag("case", "show two models side by side on the case of this `NAME`: the trials that pass each check, and the calls"),
			listFlag("model", "with --case: one of the two `MODEL`s, where there are more"),
			boolFlag("tools", "count the tools of projects and their parameters instead, as Table 5 of the paper does"),
			&cli.StringFlag{Name: "by", Value: "model,domain,case,check,tool", Usage: "`WHAT` to group by: model, domain, case, check, tool, or several with commas between them"},
			formatFlag("text", "json", "markdown"), outputFlag(resultFile),
		}),
		command("watch", watchTraces, projectFlags(), traceFlags("input-format"), judgeFlags(), []cli.Flag{
			&cli.DurationFlag{Name: "interval", Value: time.Second, Usage: "look for changes every `DURATION`"},
			&cli.DurationFlag{Name: "until-idle", Usage: "end when nothing has changed for `DURATION`"},
			boolFlag("fail-fast", "end at the first trace that fails"),
			choiceFlag("format", "`FORMAT` of the results: text, or jsonl (one a line)", "text", "jsonl"),
			colorFlag(), verboseFlag("show the checks that passed as well"),
		}),
		command("serve", serve, projectFlags(), faultFlags(), []cli.Flag{
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "wait for agents at this `ADDRESS` of the machine itself; port 0 is any that is free"},
			boolFlag("stdio", "speak MCP on standard input and output instead, in one session of the one case"),
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "with --stdio: seed `N` of the values that the case leaves free"},
			&cli.StringFlag{Name: "traces", Value: "traces", Usage: "write the traces of sessions into this `FOLDER`; none if it is empty"},
			boolFlag("explain", "tell agents why a call is refused, and which calls would make it allowed"), userFlag(),
		}),
		command("eval", ranged(evaluate), projectFlags(), trialJudgeFlags(), gateFlags(), faultFlags(), moneyFlags(), []cli.Flag{
			listFlag("case", "only the case of this `NAME`; may be repeated"),
			listFlag("agent", "`AGENT` to try: oracle, random, mistaken:CLASS, exec:COMMAND, replay:FILE or PROVIDER:MODEL; NAME=AGENT names it; may be repeated"),
			boolFlag("calibrate", "test the suite with the agents oracle, random and mistaken: report trials that pass and should not, and the other way round"),
			&cli.IntFlag{Name: "trials", Value: 1, Usage: "try each case `N` times"},
			&cli.StringFlag{Name: "out", Value: "trials", Usage: "keep traces and results in this `FOLDER`; trials that are there are not run again"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the values that cases leave free, in the first trial; later trials add 1 each"},
			&cli.IntFlag{Name: "max-calls", Value: 100, Usage: "end a trial after `N` calls"},
			&cli.DurationFlag{Name: "time-limit", Value: 10 * time.Minute, Usage: "end a trial after this `TIME`; 0 is no limit"},
			boolFlag("explain", "tell agents why a call is refused, and which calls would make it allowed"),
			textFlag("user", "`USER` who replies to agents: FILE (JSON) with the texts, {CASE: [TEXT, …]}, or PROVIDER:MODEL, a language model"),
			textFlag("goals", "`FILE` (JSON) with what users want and know, {CASE: TEXT}, which agents are not told: with --user PROVIDER:MODEL"),
			&cli.IntFlag{Name: "max-replies", Value: 20, Usage: "a user that is a language model replies `N` times at most in a trial"},
			jobsFlag("run `N` trials at a time"),
		}, resultFlags(grading.Formats...)),
		command("doc", manuals, chunkFlags(), []cli.Flag{
			choiceFlag("format", "`FORMAT` of the result: text (chunks), dot or svg (graph), or json; text or dot by default", "text", "dot", "svg", "json"),
			outputFlag(resultFile), verboseFlag("with chunks: show the texts"),
		}),
		command("sample", sampleChunks, chunkFlags(), sampleFlags()),
		command("generate", generate, generateFlags()),
		command("export", ranged(exportCases), []cli.Flag{
			outputFlag("write the benchmark to the `FOLDER`, which has to be new or empty"),
			textFlag("name", "the `NAME` of the benchmark; the name of the folder by default"),
			textFlag("license", "SPDX `ID` of the license of the cases; unknown by default"),
			listFlag("case", "only the case of this `NAME`; may be repeated"),
		}, workFlags("validate `N` cases at a time", solver.DefaultSteps)),
		command("runs", showRuns, configFlags(), []cli.Flag{outputFlag(resultFile)}),
		command("prompts", showPrompts, []cli.Flag{outputFlag(resultFile)}),
		command("config", configure, configFlags(), resultFlags(formats...)),
		command("diff", ranged(diff), projectFlags(), behaviourFlags(), []cli.Flag{
			textFlag("merge-base", "compare the PATHs with the merge base of HEAD and `REV`"),
			boolFlag("order", "show moves as well, which change no meaning"),
		}, resultFlags(append(slices.Clone(report.Formats), "sexpr")...), []cli.Flag{
			boolFlag("git", "act as git's external diff: takes the arguments that git passes"),
			boolFlag("textconv", "act as git's textconv: print one file, formatted if it has no syntax errors"),
		}),
		command("apply", apply, projectFlags(), []cli.Flag{
			boolFlag("by-hand", "these are the edits of a person, and may change locked parts; locks.json records who and why"),
			textFlag("reason", "with --by-hand: `TEXT` that says why"),
			textFlag("author", "with --by-hand: `NAME` of the person who decides; the user by default"),
			boolFlag("dry-run", "write nothing, and show what would change as a unified diff", "n"),
		}),
		command("merge", merge, projectFlags(), []cli.Flag{
			outputFlag("write the merged text to `FILE`"),
			textFlag("path", "`PATH` of the file in the project, which decides on its kind and its project; OURS by default"),
			choiceFlag("format", "`FORMAT` of the report: text, on standard error; or, on standard output, with --output, json, sarif, github or markdown", report.Formats...),
		}),
		command("git-setup", withoutArguments(gitSetup), []cli.Flag{
			boolFlag("local", "write the attributes to .git/info/attributes, for this clone only"),
			boolFlag("textconv", "compare the lines of formatted files, without an external diff"),
			boolFlag("remove", "remove everything that git-setup has written"),
		}),
		command("lock", lock, []cli.Flag{
			textFlag("reason", "`TEXT` that says why; shown when an edit is refused"),
			textFlag("author", "`NAME` of the person who decides; the user by default"),
		}),
		command("unlock", unlock),
		command("locks", listLocks, []cli.Flag{formatFlag(report.Formats...), outputFlag(resultFile)}),
		command("lsp", withoutArguments(serveEditor), []cli.Flag{
			textFlag("listen", "wait for one editor at this `ADDRESS` of the machine itself, as 127.0.0.1:7000, instead of standard input"),
			textFlag("log", "append errors to this `FILE` instead of standard error"),
			&cli.BoolFlag{Name: "worker", Hidden: true},
		}),
		command("explain", explain),
		command("doctor", withoutArguments(doctor)),
		command("cache", showCache),
		command("version", withoutArguments(version), []cli.Flag{boolFlag("json", "as a JSON object")}),
		command("completion", completion),
		command("help", help),
	}
}

//go:embed help/*.txt
var helpTexts embed.FS

// helpOf returns a line about a verb, how it is used, and its description.
func helpOf(verb string) (about, usage, description string) {
	data, err := helpTexts.ReadFile("help/" + verb + ".txt")
	if err != nil {
		panic(err) // each verb has a file
	}
	// A help file has three parts, with blank lines between them.
	about, rest, _ := strings.Cut(string(data), "\n\n")
	usage, description, _ = strings.Cut(rest, "\n\n")
	return about, usage, strings.TrimSuffix(description, "\n")
}

func command(name string, run cli.ActionFunc, flags ...[]cli.Flag) *cli.Command {
	about, usage, description := helpOf(name)
	return &cli.Command{
		Name: name, Usage: about, UsageText: usage, Description: description, Flags: slices.Concat(flags...), Action: run,
		HideHelpCommand: true, OnUsageError: badFlag, UseShortOptionHandling: true,
	}
}

// projectFlags are those of verbs that read suites with their models.
func projectFlags() []cli.Flag {
	return []cli.Flag{
		textFlag("tools", "`FILE` of tool schemas to use in place of those that mantra.yaml names"),
		textFlag("config", "`FILE` to use in place of the nearest mantra.yaml"),
	}
}

// resultFile says what the flag --output does in most verbs.
const resultFile = "write the result to `FILE`"

// resultFlags are those of verbs with a result in one of several formats.
func resultFlags(formats ...string) []cli.Flag {
	return []cli.Flag{formatFlag(formats...), colorFlag(), outputFlag(resultFile)}
}

// questionFlags are those of verbs that ask questions about models.
func questionFlags(prefix, jobs string, timeout time.Duration) []cli.Flag {
	return []cli.Flag{
		choiceFlag("engine", prefix+"`ENGINE` that answers: auto, explicit, smt, spacer or reference", engineNames()...),
		&cli.DurationFlag{Name: "timeout", Value: timeout, Usage: prefix + "`TIME` for each question to the solver; 0 is no limit"},
		jobsFlag(prefix + jobs),
	}
}

// deepFlags are those of verbs that ask questions to find what has no effect.
func deepFlags(prefix string) []cli.Flag {
	return append(questionFlags(prefix, "ask `N` questions at a time", 2*time.Second),
		boundFlag(prefix+"search runs of at most `K` calls"),
		memoryFlag(prefix+"`MB` that libz3 may have for each of the questions asked at a time"))
}

// workFlags are those of verbs that ask many questions, each within a number of
// steps that is the same on every machine.
func workFlags(jobs string, steps uint) []cli.Flag {
	return []cli.Flag{
		choiceFlag("engine", "`ENGINE` that answers: auto, explicit, smt, spacer or reference", engineNames()...),
		boundFlag("search traces of at most `K` calls"),
		&cli.IntFlag{Name: "states", Value: validate.DefaultStates, Usage: "`N` states that a search visits for a question before the solver is asked"},
		&cli.UintFlag{Name: "rlimit", Value: steps, Usage: "`STEPS` of the solver for each question; 0 is no limit"},
		jobsFlag(jobs),
		memoryFlag("`MB` that libz3 may have for each of the jobs"),
	}
}

// behaviourFlags are those of diff that ask what a change means.
func behaviourFlags() []cli.Flag {
	const prefix = "with --behaviour: "
	return append([]cli.Flag{
		boolFlag("behaviour", "classify the changes: which traces are newly allowed, and which no longer are"),
		choiceFlag("from", prefix+"`WHERE` traces start: in the initial states of the cases (cases), in any state (any), or in both (all)", "all", "cases", "any"),
		listFlag("forbid", "`CLASSES` of changes that make the exit code 1: stricter, looser, both, equal; others make it 0; implies --behaviour"),
		boundFlag(prefix+"search traces of at most `K` calls", "k"),
	}, questionFlags(prefix, "ask `N` questions at a time", 10*time.Second)...)
}

// traceFlags are those of verbs that read traces. Format is the name of the flag
// for their format.
func traceFlags(format string) []cli.Flag {
	return []cli.Flag{
		textFlag(format, "`FORMAT` of the traces, instead of the one recognised; see mantrac import --list-formats"),
		&cli.StringFlag{Name: "error-prefix", Value: importer.DefaultErrorPrefix, Usage: "`TEXT` that the result of a failed call begins with, where a format has no mark for failure"},
		listFlag("redacted", "`TEXT` that replaces a hidden argument; * matches any text"),
	}
}

// judgeFlags are those of verbs that judge traces.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		textFlag("case", "the case of this `NAME`; without it, that with the name of the task of the trace, or the only one"),
		textFlag("map", "`FILE` (CSV) that says which case a trace is graded by: columns case, and some of task, id and file; the case - leaves traces out"),
		boolFlag("model", "replay the traces in the model as well, and judge the goal"),
		choiceFlag("failed-calls", failedCalls, "count", "ignore", "either"),
		choiceFlag("attempts", "`HOW` the model (--model) treats failed calls: ignore, or judge (their preconditions have to hold; they change nothing)", "ignore", "judge"),
		choiceFlag("parallel", "`ORDER` of parallel calls: listed (that of the log), any (some order must pass), all (every order must pass), forbid (a trace with parallel calls fails); the model (--model) takes the listed order, and is inconclusive where another one may matter", "listed", "any", "all", "forbid"),
		choiceFlag("requestor", "`WHO` made the calls that count: owner (of the tool), assistant, user or any", "owner", "assistant", "user", "any"),
		listFlag("findings", "`CLASSES` of findings to look for: default, all, none, schema, or names (--classes lists them)"),
		textFlag("edges", "`FILE` (JSON) with forbidden edges: [{\"from\": TOOL, \"to\": TOOL, \"reason\": …}]"),
	}
}

// failedCalls is the usage of the flag --failed-calls.
const failedCalls = "`WHAT` failed calls are to checks: count (calls), ignore (none), or either (a trace has to pass with and without them)"

// trialJudgeFlags are those of [judgeFlags] that mean something for traces of which all
// is known. A refused attempt may break a check there, and fulfils none.
func trialJudgeFlags() []cli.Flag {
	// The flags that are left out are about logs in which something is missing.
	kept := slices.DeleteFunc(judgeFlags(), func(f cli.Flag) bool {
		return !slices.Contains([]string{"attempts", "findings", "edges"}, f.Names()[0])
	})
	return append(kept, choiceFlag("failed-calls", failedCalls, "either", "count", "ignore"))
}

// gateFlags are those of verbs that judge results as a whole.
func gateFlags() []cli.Flag {
	return []cli.Flag{
		listFlag("metric", "`METRIC` to compute, as pass@1 or pass^4; may be repeated"),
		textFlag("tiers", "YAML `FILE` with the tiers and weights of the score"),
		listFlag("fail-under", "`METRIC=LIMIT` that must be reached, as pass^4=0.8; may be repeated"),
		textFlag("baseline", "`FILE` of earlier results to compare with"),
		boolFlag("no-regressions", "fail if a task is known to do worse than in --baseline; inconclusive if one may, or is missing"),
	}
}
