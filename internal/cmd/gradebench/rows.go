package main

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/workload"
)

// rows are what is measured.
func rows() []row {
	events := func(n int) func(float64, float64) string {
		return func(s, _ float64) string { return fmt.Sprintf("%.2f million events a second", float64(n)/s/1e6) }
	}
	each := func(n int) func(float64, float64) string {
		return func(s, _ float64) string { return fmt.Sprintf("%.2f ms a trace", 1000*s/float64(n)) }
	}
	openAI := workload.TraceFormats[0]
	alone := []string{"--findings", "none"}
	list := []row{
		{"1,000,000 events in long traces, compact, checks alone", "long.jsonl", plain(500, 1000, false), alone, events(1000000)},
		{"1,000,000 events in long traces, spaced as json.dumps writes it, checks alone", "long-spaced.jsonl", plain(500, 1000, true), alone, events(1000000)},
		{"1,000,000 events in short traces, compact, checks alone", "short.jsonl", plain(25000, 20, false), alone, events(1000000)},
		{"1,000,000 events in short traces, spaced, checks alone", "short-spaced.jsonl", plain(25000, 20, true), alone, events(1000000)},
	}
	for _, format := range []string{"text", "json", "csv", "junit", "github", "sarif", "markdown", "html"} {
		for _, n := range []int{10000, 40000, 165000} {
			list = append(list, row{
				fmt.Sprintf("%d short traces of plain JSONL as %s", n, format), fmt.Sprintf("traces-%d.jsonl", n), plain(n, 2, false),
				[]string{"--format", format, "--findings", "none"}, each(n),
			})
		}
	}
	for _, format := range []string{"text", "json", "html"} {
		for _, n := range []int{10000, 40000, 165000} {
			list = append(list, row{
				fmt.Sprintf("%d short traces in a model as %s", n, format), fmt.Sprintf("model-%d.jsonl", n), sets(n, 2),
				[]string{"--format", format, "--model", "sets.checks"}, each(n),
			})
		}
	}
	for _, n := range []int{10000, 40000, 165000} {
		for _, f := range workload.TraceFormats {
			list = append(list, row{fmt.Sprintf("%d traces of %s as text", n, f.Name), fmt.Sprintf("%s-%d%s", f.Name, n, f.Ending), f.Make(n), nil, each(n)})
		}
		list = append(list, row{fmt.Sprintf("%d traces of openai with tasks and a gate", n), fmt.Sprintf("openai-%d.jsonl", n), openAI.Make(n),
			[]string{"--format", "json", "--fail-under", "pass@1=0.1"}, each(n)})
		list = append(list, row{fmt.Sprintf("%d traces of openai with tasks as html", n), fmt.Sprintf("openai-%d.jsonl", n), openAI.Make(n),
			[]string{"--format", "html", "-o", "report.html"}, each(n)})
	}
	return append(list,
		row{"100 traces of a model with large sets as html", "sets.jsonl", sets(100, 30), []string{"--model", "--format", "html", "-o", "sets.html", "sets.checks"}, nil},
		row{"100 traces of a model with large sets as text", "sets.jsonl", sets(100, 30), []string{"--model", "sets.checks"}, nil},
		row{"400 traces of tau-bench as csv", "tau-bench-400.json", workload.TauBench(400), []string{"--format", "csv"}, each(400)},
		row{"400 traces of tau-bench as junit", "tau-bench-400.json", workload.TauBench(400), []string{"--format", "junit"}, each(400)},
		row{"400 traces of tau-bench as html", "tau-bench-400.json", workload.TauBench(400), []string{"--format", "html"}, each(400)},
		row{"an .eval bomb of 4 GB", "bomb.eval", evalBomb, nil, nil},
		row{"a gzip bomb of 4 GB", "bomb.json.gz", gzipBomb, nil, nil},
		row{"a zstd bomb of 4 GB", "bomb.json.zst", zstdBomb, nil, nil},
		row{"a ZIP of 20,000 small files", "small.zip", workload.SmallFiles(20000), nil, nil},
		row{"an .eval of 20,000 samples in pieces", "pieces.eval", pieces(20000), nil, nil},
		row{"200,000 calls in one message", "calls.json", callsOfOne(200000), nil, nil},
		row{"200,000 calls in one message, in a model", "calls.json", callsOfOne(200000), []string{"--model"}, nil},
		row{"200,000 calls in one message, all findings", "calls.json", callsOfOne(200000), []string{"--findings", "all"}, nil},
		row{"200,000 calls in one message as html", "calls.json", callsOfOne(200000), []string{"--format", "html", "-o", "calls.html"}, nil},
		row{"200,000 messages with a call and a result", "messages.json", messages(200000), nil, nil},
	)
}
