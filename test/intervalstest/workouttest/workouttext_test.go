package workouttest

import (
	"encoding/json"
	"testing"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/workoutcases"
)

// FuzzRead: whatever a client writes, the answer can be sent, and no step is
// without a length.
func FuzzRead(f *testing.F) {
	for _, e := range workoutcases.Examples() {
		f.Add(e.Text)
	}
	f.Add("1000x\n- 5km\n- 1s\n1001x\n- 1s")
	f.Add("-\n- \n -\t0s 0% 0:00 z0 z9-z1 cz\n0x\n- 99999999999h 1e9km ramp 9-1%")
	f.Add("3x\n- 1:00-2:00/km-3:00 Pace 60% MMP MMP 60% rest 30s rest rest")
	f.Fuzz(func(t *testing.T, text string) {
		d := apitest.Doc{"type": "Run", "description": text}
		Read(&apitest.Athlete{Profile: apitest.Doc{}}, d, apitest.Doc{})
		if _, err := json.Marshal(d); err != nil {
			t.Error(err)
		}
		made, _ := d["workout_doc"].(doc)
		list, _ := made["steps"].([]any)
		for _, s := range flat(list) {
			if s["duration"] == nil && s["distance"] == nil {
				t.Errorf("a step without a length: %v", s)
			}
		}
	})
}
