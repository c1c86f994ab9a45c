package catalogue_test

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// generated makes the wrong examples that are too large for a page. Some
// codes have several.
var generated = map[string]func() []example{
	"MC0001": tooLarge,
	"MC0007": tooDeep,
	"MC0010": tooMany,
	"MC0011": unreadable,
}

func single(name, text string) example { return example{texts: map[string]string{name: text}} }

func tooLarge() []example {
	const small = "(case greeting (prompt \"Hello.\") (checks (none (no_call reset_password))))\n"
	cases := strings.Repeat(small, syntax.MaxSize/len(small)+1)
	prompt := "(case long (prompt \"" + strings.Repeat("x", syntax.MaxUnitSize) + "\") (checks (a (call b))))\n"
	many := variables(syntax.MaxUnits + 1)
	return []example{single("helpdesk.checks", cases), single("helpdesk.checks", prompt), single("helpdesk.wm", many)}
}

func tooDeep() []example {
	pre := strings.Repeat("(and verified ", 600) + strings.Repeat(")", 600)
	return []example{single("pharmacy.wm", `(model
  (var verified Bool)

  (transition dispense_medicine
    (params)
    (pre `+pre+`)
    (post)))
`)}
}

func tooMany() []example { return []example{single("desk.wm", variables(1100))} }

func variables(n int) string {
	var b strings.Builder
	b.WriteString("(model\n")
	for i := range n {
		fmt.Fprintf(&b, "  (var seat_%d Bool)\n", i)
	}
	return b.String() + ")\n"
}

// unreadable is a file that is too large to be read from a folder.
func unreadable() []example {
	return []example{single("lending.wm", strings.Repeat(" ", syntax.MaxSize+1))}
}
