package fit_test

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
)

// allChannels returns all channels of FIT.
func allChannels() []training.Channel {
	var out []training.Channel
	for ch := range training.NumChannels {
		out = append(out, ch)
	}
	return out
}

var sports = []struct {
	sport training.Sport
	sub   string
}{
	{training.Cycling, training.SubRoad},
	{training.Cycling, training.SubIndoor},
	{training.Cycling, training.SubVirtual},
	{training.Running, ""},
	{training.Running, training.SubIndoor},
	{training.Running, training.SubTrail},
	{training.Swimming, training.SubPool},
	{training.Swimming, training.SubOpenWater},
	{training.Rowing, training.SubIndoor},
	{training.Transition, ""},
	{training.Strength, ""},
	{training.Yoga, ""},
	{training.Other, ""},
	{training.Fitness, "elliptical"},
	{training.Hiking, ""},
	{training.CrossCountry, "skate_skiing"},
	{"tennis", ""},
	{training.Cycling, "cyclocross"},
}

// sessions draws one to three recordings that follow one another, as the
// sessions of a file do.
func sessions(t *rapid.T) []*training.Recording {
	start := recordingtest.Start(t)
	device := training.Device{Manufacturer: "garmin", Product: "edge_840", Serial: "3400000001", Software: "21.19"}
	if rapid.Bool().Draw(t, "other maker") {
		device = training.Device{Manufacturer: "wahoo_fitness", Product: "ELEMNT", Serial: "77"}
	}
	var offset *int
	if rapid.Bool().Draw(t, "local time") {
		o := rapid.IntRange(-56, 56).Draw(t, "quarters") * 900
		offset = &o
	}
	name := recordingtest.Word(t, "name")
	n := rapid.IntRange(1, 3).Draw(t, "sessions")
	var out []*training.Recording
	for i := range n {
		elapsed := rapid.IntRange(10, 120).Draw(t, "elapsed")
		r := session(t, elapsed)
		r.Format, r.Start, r.OffsetS, r.Name, r.Device = training.FormatFIT, start, offset, name, device
		r.SessionIndex, r.Sessions = i, n
		start = start.Add(time.Duration(elapsed) * time.Second)
		out = append(out, r)
	}
	return out
}

func session(t *rapid.T, elapsed int) *training.Recording {
	sp := rapid.SampledFrom(sports).Draw(t, "sport")
	r := &training.Recording{
		Sport: sp.sport, SubSport: sp.sub, ElapsedS: float64(elapsed), TimerS: recordingtest.Millis(t, elapsed, "timer"),
		Columns: recordingtest.Columns(t, elapsed-1, allChannels()...),
		Pauses:  recordingtest.Spans(t, elapsed, 0), Laps: recordingtest.Laps(t, elapsed),
		DeviceValues: values(t, fit.SessionValues, sp.sport),
		DeviceZones:  zones(t),
	}
	r.Columns.Developer = recordingtest.Developer(t, r.Columns.Len())
	if _, has := r.DeviceValues[training.MetricDistanceKM]; has && r.Columns.Has(training.Distance) {
		r.DeviceValues[training.MetricDistanceKM] = lastDistanceKM(&r.Columns) // the total says where a leg ends
	}
	for i := range r.Laps {
		l := &r.Laps[i]
		l.ElapsedS, l.TimerS = recordingtest.Millis(t, 1000, "lap elapsed"), recordingtest.Millis(t, 1000, "lap timer")
		l.Trigger = rapid.SampledFrom([]string{"manual", "distance", "time", "session_end", ""}).Draw(t, "trigger")
		l.Intensity = rapid.SampledFrom([]string{"active", "rest", "warmup", "cooldown", ""}).Draw(t, "intensity")
		l.Device = values(t, fit.LapValues, "")
	}
	r.Lengths = lengths(t, r.Laps, elapsed)
	r.Sets = drawnSets(t, elapsed)
	r.Events = events(t, elapsed)
	if r.Columns.Len() > 0 {
		r.RR = rapid.SliceOfN(rapid.Uint16Range(300, 2000), 0, 40).Draw(t, "rr")
	}
	return r
}

func lastDistanceKM(c *training.Columns) float64 {
	for i := c.Len() - 1; i >= 0; i-- {
		if cm, ok := c.At(training.Distance, i); ok {
			return float64(cm) / 100_000
		}
	}
	return 0
}

// values draws values that the fields of a table can hold.
func values(t *rapid.T, table []fit.ProfileValue, sport training.Sport) training.Values {
	var out training.Values
	for _, v := range table {
		if v.Legacy || !rapid.Bool().Draw(t, string(v.Metric)) {
			continue
		}
		x := float64(rapid.IntRange(0, 120).Draw(t, "raw"))/v.Scale - v.Offset
		if v.Fraction != 0 {
			x += float64(rapid.IntRange(0, 127).Draw(t, "fraction")) / 128
		}
		out = out.Put(v.Metric, x)
	}
	fit.SplitCycles(out, sport)
	return out
}

func zones(t *rapid.T) []training.ZoneTimes {
	var out []training.ZoneTimes
	for _, kind := range []training.ZoneKind{training.ZonesHR, training.ZonesPower, training.ZonesPace} {
		if !rapid.Bool().Draw(t, string(kind)) {
			continue
		}
		z := training.ZoneTimes{Kind: kind}
		for i := range rapid.IntRange(1, 7).Draw(t, "zones") {
			z.HighBounds = append(z.HighBounds, float64(i*8+3))
			z.Seconds = append(z.Seconds, recordingtest.Millis(t, 5000, "in zone"))
		}
		out = append(out, z)
	}
	return out
}

func lengths(t *rapid.T, laps []training.Lap, elapsed int) []training.Length {
	var out []training.Length
	at := 0
	for range rapid.IntRange(0, 5).Draw(t, "lengths") {
		if at += rapid.IntRange(1, 40).Draw(t, "length"); at >= elapsed {
			break
		}
		l := training.Length{
			StartS: float64(at), ElapsedS: recordingtest.Millis(t, 90, "length elapsed"), TimerS: recordingtest.Millis(t, 90, "length timer"),
			Strokes: rapid.IntRange(0, 30).Draw(t, "strokes"), Active: rapid.Bool().Draw(t, "active"),
			Stroke: rapid.SampledFrom([]string{"freestyle", "breaststroke", "drill", ""}).Draw(t, "stroke"),
		}
		for i := range laps {
			if laps[i].StartS <= l.StartS {
				l.Lap = i
			}
		}
		out = append(out, l)
	}
	return out
}

func events(t *rapid.T, elapsed int) []training.Event {
	var out []training.Event
	at := 0
	for range rapid.IntRange(0, 4).Draw(t, "events") {
		if at += rapid.IntRange(0, 20).Draw(t, "event"); at >= elapsed {
			break
		}
		e := training.Event{
			AtS:  float64(at),
			Kind: rapid.SampledFrom([]string{"rear_gear_change", "battery", "user_marker", "event_250"}).Draw(t, "kind"),
		}
		if rapid.Bool().Draw(t, "has data") {
			e.Data = strconv.Itoa(rapid.IntRange(0, 1<<32-2).Draw(t, "data"))
		}
		out = append(out, e)
	}
	return out
}

func write(tb interface{ Fatal(...any) }, recs []*training.Recording) []byte {
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsWrittenReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := sessions(t)
		data := write(t, want)
		got, err := fit.Read(context.Background(), data, reading.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Salvaged || len(got.Warnings) > 0 {
			t.Fatalf("our own file is odd: %q", got.Warnings)
		}
		for _, r := range want {
			// The end of the last lap takes in the last row.
			if n := r.Columns.Len(); n > 0 {
				last := &r.Laps[len(r.Laps)-1]
				last.EndS = max(last.EndS, float64(r.Columns.TimeS[n-1])+1)
			}
		}
		if diff := cmp.Diff(want, got.Recordings, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-written +read):\n%s", diff)
		}
		if again := write(t, got.Recordings); !bytes.Equal(data, again) {
			t.Fatal("the same recordings give other bytes")
		}
	})
}

func TestAnHourReadsBack(t *testing.T) {
	t.Parallel()
	want := recordingtest.Hour()
	got, err := fit.Read(context.Background(), hourFIT(t), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]*training.Recording{want}, got.Recordings, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}

func TestWriteRefusesNothing(t *testing.T) {
	t.Parallel()
	if err := fit.Write(&bytes.Buffer{}, nil); training.KindOf(err) != training.KindInvalid {
		t.Errorf("got %v", err)
	}
	if err := fit.Write(brokenWriter{}, []*training.Recording{recordingtest.Hour()}); err == nil {
		t.Error("a writer that fails is not noticed")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = brokenError("broken")

type brokenError string

func (e brokenError) Error() string { return string(e) }

// What FIT cannot hold is left out, not written as something else.
func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	t.Parallel()
	r := &training.Recording{Sport: training.Running, Start: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), ElapsedS: 10, TimerS: 10}
	r.Columns.TimeS = []int32{0, 1, 2}
	for i, v := range []int32{70_000, -1, 250} {
		r.Columns.Put(training.Power, i, v)
	}
	r.Columns.Put(training.HeartRate, 1, 300)
	res, err := fit.Read(context.Background(), write(t, []*training.Recording{r}), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	c := &res.Recordings[0].Columns
	if v, ok := c.At(training.Power, 2); !ok || v != 250 || c.Data[training.Power].Valid.Count() != 1 || c.Has(training.HeartRate) {
		t.Errorf("power %v, heart rate %v", slices.Clone(c.Data[training.Power].Values), c.Data[training.HeartRate])
	}
}

// TestTheWorkoutComesBack: steps that are written are those that are read, as
// far as FIT has words for them.
func TestTheWorkoutComesBack(t *testing.T) {
	t.Parallel()
	aim := func(of training.TargetOf, unit training.TargetUnit, low, high float64) training.StepTarget {
		return training.StepTarget{Of: of, Unit: unit, Low: low, High: high}
	}
	step := func(kind training.StepKind, seconds float64, targets ...training.StepTarget) training.WorkoutStep {
		return training.WorkoutStep{Kind: kind, DurationS: seconds, Targets: targets}
	}
	want := []training.WorkoutStep{
		step(training.StepWarmup, 600, aim(training.TargetPower, training.TargetFTP, 50, 60),
			aim(training.TargetCadence, training.TargetRPM, 85, 95)),
		{Kind: training.StepRepeat, Count: 2, Steps: []training.WorkoutStep{
			{Kind: training.StepRepeat, Count: 3, Steps: []training.WorkoutStep{
				step(training.StepWork, 30, aim(training.TargetPower, training.TargetW, 300, 320)),
				step(training.StepRest, 30.5, aim(training.TargetPower, training.TargetZone, 1, 1)),
			}},
			{Kind: training.StepRest, DistanceM: 1000, Targets: []training.StepTarget{aim(training.TargetSpeed, training.TargetMPS, 2.5, 3)}},
		}},
		step(training.StepWork, 1200, aim(training.TargetHR, training.TargetBpm, 150, 160)),
		step(training.StepWork, 600, aim(training.TargetHR, training.TargetMaxHR, 80, 85)),
		{Kind: training.StepCooldown, Text: "spin — easy", Open: true},
	}
	r := recordingtest.Hour()
	r.Name, r.Workout, r.Laps[0].Step, r.Laps[1].Step = "All of it", want, 1, 5
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{r}); err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(t.Context(), b.Bytes(), reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatalf("%+v %v", res, err)
	}
	if d := cmp.Diff(want, res.Recordings[0].Workout); d != "" || res.Recordings[0].Laps[0].Step != 1 ||
		res.Recordings[0].Laps[1].Step != 5 || res.Recordings[0].Name != r.Name {
		t.Errorf("%q (-want +got):\n%s", res.Recordings[0].Name, d)
	}
	r.Workout = []training.WorkoutStep{step(training.StepWork, 60, aim(training.TargetHR, training.TargetLTHR, 90, 95),
		aim(training.TargetPower, training.TargetZone, 2, 3))}
	b.Reset()
	if err := fit.Write(&b, []*training.Recording{r}); err != nil {
		t.Fatal(err)
	}
	if res, err = fit.Read(t.Context(), b.Bytes(), reading.Limits{}); err != nil || res.Recordings[0].Workout[0].Targets != nil {
		t.Errorf("what FIT cannot say: %+v %v", res.Recordings, err)
	}
}

// FuzzFIT reads anything; what reads as an activity must survive being
// written: the second reading of what was written is the first one's.
func FuzzFIT(f *testing.F) {
	for _, sc := range rawfit.Scenarios() {
		recordingtest.Seed(f, sc.Bytes)
	}
	for seed := range 6 {
		recordingtest.Seed(f, write(f, rapid.Custom(sessions).Example(seed)))
	}
	recordingtest.RealSeeds(f, "fit/*.fit", "fit-bad/*.fit")
	limits := reading.Limits{MaxRecords: 50_000}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := fit.Read(context.Background(), data, limits)
		if err != nil || len(first.Recordings) == 0 {
			return
		}
		// The first writing may round; from then on nothing changes.
		once := reread(t, first.Recordings)
		if once == nil {
			return
		}
		twice := reread(t, once)
		if diff := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); diff != "" {
			t.Fatalf("written twice (-once +twice):\n%s", diff)
		}
	})
}

func reread(t *testing.T, recs []*training.Recording) []*training.Recording {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Recordings
}
