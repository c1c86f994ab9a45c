package grammar

import "os"

// What cannot be judged yet can be read.
func init() { os.Setenv("MANTRAC_FORMS", "1") }
