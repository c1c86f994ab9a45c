package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/keywords"
)

// A Kind says what a file holds.
type Kind int

// The kinds of files.
const (
	ModelFile  Kind = iota // *.wm
	SuiteFile              // *.checks
	ConfigFile             // mantra.yaml
	ToolsFile              // other *.json, *.yaml and *.yml
)

// ConfigName is the name of the file that makes a folder a project.
const ConfigName = "mantra.yaml"

// Language returns the language of a file of this kind, which is a model or a
// suite.
func (k Kind) Language() ast.Kind {
	if k == SuiteFile {
		return ast.ChecksFile
	}
	return ast.ModelFile
}

// KindOf tells by its name what a file holds.
func KindOf(name string) (kind Kind, ok bool) {
	if filepath.Base(name) == ConfigName {
		return ConfigFile, true
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".wm":
		return ModelFile, true
	case ".checks":
		return SuiteFile, true
	case ".json", ".yaml", ".yml":
		return ToolsFile, true
	}
	return 0, false
}

// kindOfText tells models from suites by how they begin. What begins like
// neither is taken for a model.
func kindOfText(text string) Kind {
	text = strings.TrimPrefix(text, byteOrderMark)
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if !strings.HasPrefix(text, ";") {
			break
		}
		_, text, _ = strings.Cut(text, "\n")
	}
	open, ok := strings.CutPrefix(text, "(")
	word := strings.FieldsFunc(open, func(r rune) bool { return strings.ContainsRune(" \t\r\n();\"", r) })
	if ok && len(word) > 0 && word[0] != keywords.Model.String() && slices.Contains(keywords.Words(keywords.InFile), word[0]) {
		return SuiteFile
	}
	return ModelFile
}

const byteOrderMark = "\uFEFF"
