// Repairbench measures how often package repair finds the correction of a known
// mistake.
//
//	repairbench [-drafts N] [-seed N] [-only WORD] [-log FILE] [-missed FILE] [-verbose] FOLDER
//
// It takes the consistent cases of the examples in a folder and of the cabin
// workload, makes one random mistake at a time (package mutate), and keeps the drafts
// in which a case has a conflict, until there are so many of each example. No mistake is
// made twice. Of the first case with a conflict, it looks for the candidates of the first
// conflict, and counts how often the first one, or one of the first five, has the
// behaviour of the files without the mistake. With each of the candidates it validates all
// cases again, and compares the verdicts with what the candidate says of them.
//
// With -log, it adds a line for each mistake to a file, and skips those that the file
// has, so that a long measurement can be made in portions. None of the cases of the cabin
// workload is consistent as it is generated: each keeps as many of its checks as it is
// consistent with.
//
// With -missed, it looks again at those drafts of an earlier log of the same seed of which
// the first candidate was not the correction.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	b := &bench{ctx: context.Background()}
	flag.IntVar(&b.drafts, "drafts", 30, "draw mistakes until so many `drafts` of each example have a conflict")
	flag.Uint64Var(&b.seed, "seed", 1, "draw others for another `number`")
	flag.StringVar(&b.only, "only", "", "only projects with this `word` in their name")
	flag.StringVar(&b.log, "log", "", "continue the measurement in this `file`")
	flag.StringVar(&b.missed, "missed", "", "measure again the drafts of this log `file` whose correction was not the first candidate")
	flag.BoolVar(&b.verbose, "verbose", false, "print each draft")
	flag.Parse()
	if err := b.run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "repairbench:", err)
		os.Exit(1)
	}
}
