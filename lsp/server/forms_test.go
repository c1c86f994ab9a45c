package server

import "os"

// What cannot be judged yet can be edited.
func init() { os.Setenv("MANTRAC_FORMS", "1") }
