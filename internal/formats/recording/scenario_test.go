package recording_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func read(tb testing.TB, data []byte) recording.Result {
	tb.Helper()
	res, err := recording.Read(context.Background(), "test", data, recording.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

func zip(tb testing.TB, data []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		tb.Fatal(err)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestScenariosGiveTheirTruth(t *testing.T) {
	t.Parallel()
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		t.Run(sc.Name, func(t *testing.T) {
			t.Parallel()
			switch sc.Truth.Kind {
			case "hostile":
				checkHostile(t, sc)
			case "activity":
				res := read(t, sc.Bytes)
				checkActivity(t, sc, res)
				if diff := cmp.Diff(res, read(t, zip(t, sc.Bytes)), cmpopts.EquateNaNs()); diff != "" {
					t.Errorf("the gzip of the file reads otherwise:\n%s", diff)
				}
			default:
				checkIgnored(t, sc)
			}
		})
	}
}

// checkHostile wants a refusal, or a reading that is small.
func checkHostile(t *testing.T, sc rawfit.Scenario) {
	t.Helper()
	res, err := recording.Read(context.Background(), "test", sc.Bytes, recording.Limits{})
	if err == nil {
		t.Fatalf("read as %+v", res)
	}
	if k := training.KindOf(err); k != training.KindUnsupported && k != training.KindTooLarge {
		t.Errorf("refused as %v: %v", k, err)
	}
}

func checkIgnored(t *testing.T, sc rawfit.Scenario) {
	t.Helper()
	res, err := recording.Read(context.Background(), "test", sc.Bytes, recording.Limits{})
	if sc.Name == "header only" {
		if training.KindOf(err) != training.KindCorrupt {
			t.Errorf("a header alone gives %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Recordings) > 0 || res.Ignored == "" {
		t.Errorf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
	}
	want := map[string]reading.Kind{"empty": reading.Activity}[sc.Truth.Kind]
	if want == "" {
		want = reading.Kind(sc.Truth.Kind)
	}
	if sc.Name == "gpx empty" {
		want = reading.Unknown
	}
	if res.Kind != want {
		t.Errorf("kind %s, want %s", res.Kind, want)
	}
}

func checkActivity(t *testing.T, sc rawfit.Scenario, res recording.Result) {
	t.Helper()
	if res.Kind != reading.Activity || res.Ignored != "" || len(res.Recordings) != len(sc.Truth.Sessions) {
		t.Fatalf("kind %s, ignored %q, %d recordings of %d", res.Kind, res.Ignored, len(res.Recordings), len(sc.Truth.Sessions))
	}
	if warned := len(res.Warnings) > 0; sc.Truth.Damaged && !warned {
		t.Error("the damage is not mentioned")
	}
	for i, want := range sc.Truth.Sessions {
		r := res.Recordings[i]
		if r.SessionIndex != i || r.Sessions != len(sc.Truth.Sessions) {
			t.Errorf("session %d of %d, want %d of %d", r.SessionIndex, r.Sessions, i, len(sc.Truth.Sessions))
		}
		if sc.Name == "huge time jump" {
			checkTimeJump(t, r, want)
			continue
		}
		checkTimes(t, r, want)
		checkColumns(t, sc, r, want)
		checkSwim(t, r, want)
	}
}

// checkTimeJump wants the half of the records whose time can be.
func checkTimeJump(t *testing.T, r *training.Recording, want rawfit.Session) {
	t.Helper()
	if r.Columns.Len() != 300 || !r.Start.Equal(want.Start) || r.ElapsedS != want.ElapsedS {
		t.Errorf("%d rows from %v for %v s", r.Columns.Len(), r.Start, r.ElapsedS)
	}
}

func checkTimes(t *testing.T, r *training.Recording, want rawfit.Session) {
	t.Helper()
	sport := training.Sport(want.Sport)
	if sport == "" {
		sport = training.Other
	}
	if r.Sport != sport || r.SubSport != want.SubSport {
		t.Errorf("sport %s/%s, want %s/%s", r.Sport, r.SubSport, want.Sport, want.SubSport)
	}
	if !r.Start.Equal(want.Start) {
		t.Errorf("start %v, want %v", r.Start, want.Start)
	}
	// The XML formats count laps to the end of the last second, points to its start.
	if math.Abs(r.ElapsedS-want.ElapsedS) > 1 || math.Abs(r.TimerS-want.TimerS) > 1 {
		t.Errorf("elapsed %v timer %v, want %v %v", r.ElapsedS, r.TimerS, want.ElapsedS, want.TimerS)
	}
	var pauses, laps []rawfit.Span
	for _, p := range r.Pauses {
		pauses = append(pauses, rawfit.Span(p))
	}
	for _, l := range r.Laps {
		laps = append(laps, rawfit.Span{FromS: l.StartS, ToS: l.EndS})
	}
	if diff := cmp.Diff(want.Pauses, pauses); diff != "" {
		t.Errorf("pauses (-want +got):\n%s", diff)
	}
	if want.Laps == nil {
		return
	}
	if diff := cmp.Diff(want.Laps, laps, cmpopts.EquateApprox(0, 1)); diff != "" {
		t.Errorf("laps (-want +got):\n%s", diff)
	}
}

func sum(c *training.Columns, ch training.Channel) (s rawfit.Sum) {
	for i := range c.Len() {
		if v, ok := c.At(ch, i); ok {
			s.Count++
			s.Sum += int64(v)
		}
	}
	return s
}

func checkColumns(t *testing.T, sc rawfit.Scenario, r *training.Recording, want rawfit.Session) {
	t.Helper()
	if r.Columns.Len() != want.Records {
		t.Errorf("%d rows, want %d", r.Columns.Len(), want.Records)
	}
	for name, w := range want.Channels {
		ch, ok := training.ParseChannel(name)
		if !ok {
			t.Fatalf("no channel %q", name)
		}
		got := sum(&r.Columns, ch)
		if ch == training.Distance && r.SessionIndex > 0 && r.Format == training.FormatFIT && sc.Name != "chained" {
			checkRebased(t, r)
			continue
		}
		if got != w {
			t.Errorf("%s: %+v, want %+v", name, got, w)
		}
	}
	for name, w := range want.Developer {
		got := developerSum(r, name)
		if got != w {
			t.Errorf("developer field %s: %+v, want %+v", name, got, w)
		}
	}
	if want.Developer["Power"].Count > 0 && sum(&r.Columns, training.Power) != want.Developer["Power"] {
		t.Error("developer power did not become power")
	}
	var rr []int
	for _, ms := range r.RR {
		rr = append(rr, int(ms))
	}
	if diff := cmp.Diff(want.RR, rr); diff != "" {
		t.Errorf("RR (-want +got):\n%s", diff)
	}
}

// checkRebased wants the distance of a later session to begin with its first
// metres, not with what lay behind.
func checkRebased(t *testing.T, r *training.Recording) {
	t.Helper()
	first, _ := r.Columns.At(training.Distance, 0)
	last, _ := r.Columns.At(training.Distance, r.Columns.Len()-1)
	if first > 2000 || math.Abs(float64(last)/1e5-r.DeviceValues[training.MetricDistanceKM]) > 0.002 {
		t.Errorf("distance runs from %d to %d cm, the device says %v km", first, last, r.DeviceValues[training.MetricDistanceKM])
	}
}

func developerSum(r *training.Recording, name string) (s rawfit.Sum) {
	for _, c := range r.Columns.Developer {
		if c.Name != name {
			continue
		}
		for _, v := range c.Values {
			if v == v {
				s.Count++
				s.Sum += int64(math.Round(float64(v)))
			}
		}
	}
	return s
}

func checkSwim(t *testing.T, r *training.Recording, want rawfit.Session) {
	t.Helper()
	active, drills, strokes := 0, 0, 0
	for _, l := range r.Lengths {
		if l.Active {
			active++
		}
		if l.Stroke == "drill" {
			drills++
		}
		strokes += l.Strokes
		if lap := r.Laps[l.Lap]; l.StartS < lap.StartS || l.StartS >= lap.EndS {
			t.Errorf("a length at %v is not in lap %d", l.StartS, l.Lap)
		}
	}
	if len(r.Lengths) != want.Lengths || active != want.Active || drills != want.Drills || strokes != want.Strokes {
		t.Errorf("%d lengths, %d active, %d drills, %d strokes; want %+v", len(r.Lengths), active, drills, strokes, want)
	}
}

func TestDeviceValuesKeepTheirUnits(t *testing.T) {
	t.Parallel()
	r := read(t, rawfit.SteadyRide().Bytes).Recordings[0]
	want := training.Values{
		training.MetricDistanceKM: 12, training.MetricNormalizedPowerW: 200, training.MetricMaxPowerW: 200,
		training.MetricWorkKJ: 240, training.MetricThresholdPowerW: 250, training.MetricCaloriesKcal: 250,
		training.MetricAvgPowerW: 200, training.MetricAvgHRBpm: r.DeviceValues[training.MetricAvgHRBpm],
	}
	if diff := cmp.Diff(want, r.DeviceValues); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.OffsetS == nil || *r.OffsetS != 7200 {
		t.Errorf("offset %v, want two hours", r.OffsetS)
	}
	device := training.Device{Manufacturer: "garmin", Product: "edge_830", Serial: "3912345678", Software: "9.75"}
	if diff := cmp.Diff(device, r.Device); diff != "" {
		t.Errorf("device (-want +got):\n%s", diff)
	}
}

// FuzzSniff feeds the front door: whatever comes in, a result or a clear
// error comes out, and results are sane.
func FuzzSniff(f *testing.F) {
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		recordingtest.Seed(f, sc.Bytes)
	}
	f.Add(zip(f, rawfit.PoolSwim().Bytes))
	f.Add(zip(f, zip(f, rawfit.SettingsFile().Bytes)))
	recordingtest.RealSeeds(f, "fit/*.fit", "fit-bad/*.fit", "gpx/*.gpx", "tcx/*.tcx")
	limits := recording.Limits{MaxBytes: 4 << 20, MaxRecords: 50_000, Timeout: 10 * time.Second}
	f.Fuzz(func(t *testing.T, data []byte) {
		res, err := recording.Read(context.Background(), "fuzz", data, limits)
		if err != nil {
			if k := training.KindOf(err); k != training.KindCorrupt && k != training.KindUnsupported && k != training.KindTooLarge {
				t.Fatalf("%v error: %v", k, err)
			}
			return
		}
		if (len(res.Recordings) == 0) == (res.Ignored == "") {
			t.Fatalf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
		}
		for _, r := range res.Recordings {
			checkSane(t, "fuzz", r)
		}
	})
}
