package reading_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestSamplesComeBack as they were, gaps included, and the same samples are
// the same bytes.
func TestSamplesComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := &training.Recording{
			Format: "streams", Sport: training.Cycling, Start: time.Date(2026, 5, 1, 7, 0, 0, 0, time.UTC), ElapsedS: 60, TimerS: 50,
			Device: training.Device{Product: "A thing"}, Warnings: []string{"w"}, Sessions: 1,
		}
		if rapid.Bool().Draw(t, "offset") {
			east := rapid.IntRange(-12*3600, 14*3600).Draw(t, "east")
			r.OffsetS = &east
		}
		if rapid.Bool().Draw(t, "laps") {
			r.Laps, r.Pauses = []training.Lap{{EndS: 60, ElapsedS: 60, TimerS: 50, Trigger: "manual"}}, []training.Span{{FromS: 10, ToS: 20}}
			r.DeviceValues = training.Values{training.MetricWorkKJ: rapid.Float64().Draw(t, "work")}
		}
		rows := rapid.IntRange(1, 200).Draw(t, "rows")
		for i := range rows {
			r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
		}
		for _, ch := range []training.Channel{training.Power, training.Latitude} {
			for i := range rows {
				if rapid.Bool().Draw(t, "there") {
					r.Columns.Put(ch, i, rapid.Int32().Draw(t, "value"))
				}
			}
		}
		sweat := training.DeveloperColumn{Name: "Sweat", Units: "l/h", Values: make([]float32, rows)}
		for i := range sweat.Values {
			if sweat.Values[i] = float32(math.NaN()); rapid.Bool().Draw(t, "sweats") {
				sweat.Values[i] = rapid.Float32Range(0, 3).Draw(t, "sweat")
			}
		}
		r.Columns.Developer = append(r.Columns.Developer, sweat)
		r.Columns.Pad()
		data, err := reading.WriteSamples([]*training.Recording{r})
		if err != nil {
			t.Fatal(err)
		}
		words := *r
		words.Name, words.Description = "Renamed", "told anew"
		if again, err := reading.WriteSamples([]*training.Recording{&words}); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("words changed the samples: %v", err)
		}
		got, err := recording.Read(t.Context(), "intervals-i1.samples.json", data, recording.Limits{})
		if err != nil || len(got.Recordings) != 1 {
			t.Fatal(err)
		}
		back := got.Recordings[0]
		if d := cmp.Diff(r.Columns.Developer, back.Columns.Developer, cmpopts.EquateNaNs()); d != "" {
			t.Fatalf("what has no channel: %s", d)
		}
		for _, ch := range []training.Channel{training.Power, training.Latitude} {
			for i := range rows {
				v, ok := r.Columns.At(ch, i)
				if w, there := back.Columns.At(ch, i); w != v || there != ok {
					t.Fatalf("%s of row %d is %d %v, was %d %v", ch, i, w, there, v, ok)
				}
			}
		}
		back.Columns, words = training.Columns{}, *r
		words.Columns = training.Columns{}
		if d := cmp.Diff(words, *back); d != "" {
			t.Fatal(d)
		}
	})
}

func TestDamagedSamplesAreRefused(t *testing.T) {
	t.Parallel()
	data, err := reading.WriteSamples([]*training.Recording{storetest.Recording(storetest.Noon(), 30)})
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for name, bad := range map[string]string{
		"cut":      text[:len(text)/2],
		"short":    strings.Replace(text, `"time_s":[0,`, `"time_s":[`, 1),
		"odd gaps": strings.Replace(text, `"power":{`, `"power":{"gaps":[3],`, 1),
	} {
		if _, err := recording.Read(t.Context(), name, []byte(bad), recording.Limits{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
	later := strings.Replace(text, `"power":{`, `"from_tomorrow":{`, 1)
	if r, err := recording.Read(t.Context(), "later", []byte(later), recording.Limits{}); err != nil ||
		r.Recordings[0].Columns.Has(training.Power) {
		t.Errorf("a channel of a later version: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	data, err := reading.WriteSamples([]*training.Recording{storetest.Recording(storetest.Noon(), 5)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := recording.Read(t.Context(), "x.samples.json", data, recording.Limits{})
		if err != nil || len(r.Recordings) == 0 {
			return
		}
		c := &r.Recordings[0].Columns
		for ch := range training.NumChannels {
			if c.Data[ch].Present() && len(c.Data[ch].Values) != c.Len() {
				t.Errorf("%s has %d rows of %d", ch, len(c.Data[ch].Values), c.Len())
			}
		}
	})
}
