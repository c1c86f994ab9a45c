package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

func explain(c *cli.Context) error {
	if !c.Args().Present() {
		return listCodes(os.Stdout)
	}
	for i, arg := range c.Args().Slice() {
		page, ok := catalogue.Page(codeOf(arg))
		if !ok {
			near := spell.Nearest(codeOf(arg), catalogue.Codes())
			return suggest(fmt.Sprintf("unknown code %s", project.Shown(arg)), near, "mantrac explain")
		}
		if i > 0 {
			page = "\n" + page
		}
		if _, err := io.WriteString(os.Stdout, page); err != nil {
			return err
		}
	}
	return nil
}

var digits = lazyregexp.New(`^[0-9]{1,4}$`)

// codeOf returns the code that somebody means by mc0412, MC412 or 412.
func codeOf(arg string) string {
	code := strings.ToUpper(arg)
	if rest := strings.TrimPrefix(code, "MC"); digits.MatchString(rest) {
		return "MC" + strings.Repeat("0", 4-len(rest)) + rest
	}
	return code
}

func listCodes(w io.Writer) error {
	var b strings.Builder
	for _, code := range catalogue.Codes() {
		fmt.Fprintf(&b, "%s  %s\n", code, catalogue.Title(code))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
