// Package smtprogram runs the programs z3 and cvc5 on SMT-LIB scripts, for
// tests.
package smtprogram

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// A Program reads SMT-LIB.
type Program struct {
	Name  string
	args  []string
	limit time.Duration
}

// Installed returns the programs that are installed. Each takes at most limit
// for a script; the names of the others are returned too.
func Installed(limit time.Duration) (list []*Program, missing []string) {
	ms := fmt.Sprint(limit.Milliseconds())
	for _, p := range []*Program{
		{"z3", []string{"-t:" + ms}, limit},
		{"cvc5", []string{"--check-models", "--tlimit=" + ms}, limit},
	} {
		if _, err := exec.LookPath(p.Name); err != nil {
			missing = append(missing, p.Name)
			continue
		}
		list = append(list, p)
	}
	return list, missing
}

// complaint is how both programs begin a message about a script.
var complaint = lazyregexp.New(`(?m)^\(error `)

// unsupported is how cvc5 gives up on a problem that it does read, or takes
// back that it is sat, since its own model does not satisfy it. Both happen to
// version 1.0.3 with constant arrays of arrays.
var unsupported = lazyregexp.New(`Array theory solver does not yet support |ERRORS SATISFYING ASSERTIONS WITH MODEL`)

// crash is how cvc5 says that it fell over its own feet, as version 1.0.3 now
// and then does over constant arrays of arrays.
const crash = "cvc5 suffered a segfault"

// Run returns what the program says of the script in a file: Unknown if it does
// not come to an end or gives up. An error means that it does not read the
// script, or says what no program should.
func (p *Program) Run(path string) (smt.Result, error) {
	// The program gets its own limit. The context is for one that does not keep to it.
	ctx, cancel := context.WithTimeout(context.Background(), 2*p.limit)
	defer cancel()
	out, err := exec.CommandContext(ctx, p.Name, append(p.args, path)...).CombinedOutput()
	text := strings.TrimSpace(string(out))
	switch {
	case text == "sat" && err == nil:
		return smt.Sat, nil
	case text == "unsat" && err == nil:
		return smt.Unsat, nil
	case unsupported.MatchString(text), text == "unknown", text == "timeout", strings.Contains(text, "interrupted by timeout"), ctx.Err() != nil:
		return smt.Unknown, nil
	case strings.Contains(text, crash):
		return smt.Unknown, nil
	case complaint.MatchString(text):
		return smt.Unknown, fmt.Errorf("%s does not read the script: %s", p.Name, text)
	}
	return smt.Unknown, fmt.Errorf("%s says %q and ends with %v", p.Name, text, err)
}
