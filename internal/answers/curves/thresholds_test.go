package curves_test

import (
	"context"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const estimateToday training.Day = 20000

var estimateHere = answers.Frame{Today: estimateToday, TimeZone: "America/Los_Angeles", Week: 1}

func thresholds(t testing.TB, s *answerstest.FitnessStore, q curves.EstimateQuery) *curves.EstimateView {
	t.Helper()
	before, _ := s.LastChange(t.Context())
	v, err := curves.Thresholds(t.Context(), curves.New(s), curves.NewSource(s), answerstest.FitnessModel, estimateHere, q)
	if err != nil {
		t.Fatal(err)
	}
	if after, _ := s.LastChange(t.Context()); after != before {
		t.Error("an estimate changed the store")
	}
	if v.Advice == "" || !strings.Contains(v.Advice.String(), "formal test") {
		t.Errorf("the advice is %q", v.Advice)
	}
	return v
}

func setting(v *curves.EstimateView, name string, sport training.Sport) *curves.Estimate {
	for i := range v.Estimates {
		if e := &v.Estimates[i]; e.Setting == name && e.Sport == sport {
			return e
		}
	}
	return nil
}

// estimateModel returns the power curve for a critical power and W′.
func estimateModel(cp, wPrime float64, longest int32) []byte {
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d > longest {
			break
		}
		joules := math.Round(cp*float64(d) + min(wPrime, 900*float64(d)))
		points = append(points, curve.Point{DurationS: d, Value: joules / float64(d)})
	}
	return codec.Encode(points)
}

func TestPowerThresholdsFromRides(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(),
		From: estimateToday - 300, Values: []float64{240},
	}}}
	for i := range 4 {
		s.Add(store.LoadInput{ID: training.ActivityID(rune('a' + i)), Sport: training.Cycling, Day: estimateToday - training.Day(10*i)},
			map[string][]byte{derive.PowerCurve: estimateModel(270, 18000, 3000)})
	}
	v := thresholds(t, s, curves.EstimateQuery{})
	ftp := setting(v, "ftp_w", training.Cycling)
	if ftp == nil {
		t.Fatalf("no FTP: %v", v.Missing)
	}
	if want := 0.95 * (270 + 18000.0/1200); math.Abs(ftp.Value-want) > 0.1 || ftp.Method != "best_20min_x0.95" || ftp.Confidence != "medium" {
		t.Errorf("FTP is %g by %s (%s), want %g", ftp.Value, ftp.Method, ftp.Confidence, want)
	}
	if ftp.Current == nil || ftp.Current.Value != 240 || ftp.Current.Since != estimateToday-300 || *ftp.ChangePct != 12.8 ||
		len(ftp.Evidence) == 0 || ftp.Confirm == "" {
		t.Errorf("beside it stands %+v, change %v, evidence %v", ftp.Current, ftp.ChangePct, ftp.Evidence)
	}
	cp, w := setting(v, "critical_power_w", training.Cycling), setting(v, "w_prime_j", training.Cycling)
	if cp == nil || math.Abs(cp.Value-270) > 0.3 || cp.Error == nil || *cp.Error > 9 || *cp.Low > 260 || *cp.High < 280 ||
		cp.Confidence != "high" || cp.Current != nil {
		t.Errorf("critical power is %+v", cp)
	}
	if w == nil || math.Abs(w.Value-18000) > 100 || len(v.Words) == 0 {
		t.Errorf("W′ is %+v, words %q", w, v.Words)
	}
	if v.Missing["running"] == "" || v.Missing["cycling.lthr_bpm"] == "" {
		t.Errorf("missing are %v", v.Missing)
	}
	if only := thresholds(t, s, curves.EstimateQuery{
		Days:   5,
		Sports: []training.Sport{training.Cycling},
	}); only.Range.Days != 5 || setting(only, "ftp_w", training.Cycling).Confidence != "low" {
		t.Errorf("five days with one ride: %+v", only.Estimates)
	}
}

func TestPaceThresholds(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyThresholdPace, Sport: training.Running.Plain(),
		From: estimateToday - 9, Values: []float64{1000.0 / 280},
	}}}
	add := func(id training.ActivityID, sport training.Sport, e ...curve.Effort) {
		s.Add(store.LoadInput{ID: id, Sport: sport, Day: estimateToday - 1}, map[string][]byte{derive.Efforts: derive.EncodeEfforts(e)})
	}
	add("race", training.Running, curve.Effort{DistanceM: 10000, TimeS: 2700})
	add("pool", training.Swimming, curve.Effort{DistanceM: 200, TimeS: 170}, curve.Effort{DistanceM: 400, TimeS: 360})
	v := thresholds(t, s, curves.EstimateQuery{})
	run := setting(v, "threshold_pace_s_per_km", training.Running)
	if run == nil || run.Value < 265 || run.Value > 285 || run.Current.Value != 280 ||
		run.Evidence[0].ActivityID != "race" || *run.Evidence[0].DistanceM != 10000 || run.Evidence[0].Value != 270 {
		t.Errorf("running is %+v (%v)", run, v.Missing)
	}
	swim := setting(v, "css_pace_s_per_100m", training.Swimming)
	if swim == nil || math.Abs(swim.Value-95) > 0.1 {
		t.Errorf("swimming is %+v (%v)", swim, v.Missing)
	}
}

func TestHeartRateFromAFieldTest(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	rec := training.Recording{Sport: training.Running, ElapsedS: 2400, TimerS: 2400}
	var points []curve.Point
	for i := range 2400 {
		bpm := int32(165)
		if i < 300 {
			bpm = 110
		}
		rec.Columns.TimeS = append(rec.Columns.TimeS, int32(i))
		rec.Columns.Put(training.HeartRate, i, bpm)
	}
	rec.Columns.Pad()
	codec := derive.NewCurves()
	for _, d := range codec.Grid() {
		if d <= 2100 {
			points = append(points, curve.Point{DurationS: d, Value: 165})
		}
	}
	s.Add(store.LoadInput{ID: "test", Sport: training.Running, Day: estimateToday - 3},
		map[string][]byte{derive.HRCurve: codec.Encode(points)})
	v := thresholds(t, s, curves.EstimateQuery{})
	if e := setting(v, "lthr_bpm", training.Running); e == nil || e.Value != 165 || e.Method != "best_20min_hr" || e.Confidence != "low" {
		t.Errorf("without a recording: %+v (%v)", e, v.Missing)
	}
	s.AddRecording("test", rec)
	e := setting(thresholds(t, s, curves.EstimateQuery{}), "lthr_bpm", training.Running)
	if e == nil || math.Abs(e.Value-165) > 0.1 || e.Method != "friel_30min" || e.Evidence[0].ActivityID != "test" ||
		e.Evidence[0].LocalDate != estimateToday-3 {
		t.Errorf("with a recording: %+v", e)
	}
}

// counted counts reads of streams.
type counted struct {
	*answerstest.FitnessStore
	seq   int64
	reads atomic.Int64
}

func (c *counted) LastChange(context.Context) (int64, error) { return c.seq, nil }

func (c *counted) Changes(context.Context, int64, int) ([]store.Change, error) {
	return []store.Change{{Seq: c.seq, Kind: store.ChangeActivity}}, nil
}

func (c *counted) RecordingColumns(
	ctx context.Context, s training.Scope, id training.RecordingID, want store.ChannelSet,
) (*training.Columns, error) {
	c.reads.Add(1)
	return c.FitnessStore.RecordingColumns(ctx, s, id, want)
}

// TestStreamsAreReadOnce checks that simultaneous questions share one search
// for field tests, that its result is cached for the audience, and that it is
// repeated after an activity changed.
func TestStreamsAreReadOnce(t *testing.T) {
	t.Parallel()
	rec := training.Recording{Sport: training.Running, ElapsedS: 2400, TimerS: 2400}
	for i := range 2400 {
		rec.Columns.TimeS = append(rec.Columns.TimeS, int32(i))
		rec.Columns.Put(training.HeartRate, i, 165)
	}
	rec.Columns.Pad()
	var points []curve.Point
	for _, d := range derive.NewCurves().Grid() {
		if d <= 2100 {
			points = append(points, curve.Point{DurationS: d, Value: 165})
		}
	}
	s := &counted{FitnessStore: &answerstest.FitnessStore{}, seq: 1}
	s.Add(store.LoadInput{ID: "test", Sport: training.Running, Day: estimateToday - 3},
		map[string][]byte{derive.HRCurve: derive.NewCurves().Encode(points)})
	s.AddRecording("test", rec)
	source, index := curves.NewSource(s), curves.New(s)
	ask := func(sc training.Scope, want int64) {
		t.Helper()
		var askers sync.WaitGroup
		for range 50 {
			askers.Go(func() {
				if _, err := curves.Thresholds(t.Context(), index, source, sc, estimateHere, curves.EstimateQuery{}); err != nil {
					t.Error(err)
				}
			})
		}
		askers.Wait()
		if n := s.reads.Load(); n != want {
			t.Errorf("%d reads of streams; want %d", n, want)
		}
	}
	ask(answerstest.FitnessModel, 1)
	ask(answerstest.FitnessModel, 1)
	ask(answerstest.FitnessPage, 2)
	s.seq++
	ask(answerstest.FitnessModel, 3)
}

func TestNothingToEstimateFrom(t *testing.T) {
	t.Parallel()
	v := thresholds(t, &answerstest.FitnessStore{}, curves.EstimateQuery{})
	if len(v.Estimates) != 0 || len(v.Missing) != 3 || len(v.Words) == 0 {
		t.Errorf("an empty store: %+v", v)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &answerstest.FitnessStore{}
	if _, err := curves.Thresholds(ctx, curves.New(s), curves.NewSource(s), answerstest.FitnessModel, estimateHere,
		curves.EstimateQuery{}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestAnEasyMonthIsNoTest checks that an even half-hour below the best 20 minutes
// is no field test, and that a value far below the setting has low confidence.
func TestAnEasyMonthIsNoTest(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyLTHR, From: estimateToday - 300, Values: []float64{170}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: estimateToday - 300, Values: []float64{300}},
	}}
	rec := training.Recording{Sport: training.Cycling, ElapsedS: 3000, TimerS: 3000}
	for i := range 3000 {
		rec.Columns.TimeS = append(rec.Columns.TimeS, int32(i))
		rec.Columns.Put(training.HeartRate, i, 130)
	}
	rec.Columns.Pad()
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if v := 150.0; d <= 2700 {
			if d > 1200 {
				v = 132
			}
			points = append(points, curve.Point{DurationS: d, Value: v})
		}
	}
	s.Add(store.LoadInput{ID: "even", Sport: training.Cycling, Day: estimateToday - 3},
		map[string][]byte{derive.HRCurve: codec.Encode(points), derive.PowerCurve: estimateModel(200, 15000, 4000)})
	s.AddRecording("even", rec)
	v := thresholds(t, s, curves.EstimateQuery{})
	if e := setting(v, "lthr_bpm", training.Cycling); e == nil || e.Method != "best_20min_hr" || e.Value != 150 {
		t.Errorf("LTHR is %+v", e)
	}
	ftp := setting(v, "ftp_w", training.Cycling)
	if ftp == nil || ftp.Confidence != "low" || !strings.Contains(strings.Join(phrasetest.Texts(ftp.Notes), " "), "far below") {
		t.Errorf("FTP is %+v", ftp)
	}
}
