package types

// Few returns the values of Bool, or of an enum in the order of its names; nil of
// any other type.
func Few(t Type) []Value {
	switch t := t.(type) {
	case Basic:
		if t == Bool {
			return []Value{Boolean(false), Boolean(true)}
		}
	case *Enum:
		return Texts(t.Names)
	}
	return nil
}

// Texts returns strings as values.
func Texts(list []string) []Value {
	values := make([]Value, len(list))
	for i, s := range list {
		values[i] = Text(s)
	}
	return values
}

// Objects returns objects as values.
func Objects(list []Object) []Value {
	values := make([]Value, len(list))
	for i, o := range list {
		values[i] = o
	}
	return values
}

// Subsets returns the lists of some of the values, in their order: 2ⁿ lists.
func Subsets(values []Value) []Value {
	lists := make([]Value, 1<<len(values))
	for chosen := range lists {
		list := List{}
		for i, v := range values {
			// The bits of a number choose the members.
			if chosen>>i&1 == 1 {
				list = append(list, v)
			}
		}
		lists[chosen] = list
	}
	return lists
}

// WithEach returns each of some objects with each of the values of one more member.
// A value that is nil leaves the member out.
func WithEach(objects []Object, name string, values []Value) []Object {
	var longer []Object
	for _, o := range objects {
		for _, v := range values {
			if v == nil {
				longer = append(longer, o)
			} else {
				// The capacity is cut, so that no two results share their last member.
				longer = append(longer, append(o[:len(o):len(o)], Member{Name: name, Value: v}))
			}
		}
	}
	return longer
}
