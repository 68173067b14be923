package archive

import (
	"math"
	"testing"
)

// FuzzWorkouts holds that no table brings its reader down, and that what it
// says of workouts can be.
func FuzzWorkouts(f *testing.F) {
	for _, s := range []string{
		trainingpeaksHead + `"A, ""b""",Bike,2024-05-01,no,"yes` + "\n" + `two",1.5,40000,900,7` + "\r\n" + `Off,Day Off,2024-05-02,,,,,,`,
		trainingpeaksHead + `Odd,Run,2024-05-03,,,NaN,-5,1e999,11`, "Title;WorkoutType;WorkoutDay\r\na;b;2024-05-01",
		trainingpeaksHead + `"a`, "",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := workouts(data)
		if err != nil {
			return
		}
		for _, d := range got.done {
			if d.said.Ref == "" || d.said.Entry == nil {
				t.Errorf("a row says nothing: %+v", d.said)
				continue
			}
			for metric, v := range d.said.Entry.Values {
				if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s is %v", metric, v)
				}
			}
			if e := d.said.Entry; e.TimerS < 0 || e.ElapsedS < 0 || math.IsInf(e.TimerS, 0) || math.IsNaN(e.TimerS) {
				t.Errorf("it took %v s of %v s", e.TimerS, e.ElapsedS)
			}
		}
	})
}
