package xmlfile_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func readText(t *testing.T, inner string) reading.Result {
	t.Helper()
	res, err := xmlfile.ReadTCX(context.Background(), []byte("<TrainingCenterDatabase>"+inner+"</TrainingCenterDatabase>"), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

const odd = `<Activities><Activity Sport="Biking"><Lap StartTime="+052870-03-11T09:39:10.000Z"><TotalTimeSeconds>3</TotalTimeSeconds>
<AverageHeartRateBpm> undefined</AverageHeartRateBpm><Value>7</Value><Track>
<Trackpoint><Time>2020-11-24T21:55:17.950Z</Time><Value>0</Value><HeartRateBpm>undefined</HeartRateBpm><Cadence>NaN</Cadence></Trackpoint>
<Trackpoint><Time>2020-11-24T21:55:19.1Z</Time><Position><LatitudeDegrees>95</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>
<HeartRateBpm><Value>0</Value></HeartRateBpm><Extensions><TPX><Watts>210</Watts><Speed>1e999</Speed></TPX></Extensions></Trackpoint>
<Trackpoint><Time>2020-11-24T21:55:20Z</Time><Position><LatitudeDegrees>0</LatitudeDegrees><LongitudeDegrees>0</LongitudeDegrees></Position></Trackpoint>
<Trackpoint><Cadence>80</Cadence></Trackpoint>
</Track></Lap></Activity></Activities>`

func TestOddValuesAreDroppedAndCounted(t *testing.T) {
	t.Parallel()
	res := readText(t, odd)
	r := res.Recordings[0]
	c := &r.Columns
	if c.Len() != 3 || c.Has(training.HeartRate) || c.Has(training.Cadence) || c.Has(training.Speed) || c.Has(training.Latitude) {
		t.Errorf("%d rows; columns %v", c.Len(), c.Data)
	}
	if v, ok := c.At(training.Power, 1); !ok || v != 210 {
		t.Errorf("power %d %v", v, ok)
	}
	if _, has := r.Laps[0].Device[training.MetricAvgHRBpm]; has {
		t.Errorf("a lap's heart rate was made up: %v", r.Laps[0].Device)
	}
	all := words(r)
	if !strings.Contains(all, "1 points have no time") || !strings.Contains(all, "3 values") {
		t.Errorf("warnings %q", r.Warnings)
	}
	if r.Start.Nanosecond() != 0 || c.TimeS[1] != 2 {
		t.Errorf("start %v, rows at %v", r.Start, c.TimeS)
	}
}

func TestSeveralActivitiesAreSiblings(t *testing.T) {
	t.Parallel()
	one := `<Activity Sport="Running"><Lap StartTime="2020-01-01T10:00:00+02:00"><TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity>`
	two := strings.ReplaceAll(one, "10:00", "12:00")
	res := readText(t, "<Activities>"+one+two+"</Activities>")
	if len(res.Recordings) != 2 || res.Recordings[1].SessionIndex != 1 || res.Recordings[1].Sessions != 2 {
		t.Fatalf("%+v", res.Recordings)
	}
	if got := res.Recordings[1].Start.Hour(); got != 10 {
		t.Errorf("starts at %d UTC", got)
	}
}

func TestEmptyAndPlannedFilesAreIgnored(t *testing.T) {
	t.Parallel()
	for inner, want := range map[string]reading.Kind{
		"": reading.Unknown,
		"<Activities><Activity Sport=\"Running\"></Activity></Activities>":        reading.Activity,
		"<Courses><Course><Name>x</Name></Course></Courses>":                      reading.Course,
		"<Workouts><Workout Sport=\"Biking\"><Name>x</Name></Workout></Workouts>": reading.Workout,
	} {
		if res := readText(t, inner); res.Kind != want || !strings.HasSuffix(res.Ignored.String(), ".") {
			t.Errorf("%q is %s, ignored %q", inner, res.Kind, res.Ignored)
		}
	}
}

// Laps that claim more time than passed are not believed.
func TestLapsThatLieDoNotMakeTimerTime(t *testing.T) {
	t.Parallel()
	res := readText(t, `<Activities><Activity Sport="Running"><Lap StartTime="2020-01-01T10:00:00Z"><TotalTimeSeconds>9000</TotalTimeSeconds><Track>
<Trackpoint><Time>2020-01-01T10:00:00Z</Time></Trackpoint><Trackpoint><Time>2020-01-01T10:00:10Z</Time></Trackpoint></Track></Lap></Activity></Activities>`)
	if r := res.Recordings[0]; r.TimerS != 10 || r.ElapsedS != 10 || len(r.Warnings) != 1 {
		t.Errorf("timer %v, elapsed %v, %q", r.TimerS, r.ElapsedS, r.Warnings)
	}
}

// TestActivityWithinALap: the lap around a nested activity is not its own.
func TestActivityWithinALap(t *testing.T) {
	t.Parallel()
	const file = `<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap StartTime="2024-05-11T06:30:00Z">` +
		`<TotalTimeSeconds>60</TotalTimeSeconds><Activity Sport="Running"><Calories>5</Calories>` +
		`<Lap StartTime="2024-05-11T06:31:00Z"><TotalTimeSeconds>30</TotalTimeSeconds></Lap></Activity></Lap></Activity></Activities></TrainingCenterDatabase>`
	res, err := xmlfile.ReadTCX(t.Context(), []byte(file), reading.Limits{})
	if err != nil || len(res.Recordings) != 2 {
		t.Fatalf("%v, %d recordings", err, len(res.Recordings))
	}
	if ride, run := res.Recordings[0], res.Recordings[1]; ride.TimerS != 60 || run.TimerS != 30 ||
		run.Laps[0].Device[training.MetricCaloriesKcal] != 0 {
		t.Errorf("%v s and %v s, %v", ride.TimerS, run.TimerS, run.Laps)
	}
}

// lapText returns a lap; points are seconds and metres of its points.
func lapText(start string, seconds, metres float64, points ...[2]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<Lap StartTime="%s"><TotalTimeSeconds>%v</TotalTimeSeconds><DistanceMeters>%v</DistanceMeters><Track>`, start, seconds, metres)
	for _, p := range points {
		at := time.Date(2024, 5, 11, 10, 0, p[0], 0, time.UTC)
		fmt.Fprintf(&b, "<Trackpoint><Time>%s</Time>", at.Format(time.RFC3339))
		if p[1] >= 0 {
			fmt.Fprintf(&b, "<DistanceMeters>%d</DistanceMeters>", p[1])
		}
		b.WriteString("</Trackpoint>")
	}
	b.WriteString("</Track></Lap>")
	return b.String()
}

func TestLapsHoldTheirPoints(t *testing.T) {
	t.Parallel()
	const begin = "2024-05-11T10:00:00Z"
	first, second := [][2]int{{0, 0}, {10, 30}, {20, 60}}, [][2]int{{21, 63}, {30, 90}, {40, 120}}
	for _, tt := range []struct {
		name            string
		laps            string
		starts          []float64
		elapsed, timer  float64
		km              float64
		device, warning string
	}{
		{
			name: "starts in local time", laps: lapText("2024-05-11T08:00:00Z", 20, 60, first...) +
				lapText("2024-05-11T08:00:20Z", 20, 60, second...),
			starts: []float64{0, 21}, elapsed: 40, timer: 40, km: .12,
		},
		{
			name:   "a start among the points of the lap before",
			laps:   lapText(begin, 20, 60, first...) + lapText("2024-05-11T10:00:05Z", 20, 60, second...),
			starts: []float64{0, 21}, elapsed: 40, timer: 40, km: .12,
		},
		{
			name: "laps in another order", laps: lapText("2024-05-11T10:00:20Z", 20, 60, second...) + lapText(begin, 20, 60, first...),
			starts: []float64{0, 20}, elapsed: 40, timer: 40, km: .12,
			warning: "The clock goes backwards in the recording; the points were put in order of time.",
		},
		{
			name:   "a lap without points that the counter does not know",
			laps:   lapText(begin, 600, 2000) + lapText("2024-05-11T10:10:00Z", 40, 120, [2]int{601, 0}, [2]int{640, 120}),
			starts: []float64{0, 600}, elapsed: 640, timer: 640, km: 2.12,
		},
		{
			name:   "a lap without points that the counter knows",
			laps:   lapText(begin, 600, 2000) + lapText("2024-05-11T10:10:00Z", 40, 120, [2]int{601, 2000}, [2]int{640, 2120}),
			starts: []float64{0, 600}, elapsed: 640, timer: 640, km: 2.12,
		},
		{
			name: "a last lap without points", laps: lapText(begin, 20, 60, first...) + lapText("2024-05-11T10:00:20Z", 600, 2000),
			starts: []float64{0, 20}, elapsed: 620, timer: 620, km: 2.06,
		},
		{
			name: "laps without points or times of their own", laps: lapText(begin, 60, 200) + lapText("", 60, 200) + lapText(begin, 60, 200),
			starts: []float64{0, 60, 120}, elapsed: 180, timer: 180, device: "0.6",
		},
		{
			name: "points without a distance", laps: lapText(begin, 20, 60, [2]int{0, -1}, [2]int{20, -1}),
			starts: []float64{0}, elapsed: 20, timer: 20, device: "0.06",
		},
		{
			name: "laps of a timer that stood where the points do not", laps: lapText(begin, 25, 120, append(first, second...)...),
			starts: []float64{0}, elapsed: 40, timer: 25, km: .12,
			warning: "Timer time: the laps add up to 25 s, the points to 40 s; using the laps.",
		},
		{
			name: "laps longer than the points", laps: lapText(begin, 90, 120, append(first, second...)...),
			starts: []float64{0}, elapsed: 40, timer: 40, km: .12,
			warning: "Timer time: the laps add up to 90 s, the points cover 40 s; using the points.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := readText(t, `<Activities><Activity Sport="Running">`+tt.laps+`</Activity></Activities>`).Recordings[0]
			for i, l := range r.Laps {
				if l.StartS != tt.starts[i] {
					t.Errorf("lap %d begins at %v, want %v", i, l.StartS, tt.starts[i])
				}
			}
			if r.ElapsedS != tt.elapsed || r.TimerS != tt.timer || len(r.Laps) != len(tt.starts) {
				t.Errorf("%v s and %v s in %d laps", r.ElapsedS, r.TimerS, len(r.Laps))
			}
			if n := r.Columns.Len(); tt.km > 0 {
				if cm, _ := r.Columns.At(training.Distance, n-1); float64(cm) != tt.km*100_000 {
					t.Errorf("%d cm", cm)
				}
			}
			sum := 0.0
			for _, l := range r.Laps {
				sum += l.Device[training.MetricDistanceKM]
			}
			want := cmp.Or(tt.device, fmt.Sprintf("%.4g", sum))
			if km, has := r.DeviceValues[training.MetricDistanceKM]; has != (sum > 0) || has && fmt.Sprintf("%.4g", km) != want {
				t.Errorf("the laps' distance is %v %v", km, has)
			}
			if got := words(r); got != tt.warning {
				t.Errorf("said %q", got)
			}
		})
	}
}

// words returns the warnings of a recording.
func words(r *training.Recording) string {
	var all []string
	for _, w := range r.Warnings {
		all = append(all, i18n.Sentence(w).String())
	}
	return strings.Join(all, " ")
}

func FuzzGPX(f *testing.F) {
	for _, sc := range rawxml.GPX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "gpx/*.gpx")
	recordingtest.Format{Read: xmlfile.ReadGPX, Write: xmlfile.WriteGPX}.Fuzz(f)
}

func FuzzTCX(f *testing.F) {
	for _, sc := range rawxml.TCX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "tcx/*.tcx")
	recordingtest.Format{Read: xmlfile.ReadTCX, Write: xmlfile.WriteTCX}.Fuzz(f)
}
