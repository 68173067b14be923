package app
import ("testing";"fmt";"os";"strings";"lapkeep/internal/training")
func TestZZDump(t *testing.T) {
	want := strings.Split(os.Getenv("DUMP"), ",")
	for f, r := range fileSessions(t) {
		for _, w := range want { if w != "" && strings.Contains(f, w) {
			row := rowsOf(r, r.Sport)
			gaps := map[float64]int{}
			for i := 1; i < len(row.TimeS); i++ { gaps[row.TimeS[i]-row.TimeS[i-1]]++ }
			n := map[string]int{}
			for i := range row.TimeS { if row.PowerW[i] == row.PowerW[i] { n["p"]++ }; if row.HRBpm[i]==row.HRBpm[i] { n["hr"]++ }; if row.DistanceM[i]==row.DistanceM[i] {n["d"]++}; if row.AltitudeM[i]==row.AltitudeM[i] {n["alt"]++}; if row.LatDeg[i]==row.LatDeg[i] {n["lat"]++}; if row.SpeedMPS[i]==row.SpeedMPS[i] {n["v"]++} }
			fmt.Println(f, r.Sport, r.SubSport, "rows", len(row.TimeS), n, "cap", row.Cap(), "elapsed", r.ElapsedS, "timer", r.TimerS, "pauses", len(r.Pauses), r.Pauses[:min(4,len(r.Pauses))], "steps", gaps, r.Device)
		}}
	}
	for f, r := range fileSessions(t) {
		row := rowsOf(r, r.Sport)
		if strings.Contains(f, "oarlock")||strings.Contains(f, "eb8833") { for i := range row.TimeS[1:] { if d := row.TimeS[i+1]-row.TimeS[i]; d > 5 { fmt.Println(f[:20], row.TimeS[i], d, row.PowerW[i]) } } }
	}
	_ = training.Power
}
