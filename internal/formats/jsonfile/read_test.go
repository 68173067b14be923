package jsonfile

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/goldencheetahtest"
)

// file returns an activity with some members.
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
			[]row{{0, map[training.Channel]int32{
				training.Distance: 0, training.Power: 0, training.Cadence: 0,
				training.Speed: 10_000, training.Altitude: -500, training.Temperature: 0,
			}}},
		},
		"what cannot be": {
			`{"SECS":-1,"WATTS":9},{"WATTS":9},{"SECS":1e12,"WATTS":9},{"SECS":2.5,"WATTS":-3,"HR":300,"TEMP":-255,"LAT":95,"LON":8,"LRBALANCE":101,"CAD":80}`,
			[]row{{2, map[training.Channel]int32{training.Cadence: 800}}},
		},
		"a place and a balance": {
			`{"SECS":1,"LAT":45,"LON":-90,"LRBALANCE":52}`,
			[]row{{1, map[training.Channel]int32{
				training.Latitude: 1 << 29, training.Longitude: -1 << 30,
				training.LeftBalance: 5200,
			}}},
		},
	} {
		res, err := ReadGoldenCheetah(t.Context(), "2024_03_01_05_30_00.json", []byte(file(`"SAMPLES":[`+tt.samples+`]`)), reading.Limits{})
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
		for _, l := range (&Ride{intervals: tt.intervals}).laps(r) {
			got = append(got, cut{l.StartS, l.EndS})
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestWhereItBegan checks that the start is found by the name of the file, or
// by its former name.
func TestWhereItBegan(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"2024_03_01_06_30_00.json":                  3600,
		"0123456789abcdef-2024_03_01_03_30_00.json": -7200, "a hash": 1800,
	} {
		res, err := ReadGoldenCheetah(t.Context(), name, []byte(file(`"TAGS":{"Filename":"2024_03_01_06_00_00.json "}`,
			`"SAMPLES":[{"SECS":0,"HR":100}]`)), reading.Limits{})
		if err != nil || *res.Recordings[0].OffsetS != want {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
}

func TestSport(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]training.Sport{"Bike": training.Cycling, "": "", "Rock Climbing": "rock_climbing"} {
		if got := (&Ride{Tags: map[string]string{"Sport": word}}).Sport(); got != want {
			t.Errorf("%s is %s", word, got)
		}
	}
}

func TestFilesThatAreDamaged(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"nothing": "", "no JSON": "a ride", "a list": "[1]", "another thing": `{"RIDES":[]}`,
		"no start": `{"RIDE":{"SAMPLES":[]}}`, "a ride of another form": `{"RIDE":[]}`,
		"cut": file(`"SAMPLES":[{"SECS":0,"HR":100},{"SE`)[:90], "samples of another form": file(`"SAMPLES":{}`),
		"no rows": file(`"SAMPLES":[]`), "a word for a number": file(`"SAMPLES":[{"SECS":"x"}]`),
	} {
		if _, err := ReadGoldenCheetah(t.Context(), "", []byte(in), reading.Limits{}); err == nil ||
			training.KindOf(err) != training.KindCorrupt {
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
		_, _ = Head(bytes.NewReader(in))
		if out, err := ReadGoldenCheetah(t.Context(), "", in, reading.Limits{}); err == nil && len(out.Recordings) != 1 {
			t.Error("it is no recording")
		}
	})
}

func BenchmarkHour(b *testing.B) {
	a := goldencheetahtest.Build(goldencheetahtest.Options{Activities: 1, Seconds: 3600})
	data := a.Data(a.Truth.Activities[0].File)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := ReadGoldenCheetah(b.Context(), "", data, reading.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
