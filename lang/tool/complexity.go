package tool

// complexParameters is how many parameters a tool has at least to be called complex
// (seed 000, Table 5).
const complexParameters = 4

// Complexity says how complex tools are, as seed 000, Table 5 does.
type Complexity struct {
	Tools      int     `json:"tools"`
	Parameters float64 `json:"parameters"` // on average
	Required   float64 `json:"required"`   // on average
	Enums      int     `json:"enums"`      // parameters with a list of values
	Arrays     int     `json:"arrays"`     // parameters that are lists
	Complex    int     `json:"complex"`    // tools with at least four parameters
	Most       int     `json:"most"`       // parameters of a tool
}

// Complexity counts the tools of a set and their parameters, events aside.
func (s *Set) Complexity() (c Complexity) {
	parameters, required := 0, 0
	for _, t := range s.Tools {
		if t.Event != nil {
			continue
		}
		n := len(t.Input.Properties)
		c.Tools++
		parameters += n
		c.Most = max(c.Most, n)
		if n >= complexParameters {
			c.Complex++
		}
		for _, p := range t.Input.Properties {
			if p.Required {
				required++
			}
			if len(p.Schema.Enum) > 0 {
				c.Enums++
			}
			if p.Schema.Only(KindArray) {
				c.Arrays++
			}
		}
	}
	n := float64(max(1, c.Tools))
	c.Parameters, c.Required = float64(parameters)/n, float64(required)/n
	return c
}
