package z3
import ("testing";"os";"strconv";"context";"time";"github.com/mantrac/mantrac/compiler/smt")
func TestDeepX(t *testing.T) {
	if os.Getenv("DEEP")=="" { t.Skip() }
	n, _ := strconv.Atoi(os.Getenv("DEEP"))
	l, _ := Load(); s, _ := l.NewSolver(Options{}); b := smt.NewBuilder()
	x, i := b.Var("x", smt.Bool), b.Var("i", smt.Int); a := b.Var("a", smt.Array{smt.Int, smt.Bool}); ai := b.Var("ai", smt.Array{smt.Int, smt.Int})
	f := map[string]func(k int, y *smt.Term) *smt.Term{
		"and": func(k int, y *smt.Term) *smt.Term { return b.Not(b.And(y, b.Var("q"+strconv.Itoa(k), smt.Bool))) },
		"iff": func(k int, y *smt.Term) *smt.Term { return b.Eq(y, b.Var("q"+strconv.Itoa(k), smt.Bool)) },
		"imp": func(k int, y *smt.Term) *smt.Term { return b.Implies(y, b.Var("q"+strconv.Itoa(k), smt.Bool)) },
		"add": func(k int, y *smt.Term) *smt.Term { return b.Add(y, b.Var("j"+strconv.Itoa(k), smt.Int)) },
		"mul": func(k int, y *smt.Term) *smt.Term { return b.Mul(y, b.Var("j"+strconv.Itoa(k), smt.Int)) },
		"div": func(k int, y *smt.Term) *smt.Term { return b.IntDiv(y, b.Int(3)) },
		"ite": func(k int, y *smt.Term) *smt.Term { return b.Ite(b.Var("q"+strconv.Itoa(k), smt.Bool), y, b.Int(int64(k))) },
		"itec": func(k int, y *smt.Term) *smt.Term { return b.Ite(b.Lt(y, b.Int(0)), b.Int(int64(k)), b.Var("j"+strconv.Itoa(k), smt.Int)) },
		"store": func(k int, y *smt.Term) *smt.Term { return b.Store(y, b.Var("j"+strconv.Itoa(k), smt.Int), x) },
		"select": func(k int, y *smt.Term) *smt.Term { return b.Select(ai, y) },
		"eqle": func(k int, y *smt.Term) *smt.Term { return b.Lt(b.Ite(y, b.Int(1), b.Int(0)), b.Var("j"+strconv.Itoa(k), smt.Int)) },
	}[os.Getenv("KIND")]
	start := map[string]*smt.Term{"and":x,"iff":x,"imp":x,"eqle":x,"store":a}[os.Getenv("KIND")]
	if start == nil { start = i }
	y := start
	for k := 0; y.Depth() < n; k++ { y = f(k, y) }
	if sort := y.Sort(); sort == smt.Int { y = b.Lt(y, b.Int(5)) } else if sort != smt.Bool { y = b.Select(y, i) }
	// bypass
	ctx, c := context.WithTimeout(context.Background(), 20*time.Second); defer c()
	if err := s.Assert(y); err != nil { t.Fatal(err) }
	t0 := time.Now()
	r, err := s.Check(ctx, b.Not(x)); t.Log(r, err, time.Since(t0))
	if r == smt.Sat { v, err := s.Truth(y); t.Log(v, err) }
	t0 = time.Now()
	s.Close()
	t.Log("close", time.Since(t0))
}
