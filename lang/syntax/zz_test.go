package syntax_test
import ("testing";"strings";"time";"runtime";"github.com/mantrac/mantrac/lang/source";"github.com/mantrac/mantrac/lang/syntax";"github.com/mantrac/mantrac/lang/ast")
func TestZ(t *testing.T){
 n:=16<<20
 for _,c:=range []string{"(",")","() ","\"","x ",";","; \n","1. ","\n","(model ","(var x Bool)\n","(model)\n","(case x)\n(var x)\n","\"\n\n","\"\n\nx","(case ","(use \"x\") ","“ ","\x00","\xff","\r","\\","\"\\x\" ","(transition)(params)", "(model (", "(model\n(var x","(model)\n(var", "(a 1. 1. 1. 1. 1. 1. 1.1. 1. 1. 1. 1. 1.1. 1. 1.  1. 1. 1.1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1.)"} {
  s:=strings.Repeat(c, n/len(c))
  for _,w:=range []string{s,"(model "+s[:n-100]+")","\""+s[:n-100]+"x\""} {
  var m0,m1 runtime.MemStats; runtime.GC(); runtime.ReadMemStats(&m0)
  t0:=time.Now()
  tr:=syntax.Parse(source.NewFile("x",w),nil)
  d:=time.Since(t0)
  runtime.ReadMemStats(&m1)
  t0=time.Now()
  f:=&ast.File{}
  if len(tr.Faults) < 100000 {f=ast.Parse(source.NewFile("x",w),ast.ModelFile,nil)}
  d2:=time.Since(t0)
  t.Logf("%.20q.. %.8q faults %d %d pieces %d %v ast %v alloc %dMB sys %dMB", c,w, len(tr.Faults), len(f.Faults),len(tr.Pieces), d,d2,(m1.TotalAlloc-m0.TotalAlloc)>>20, m1.Sys>>20)
  }
 }
}
