package modeltest
import ("testing";"github.com/mantrac/mantrac/lang/ast";"github.com/mantrac/mantrac/interp";"time";"github.com/mantrac/mantrac/monitor")
func TestRate(t *testing.T){ for name,size:= range sizes {
 n,pre,post,both,changed,incomplete:=0,0,0,0,0,0
 calls,states:=0,0; maxc:=0
 slow:=time.Duration(0); var worst *Project
 for seed:=range 500 { p:=Projects(size).Example(seed); m:=interp.New(p.Model)
  if size==Tiny { c:=len(TinyCalls(p)); calls+=c; maxc=max(maxc,c); states+=len(TinyStates(p)) }
  for k:=range 4 { s,err:=m.Canonical(States(p).Example(seed*10+k)); if err!=nil {t.Fatal(err)}
   for _,c:=range Calls(p).Example(seed*10+k) { if p.Model.Transition(c.Tool)==nil {continue}; c=p.Tools.Normalise(c); n++; st:=time.Now()
    a:=len(m.Pre(s,c))==0; next,ok:=m.Next(s,c); b:=len(next)>0; if d:=time.Since(st); d>slow {slow=d; worst=p}
    if a {pre++}; if b {post++}; if a&&b {both++; if len(next)>1|| !next[0].Equal(s) {changed++}}; if !ok {incomplete++} } } }
 t.Logf("%s: %d calls, pre %d%%, post %d%%, both %d%%, changed %d%%, incomplete %d; tiny calls %d (max %d) states %d; slowest %v", name,n,pre*100/n,post*100/n,both*100/n,changed*100/n,incomplete, calls/500,maxc, states/500, slow)
 _ = worst
 h,tot,same,hit:=0,0,0,0
 for seed:=range 500 { p:=Projects(size).Example(seed)
  for _,k:=range p.Suite.Cases { for _,ch:=range k.Checks { c:=monitor.New(ch); yes:=0
   for j:=range 5 { cs:=Calls(p).Example(seed*7+j); for i:=range cs {cs[i]=p.Tools.Normalise(cs[i])}; tot++; if c.Holds(cs) {h++;yes++}
    if a,ok:=ch.Form.(*ast.Atom); ok && len(a.Pins)>0 && len(cs)>0 { same++; if c.Holds(cs)!=a.No {hit++} } } } } }
 t.Logf("%s rate: checks hold %d%% of %d, pinned call matched in %d%%", name, h*100/tot, tot, hit*100/same)
}}
