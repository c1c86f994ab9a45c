package report

import (
	"fmt"
	"path/filepath"

	"github.com/mantrac/mantrac/lang/source"
)

// A Place is a location of something, in documents for programs.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"` // in bytes
}

// PlaceOf returns where a span begins; nil if it is nowhere.
func PlaceOf(s source.Span) *Place {
	if s.IsZero() {
		return nil
	}
	at := s.From(source.Bytes)
	return &Place{filepath.ToSlash(s.File.Name()), at.Line, at.Column}
}

// At writes where a span begins as FILE:LINE:COLUMN, for people; "" if it is nowhere.
func At(s source.Span) string {
	if s.IsZero() {
		return ""
	}
	at := s.From(source.Bytes)
	return fmt.Sprintf("%s:%d:%d", Visible(s.File.Name()), at.Line, at.Column)
}
