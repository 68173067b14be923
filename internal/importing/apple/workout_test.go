package apple

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// outdoors returns a workout of an hour from eight o'clock on.
func outdoors(kind, source string, children ...string) string {
	return workoutAt(kind, source, "2024-05-01 08:00:00 +0200", "2024-05-01 09:00:00 +0200", children...)
}

func workoutAt(kind, source, start, end string, children ...string) string {
	return `<Workout workoutActivityType="HKWorkoutActivityType` + kind + `" duration="55" durationUnit="min" ` + source +
		` startDate="` + start + `" endDate="` + end + `">` + strings.Join(children, "\n") + `</Workout>`
}

func mark(kind, clock string, minutes float64) string {
	return fmt.Sprintf(`<WorkoutEvent type="HKWorkoutEventType%s" date="2024-05-01 %s +0200" duration="%v" durationUnit="min"/>`, kind, clock, minutes)
}

// recorded returns the nth workout, as it is imported and as what is kept is
// read again.
func recorded(t *testing.T, h *health, n int) []*training.Recording {
	t.Helper()
	recs, err := h.recordings(t.Context(), h.workouts[n], nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := reading.WriteSamples(recs)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := recording.Read(t.Context(), "a", data, recording.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	now := recording.Of("a", recs)
	if d := cmp.Diff(now, kept, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("what is kept is read as another: %s", d)
	}
	return now.Recordings
}

// streams returns whether there is a stream of each workout.
func streams(t *testing.T, h *health) []bool {
	t.Helper()
	all, err := h.recorded(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPausesAndLaps(t *testing.T) {
	t.Parallel()
	type cut struct{ From, To, Timer float64 }
	for name, tt := range map[string]struct {
		events []string
		pauses []training.Span
		laps   []cut
	}{
		"a pause and two laps": {
			[]string{mark("Pause", "08:10:00", 0), mark("Resume", "08:15:00", 0), mark("Lap", "08:00:00", 20), mark("Lap", "08:20:00", 20)},
			[]training.Span{{FromS: 600, ToS: 900}},
			[]cut{{0, 1200, 900}, {1200, 2400, 1200}, {2400, 3600, 1200}},
		},
		"paused at the end": {[]string{mark("MotionPaused", "08:55:00", 0)}, []training.Span{{FromS: 3300, ToS: 3600}}, nil},
		"a pause that both hand and motion tell": {
			[]string{
				mark("Pause", "08:10:00", 0), mark("MotionPaused", "08:11:00", 0), mark("Resume", "08:12:00", 0),
				mark("MotionResumed", "08:13:00", 0),
			},
			[]training.Span{{FromS: 600, ToS: 720}},
			nil,
		},
		"laps out of order and outside": {
			[]string{mark("Lap", "08:30:00", 10), mark("Lap", "07:00:00", 5), mark("Lap", "08:00:00", 30), mark("Segment", "08:05:00", 1)},
			nil,
			[]cut{{0, 1800, 1800}, {1800, 2400, 600}, {2400, 3600, 1200}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := document(outdoors("Running", appleWatch, tt.events...))
			r := recorded(t, h, 0)[0]
			var laps []cut
			for _, l := range r.Laps {
				laps = append(laps, cut{l.StartS, l.EndS, l.TimerS})
			}
			if d := cmp.Diff(tt.pauses, r.Pauses) + cmp.Diff(tt.laps, laps); d != "" {
				t.Error(d)
			}
			if r.TimerS != 3300 || r.ElapsedS != 3600 || *r.OffsetS != 7200 {
				t.Errorf("%v of %v s, %d", r.TimerS, r.ElapsedS, *r.OffsetS)
			}
		})
	}
}

// TestStreamsOfOneSource takes the heart rate of the source that wrote the
// workout, else of the best that has any, and never of two.
func TestStreamsOfOneSource(t *testing.T) {
	t.Parallel()
	rate := func(source, value, clock string) string {
		return quantityOf("HeartRate", source, "count/min", value, "2024-05-01 "+clock+" +0200")
	}
	other := []string{rate(otherApp, "101", "08:00:10"), rate(otherApp, "102", "08:00:20"), rate(ownPhone, "90", "08:00:30")}
	ours := []string{rate(appleWatch, "141", "08:00:05"), rate(appleWatch, "99", "07:59:59"), rate(appleWatch, "99", "09:00:01")}
	for name, tt := range map[string]struct {
		records []string
		want    []int32
	}{
		"the workout's own": {append(ours, other...), []int32{141}}, "the best of others": {other, []int32{101, 102}}, "none": {nil, nil},
	} {
		h := document(append(tt.records, outdoors("Running", appleWatch))...)
		r := recorded(t, h, 0)[0]
		var got []int32
		for i := range r.Columns.TimeS {
			if v, ok := r.Columns.At(training.HeartRate, i); ok {
				got = append(got, v)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" || streams(t, h)[0] != (tt.want != nil) {
			t.Errorf("%s: %s", name, d)
		}
	}
	power := document(quantityOf("CyclingPower", appleWatch, "W", "205.4", "2024-05-01 08:00:00 +0200"),
		quantityOf("CyclingSpeed", appleWatch, "km/hr", "36", "2024-05-01 08:00:00 +0200"),
		outdoors("Cycling", appleWatch, `<MetadataEntry key="HKIndoorWorkout" value="1"/>`))
	r := recorded(t, power, 0)[0]
	w, ok1 := r.Columns.At(training.Power, 0)
	v, ok2 := r.Columns.At(training.Speed, 0)
	if w != 205 || v != 10_000 || !ok1 || !ok2 || r.SubSport != training.SubIndoor {
		t.Errorf("%d W at %d mm/s, %q", w, v, r.SubSport)
	}
}

func TestLegsAndTotals(t *testing.T) {
	t.Parallel()
	leg := func(start, end, kind, sum, unit string) string {
		return `<WorkoutActivity startDate="2024-05-01 ` + start + ` +0200" endDate="2024-05-01 ` + end +
			` +0200" duration="1" durationUnit="min"><WorkoutStatistics type="HKQuantityTypeIdentifier` +
			kind + `" sum="` + sum + `" unit="` + unit + `"/></WorkoutActivity>`
	}
	h := document(
		outdoors("SwimBikeRun", appleWatch, leg("08:00:00", "08:15:00", "DistanceSwimming", "800", "yd"),
			leg("08:15:00", "08:16:00", "ActiveEnergyBurned", "5", "kcal"),
			leg("08:16:00", "08:45:00", "DistanceCycling", "10", "mi"), leg("08:45:00", "09:00:00", "DistanceWalkingRunning", "3", "km")),
		outdoors("Running", otherApp, leg("08:00:00", "09:00:00", "DistanceWalkingRunning", "12", "km")),
		outdoors("PickleBall", otherApp, leg("08:00:00", "08:30:00", "ActiveEnergyBurned", "100", "kJ"),
			leg("08:30:00", "09:00:00", "ActiveEnergyBurned", "100", "kJ"),
			`<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="418.4" unit="kJ"/>`),
	)
	type session struct {
		Sport training.Sport
		Km    float64
		Kcal  float64
	}
	var got [][]session
	for n := range h.workouts {
		var all []session
		for _, r := range recorded(t, h, n) {
			all = append(all, session{r.Sport, r.DeviceValues[training.MetricDistanceKM], math.Round(r.DeviceValues[training.MetricCaloriesKcal])})
		}
		got = append(got, all)
	}
	want := [][]session{
		{{training.Swimming, 0.73152, 0}, {training.Transition, 0, 5}, {training.Cycling, 16.09344, 0}, {training.Running, 3, 0}},
		{{training.Running, 12, 0}},
		{{"pickle_ball", 0, 100}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s := h.statement(h.workouts[2]); s.Sport != "pickle_ball" || s.Ref != "apple:1714543200-pickleball" {
		t.Errorf("%+v", s)
	}
	if s := h.statement(h.workouts[0]); s.Sport != "" {
		t.Errorf("%+v", s)
	}
}

// TestIndoorsTheTotalsAreKept: on a treadmill, a trainer and in a pool there is
// a heart rate and no route; the distance of the whole is what there is.
func TestIndoorsTheTotalsAreKept(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		distance string
		km       float64
	}{
		"Running": {"DistanceWalkingRunning", 10}, "Cycling": {"DistanceCycling", 30}, "Swimming": {"DistanceSwimming", 2},
	} {
		h := document(
			quantityOf("HeartRate", appleWatch, "count/min", "140", "2024-05-01 08:00:00 +0200"),
			quantityOf("HeartRate", appleWatch, "count/min", "150", "2024-05-01 08:40:00 +0200"),
			outdoors(kind, appleWatch, `<MetadataEntry key="HKIndoorWorkout" value="1"/>`,
				fmt.Sprintf(`<WorkoutStatistics type="HKQuantityTypeIdentifier%s" sum="%v" unit="km"/>`, c.distance, c.km),
				`<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="600" unit="kcal"/>`))
		r := recorded(t, h, 0)[0]
		v := summary.Of(stream.Of(r, stream.Limits{})).Values
		if math.Abs(v[training.MetricDistanceKM]-c.km) > 1e-3 || v[training.MetricAvgSpeedKMH] <= 0 ||
			r.DeviceValues[training.MetricCaloriesKcal] != 600 {
			t.Errorf("%s: %v, the device says %v", kind, v, r.DeviceValues)
		}
	}
}

func TestTwins(t *testing.T) {
	t.Parallel()
	rate := quantityOf("HeartRate", otherApp, "count/min", "120", "2024-05-01 08:00:10 +0200")
	for name, tt := range map[string]struct {
		second string
		twin   int // 0 is none
	}{
		"a copy":                          {workoutAt("Running", ownPhone, "2024-05-01 08:00:03 +0200", "2024-05-01 09:00:01 +0200"), 2},
		"a walk to a program":             {workoutAt("Walking", ownPhone, "2024-05-01 08:01:00 +0200", "2024-05-01 08:59:00 +0200"), 2},
		"another sport":                   {workoutAt("Cycling", ownPhone, "2024-05-01 08:00:03 +0200", "2024-05-01 09:00:01 +0200"), 0},
		"half of it":                      {workoutAt("Running", ownPhone, "2024-05-01 08:40:00 +0200", "2024-05-01 09:40:00 +0200"), 0},
		"by the same":                     {workoutAt("Running", otherApp, "2024-05-01 08:00:00 +0200", "2024-05-01 09:00:00 +0200"), 0},
		"right after":                     {workoutAt("Running", ownPhone, "2024-05-01 09:00:00 +0200", "2024-05-01 10:00:00 +0200"), 0},
		"the watch has the more reliable": {workoutAt("Running", appleWatch, "2024-05-01 08:00:03 +0200", "2024-05-01 09:00:01 +0200"), 1},
	} {
		h := document(rate, outdoors("Running", otherApp), tt.second)
		var list []*outing
		for i, ok := range streams(t, h) {
			list = append(list, &outing{workout: h.workouts[i], position: i, streams: ok})
		}
		if err := h.twins(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		for i, o := range list {
			if (o.sameAs != nil) != (tt.twin == i+1) {
				t.Errorf("%s: workout %d is %+v", name, i+1, o.sameAs)
			}
		}
	}
}

func TestSports(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]training.Sport{
		"Cycling": training.Cycling, "FunctionalStrengthTraining": training.Strength, "HighIntensityIntervalTraining": training.Fitness,
		"CrossTraining": training.Fitness, "TableTennis": "table_tennis", "Other": training.Other, "": training.Other,
		"CrossCountrySkiing": training.CrossCountry,
	} {
		if got := sportOf(word); got != want {
			t.Errorf("%s is %s, want %s", word, got, want)
		}
	}
	for meta, want := range map[string]string{
		`key="HKSwimmingLocationType" value="2"`: training.SubOpenWater,
		`key="HKSwimmingLocationType" value="1"`: training.SubPool, `key="x" value="1"`: "",
	} {
		h := document(outdoors("Swimming", appleWatch, `<MetadataEntry `+meta+`/>`,
			`<MetadataEntry key="HKLapLength" value="25 yd"/>`, `<MetadataEntry key="HKTimeZone" value="America/New_York"/>`))
		w := h.workouts[0]
		if got := w.refined(training.Swimming); got != want || w.offset(w.start) != -4*3600 || w.values[training.MetricPoolLengthM] != 22.86 {
			t.Errorf("%s is %q, %d, %v", meta, got, w.offset(w.start), w.values)
		}
	}
}

// TestAnEntryKeepsTheOffsetOfItsTimes: a workout without samples is of the day
// that it was at the place.
func TestAnEntryKeepsTheOffsetOfItsTimes(t *testing.T) {
	t.Parallel()
	w := document(outdoors("Swimming", appleWatch)).workouts[0]
	if _, offset := w.entry().Start.Zone(); offset != int(w.start.offset) || offset == 0 {
		t.Errorf("the entry is %d s off UTC, the workout %d s", offset, w.start.offset)
	}
}

// TestWorkoutsThatAreOdd neither break what stands behind them nor count.
func TestWorkoutsThatAreOdd(t *testing.T) {
	t.Parallel()
	h := document(
		`<Workout workoutActivityType="HKWorkoutActivityTypeRunning" startDate="yesterday" endDate="2024-05-01 09:00:00 +0200"/>`,
		workoutAt("Running", otherApp, "2024-05-01 09:00:00 +0200", "2024-05-01 08:00:00 +0200"),
		workoutAt("Running", otherApp, "2024-05-01 09:00:00 +0200", "2024-06-01 08:00:00 +0200"),
		`<Workout workoutActivityType="HKWorkoutActivityTypeYoga" startDate="2024-05-01 08:00:00 +0200" endDate="2024-05-01 09:00:00 +0200"><WorkoutEvent type="x" date="never"/>`,
		quantityOf("StepCount", otherApp, "count", "5", "2024-05-01 09:00:00 +0200"),
		`<Workout workoutActivityType="HKWorkoutActivityTypeYoga" startDate="2024-05-02 08:00:00 +0200" endDate="2024-05-02 09:00:00 +0200" totalEnergyBurned="100" totalEnergyBurnedUnit="Cal"/>`,
		quantityOf("WorkoutEffortScore", appleWatch, "appleEffortScore", "7", "2024-05-02 08:00:00 +0200"),
	)
	if len(h.workouts) != 2 || h.odd != 3 || len(h.days().best) != 1 {
		t.Fatalf("%d workouts, %d odd, %d days", len(h.workouts), h.odd, len(h.days().best))
	}
	same := document(workoutAt("Running", otherApp, "2024-05-01 08:00:00 +0200", "2024-05-01 08:00:00 +0200"))
	if e := same.workouts[0].entry(); e.TimerS != 55*60 || e.ElapsedS != 55*60 {
		t.Errorf("of equal ends, 55 minutes long: %+v", e)
	}
	w := h.workouts[1]
	if e := w.entry(); e.TimerS != 3600 || e.ElapsedS != 3600 || e.Values[training.MetricCaloriesKcal] != 100 ||
		h.statement(w).PerceivedExertion != 7 {
		t.Errorf("%+v %+v", e, h.statement(w))
	}
}

// TestUnitsOfMetadata: what has a unit that is none of a length is left out.
func TestUnitsOfMetadata(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key, value string
		metric     training.Metric
		want       float64
	}{
		{"HKElevationAscended", "1250 cm", training.MetricElevationGainM, 12.5},
		{"HKElevationAscended", "12 m", training.MetricElevationGainM, 12},
		{"HKElevationAscended", "100 ft", training.MetricElevationGainM, 30.48},
		{"HKElevationAscended", "12 kg", training.MetricElevationGainM, 0},
		{"HKElevationAscended", "-12 m", training.MetricElevationGainM, 0},
		{"HKElevationAscended", "m", training.MetricElevationGainM, 0},
		{"HKLapLength", "50 m", training.MetricPoolLengthM, 50},
		{"HKLapLength", "0 m", training.MetricPoolLengthM, 0},
	} {
		var w workout
		w.metadata(c.key, c.value)
		if got, ok := w.values[c.metric]; math.Abs(got-c.want) > 1e-9 || ok != (c.want > 0) {
			t.Errorf("%s %s is %v %v", c.key, c.value, got, ok)
		}
	}
}
