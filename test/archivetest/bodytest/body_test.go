package bodytest_test

import (
	"math"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
)

var noon = time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC)

func read(t *testing.T, name string, data []byte) []*training.Recording {
	t.Helper()
	got, err := recording.Read(t.Context(), name, data, recording.Limits{})
	if err != nil || len(got.Recordings) == 0 {
		t.Fatalf("%s: %d recordings, %v", name, len(got.Recordings), err)
	}
	return got.Recordings
}

func ride() bodytest.Body {
	return bodytest.Body{Start: noon, Seed: 5, Seconds: 1200, Sport: "cycling", Serial: 77}
}

// TestEveryFormSaysTheSame reads each form of several views of one ride.
func TestEveryFormSaysTheSame(t *testing.T) {
	t.Parallel()
	views := map[string]bodytest.Body{"whole": ride()}
	late := ride()
	late.FromS, late.UntilS, late.ClockS, late.Noise = 100, 900, 7, 3
	views["from 100 to 900, clock ahead"] = late
	stand := ride()
	stand.StandFrom, stand.StandTo = 400, 520
	views["standing"] = stand
	stand.AutoPause = true
	views["paused by itself"] = stand
	sparse := ride()
	sparse.EveryS = 10
	views["every 10 s"] = sparse
	for name, b := range views {
		for form, data := range map[string][]byte{"fit": b.FIT(), "tcx": b.TCX(), "gpx": b.GPX("x")} {
			rec := read(t, name+"."+form, data)[0]
			if !rec.Start.Equal(b.Began()) || math.Abs(rec.ElapsedS-float64(b.ElapsedS())) > 0.5 || rec.Columns.Len() != len(b.Points()) {
				t.Errorf("%s as %s: begins %s, %v s, %d rows; want %s, %d s, %d rows",
					name, form, rec.Start, rec.ElapsedS, rec.Columns.Len(), b.Began(), b.ElapsedS(), len(b.Points()))
			}
			if form == "fit" && math.Abs(rec.TimerS-float64(b.TimerS())) > 0.5 {
				t.Errorf("%s: timer %v s, want %d", name, rec.TimerS, b.TimerS())
			}
			last := rec.Columns.Len() - 1
			if d, ok := rec.Columns.At(training.Distance, last); form != "gpx" &&
				(!ok || math.Abs(float64(d)/training.Distance.Scale()-b.DistanceM()) > 0.1) {
				t.Errorf("%s as %s: %v m, want %v", name, form, d, b.DistanceM())
			}
		}
	}
	if stand.TimerS() != stand.ElapsedS()-120 {
		t.Errorf("a pause of 120 s took %d s", stand.ElapsedS()-stand.TimerS())
	}
}

// TestTwoDevicesSeeOneOuting holds the same second of two views together.
func TestTwoDevicesSeeOneOuting(t *testing.T) {
	t.Parallel()
	a, b := ride(), ride()
	b.FromS, b.Noise, b.EveryS = 60, 9, 5
	friend := ride()
	friend.Heart = 1234
	differ, seen := 0, a.Points()
	for _, p := range b.Points() {
		q := seen[p.Second]
		if math.Abs(p.Lat-q.Lat)*111_195 > 3 || p.HR-q.HR > 2 || q.HR-p.HR > 2 || p.PowerW-q.PowerW > 5 || q.PowerW-p.PowerW > 5 {
			t.Fatalf("second %d: %+v and %+v", p.Second, p, q)
		}
		if p.HR != q.HR {
			differ++
		}
	}
	if differ == 0 {
		t.Error("the sensors have no error")
	}
	differ = 0
	for i, p := range friend.Points() {
		if p.Lat != seen[i].Lat || p.SpeedMS != seen[i].SpeedMS {
			t.Fatalf("the friend rode elsewhere: %+v and %+v", p, seen[i])
		}
		if p.HR != seen[i].HR {
			differ++
		}
	}
	if differ < len(seen)/2 {
		t.Errorf("the friend's heart differs in %d of %d seconds", differ, len(seen))
	}
}

func TestMultisportIsOneFileOfSessions(t *testing.T) {
	t.Parallel()
	swim := bodytest.Body{Start: noon, Seed: 1, Seconds: 300, Sport: "swimming", NoPower: true}
	bike := bodytest.Body{Start: noon.Add(310 * time.Second), Seed: 2, Seconds: 600, Sport: "cycling"}
	recs := read(t, "multi.fit", bodytest.Multisport(swim, bike))
	if len(recs) != 2 {
		t.Fatalf("%d sessions", len(recs))
	}
	for i, want := range []bodytest.Body{swim, bike} {
		if got := recs[i]; string(got.Sport) != want.Sport || !got.Start.Equal(want.Start) || got.Sessions != 2 ||
			math.Abs(got.ElapsedS-float64(want.Seconds)) > 0.5 {
			t.Errorf("session %d: %s at %s for %v s", i, got.Sport, got.Start, got.ElapsedS)
		}
	}
}

func TestMakersAndMissingSensorsAreTold(t *testing.T) {
	t.Parallel()
	b := ride()
	b.Maker, b.Product, b.SubSport, b.NoGPS, b.NoHR, b.NoPower = 260, 1, 58, true, true, true
	rec := read(t, "zwift.fit", b.FIT())[0]
	if rec.Device.Manufacturer != "zwift" || rec.SubSport != "virtual" {
		t.Errorf("made by %q, %q", rec.Device.Manufacturer, rec.SubSport)
	}
	for _, ch := range []training.Channel{training.Latitude, training.HeartRate, training.Power} {
		if v, ok := rec.Columns.At(ch, 5); ok {
			t.Errorf("%v is %v", ch, v)
		}
	}
	if rec := read(t, "indoor.tcx", b.TCX())[0]; rec.Columns.Len() != 1201 {
		t.Errorf("without a position: %d rows", rec.Columns.Len())
	}
}

// Most FIT files of a device are no activities: each is read whole and left
// out with its reason.
func TestOtherTypesAreReadAndLeftOut(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	for _, kind := range []byte{32, 41, 44, 49} {
		data := bodytest.FITOfType(kind, at, 2000)
		if len(data) < 2000 {
			t.Errorf("type %d: %d bytes", kind, len(data))
		}
		got, err := recording.Read(t.Context(), "other.fit", data, recording.Limits{})
		if err != nil || len(got.Recordings) > 0 || got.Ignored == "" {
			t.Errorf("type %d: %d recordings, ignored %q, %v", kind, len(got.Recordings), got.Ignored, err)
		}
	}
}
