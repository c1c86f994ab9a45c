package document

// Twice returns the first member of an object whose name an earlier member has, and the
// name. The member is absent if there is none.
func (v Value) Twice() (name string, member Value) {
	switch {
	case !v.IsObject():
		return "", Value{}
	case v.Len() > few:
		return v.twiceOfMany()
	}
	var space [few]string
	names := space[:0]
	for name, m := range v.Members() {
		for _, earlier := range names {
			if earlier == name {
				return name, m
			}
		}
		names = append(names, name)
	}
	return "", Value{}
}

func (v Value) twiceOfMany() (name string, member Value) {
	had := make(map[string]bool, v.Len())
	for name, m := range v.Members() {
		if had[name] {
			return name, m
		}
		had[name] = true
	}
	return "", Value{}
}

// TwiceWithin is [Value.Twice] for a value and all that is in it, but for what is in
// another value.
func (v Value) TwiceWithin(but Value) (name string, member Value) {
	if v.d == nil {
		return "", Value{}
	}
	for i := v.i; i < v.node().next; i++ {
		if but == (Value{v.d, i}) {
			i = but.node().next - 1
			continue
		}
		// The names of members are nodes as well, of strings.
		if name, m := (Value{v.d, i}).Twice(); m != (Value{}) {
			return name, m
		}
	}
	return "", Value{}
}
