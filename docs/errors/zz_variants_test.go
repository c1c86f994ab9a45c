package catalogue_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"github.com/mantrac/mantrac/lang/diag/report"
)

func TestVariants(t *testing.T) {
	data, err := os.ReadFile("/tmp/mantrac/variants.txt")
	if err != nil { t.Skip() }
	for _, v := range strings.Split(string(data), "\n====\n") {
		name := "m.wm"
		if strings.HasPrefix(v, "C") { name = "s.checks"; v = v[1:] }
		x := example{texts: map[string]string{name: strings.TrimLeft(v, "\n")+"\n"}}
		list := x.check()
		fmt.Println("=================")
		fmt.Print(x.texts[name])
		report.Text(os.Stdout, list, report.TextOptions{})
		if len(list) > 0 {
			after, left, err := x.fixed()
			fmt.Println("--- fixed:", err, after.texts[name])
			for _, d := range left { fmt.Println("   LEFT", show(d)) }
		}
	}
}
