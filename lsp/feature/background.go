package feature

import "github.com/mantrac/mantrac/lsp/jobs"

// Background is what features read of the work that takes long.
type Background struct {
	Verification jobs.Verification
	Inspection   jobs.Inspection
	Review       *jobs.Review
	Repairing    *jobs.Repairing
	Mutation     *jobs.Mutation
}
