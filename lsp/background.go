package lsp

// Background is what features read of the work that takes long.
type background struct {
	verification verification
	inspection   inspection
	review       *review
}
