package recording_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/rawfit"
)

var formats = []training.Format{training.FormatGPX, training.FormatTCX, training.FormatFIT}

func round(n int) training.Route {
	r := training.Route{Name: "Lake & hill", Sport: training.Cycling}
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n-1)
		alt := 400 + 50*math.Sin(a)
		r.Points = append(r.Points, training.RoutePoint{LatDeg: 47 + 0.05*math.Sin(a), LonDeg: 8 + 0.05*math.Cos(a), AltitudeM: &alt})
	}
	return r
}

// TestEveryFormatComesBack through the reader that sniffs: as a course, its
// line within a metre, and never as an activity.
func TestEveryFormatComesBack(t *testing.T) {
	t.Parallel()
	for _, f := range formats {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			want := round(200)
			var file, again bytes.Buffer
			for _, w := range []*bytes.Buffer{&file, &again} {
				if err := recording.WriteCourse(w, f, &want); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(file.Bytes(), again.Bytes()) {
				t.Error("the same route gives other bytes")
			}
			res, err := recording.Read(t.Context(), "x", file.Bytes(), recording.Limits{})
			if err != nil || res.Kind != reading.Course || len(res.Recordings) != 0 || len(res.Routes) != 1 || res.Ignored == "" {
				t.Fatalf("%+v %v", res, err)
			}
			got := res.Routes[0]
			name := want.Name
			if got.Name != name || len(got.Points) != 200 || math.Abs(got.DistanceKm-29.6) > 0.1 ||
				f != training.FormatTCX && got.Sport != training.Cycling {
				t.Errorf("%q %s, %d points, %g km", got.Name, got.Sport, len(got.Points), got.DistanceKm)
			}
			for i, p := range got.Points {
				if recording.Metres(p, want.Points[i]) > 1 || p.AltitudeM == nil || math.Abs(*p.AltitudeM-*want.Points[i].AltitudeM) > 0.2 {
					t.Fatalf("point %d is %+v, was %+v", i, p, want.Points[i])
				}
			}
		})
	}
}

// TestAnyRouteIsWritten: names of any text, points anywhere on earth.
func TestAnyRouteIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := training.Route{Name: rapid.String().Draw(t, "name"), Description: rapid.String().Draw(t, "description")}
		lat, lon := rapid.Float64Range(-89, 89).Draw(t, "lat"), rapid.Float64Range(-180, 180).Draw(t, "lon")
		for i := range rapid.IntRange(2, 40).Draw(t, "points") {
			r.Points = append(r.Points, training.RoutePoint{LatDeg: lat + float64(i)*0.001, LonDeg: lon})
		}
		f := rapid.SampledFrom(formats).Draw(t, "format")
		var b bytes.Buffer
		if err := recording.WriteCourse(&b, f, &r); err != nil {
			t.Fatal(err)
		}
		got, err := recording.ReadCourse(context.Background(), f, b.Bytes(), reading.Limits{})
		if err != nil || len(got) != 1 || len(got[0].Points) != len(r.Points) {
			t.Fatalf("%d routes, %v", len(got), err)
		}
		for i, p := range got[0].Points {
			if recording.Metres(p, r.Points[i]) > 1 {
				t.Fatalf("point %d is %+v, was %+v", i, p, r.Points[i])
			}
		}
	})
}

func TestWhatProgramsWrite(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		format training.Format
		text   string
		want   []string // name: number of points
	}{
		"a route and a track": {
			training.FormatGPX, `<gpx><wpt lat="1" lon="1"><name>Inn</name></wpt>
			<rte><name>One</name><rtept lat="47" lon="8"><name>turn</name></rtept><rtept lat="47.1" lon="8"/></rte>
			<trk><type>running</type><name>Two</name><trkseg><trkpt lat="47" lon="8"><ele>x</ele></trkpt><trkpt lat="47" lon="8"/><trkpt lat="47.2" lon="8"/></trkseg></trk></gpx>`,
			[]string{"One", "Two"},
		},
		"no place": {
			training.FormatGPX,
			`<gpx><rte><name>Bad</name><rtept lat="91" lon="8"/><rtept lat="NaN" lon="8"/><rtept lon="8"/><rtept lat="47" lon="8"/></rte></gpx>`, nil,
		},
		"cut": {
			training.FormatGPX,
			`<gpx><rte><name>Cut</name><rtept lat="47" lon="8"/><rtept lat="47.1" lon="8"/><rtept lat="4`,
			[]string{"Cut"},
		},
		"without places": {
			training.FormatTCX,
			`<TrainingCenterDatabase><Courses><Course><Name>T</Name><Track><Trackpoint><Time>x</Time></Trackpoint></Track></Course></Courses></TrainingCenterDatabase>`, nil,
		},
		"no FIT": {training.FormatFIT, "nothing", nil},
	} {
		got, err := recording.ReadCourse(t.Context(), tt.format, []byte(tt.text), reading.Limits{})
		var names []string
		for _, r := range got {
			names = append(names, r.Name)
			if len(r.Points) != 2 {
				t.Errorf("%s: %s has %d points", name, r.Name, len(r.Points))
			}
		}
		if d := cmp.Diff(tt.want, names); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
}

func TestLimitsAndCancellation(t *testing.T) {
	t.Parallel()
	r := round(500)
	for _, f := range formats {
		var b bytes.Buffer
		if err := recording.WriteCourse(&b, f, &r); err != nil {
			t.Fatal(err)
		}
		got, err := recording.ReadCourse(t.Context(), f, b.Bytes(), reading.Limits{MaxRecords: 100})
		if training.KindOf(err) != training.KindTooLarge {
			t.Errorf("%s: %d routes %v", f, len(got), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := recording.ReadCourse(ctx, f, b.Bytes(), reading.Limits{}); err == nil {
			t.Errorf("%s goes on after it was cancelled", f)
		}
	}
	if err := recording.WriteCourse(&bytes.Buffer{}, training.FormatGPX, &training.Route{}); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("a route without a way: %v", err)
	}
}

// TestACourseWithRecordsOfOneSecondHasAWay: several records may have one time.
func TestACourseWithRecordsOfOneSecondHasAWay(t *testing.T) {
	t.Parallel()
	f := rawfit.New().FileID(rawfit.Fields{"type": 6, "time_created": rawfit.Start()}).Message("course", rawfit.Fields{"name": "Lake"})
	for i := range 10 {
		at := rawfit.Start().Add(time.Duration(i/2) * time.Second)
		f.Record(rawfit.Fields{"timestamp": at, "position_lat": 556_000_000 + 4000*i, "position_long": 95_000_000})
	}
	got, err := recording.ReadCourse(t.Context(), training.FormatFIT, f.Bytes(), reading.Limits{})
	if err != nil || len(got) != 1 || got[0].Name != "Lake" || len(got[0].Points) != 5 {
		t.Errorf("%+v %v", got, err)
	}
}

// TestLongRoutesAreThinned and keep their ends.
func TestLongRoutesAreThinned(t *testing.T) {
	t.Parallel()
	rec := training.Recording{Sport: training.Cycling}
	n := 60_000
	rec.Columns.TimeS = make([]int32, n)
	for i := range n {
		rec.Columns.Put(training.Latitude, i, int32(500_000_000+i*60))
		rec.Columns.Put(training.Longitude, i, 100_000_000)
	}
	r, ok := recording.CourseOf(&rec)
	if !ok || len(r.Points) > 10_000 || len(r.Points) < 5000 || math.Abs(r.DistanceKm-33.6) > 0.3 {
		t.Errorf("%d points, %g km", len(r.Points), r.DistanceKm)
	}
	if _, ok := recording.CourseOf(&training.Recording{}); ok {
		t.Error("a recording without a position is a route")
	}
}

func FuzzRead(f *testing.F) {
	r := round(20)
	for i, format := range formats {
		var b bytes.Buffer
		if err := recording.WriteCourse(&b, format, &r); err != nil {
			f.Fatal(err)
		}
		f.Add(byte(i), b.Bytes())
	}
	f.Add(byte(0), []byte(strings.Repeat("<rte>", 100)))
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		got, err := recording.ReadCourse(t.Context(), formats[int(which)%len(formats)], data, reading.Limits{})
		for _, r := range got {
			if err != nil || len(r.Points) < 2 || !(r.DistanceKm >= 0) {
				t.Fatalf("%+v %v", r, err)
			}
			for _, p := range r.Points {
				if !(math.Abs(p.LatDeg) <= 90) || !(math.Abs(p.LonDeg) <= 180) {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
}

// BenchmarkHour reads an hour at 1 Hz of each of the forms that most files are of.
func BenchmarkHour(b *testing.B) {
	body := bodytest.Body{Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Seed: 1, Seconds: 3600, Sport: "cycling"}
	for form, data := range map[string][]byte{"FIT": body.FIT(), "GPX": body.GPX("ride"), "TCX": body.TCX()} {
		b.Run(form, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := recording.Read(b.Context(), form, data, recording.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
