package endomondo_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/recording/endomondo"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/endomondotest"
	"lapkeep/test/recordingtest"
)

func read(t *testing.T, data []byte) *training.Recording {
	t.Helper()
	if !endomondo.Is(data) {
		t.Fatal("it is no workout")
	}
	res, err := endomondo.Read(t.Context(), data, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatalf("%v %+v", err, res)
	}
	return res.Recordings[0]
}

// sports are those of the generator's words.
var sports = map[string]training.Sport{
	"CYCLING_SPORT": training.Cycling, "RUNNING": training.Running, "WEIGHT_TRAINING": training.Strength, "WALKING": training.Walking,
	"TREADMILL_RUNNING": training.Running, "HIKING": training.Hiking, "": training.Other,
}

// TestWorkoutsAreWhatWasRecorded: at the instant that the file says, with the
// values that were measured and no others.
func TestWorkoutsAreWhatWasRecorded(t *testing.T) {
	t.Parallel()
	a := endomondotest.Build(endomondotest.Options{Seed: 3})
	for _, w := range a.Workouts {
		r := read(t, a.Data(w.File))
		if !r.Start.Equal(w.Start) || r.LocalStart || r.OffsetS != nil || r.TimerS != float64(w.DurationS) || r.ElapsedS != r.TimerS {
			t.Errorf("%s: from %s, %v s, timer %v s; want %+v", w.File, r.Start, r.ElapsedS, r.TimerS, w)
		}
		if r.Sport != sports[w.Word] || r.SportUnsaid != (w.Word == "") || r.Name != w.Name || r.Description != w.Notes {
			t.Errorf("%s: %s %q %q, want %+v", w.File, r.Sport, r.Name, r.Description, w)
		}
		want := training.Values{training.MetricCaloriesKcal: w.Calories}
		for metric, x := range map[training.Metric]float64{
			training.MetricDistanceKM: w.DistanceM / 1000, training.MetricAvgHRBpm: float64(w.AvgHR), training.MetricMaxHRBpm: float64(w.MaxHR),
			training.MetricAvgSpeedKMH: 3.6 * w.DistanceM / float64(w.DurationS),
		} {
			if x > 0 {
				want[metric] = x
			}
		}
		if w.Way == endomondotest.Tracked {
			want[training.MetricElevationGainM], want[training.MetricElevationLossM] = 60, 58
		}
		if d := cmp.Diff(want, r.DeviceValues); d != "" {
			t.Errorf("%s (-want +got):\n%s", w.File, d)
		}
		columns(t, r, w)
	}
}

func columns(t *testing.T, r *training.Recording, w endomondotest.Workout) {
	t.Helper()
	all := w.Body.Points()
	rows, warnings := len(all), 0
	switch w.Way {
	case endomondotest.Typed:
		rows = 0
	case endomondotest.Drawn:
		rows, warnings = 0, 1
	}
	if r.Columns.Len() != rows || len(r.Warnings) != warnings {
		t.Fatalf("%s is %s: %d rows, %q", w.File, w.Way, r.Columns.Len(), r.Warnings)
	}
	located := w.Way == endomondotest.Tracked
	for i, p := range all[:rows] {
		for ch, v := range map[training.Channel]struct {
			x    float64
			said bool
		}{
			training.Latitude: {p.Lat, located}, training.Longitude: {p.Lon, located}, training.Distance: {p.DistanceM, located},
			training.Altitude: {p.AltitudeM, located && i > 0}, training.Speed: {p.SpeedMS, located && i > 0},
			training.HeartRate: {float64(p.HR), w.AvgHR > 0}, training.Cadence: {}, training.Power: {},
		} {
			got, said := r.Columns.At(ch, i)
			if said != v.said || said && math.Abs(float64(got)-math.Round(v.x*ch.Scale())) > 2 {
				t.Errorf("%s: %s in row %d is %d (%v), want %+v", w.File, ch, i, got, said, v)
			}
		}
	}
}

// TestSportsAreMapped, and one that Lapkeep does not know stays as a word.
func TestSportsAreMapped(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"CYCLING_TRANSPORTATION": {"cycling", ""}, "MOUNTAIN_BIKING": {"cycling", "mountain"}, "SPINNING": {"cycling", "indoor"},
		"TREADMILL_WALKING": {"walking", "indoor"}, "RUNNING_TRAIL": {"running", "trail"}, "SKIING_DOWNHILL": {"alpine_skiing", ""},
		"ELLIPTICAL_TRAINING": {"fitness", "elliptical"}, "BADMINTON": {"other", "badminton"}, "KITE_SURFING": {"other", "kite_surfing"},
		"OTHER": {"other", ""},
	} {
		r := read(t, []byte(`[{"sport": "`+word+`"}, {"start_time": "2016-05-01 07:12:33.0"}, {"duration_s": 60}]`))
		if got := [2]string{string(r.Sport), r.SubSport}; got != want || r.SportUnsaid {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
	}
}

// TestOddWorkouts: members of another form are not said, and nothing is invented.
func TestOddWorkouts(t *testing.T) {
	t.Parallel()
	r := read(t, []byte(`[{"sport": 7}, {"name": ["x"]}, {"start_time": "yesterday"}, {"duration_s": "long"}, {"distance_km": 0},
		{"calories_kcal": null}, {"speed_avg_kmh": -3}, {"points": [
		[{"location": [[{"latitude": 47.5}, {"longitude": 14.9}]]}, {"heart_rate_bpm": 0}, {"timestamp": "Sun May 01 07:12:33 UTC 2016"}],
		[{"location": [[{"latitude": 0}, {"longitude": 0}]], "altitude": 500, "speed_kmh": 0, "timestamp": "Sun May 01 07:12:43 UTC 2016"}],
		[{"location": [[{"latitude": 97.5}, {"longitude": 14.9}]]}, {"heart_rate_bpm": 120}, {"timestamp": "Sun May 01 07:12:53 UTC 2016"}],
		[{"location": {"latitude": 1}}, {"heart_rate_bpm": "x"}, {"timestamp": "Sun May 01 09:13:03 CEST 2016"}],
		[{"altitude": 499}, {"timestamp": "Sun May 01 09:13:03 CEST 2016"}],
		[], 7, [[8]], [{"more": [[{"altitude": 1}]]}]]}, 9, {"more": {"points": [1]}}]`))
	if !r.Start.Equal(time.Date(2016, 5, 1, 7, 12, 33, 0, time.UTC)) || r.TimerS != 20 || r.Sport != training.Other || !r.SportUnsaid ||
		r.Name != "" || len(r.DeviceValues) != 0 {
		t.Errorf("%+v", r)
	}
	type row [5]int32
	const no = math.MinInt32
	north, high := int32(math.Round(47.5*training.Latitude.Scale())), int32(500*training.Altitude.Scale())
	want := []row{{north, no, no, 0, no}, {no, high, 0, no, no}, {no, no, no, no, 120}}
	var got []row
	for i := range r.Columns.TimeS {
		var one row
		for k, ch := range []training.Channel{training.Latitude, training.Altitude, training.Speed, training.Distance, training.HeartRate} {
			v, ok := r.Columns.At(ch, i)
			if one[k] = v; !ok {
				one[k] = no
			}
		}
		got = append(got, one)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(r.Warnings) != 2 {
		t.Errorf("%q", r.Warnings)
	}
}

func TestFilesThatHoldNothing(t *testing.T) {
	t.Parallel()
	a := endomondotest.Build(endomondotest.Options{})
	whole := a.Data(a.Workouts[0].File)
	res, err := endomondo.Read(t.Context(), whole[:len(whole)/2], reading.Limits{})
	if err != nil || !res.Salvaged || len(res.Recordings) != 1 || res.Recordings[0].Columns.Len() < 100 {
		t.Errorf("half of it: %v %+v", err, res)
	}
	for name, data := range map[string][]byte{"the beginning": whole[:60], "garbage": []byte("[\x00\x01"), "nothing": nil} {
		if _, err := endomondo.Read(t.Context(), data, reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := endomondo.Read(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("too long: %v", err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	long := endomondotest.Build(endomondotest.Options{Workouts: 1, Seconds: 3000})
	for _, data := range [][]byte{whole, long.Data(long.Workouts[0].File)} {
		if _, err := endomondo.Read(ended, data, reading.Limits{}); err == nil {
			t.Error("it is read when it is called off")
		}
	}
	deep := `[{"start_time": "2016-05-01 07:12:33.0"}, {"duration_s": 1e9}, {"points": ` + strings.Repeat(`[{"location": [`, 100_000)
	if _, err := endomondo.Read(t.Context(), []byte(deep), reading.Limits{}); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("deep: %v", err)
	}
	for _, text := range []string{`[]`, `{}`, `[{"start_time": "2016-05-01 07:12:33.0"}]`, `[{"duration_s": 60}, {"points": []}]`} {
		if res, err := endomondo.Read(t.Context(), []byte(text), reading.Limits{}); err != nil || res.Ignored == "" {
			t.Errorf("%s: %v %+v", text, err, res)
		}
	}
}

func FuzzEndomondo(f *testing.F) {
	a := endomondotest.Build(endomondotest.Options{Seconds: 8})
	for _, w := range a.Workouts {
		recordingtest.Seed(f, a.Data(w.File))
	}
	recordingtest.Sane(f, endomondo.Read)
}
