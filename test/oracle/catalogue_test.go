package oracle

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// TestTheCatalogueHoldsOnEveryFile runs all rules on every recording of every
// format, the broken ones included: nothing panics, nothing is infinite, and
// what is bounded by another number stays within it.
func TestTheCatalogueHoldsOnEveryFile(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, pattern := range []string{"fit/*.fit", "fit-bad/*", "gpx/*.gpx", "tcx/*.tcx"} {
		for _, path := range testdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			res, err := recording.Read(t.Context(), path, data, recording.Limits{})
			if err != nil && len(res.Recordings) > 0 {
				t.Errorf("%s: recordings and an error: %v", filepath.Base(path), err)
			}
			for _, r := range res.Recordings {
				seen++
				checkCatalogue(t, filepath.Base(path), stream.Of(r, stream.Limits{}))
			}
		}
	}
	t.Logf("%d recordings", seen)
	if seen < 150 {
		t.Errorf("only %d recordings were read", seen)
	}
}

func checkCatalogue(t *testing.T, name string, v *stream.View) {
	t.Helper()
	whole := glossary.Of(v)
	for m, x := range whole.Values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("%s: %s is %v", name, m, x)
		}
		if why, named := whole.Missing[m]; named {
			t.Errorf("%s: %s is %v and missing because %q", name, m, x, why)
		}
	}
	checkPower(t, name, v, whole.Values)
	checkHills(t, name, v, whole.Values)
	if m, why := heart.HRVOf(v.Recording.RR); why == "" && !(m.RMSSD >= 0 && m.AVNN > 200 && m.AVNN < 3000 && m.PNN50 >= 0 && m.PNN50 <= 100) {
		t.Errorf("%s: beats are %+v", name, m)
	}
	if s, why := efforts.Of(v); why == "" {
		end := int32(-1)
		for _, i := range s.Intervals {
			if i.StartS < end || i.EndS <= i.StartS || math.IsNaN(i.Level) {
				t.Errorf("%s: intervals overlap or are empty: %+v", name, i)
			}
			end = i.EndS
		}
		if s.Name(0) == "" {
			t.Errorf("%s: intervals without a name", name)
		}
	}
}

func checkPower(t *testing.T, name string, v *stream.View, values training.Values) {
	t.Helper()
	series, first, missing := curve.PowerSeries(v)
	if missing != "" {
		return
	}
	top := values[training.MetricMaxPowerW]
	for _, points := range append(curve.Fatigued(series, first), curve.Normalized(series, first)) {
		for _, p := range points {
			if math.IsNaN(p.Value) || p.Value < 0 || p.Value > top+1e-9 {
				t.Errorf("%s: %v W for %d s, the highest is %v", name, p.Value, p.DurationS, top)
			}
		}
	}
	m := curve.WBalModel{CPW: 200, WPrimeJ: 15_000}
	for _, variant := range curve.Variants() {
		for i, j := range m.Series(variant, series) {
			if math.IsNaN(j) || j > m.WPrimeJ {
				t.Errorf("%s: %s is %v J at %d s", name, variant, j, i)
				break
			}
		}
	}
}

func checkHills(t *testing.T, name string, v *stream.View, values training.Values) {
	t.Helper()
	end, gain := -1.0, 0.0
	climbs, _ := route.Climbs(v)
	for _, c := range climbs {
		gain += c.GainM
		if c.Span.FromS < end || c.LengthM < 500 || c.GainM <= 0 || c.TimerS < 0 || math.IsNaN(c.Fiets()) {
			t.Errorf("%s: a climb is %+v", name, c)
		}
		end = c.Span.ToS
	}
	if total := values[training.MetricElevationGainM]; gain > total*1.05+20 {
		t.Errorf("%s: climbs of %.0f m in all, and %.0f m climbed", name, gain, total)
	}
	for _, model := range pace.Models() {
		g, missing := pace.Grade(v, model)
		if missing != "" {
			continue
		}
		factor, why := g.Factor(route.Whole(v))
		if why == "" && !(factor > 0.3 && factor < 6) {
			t.Errorf("%s: by %s a metre is worth %v on the flat", name, model, factor)
		}
	}
}
