package fitness_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

var keys = []training.ThresholdKey{
	training.KeyFTP, training.KeyLTHR, training.KeyMaxHR, training.KeyWeight, training.KeyPowerZones, training.KeyThresholdPace,
	training.KeyIndoorFTP, training.KeyLactateTest,
}

func histories(t *rapid.T) training.History {
	var h training.History
	for range rapid.IntRange(0, 25).Draw(t, "entries") {
		e := training.ThresholdEntry{
			Key:   rapid.SampledFrom(keys).Draw(t, "key"),
			Sport: rapid.SampledFrom([]training.Sport{"", training.Cycling, training.Running}).Draw(t, "sport"),
			From:  training.Day(rapid.IntRange(0, 60).Draw(t, "from")),
		}
		id := training.ThresholdEntry{Key: e.Key, Sport: e.Sport, From: e.From}
		if _, twice := find(h, id); twice {
			continue // the store has one entry of a key, sport and day
		}
		e.Values = []float64{float64(rapid.IntRange(100, 400).Draw(t, "value"))}
		h = append(h, e)
	}
	return h
}

func find(h training.History, id training.ThresholdEntry) (training.ThresholdEntry, bool) {
	for _, e := range h {
		if e.Key == id.Key && e.Sport == id.Sport && e.From == id.From {
			return e, true
		}
	}
	return id, false
}

func TestTimelineAnswersAsTheHistoryDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := histories(t)
		line := fitness.NewTimeline(h)
		for range 30 {
			day := training.Day(rapid.IntRange(-5, 70).Draw(t, "day"))
			sport := rapid.SampledFrom([]training.Sport{"", training.Cycling, training.Running, training.Swimming}).Draw(t, "sport")
			if d := cmp.Diff(h.At(sport, day), line.At(sport, day)); d != "" {
				t.Fatalf("%s on day %d (-history +timeline):\n%s", sport, day, d)
			}
		}
	})
}

func TestSinceNamesTheEntryInForce(t *testing.T) {
	t.Parallel()
	line := fitness.NewTimeline(training.History{
		{Key: training.KeyFTP, Sport: training.Cycling, From: 10, Values: []float64{200}},
		{Key: training.KeyFTP, Sport: training.Cycling, From: 20, Values: []float64{250}},
	})
	for day, want := range map[training.Day]training.Day{5: 10, 10: 10, 19: 10, 20: 20, 99: 20} {
		if e, ok := line.Since(training.KeyFTP, training.Cycling, day); !ok || e.From != want {
			t.Errorf("on day %d the setting is of day %d (%v), want %d", day, e.From, ok, want)
		}
	}
	if _, ok := line.Since(training.KeyFTP, training.Running, 30); ok {
		t.Error("running has no FTP")
	}
}
