package syntax_test
import ("testing";"fmt";"strings";"os";"github.com/mantrac/mantrac/lang/source";"github.com/mantrac/mantrac/lang/syntax")
func TestZ(t *testing.T){
 for _,name:=range []string{"../../examples/procurement/procurement.wm","../../examples/arrays/dock.wm","../../examples/arrays/dock.checks","../../examples/procurement/strict.checks","../../examples/procurement/after.checks"} {
  b,_:=os.ReadFile(name); text:=string(b); n,ex,one:=0,0,0
		for _, p := range parse(text, nil).Pieces {
			for _, tok := range p.Tokens {
				if tok.Kind != syntax.RParen { continue }
				at := p.Start + tok.Start
				if rest,_,_:=strings.Cut(text[at:],"\n"); strings.Trim(rest,")")!="" {continue}
				n++
				d := text[:at] + text[at+1:]
				m,_:=mend(d)
				if m==text {ex++} else { fmt.Println(source.NewFile(name,text).Span(at,at)); for _,f:=range parse(d,nil).Faults {fmt.Println("     ",f.Primary,f.Message,f.Fixes[0].Edits[0].Span)} }
				if len(parse(d,nil).Faults)==1 {one++}
			}
		}
		fmt.Println(name,n,ex,one)
 }
}
