package modeltest

import (
	"testing"

	"pgregory.net/rapid"
)

// Nearly every draft is a project without errors.
func TestAcceptance(t *testing.T) {
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			drawn, bad, last := 0, 0, error(nil)
			generator := rapid.Custom(func(t *rapid.T) error {
				_, err := Load(draft(t, size))
				return err
			})
			for seed := range draws {
				drawn++
				if err := generator.Example(seed); err != nil {
					bad++
					last = err
				}
			}
			t.Logf("%d of %d drafts have errors", bad, drawn)
			if bad*10 > drawn {
				t.Errorf("%d of %d drafts have errors, such as %v", bad, drawn, last)
			} else if last != nil {
				t.Log(last)
			}
		})
	}
}

// draws is the number of projects that are counted.
const draws = 2000

var sizes = map[string]Size{"tiny": Tiny, "small": Small}
