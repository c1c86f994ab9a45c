package reader

import "github.com/mantrac/mantrac/driver/document"

func readPDF(name string, data []byte, o Options) (*document.Source, error) {
	return nil, &Bad{Name: name, Why: "PDF is not read yet"}
}
