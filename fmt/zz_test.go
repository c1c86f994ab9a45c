package format
import ("testing";"os";"path/filepath";"github.com/mantrac/mantrac/lang/source";"github.com/mantrac/mantrac/lang/ast")
func TestZ(t *testing.T){
 fs,_:=filepath.Glob("../examples/*/*.wm"); g,_:=filepath.Glob("../examples/*/*.checks")
 for _,f:=range append(fs,g...){ b,_:=os.ReadFile(f); k:=ast.ModelFile; if filepath.Ext(f)==".checks"{k=ast.ChecksFile}
  out,err:=Source(source.NewFile(f,string(b)),k); if err!=nil{t.Log(f,err);continue}
  os.WriteFile("/tmp/fmtx/"+filepath.Base(f)+".orig",b,0644)
  os.WriteFile("/tmp/fmtx/"+filepath.Base(f),out,0644)}
}
