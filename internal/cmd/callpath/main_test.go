package main

import (
	"slices"
	"testing"
)

// A file counts once, if any of its blocks has run, and this program does not.
func TestExecuted(t *testing.T) {
	profile := `mode: atomic
github.com/mantrac/mantrac/validate/run.go:10.2,12.3 2 1
github.com/mantrac/mantrac/validate/run.go:14.2,15.3 1 7
github.com/mantrac/mantrac/validate/recording.go:1.2,3.4 1 0
github.com/mantrac/mantrac/internal/cmd/callpath/main.go:1.2,3.4 1 1
github.com/mantrac/mantrac/interp/pre.go:1.2,3.4 1 10
`
	if got, want := executed([]byte(profile)), []string{"interp/pre.go", "validate/run.go"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// The stack begins with the caller, and has nothing of other modules, of this program,
// or of generic functions that are inlined.
func TestStackOfModule(t *testing.T) {
	stack := `goroutine 7 [running]:
github.com/mantrac/mantrac/search.(*Search).run(0xc000)
	/home/x/mantrac/search/search.go:60 +0x1
sync.(*Once).Do(...)
	/usr/local/go/src/sync/once.go:69
github.com/mantrac/mantrac/search.table.OnceValue[...].func3()
	/usr/local/go/src/sync/oncefunc.go:40 +0x1
github.com/mantrac/mantrac/validate.(*Session).Ask(0x1, {0x2, 0x3})
	/home/x/mantrac/validate/session.go:100 +0x1
github.com/mantrac/mantrac/validate.(*validator).withRecording(...)
	/home/x/mantrac/validate/session.go:40
github.com/mantrac/mantrac/internal/cmd/callpath.deepest.func1()
	/home/x/mantrac/internal/cmd/callpath/stack.go:20 +0x1`
	got := ofModule(stack)
	if len(got) != 3 || got[0] != (frame{"validate/session.go", "(*validator).withRecording"}) || got[2].file != "search/search.go" || filesOf(got) != 2 {
		t.Errorf("%v", got)
	}
}
