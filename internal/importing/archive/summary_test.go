package archive

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/training"
)

// read1 is the summary of one row.
func read1(t *testing.T, text string) (s summary, ok bool) {
	t.Helper()
	if err := rows(strings.NewReader(text), "", func(r row) { s, ok = r.summary(map[string][]string{"7": {"gbike", "gstrap"}}) }); err != nil {
		t.Fatal(err)
	}
	return s, ok
}

func TestARowInItsUnits(t *testing.T) {
	t.Parallel()
	s, ok := read1(t, `{"activityId":7,"name":" Lap\u0007 ","description":"a\nb","activityType":"gravel_cycling","beginTimestamp":1.7E12,
		"startTimeGmt":1.7E12,"startTimeLocal":1.7000198E12,"duration":3600000,"elapsedDuration":4000000.5,"movingDuration":3000000,
		"distance":3000000,"elevationGain":12345,"elevationLoss":-1,"avgHr":140,"avgPower":200,"workoutRpe":70,"eventTypeId":1,"calories":900}`)
	want := training.Statement{
		Ref: "garmin:7", Sport: training.Cycling, SubSport: training.SubGravel, Name: "Lap", Description: "a\nb",
		Race: true, GearID: "gbike", MoreGear: []string{"gstrap"}, PerceivedExertion: 7,
		Entry: &training.Entry{
			Start: time.UnixMilli(1.7e12), TimerS: 3600, ElapsedS: 4000.0005,
			Values: training.Values{
				training.MetricDistanceKM: 30, training.MetricMovingTimeS: 3000, training.MetricAvgSpeedKMH: 36,
				training.MetricElevationGainM: 123.45, training.MetricAvgHRBpm: 140, training.MetricAvgPowerW: 200,
			},
		},
	}
	if d := cmp.Diff(want, s.said, cmpopts.EquateApprox(0, 1e-9)); d != "" || !ok {
		t.Error(d)
	}
	if _, offset := s.said.Entry.Start.Zone(); offset != 19800 {
		t.Errorf("%d s from UTC", offset)
	}
}

func TestRowsThatAreNone(t *testing.T) {
	t.Parallel()
	const at = `"beginTimestamp":1700000000000`
	for name, tt := range map[string]struct {
		text string
		ok   bool
	}{
		"little":       {`{"activityId":1,` + at + `}`, true},
		"a container":  {`{"activityId":1,"parent":true,` + at + `}`, false},
		"multisport":   {`{"activityId":1,"activityType":"multi_sport",` + at + `}`, false},
		"no start":     {`{"activityId":1}`, false},
		"no number":    {`{` + at + `}`, false},
		"a bad number": {`{"activityId":1e40,` + at + `}`, false},
	} {
		s, ok := read1(t, tt.text)
		if ok != tt.ok || ok && (s.said.PerceivedExertion != 0 || s.said.Race || len(s.said.Entry.Values) != 0) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestWordsFindTheirRecording(t *testing.T) {
	t.Parallel()
	at := func(ref string, afterS, elapsedS float64) summary {
		start := noon.Add(time.Duration(afterS * float64(time.Second)))
		return summary{start: start, elapsedS: elapsedS, said: training.Statement{Ref: ref, Entry: &training.Entry{Start: start}}}
	}
	all := summaries{at("late", 3600, 60), at("watch", 2, 600), at("head unit", 1, 1800), at("long ago", -86400, 600)}.index()
	for name, tt := range map[string]struct {
		afterS, elapsedS float64
		want             string
	}{
		"two devices at once":   {1, 605, "watch"},
		"the other":             {2, 1795, "head unit"},
		"within five seconds":   {3605, 60, "late"},
		"before it":             {3595, 60, "late"},
		"further away":          {3606, 60, ""},
		"of another day":        {-86400, 600, "long ago"},
		"after all":             {99999, 1, ""},
		"before all, and other": {-99999, 1, ""},
	} {
		got := all.of(&training.Recording{Start: noon.Add(time.Duration(tt.afterS) * time.Second), ElapsedS: tt.elapsedS})
		if (got == nil) != (tt.want == "") || got != nil && (got.Ref != tt.want || got.Entry != nil) {
			t.Errorf("%s: %+v, want %q", name, got, tt.want)
		}
	}
	if all[0].said.Entry == nil {
		t.Error("looking it up took its entry away")
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"running": {"running", ""}, "Lap_Swimming": {"swimming", training.SubPool}, "rowing_v2": {"rowing", ""},
		"resort_skiing_snowboarding_ws": {"alpine_skiing", ""}, "swimToBikeTransition_v2": {"transition", ""}, "quidditch": {}, "": {},
		"e_bike_mountain": {"cycling", "e_bike"}, "indoor_hand_cycling": {"cycling", "handcycle"}, "hiit": {"fitness", "hiit"},
		"obstacle_run": {"running", "obstacle"}, "snow_shoe": {"hiking", "snowshoe"}, "stand_up_paddleboarding": {"paddling", "stand_up"},
		"skate_skiing_ws": {"cross_country_skiing", "skate"}, "stair_climbing": {"fitness", "stairs"}, "jump_rope": {"fitness", "jump_rope"},
	} {
		if sport, sub := kindOf(word); string(sport) != want[0] || sub != want[1] {
			t.Errorf("%q is %v %v, want %v", word, sport, sub, want)
		}
	}
	for _, tt := range [][3]string{{"quidditch", "CYCLING", "cycling"}, {"Paper Chess", "", "paper_chess"}, {"", "", "other"}} {
		if got := sportOfEntry(tt[0], tt[1]); string(got) != tt[2] {
			t.Errorf("%v is %q", tt, got)
		}
	}
}
