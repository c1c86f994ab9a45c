package modeltest
import ("testing";"pgregory.net/rapid";"strings")
func TestShrinks(t *testing.T){ rapid.Check(t, func(t *rapid.T){ p:=Projects(Small).Draw(t,"p"); c:=Calls(p).Draw(t,"c"); if strings.Contains(p.ModelText,"(insert set") && len(c)>1 {t.Fatal("x")} }) }
