package repair

import (
	"fmt"

	"github.com/mantrac/mantrac/validate"
)

// sentence says what a conflict is.
func sentence(c finding) string {
	switch c.Kind {
	case validate.UnsatisfiableChecks:
		return "the checks contradict each other"
	case validate.NoCompliantTrace:
		return "no run of the model passes the checks"
	case validate.ForwardConflict:
		return fmt.Sprintf("the checks accept a call of `%s` that breaks %s", c.Tool, c.Clause)
	}
	return fmt.Sprintf("the check `%s` refuses a run of the model that all others accept", c.Check)
}
