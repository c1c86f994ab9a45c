package importer

// A reading is one file being read into a sink.
type reading struct{}
