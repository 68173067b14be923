package sentences_test
import ("testing";"fmt";"sort";"lapkeep/internal/cli/sentences")
func TestZZ(t *testing.T){
 s,err:=newTyped(); if err!=nil{t.Fatal(err)}
 table:=sentences.Chinese()
 var all []string
 for f,at:=range s.found{ if table[f]=="" {all=append(all,fmt.Sprintf("%s\t%q",at[0],f))}}
 sort.Strings(all)
 for _,l:=range all{fmt.Println(l)}
 for _,v:=range s.vague{fmt.Println("VAGUE",v)}
 fmt.Println(len(s.found),len(all))
}
