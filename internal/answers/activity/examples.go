package activity

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const (
	// reachDays is the number of days before an activity in which examples are searched for.
	reachDays = 180
	// most is the maximum number of examples. The latest are used.
	most = 100
	// leastCoverage is the minimum share of the time for which each of the two sensors
	// must have data.
	leastCoverage = 0.9
)

// Subject is an activity for which examples are needed.
type Subject struct {
	ID    training.ActivityID
	Sport training.Sport
	Day   training.Day
}

// Examples returns the athlete's other activities of the sport up to the day that have
// both power and heart rate. Each load is based on the thresholds of its own day.
func Examples(ctx context.Context, r store.Reader, s training.Scope, by fitness.Loads, of Subject) ([]heart.Example, error) {
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: of.Day - reachDays + 1, To: of.Day})
	if err != nil {
		return nil, err
	}
	var out []heart.Example
	for rest := candidates(inputs, by, of); len(rest) > 0 && len(out) < most && err == nil; {
		next := rest[:min(len(rest), most-len(out))]
		rest = rest[len(next):]
		var more []heart.Example
		more, err = lessons(ctx, r, s, next)
		out = append(out, more...)
	}
	return out, err
}

// candidate is an activity that can be an example if it has a histogram of heart rate.
type candidate struct {
	in  *store.LoadInput
	tss float64 // load from power
	lt  float64 // threshold heart rate on its day
}

// candidates returns the activities that can serve as examples, latest first.
func candidates(inputs []store.LoadInput, by fitness.Loads, of Subject) (out []candidate) {
	for i := len(inputs) - 1; i >= 0; i-- {
		row := &inputs[i]
		in := answers.LoadInput(row)
		if row.ID == of.ID || in.Sport != of.Sport || in.HRSeconds < leastCoverage*in.TimerS || float64(in.NPWindows) < leastCoverage*in.TimerS {
			continue
		}
		t := by.At(row)
		if byPower, why := by.Rules.By(load.MethodPower, in, t); why == "" {
			out = append(out, candidate{row, byPower.TSS, t.LTHRBpm})
		}
	}
	return out
}

// lessons reads the histograms of several activities at once. Reading them one by one
// takes three times as long.
func lessons(ctx context.Context, r store.Reader, s training.Scope, of []candidate) ([]heart.Example, error) {
	wanted := make(map[training.ActivityID]int, len(of))
	days := training.DayRange{From: of[0].in.Day, To: of[0].in.Day}
	for i, c := range of {
		wanted[c.in.ID] = i
		days.From, days.To = min(days.From, c.in.Day), max(days.To, c.in.Day)
	}
	found := make([]*zones.Histogram, len(of))
	for p, err := range r.Primitives(ctx, s, derive.HRHistogram, days) {
		if err != nil {
			return nil, err
		}
		i, ok := wanted[p.Activity]
		if !ok {
			continue
		}
		if h, err := derive.DecodeHistogram(p.Data); err == nil { // a damaged histogram will be derived again
			found[i] = &h
		}
	}
	var out []heart.Example
	for i, c := range of {
		if found[i] == nil {
			continue
		}
		if hours, why := heart.HoursOf(*found[i], c.in.Sport, c.lt); why == "" {
			out = append(out, heart.Example{Hours: hours, TSS: c.tss})
		}
	}
	return out, ctx.Err()
}

// learnedLoad returns the method that computes load from heart rate, with a weight for each
// zone. The weights are fitted to the athlete's other activities with power in the sport.
func (d *Detail) learnedLoad(ctx context.Context, sub *subject, beats zones.Histogram, noBeats i18n.Sentence) (beatMethod, error) {
	m := beatMethod{key: heart.MethodLearned, score: true}
	if noBeats != "" {
		return m, nil
	}
	hours, why := heart.HoursOf(beats, sub.row.Sport, sub.thresholds.LTHRBpm)
	if why != "" {
		m.compute = func(zones.Histogram) (float64, i18n.Sentence) { return 0, why }
		return m, nil
	}
	examples, err := Examples(ctx, sub.reader, sub.scope, sub.loads,
		Subject{ID: sub.row.ID, Sport: sub.row.Sport, Day: sub.row.LocalDay})
	if err != nil {
		return m, err
	}
	points, why := heart.Learn(examples)
	if why == "" {
		d.Load["learned_from_activities"] = len(examples)
	}
	m.compute = func(zones.Histogram) (float64, i18n.Sentence) { return points.Of(hours), why }
	return m, nil
}

// loads fills in the load by every available method, and the training impulses.
func (d *Detail) loads(ctx context.Context, sub *subject) error {
	beats, noBeats := zones.Histogram{}, i18n.Sentence(training.NoHeartRate)
	if !sub.manual() {
		if _, err := sub.findings(ctx); err != nil { // the methods need the summary that this fills in
			return err
		}
		var err error
		if beats, noBeats, err = sub.histogram(ctx, training.HeartRate, training.NoHeartRate); err != nil {
			return err
		}
	}
	in, rules := loadInput(&sub.row), sub.loads.Rules
	if noBeats == "" {
		noBeats = load.ThinHeart(beats.TotalS(), in.TimerS)
	}
	d.Load = Facts{"order": methodWords(rules.Order)}
	tss, impulses := Facts{}, Facts{}
	for _, m := range load.Methods() {
		if m.Fits(in.Sport) {
			l, why := rules.By(m, in, sub.thresholds)
			d.putLoad(tss, string(m), l.TSS, why)
		}
	}
	learned, err := d.learnedLoad(ctx, sub, beats, noBeats)
	if err != nil {
		return err
	}
	for _, m := range append(byBeats(sub, in.Sport), learned) {
		to, x, why := impulses, 0.0, noBeats
		if m.score {
			to = tss
		}
		if why == "" {
			x, why = m.compute(beats)
		}
		d.putLoad(to, m.key, x, why)
	}
	if x, ok := load.SessionRPE(in.Exertion, in.TimerS); ok {
		d.putLoad(impulses, "session_rpe", x, "")
	}
	d.Load["tss_by_method"], d.Load["impulses"] = tss, impulses
	l, why := rules.Of(in, sub.thresholds)
	d.putLoad(d.Load, "tss", l.TSS, why)
	d.Load.Put("method", string(l.Method))
	d.loadsApart(sub)
	if err := d.hardPower(ctx, sub); err != nil {
		return err
	}
	return d.servicesLoad(ctx, sub, l.Method)
}

// servicesLoad adds the loads that services have, with the thresholds that they
// used. If the load was set by hand, it also adds who set it.
func (d *Detail) servicesLoad(ctx context.Context, sub *subject, m load.Method) error {
	all, err := servicevalues.Ratings(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	if err != nil || len(all) == 0 {
		return err
	}
	d.Load["services"] = all
	d.Load.Put("differs", differing(all, sub.thresholds))
	if m == load.MethodManual && !slices.Contains(sub.row.Edited, "manual_load") {
		for _, r := range all {
			if r.OwnLoad && r.Load == sub.row.ManualLoad {
				d.Load["set_at"] = r.Source
			}
		}
	}
	return nil
}

// sameWithin is the maximum relative difference between two thresholds that
// count as equal. Both are rounded.
const sameWithin = 0.01

// differing returns the thresholds for which a service used a value that
// differs from the athlete's setting of the day.
func differing(all []training.Rated, t training.Thresholds) (out []string) {
	for _, r := range all {
		for _, x := range []struct {
			name         string
			theirs, ours float64
		}{
			{string(training.KeyFTP), r.FTPW, t.FTPW},
			{string(training.KeyLTHR), r.LTHRBpm, t.LTHRBpm},
			{string(training.KeyMaxHR), r.MaxHRBpm, t.MaxHRBpm},
			{string(training.KeyRestHR), r.RestHRBpm, t.RestHRBpm},
			{"threshold_speed_mps", r.ThresholdMPS, t.ThresholdMPS},
			{string(training.KeyWPrime), r.WPrimeJ, t.WPrimeJ},
		} {
			if x.theirs > 0 && x.ours > 0 && math.Abs(x.theirs-x.ours) > sameWithin*x.ours {
				out = append(out, fmt.Sprintf("%s: %s %g, Lapkeep %g", x.name, r.Source, answers.Round(x.theirs, 2), answers.Round(x.ours, 2)))
			}
		}
	}
	return out
}

// loadsApart adds a note if the methods give contradictory loads.
func (d *Detail) loadsApart(sub *subject) {
	if apart := sub.loads.Rules.Apart(loadInput(&sub.row), sub.thresholds); apart != "" {
		d.quality(apart)
	}
}

// putLoad adds a load with as many decimals as the summary has, or the reason
// why there is none. It never shows a load of zero.
func (d *Detail) putLoad(to Facts, key string, x float64, why i18n.Sentence) {
	shown := answers.Round(x, answers.Decimals(training.MetricTSS))
	if why == "" && (!answers.Finite(x) || shown <= 0) {
		why = answers.NoImpulse
	}
	if why != "" {
		d.Missing = d.Missing.Add("load."+key, why)
		return
	}
	to[key] = shown
}

// beatMethod computes a load from the time at each heart rate. The result is
// either a training stress score, or an impulse on a scale of its own.
type beatMethod struct {
	key     string
	score   bool
	compute func(zones.Histogram) (float64, i18n.Sentence)
}

func byBeats(sub *subject, sport training.Sport) []beatMethod {
	t, sex := sub.thresholds, sub.loads.Rules.Sex
	return []beatMethod{
		{string(training.MetricTrimp), false, func(h zones.Histogram) (float64, i18n.Sentence) { return heart.TRIMP(h, t, sex) }},
		{heart.TRIMPIndividual, false, func(h zones.Histogram) (float64, i18n.Sentence) {
			own, why := heart.Own(t)
			if why != "" {
				return 0, why
			}
			return heart.TRIMPBy(own, h, t)
		}},
		{heart.TRIMPEdwards, false, func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Edwards(h, t.MaxHRBpm) }},
		{heart.TRIMPLucia, false, func(h zones.Histogram) (float64, i18n.Sentence) {
			vt1, vt2, _ := heart.Ventilatory(t)
			return heart.Lucia(h, vt1, vt2)
		}},
		{heart.TRIMPZonal, false, func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Zonal(h, t.LTHRBpm) }},
		{heart.MethodHRSS, true, func(h zones.Histogram) (float64, i18n.Sentence) {
			x, why := heart.TRIMP(h, t, sex)
			if why != "" {
				return 0, why
			}
			return heart.HRSS(x, t, sex)
		}},
		{heart.MethodFriel, true, func(h zones.Histogram) (float64, i18n.Sentence) { return heart.FrielTSS(h, sport, t.LTHRBpm) }},
	}
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
