package syntaxtest

import "math/rand/v2"

// Seeds returns inputs for a fuzz target made with rapid.MakeFuzz. Such a
// target reads its input as the choices to be made, and gives up where there
// are too few: without long seeds it would draw small files only.
func Seeds() [][]byte {
	var list [][]byte
	for i := range byte(20) {
		seed := make([]byte, 128<<10)
		rand.NewChaCha8([32]byte{i}).Read(seed)
		list = append(list, seed)
	}
	return list
}
