package importer

import "github.com/mantrac/mantrac/lang/document"

// each hands on the elements of a list, as far as the first error.
func each(list document.Value, do func(document.Value) error) error {
	for _, v := range list.Items() {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// elements returns the elements of a list; none of what is no list.
func elements(list document.Value) (all []document.Value) {
	for _, v := range list.Items() {
		all = append(all, v)
	}
	return all
}
