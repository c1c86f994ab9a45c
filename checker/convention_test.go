package checker

import "testing"

// A description shows identifiers, codes of airports or dates; words are shown as well, and
// say nothing about the form.
func TestUnlike(t *testing.T) {
	for _, c := range []struct{ text, description, want string }{
		{"New York", "The IATA code for the origin city such as 'SFO'.", "three capital letters"},
		{"JFK", "The IATA code for the origin city such as 'SFO'.", ""},
		{"May 3", "The date in the format 'YYYY-MM-DD', such as '2024-05-01'.", "YYYY-MM-DD"},
		{"2024-05-03", "The date in the format 'YYYY-MM-DD', such as '2024-05-01'.", ""},
		{"Sara Doe", "The id of the user, such as 'sara_doe_496'.", `"sara_doe_496"`},
		{"mei_lin_1", "The id of the user, such as 'sara_doe_496'.", ""},
		{"the blue one", "The order id, such as '#W0000000'. Be careful there is a '#' symbol at the beginning.", `"#W0000000"`},
		{"#W12", "The order id, such as '#W0000000'.", ""},
		{"abc", "A code, e.g. 'ABC' or 'XYZ'.", `"ABC"`},
		{"desk lamp", "What it is, such as 'lamp'.", ""},
		{"desk lamp", "What it is, such as 'big lamp' or like 'A1'.", ""},
		{"desk lamp", "What it is.", ""},
		{"", "", ""},
	} {
		if got := unlike(c.text, c.description); got != c.want {
			t.Errorf("%q for %q: %q, expected %q", c.text, c.description, got, c.want)
		}
	}
}
