package validate_test
import ("testing";"os";"strings";"context";"fmt";"time";"math/big"
"github.com/mantrac/mantrac/compiler/smt"
"github.com/mantrac/mantrac/validate"
"github.com/mantrac/mantrac/compiler/z3"
"github.com/mantrac/mantrac/internal/modeltest")
type logS struct{smt.Solver}
func (l logS) Assert(t *smt.Term) error { err:=l.Solver.Assert(t); if err!=nil {fmt.Println("assert",err)}; return err}
func (l logS) Check(c context.Context,a ...*smt.Term)(smt.Result,error){ r,err:=l.Solver.Check(c,a...); fmt.Println("check",len(a),r,err); return r,err}
func (l logS) Truth(t *smt.Term)(bool,error){ v,err:=l.Solver.Truth(t); if err!=nil {fmt.Println("truth",err)}; return v,err}
func (l logS) Number(t *smt.Term)(*big.Rat,error){ v,err:=l.Solver.Number(t); if err!=nil {fmt.Println("number",err)}; return v,err}
func TestDbg(t *testing.T){
 b,_:=os.ReadFile("/tmp/mantrac/h1.laws.out")
 s:=string(b); i:=strings.Index(s,"--- tools.json"); s=s[i:]; j:=strings.Index(s,"law_test.go"); if j<0 {j=len(s)}; s=s[:j]; s=strings.ReplaceAll(s,"\n        ","\n"); s=s[:strings.LastIndex(s,")")+1]+"\n"
 tl:=s[len("--- tools.json\n"):strings.Index(s,"--- model.wm")]; m:=s[strings.Index(s,"--- model.wm\n")+13:strings.Index(s,"--- suite.checks")]; su:=s[strings.Index(s,"--- suite.checks\n")+17:]
 fmt.Println(su)
 p,err:=modeltest.Load(tl,m,su); if err!=nil {t.Fatal(err)}
 lib:=library(t)

 c,err:=validate.Validate(context.Background(),p.Suite,p.Suite.Cases[0],validate.Options{Bound:1,NewSolver:func(d time.Duration)(smt.Solver,error){ fmt.Println("new"); s,err:=lib.NewSolver(z3.Options{}); return logS{s},err}})
 fmt.Println(c.Backward[0].Witness,err)
}
