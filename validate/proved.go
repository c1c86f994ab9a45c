package validate

// Proved reports whether the verdict holds for traces of every length. That of
// [UnknownVerdict] never does.
func (c *Case) Proved() bool { return c.Verdict != UnknownVerdict && len(c.Unproved()) == 0 }

// Unproved returns the questions, as [Decision] names them, whose answers a
// verdict rests on and that are known for traces of at most the bound's length
// only. Of Consistent these are the forward question and those of commission,
// of NoCompliantTrace it is the compliant one, and of UnsatisfiableChecks that of
// the checks alone. There are none of the other verdicts: a conflict has its
// trace, and what is unknown rests on nothing.
func (c *Case) Unproved() []string {
	var list []string
	switch c.Verdict {
	case UnsatisfiableChecks:
		if !c.ChecksAlone.Proved {
			list = append(list, "checks-alone")
		}
	case NoCompliantTrace:
		if !c.Compliant.Proved {
			list = append(list, "compliant")
		}
	case Consistent:
		if !c.Forward.Proved {
			list = append(list, "forward")
		}
		for _, b := range c.Backward {
			// That there is no omission includes that there is no commission.
			none := b.Answer == None && b.Proved // an omission neither
			if b.Decl != nil && !b.Never && !none {
				list = append(list, "commission of "+b.Check)
			}
		}
	}
	return list
}

// Reasons returns why answers about the case are unknown.
func (c *Case) Reasons() []error {
	var list []error
	add := func(a Answer, why error) {
		if a == Unknown {
			list = append(list, why)
		}
	}
	add(c.ChecksAlone.Answer, c.ChecksAlone.Reason)
	add(c.Compliant.Answer, c.Compliant.Reason)
	add(c.Forward.Answer, c.Forward.Reason)
	for _, b := range c.Backward {
		add(b.Answer, b.Reason)
	}
	return list
}
