package oracle

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
	"lapkeep/test/realdata"
)

// bounded are the pairs of an average and the maximum that it cannot exceed. The
// ends of a stretch are in whole seconds where its time is not: slack is how many
// seconds of the maximum that may make.
var bounded = []struct {
	average, maximum training.Metric
	slack            float64
}{
	{training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH, 3},
	{training.MetricAvgPowerW, training.MetricMaxPowerW, 0},
	{training.MetricAvgHRBpm, training.MetricMaxHRBpm, 0},
	{training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM, 0},
}

// contradictions says where the values of a recording contradict each other.
func contradictions(v *stream.View) (out []string) {
	s := summary.NewStretches(v)
	whole, laps := s.Whole(), summary.LapsIn(s)
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	above := func(what string, values training.Values) {
		for _, b := range bounded {
			avg, max := values[b.average], values[b.maximum]
			if _, ok := values[b.maximum]; ok && avg > max*1.001+b.slack/values[training.MetricDurationS]*max {
				say("%s: %s %.2f is above %s %.2f", what, b.average, avg, b.maximum, max)
			}
		}
	}
	above("whole", whole.Values)
	times := []training.Metric{training.MetricMovingTimeS, training.MetricDurationS, training.MetricElapsedTimeS}
	for i := 1; i < len(times); i++ {
		if a, b := whole.Values[times[i-1]], whole.Values[times[i]]; a > b+1 {
			say("%s %.1f is above %s %.1f", times[i-1], a, times[i], b)
		}
	}
	km, sum, timer := whole.Values[training.MetricDistanceKM], 0.0, 0.0
	for i, l := range laps {
		above(fmt.Sprint("lap ", i+1), l.Values)
		sum, timer = sum+l.Values[training.MetricDistanceKM], timer+l.Values[training.MetricDurationS]
	}
	if len(laps) > 0 && math.Abs(timer-whole.Values[training.MetricDurationS]) < 0.02*timer && math.Abs(sum-km) > max(0.05, 0.02*km) {
		say("the laps add up to %.3f km, the whole is %.3f km", sum, km)
	}
	told := slices.ContainsFunc(phrasetest.Texts(whole.Notes), func(n string) bool { return strings.Contains(n, "device's total is") })
	if total := v.Recording.DeviceValues[training.MetricDistanceKM]; !told && total > 0 && math.Abs(total-km) > max(0.01, 0.01*total) {
		say("the device's total is %.3f km, ours %.3f km without a word", total, km)
	}
	return out
}

// TestTruthHasNoContradictions: of no recording of the collection do two values
// exclude each other.
func TestTruthHasNoContradictions(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"fit/*.fit", "fit-bad/*.fit", "tcx/*.tcx", "gpx/*.gpx"} {
		for _, path := range realdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			held(t, filepath.Base(path), data)
		}
	}
}

// TestTruthOfGeneratedRecordingsHasNoContradictions holds the recordings that the
// project makes itself to the same.
func TestTruthOfGeneratedRecordingsHasNoContradictions(t *testing.T) {
	t.Parallel()
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		held(t, sc.Name, sc.Bytes)
	}
}

func held(t *testing.T, name string, data []byte) {
	t.Helper()
	res, _ := recording.Read(context.Background(), name, data, reading.Limits{}) //nolint:errcheck // what could be read is looked at
	for i, r := range res.Recordings {
		v := stream.Of(r, stream.Limits{})
		for _, what := range contradictions(v) {
			t.Errorf("%s %d (%s %s %s): %s", name, i, r.Device.Manufacturer, r.Sport, r.SubSport, what)
		}
	}
}
