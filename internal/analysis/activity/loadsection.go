package activity

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// loads fills in the load by every method that there is, side by side, and
// the training impulses.
func (d *Detail) loads(ctx context.Context, sub *subject) error {
	beats, noBeats := zones.Histogram{}, analysis.NoHR
	if !sub.manual() {
		if _, err := sub.findings(ctx); err != nil { // what the methods rest on
			return err
		}
		var err error
		if beats, noBeats, err = sub.histogram(ctx, training.HeartRate, analysis.NoHR); err != nil {
			return err
		}
	}
	in, t, rules := loadInput(&sub.row), sub.thresholds, sub.loads.Rules
	if share := beats.TotalS() / in.TimerS; noBeats == "" && share < load.MinHRShare {
		noBeats = fmt.Sprintf("heart rate covers only %.0f %% of the time", share*100)
	}
	tss, impulses := Facts{}, Facts{}
	put := func(to Facts, key string, x float64, why string) {
		if why == "" && analysis.Finite(x) {
			to[key] = analysis.Round(x, 1)
		} else {
			d.Missing = d.Missing.Add("load."+key, why)
		}
	}
	for _, m := range load.Methods() {
		if m.Fits(in.Sport) {
			l, why := rules.By(m, in, t)
			put(tss, string(m), l.TSS, why)
		}
	}
	beat := func(to Facts, key string, compute func() (float64, string)) {
		if noBeats != "" {
			put(to, key, 0, noBeats)
			return
		}
		x, why := compute()
		put(to, key, x, why)
	}
	trimp := func() (float64, string) { return heart.TRIMP(beats, t, rules.Sex) }
	beat(impulses, string(training.MetricTrimp), trimp)
	beat(tss, heart.MethodHRSS, func() (float64, string) {
		x, why := trimp()
		if why != "" {
			return 0, why
		}
		return heart.HRSS(x, t, rules.Sex)
	})
	beat(tss, heart.MethodFriel, func() (float64, string) { return heart.FrielTSS(beats, in.Sport, t.LTHRBpm) })
	beat(impulses, heart.TRIMPEdwards, func() (float64, string) { return heart.Edwards(beats, t.MaxHRBpm) })
	beat(impulses, heart.TRIMPLucia, func() (float64, string) {
		vt1, vt2, _ := heart.Ventilatory(t)
		return heart.Lucia(beats, vt1, vt2)
	})
	beat(impulses, heart.TRIMPZonal, func() (float64, string) { return heart.Zonal(beats, t.LTHRBpm) })
	if x, ok := load.SessionRPE(in.Exertion, in.TimerS); ok {
		impulses["session_rpe"] = analysis.Round(x, 1)
	}
	d.Load = Facts{"order": methodWords(rules.Order), "tss_by_method": tss, "impulses": impulses}
	l, why := rules.Of(in, t)
	put(d.Load, "tss", l.TSS, why)
	d.Load.put("method", string(l.Method))
	return nil
}

func methodWords(order []load.Method) []string {
	return slices.Collect(func(yield func(string) bool) {
		for _, m := range order {
			if !yield(string(m)) {
				return
			}
		}
	})
}
