package xmlfile_test

import (
	"context"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
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
