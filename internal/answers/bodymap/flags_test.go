package bodymap_test

import (
	"testing"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/training"
)

// TestRedFlags: which marks stop which training, at default sharing (without notes) too.
func TestRedFlags(t *testing.T) {
	t.Parallel()
	level := func(n int) *int { return &n }
	run, ride, swim := training.Running, training.Cycling, training.Swimming
	for _, c := range []struct {
		region, kind, note, flag string
		pain                     *int
		stops                    []training.Sport // easy sessions; nil means no red flag
	}{
		{region: "left_chest", pain: level(6), stops: []training.Sport{run, ride, swim}},
		{region: "chest", kind: "tightness", stops: []training.Sport{run, ride, swim}},
		{region: "breastbone", kind: "soreness", pain: level(2)},
		{region: "right_ribs", pain: level(5), note: "pressure in the chest", stops: []training.Sport{run, ride, swim}},
		{region: "right_ribs", pain: level(5), flag: "chest", stops: []training.Sport{run, ride, swim}}, // the note is not shared
		{region: "left_inner_calf", kind: "swelling", pain: level(2), stops: []training.Sport{run, ride, swim}},
		{region: "left_outer_calf", pain: level(5), note: "hot and swollen", stops: []training.Sport{run, ride, swim}},
		{region: "left_outer_calf", pain: level(5), note: "not swollen"},
		{region: "right_shin", pain: level(7), stops: []training.Sport{run, ride}},
		{region: "right_shin", pain: level(6)},
		{region: "left_palm", kind: "numbness", stops: []training.Sport{swim}},
		{region: "lower_spine", pain: level(8), stops: []training.Sport{run, ride, swim}},
	} {
		region, err := bodymap.Find(c.region)
		if err != nil {
			t.Fatal(err)
		}
		m := training.BodyMark{Region: region.ID, Date: 20000, PainLevel: c.pain, Kind: c.kind, Note: c.note, Flag: c.flag}
		f := bodymap.Flag(m)
		if (f != nil) != (c.stops != nil) {
			t.Errorf("%+v: %+v", c, f)
			continue
		}
		if f == nil {
			continue
		}
		n := 0
		for _, s := range []training.Sport{run, ride, swim} {
			if f.Stops(s, false) {
				n++
			}
			if !f.Stops(s, true) {
				t.Errorf("%s %s: hard training goes on", c.region, s)
			}
		}
		for _, s := range c.stops {
			if !f.Stops(s, false) {
				t.Errorf("%+v does not stop %s", c, s)
			}
		}
		if n != len(c.stops) || f.Why() == "" {
			t.Errorf("%+v stops %d sports: %s", c, n, f.Why())
		}
	}
}
