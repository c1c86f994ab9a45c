package tool
import ("testing";"time";"github.com/mantrac/mantrac/lang/source")
func TestScale(t *testing.T) {
	for _, what := range []string{"doubling","long chain","one line","lost references","lost names","yaml line","yaml lines","yaml aliases","merging","shared body"} {
		for _, n := range []int{20000,40000,80000, 160000} {
			name, text := hostile[what](n)
			start := time.Now()
			_, p := Read(source.NewFile(name, text), Auto)
			t.Logf("%s %d: %d bytes %v %d", what, n, len(text), time.Since(start), len(p))
		}
	}
}
