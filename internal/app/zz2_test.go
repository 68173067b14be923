package app
import ("testing";"database/sql";"time"; _ "modernc.org/sqlite")
func TestQ(t *testing.T){
 db,err:=sql.Open("sqlite","file:///tmp/bh/home/lapkeep.db?_pragma=cache_size(-2000)"); if err!=nil{t.Fatal(err)}
 for _,q:=range []string{
  "SELECT count(*) FROM recordings WHERE athlete='me' AND removed=0 AND audience&1<>0",
  "SELECT count(*) FROM activities a JOIN links l ON l.athlete=a.athlete AND l.activity=a.id JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording WHERE a.athlete='me' AND a.seen&1=0 AND r.removed=0 AND r.audience&1<>0",
  "SELECT count(*) FROM activities a CROSS JOIN links l ON l.athlete=a.athlete AND l.activity=a.id CROSS JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording WHERE a.athlete='me' AND a.seen&1=0 AND r.removed=0 AND r.audience&1<>0",
  "SELECT count(*) FROM originals WHERE athlete='me'",
  "SELECT count(*) FROM changes WHERE athlete='me' AND kind IN ('recording','activity') AND seq>coalesce((SELECT seq FROM watermarks WHERE consumer='derive'),0)",
  "SELECT sport, count(*), min(day), max(day) FROM activities WHERE athlete='me' AND seen&1<>0 GROUP BY sport",
 }{
  rows,err:=db.Query("EXPLAIN QUERY PLAN "+q); if err!=nil{t.Fatal(err)}
  for rows.Next(){var a,b,c int; var d string; rows.Scan(&a,&b,&c,&d); t.Log("   ",d)}
  best:=time.Hour
  for range 10 { t0:=time.Now(); r,err:=db.Query(q); if err!=nil{t.Fatal(err)}; for r.Next(){}; r.Close(); best=min(best,time.Since(t0)) }
  t.Log(best, q)
 }
}
