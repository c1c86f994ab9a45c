// Package solver gives the engines libz3, with a limit for its memory.
//
// Command line, editor and linter use one wiring, [Attach], so that the same
// options mean the same everywhere.
//
// # Memory
//
// Z3 has one memory limit for all its contexts. At this limit the next
// question fails, even if another one uses the memory. So there are two limits. Above
// the soft one, [Limits.Memory] for each job, the piece of work that began first
// is ended: it most likely has the most memory, and gives it back. Its questions
// are unknown, for the reason outOfMemory. The hard one, a quarter and 64 MB
// above, is Z3's own. It stops what grows faster than it is watched, or cannot be
// interrupted.
package solver
