package goldencheetah

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/goldencheetahtest"
)

// file is an activity with some members.
func file(members ...string) string {
	return "\ufeff{ \"RIDE\":{ \"STARTTIME\":\"2024\\/03\\/01 05:30:00 UTC \"," + strings.Join(members, ",") + "} }"
}

var began = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)

func TestSamples(t *testing.T) {
	t.Parallel()
	type row struct {
		At     int32
		Values map[training.Channel]int32
	}
	for name, tt := range map[string]struct {
		samples string
		want    []row
	}{
		"zeros that are values, and those that are none": {
			`{"SECS":0,"KM":0,"WATTS":0,"CAD":0,"KPH":36,"HR":0,"ALT":-5,"LAT":0,"LON":0,"TEMP":0,"LRBALANCE":0}`,
			[]row{{0, map[training.Channel]int32{training.Distance: 0, training.Power: 0, training.Cadence: 0, training.Speed: 10_000, training.Altitude: -500, training.Temperature: 0}}},
		},
		"what cannot be": {
			`{"SECS":-1,"WATTS":9},{"WATTS":9},{"SECS":1e12,"WATTS":9},{"SECS":2.5,"WATTS":-3,"HR":300,"TEMP":-255,"LAT":95,"LON":8,"LRBALANCE":101,"CAD":80}`,
			[]row{{2, map[training.Channel]int32{training.Cadence: 800}}},
		},
		"a place and a balance": {
			`{"SECS":1,"LAT":45,"LON":-90,"LRBALANCE":52}`,
			[]row{{1, map[training.Channel]int32{training.Latitude: 1 << 29, training.Longitude: -1 << 30, training.LeftBalance: 5200, training.Distance: 0}}},
		},
	} {
		data, err := fitFile([]byte(file(`"SAMPLES":[`+tt.samples+`]`)), began)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		res, err := fit.Read(t.Context(), data, reading.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatal(name, err)
		}
		r := res.Recordings[0]
		var got []row
		for i, at := range r.Columns.TimeS {
			one := row{at, map[training.Channel]int32{}}
			for ch := range training.NumChannels {
				if v, ok := r.Columns.At(ch, i); ok {
					one.Values[ch] = v
				}
			}
			got = append(got, one)
		}
		if d := cmp.Diff(tt.want, got); d != "" || !r.Start.Equal(began) || *r.OffsetS != 0 {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestLapsOfIntervals(t *testing.T) {
	t.Parallel()
	type cut struct{ From, To float64 }
	r := &training.Recording{ElapsedS: 1000}
	for name, tt := range map[string]struct {
		intervals []interval
		want      []cut
	}{
		"one after another": {[]interval{{0, 299}, {300, 1000}}, []cut{{0, 300}, {300, 1000}}},
		"in the middle":     {[]interval{{400, 499.5}}, []cut{{0, 400}, {400, 500}, {500, 1000}}},
		"one in another":    {[]interval{{200, 250}, {100, 299}}, []cut{{0, 100}, {100, 300}, {300, 1000}}},
		"all of it":         {[]interval{{0, 1000}}, nil},
		"none":              {[]interval{{50, 50}, {70, 20}}, nil},
	} {
		var got []cut
		for _, l := range (&ride{intervals: tt.intervals}).laps(r) {
			got = append(got, cut{l.StartS, l.EndS})
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	h, err := read(strings.NewReader(file(`"TAGS":{"Sport":"Ski ","RPE":"11 ","Workout Title":"a\u202eb ","Notes":"one\ntwo ","Weight":70}`,
		`"OVERRIDES":[{"workout_time":{"value":"3600"}},{"time_riding":{"value":3500}},{"average_power":{"value":"200 "}},{"coggan_np":{"value":"nan"}},{"average_hr":{"value":"none"}},{"total_distance":{"value":30.5}}]`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := training.Statement{Ref: "goldencheetah:2024_03_01_06_30_00", Sport: training.CrossCountry, Name: "ab", Description: "one\ntwo"}
	if d := cmp.Diff(want, h.said("2024_03_01_06_30_00")); d != "" || h.sampled {
		t.Error(d)
	}
	entry := &training.Entry{Start: began, TimerS: 3500, ElapsedS: 3600, Values: training.Values{
		training.MetricAvgPowerW: 200, training.MetricDistanceKM: 30.5, training.MetricMovingTimeS: 3500,
	}}
	if d := cmp.Diff(entry, h.entry()); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"coggan_np", "average_hr"} {
		if v, ok := h.overrides[name]; ok {
			t.Errorf("what is no number is %s %v", name, v)
		}
	}
	for word, want := range map[string]training.Sport{"Bike": training.Cycling, "": "", "Rock Climbing": "rock_climbing"} {
		if got := (&ride{tags: map[string]string{"Sport": word}}).sport(); got != want {
			t.Errorf("%s is %s", word, got)
		}
	}
}

// TestTheSameRideIsTheSameFile, whatever the athlete writes on it later.
func TestTheSameRideIsTheSameFile(t *testing.T) {
	t.Parallel()
	const samples = `"SAMPLES":[{"SECS":0,"HR":100},{"SECS":1,"HR":101}]`
	one, err1 := fitFile([]byte(file(`"TAGS":{"Notes":"a"}`, samples)), began)
	two, err2 := fitFile([]byte(file(`"TAGS":{"Notes":"b","RPE":"3 "}`, samples)), began)
	if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
		t.Error(err1, err2, "the bytes differ")
	}
}

func TestFilesThatAreDamaged(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"nothing": "", "no JSON": "a ride", "a list": "[1]", "another thing": `{"RIDES":[]}`, "no start": `{"RIDE":{"SAMPLES":[]}}`, "a ride of another form": `{"RIDE":[]}`,
		"cut": file(`"SAMPLES":[{"SECS":0,"HR":100},{"SE`)[:90], "samples of another form": file(`"SAMPLES":{}`), "no rows": file(`"SAMPLES":[]`), "a word for a number": file(`"SAMPLES":[{"SECS":"x"}]`),
	} {
		if _, err := fitFile([]byte(in), began); err == nil || training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzRide holds that nothing in a file brings its reader down.
func FuzzRide(f *testing.F) {
	a := goldencheetahtest.Build(goldencheetahtest.Options{Activities: 4, Seconds: 3})
	for _, act := range a.Truth.Activities {
		f.Add(a.Data(act.File))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if h, err := read(bytes.NewReader(in), nil); err == nil {
			_, _ = h.said("x"), h.entry()
		}
		if out, err := fitFile(in, began); err == nil && !fit.Is(out) {
			t.Error("it is no FIT file")
		}
	})
}

func BenchmarkHour(b *testing.B) {
	a := goldencheetahtest.Build(goldencheetahtest.Options{Activities: 1, Seconds: 3600})
	data := a.Data(a.Truth.Activities[0].File)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := fitFile(data, began); err != nil {
			b.Fatal(err)
		}
	}
}
