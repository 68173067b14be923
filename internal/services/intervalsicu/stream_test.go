package intervalsicu

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

func TestStreamsOfAnyShapeAreReadOrRefused(t *testing.T) {
	t.Parallel()
	times := func(s string) Stream { return Stream{Type: "time", Data: json.RawMessage(s)} }
	watts := func(s string) Stream { return Stream{Type: "watts", Data: json.RawMessage(s)} }
	for name, x := range map[string]struct {
		streams []Stream
		rows    int
		fails   bool
	}{
		"shorter":        {[]Stream{times("[0,1,2]"), watts("[5]")}, 3, false},
		"longer":         {[]Stream{times("[0]"), watts("[5,6,7]")}, 1, false},
		"backwards":      {[]Stream{times("[0,5,3,6]")}, 3, false},
		"null times":     {[]Stream{times("[0,null,2]")}, 2, false},
		"beyond a value": {[]Stream{times("[0]"), watts("[1e300]")}, 1, false},
		"milliseconds":   {[]Stream{times("[0,1726820000000]")}, 0, true},
		"words":          {[]Stream{times(`["a"]`)}, 0, true},
		"lists":          {[]Stream{times("[0]"), watts("[[1]]")}, 0, true},
		"an object":      {[]Stream{times("{}")}, 0, true},
		"none":           {nil, 0, false},
	} {
		c, err := Columns(x.streams)
		if (err != nil) != x.fails || !x.fails && c.Len() != x.rows {
			t.Errorf("%s: %d rows, %v", name, c.Len(), err)
		}
		if _, ok := c.At(training.Power, 0); ok && name == "beyond a value" {
			t.Errorf("%s: it is a measurement", name)
		}
	}
}

func TestStreamsThatAreAskedForAreRead(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, name := range StreamTypes() {
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
		if name == "time" {
			continue
		}
		c, err := Columns([]Stream{{Type: "time", Data: json.RawMessage("[0]")}, {Type: name, Data: json.RawMessage("[50]"), Data2: json.RawMessage("[50]")}})
		has := len(c.Developer) > 0
		for ch := range training.NumChannels {
			has = has || c.Has(ch)
		}
		if err != nil || !has {
			t.Errorf("%s is read as nothing: %v", name, err)
		}
	}
}

// FuzzColumns: whatever the service sends, the columns are whole.
func FuzzColumns(f *testing.F) {
	f.Add(`[{"type":"time","data":[0,1]},{"type":"watts","data":[1,null]}]`)
	f.Add(`[{"type":"time","data":[0,1.5,1e9]},{"type":"latlng","data":[91],"data2":[-500]},{"type":"smo2","data":[1e39]}]`)
	f.Add(`[{"type":"time","data":null},{"type":"hrv","data":[[1,2],[3]]}]`)
	f.Fuzz(func(t *testing.T, body string) {
		var streams []Stream
		if json.Unmarshal([]byte(body), &streams) != nil {
			return
		}
		c, err := Columns(streams)
		if err != nil {
			return
		}
		for i := 1; i < c.Len(); i++ {
			if c.TimeS[i] < c.TimeS[i-1] {
				t.Fatal("time goes back")
			}
		}
		for ch := range training.NumChannels {
			if col := c.Data[ch]; col.Present() && len(col.Values) != c.Len() {
				t.Fatalf("%s has %d of %d rows", ch, len(col.Values), c.Len())
			}
		}
		for _, d := range c.Developer {
			for _, v := range d.Values {
				if math.IsInf(float64(v), 0) {
					t.Fatalf("%s is infinite", d.Name)
				}
			}
		}
	})
}

// FuzzRead: no answer that is JSON of the right shape breaks the reading of a
// day, an event or an activity, and none makes a number that is none.
func FuzzRead(f *testing.F) {
	f.Add(`{"id":"2026-09-19","weight":1e308,"Caffeine":1,"comments":"x","locked":true,"tempWeight":"no"}`)
	f.Add(`{"id":7,"category":"NOTE","start_date_local":"2026-09-19T25:00:00","end_date_local":"x","moving_time":-1}`)
	f.Add(`{"id":"i5","start_date_local":"2026-09-19","icu_rpe":99,"distance":-5,"types":["Ride",""],"power_zones":[0,null]}`)
	f.Fuzz(func(t *testing.T, body string) {
		var w Wellness
		if json.Unmarshal([]byte(body), &w) == nil {
			if d, err := w.Read(); err == nil {
				for name, n := range d.Numbers {
					if low, high, ok := name.Range(); ok && (n.Value < low || n.Value > high) {
						t.Fatalf("%s is %v", name, n.Value)
					}
				}
			}
			_, _, _ = w.Fitness()
		}
		var e Event
		if json.Unmarshal([]byte(body), &e) == nil {
			if got := e.Read(); got.End != "" && got.End <= got.Start {
				t.Fatalf("from %s to %s", got.Start, got.End)
			}
		}
		var a Activity
		if json.Unmarshal([]byte(body), &a) == nil {
			got := a.Read(training.Athlete{}.Location())
			if got.Version == "" || got.Said.PerceivedExertion < 0 || got.Said.PerceivedExertion > 10 ||
				(got.Withheld == "") != (got.Said.Entry != nil) {
				t.Fatalf("%+v", got)
			}
		}
		var s Settings
		if json.Unmarshal([]byte(body), &s) == nil {
			s.Read()
		}
	})
}

func TestAPatchOfNothingNamedIsAllAndOfANewThingOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	p, err := EventPatch(training.CalendarEvent{Category: training.EventNote, Name: "N", Start: "2026-09-20T00:00:00", FTPW: 250})
	if err != nil || p["icu_ftp"] != nil || len(p) < 20 {
		t.Errorf("%v %v", p, err)
	}
	if _, has := p["icu_ftp"]; has { // a note does not set it
		t.Error("a note sets FTP")
	}
	made, err := NewEvent(training.CalendarEvent{Category: training.EventSetFTP, Name: "N", Start: "2026-09-20T00:00:00", FTPW: 250})
	want := Patch{"category": "SET_EFTP", "name": "N", "start_date_local": "2026-09-20T00:00:00", "icu_ftp": 250.0, "tags": []string{}}
	if diff := cmp.Diff(want, made); diff != "" || err != nil {
		t.Error(diff, err)
	}
}
