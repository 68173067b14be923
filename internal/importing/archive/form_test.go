package archive

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/fitbittest"
)

func TestFitbitRowsAreWhatTheTableSays(t *testing.T) {
	t.Parallel()
	a := fitbittest.Build()
	got, err := fitbitRead(a.Files[0].Data)
	if err != nil || got.empty != a.Empty {
		t.Fatalf("%d empty, %v", got.empty, err)
	}
	measured := 0
	for _, want := range a.Exercises {
		if want.DistanceM+float64(want.AvgHR+want.Kcal) == 0 {
			continue
		}
		s := got.said[measured]
		measured++
		_, offset := s.Entry.Start.Zone()
		v := s.Entry.Values
		if !s.Entry.Start.Equal(want.Start) || offset != want.OffsetS || string(s.Sport) != want.Sport ||
			s.Entry.TimerS != float64(want.DurationS) ||
			math.Abs(1000*v[training.MetricDistanceKM]-want.DistanceM) > 0.1 ||
			v[training.MetricAvgHRBpm] != float64(want.AvgHR) || v[training.MetricCaloriesKcal] != float64(want.Kcal) {
			t.Errorf("%+v %+v, want %+v", s, s.Entry, want)
		}
		for _, m := range []training.Metric{training.MetricDistanceKM, training.MetricAvgHRBpm, training.MetricCaloriesKcal} {
			if x, said := v[m]; said && x == 0 {
				t.Errorf("%s of nothing", m)
			}
		}
	}
	if len(got.said) != measured {
		t.Errorf("%d exercises, want %d", len(got.said), measured)
	}
}

func TestFitbitTablesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "exercise_id,exercise_start\n", "\x00"} {
		if _, err := fitbitRead([]byte(text)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
	const head = "exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories\n"
	got, err := fitbitRead([]byte(head + "1,never,2024-06-01T10:00:00Z,+02:00,Run,5\n2,2024-06-01T10:00:00Z,2024-06-01T09:00:00Z,+02:00,Run,5\n" +
		",2024-06-01T10:00:00Z,2024-06-01T11:00:00Z,+02:00,Run,5\n3,2024-06-01T10:00:00Z,2024-06-01T11:00:00Z,here,Aerial " +
		"Hoop,5\n4,2024-06-01T10:00:00Z,2024-06-01T11:00:00Z\n"))
	if err != nil || len(got.said) != 1 || got.said[0].Sport != "aerial_hoop" || got.empty != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzFitbitTable holds that nothing in a table brings its reader down.
func FuzzFitbitTable(f *testing.F) {
	data := fitbittest.Build().Files[0].Data
	f.Add(data)
	f.Add(bytes.ReplaceAll(data, []byte("2024"), []byte("0000")))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := fitbitRead(in)
		for _, s := range got.said {
			if err == nil && (s.Entry.TimerS <= 0 || !strings.HasPrefix(s.Ref, FitbitSource+":")) {
				t.Errorf("%+v", s)
			}
		}
	})
}
