package catalogue_test

import (
	"os"
	"testing"
	"fmt"
	"strings"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/lang/diag/report"
)

func TestZZ(t *testing.T) {
	pre := os.Getenv("RENDER")
	if pre == "" { t.Skip() }
	for _, code := range catalogue.Codes() {
		if !strings.HasPrefix(code, pre) { continue }
		p, err := readPage(code)
		if err != nil || p.wrong.generated { continue }
		fmt.Println("=====", code, p.title)
		if loaderCodes(t)[code] { p.project = t }
		x := p.example(p.wrong)
		report.Text(os.Stdout, x.check(), report.TextOptions{})
	}
}
