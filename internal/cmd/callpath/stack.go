package main

import (
	"path"
	"runtime"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
)

// A frame is a function of the module on a call stack.
type frame struct{ file, function string }

// deepest repeats a question for a while and looks at the call stack again and
// again. It returns the stack on which most files of the module are, from the
// question inwards. A file that the stack enters twice counts once.
func deepest(ask func() error, while time.Duration) (stack []frame, err error) {
	over := make(chan error, 1)
	end := time.Now().Add(while)
	go func() {
		var err error
		for err == nil && time.Now().Before(end) {
			err = ask()
		}
		over <- err
	}()
	text := make([]byte, 1<<16)
	for {
		select {
		case err := <-over:
			return stack, err
		default:
			// Sample again as long as the question is being asked.
		}
		for s := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
			if s := ofModule(s); filesOf(s) > filesOf(stack) {
				stack = s
			}
		}
		time.Sleep(50 * time.Microsecond)
	}
}

// ofModule returns the functions of the module on the stack of a goroutine, as
// [runtime.Stack] writes it, the caller first, but for those of this program.
func ofModule(stack string) (list []frame) {
	lines := strings.Split(stack, "\n")
	// After the head of the goroutine, each frame has two lines: function and place.
	for i := 1; i+1 < len(lines); i += 2 {
		name, ok := strings.CutPrefix(lines[i], module)
		dir, function := path.Split(name[:max(strings.LastIndexByte(name, '('), 0)])
		pkg, function, _ := strings.Cut(function, ".")
		folder, file := path.Split(strings.TrimSpace(strings.Split(lines[i+1], ".go:")[0]))
		if ok && dir != "internal/cmd/" && strings.HasSuffix(folder, dir+pkg+"/") { // what is inlined has the name of its caller
			list = append([]frame{{dir + pkg + "/" + file + ".go", function}}, list...)
		}
	}
	return list
}

// filesOf returns how many files are on a stack.
func filesOf(stack []frame) int {
	files := lists.SetBy(stack, func(f frame) string { return f.file })
	return len(files)
}
