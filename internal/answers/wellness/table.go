package wellness

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// table holds the known values of a range of days.
type table struct {
	days  training.DayRange
	known []resolved // in order
}

// each calls f for the values of a field on or after the given day, in order.
func (t *table) each(field training.WellnessField, from training.Day, f func(d training.Day, value float64, source string)) {
	days := t.from(from)
	for i := range days {
		if n, ok := days[i].Numbers[field]; ok {
			f(days[i].Day, n.Value, n.Source)
		}
	}
}

// from returns the days on or after the given day.
func (t *table) from(first training.Day) []resolved {
	return t.known[sort.Search(len(t.known), func(i int) bool { return t.known[i].Day >= first }):]
}

// fields returns the fields with a value on or after the given day, by name.
func (t *table) fields(from training.Day) []training.WellnessField {
	have := map[training.WellnessField]bool{}
	days := t.from(from)
	for i := range days {
		for f := range days[i].Numbers {
			have[f] = true
		}
	}
	return slices.Sorted(maps.Keys(have))
}

// remarks returns the texts on or after the given day, the newest first; those on the same
// day are ordered by field.
func (t *table) remarks(from training.Day) (out []remark) {
	for _, d := range t.from(from) {
		for f, said := range d.Words {
			out = append(out, remark{d.Day, f, said.Text, sourceName(said.Source)})
		}
	}
	slices.SortStableFunc(out, func(a, b remark) int {
		return cmp.Or(cmp.Compare(b.day, a.day), cmp.Compare(a.field, b.field))
	})
	return out
}

// locked returns the locked days on or after the given day, which cannot be changed, the
// newest first.
func (t *table) locked(from training.Day) (out []training.Day) {
	for _, d := range slices.Backward(t.from(from)) {
		if d.Locked {
			out = append(out, d.Day)
		}
	}
	return out
}

// Bands compares, for each day of the index, the week that ends on it with the
// usual range at that time, by the same rule as for [Readiness]. It also holds the
// smoothed weight. HRV is in ms, converted back from ln rMSSD.
type Bands struct {
	Dates    []training.Day `json:"dates"`
	HRVMean  []*float64     `json:"hrv_mean_7d_ms,omitempty"`
	HRVLow   []*float64     `json:"hrv_usual_from_ms,omitempty"`
	HRVHigh  []*float64     `json:"hrv_usual_to_ms,omitempty"`
	RestMean []*float64     `json:"resting_hr_mean_7d_bpm,omitempty"`
	RestLow  []*float64     `json:"resting_hr_usual_from_bpm,omitempty"`
	RestHigh []*float64     `json:"resting_hr_usual_to_bpm,omitempty"`
	Weight   []*float64     `json:"weight_ema_kg,omitempty"`
	Parts    []answers.Part `json:"partial,omitempty"`
}

// parts returns the first and the last bucket of dates if the range covers them only partly.
func (q Query) parts(dates []training.Day, resolution string) (out []answers.Part) {
	for _, d := range []training.Day{dates[0], dates[len(dates)-1]} {
		whole := training.DayRange{From: d, To: q.after(d, resolution) - 1}
		if n := len(out); n == 0 || out[n-1].Date != d {
			out = answers.PartsOf(out, whole, training.DayRange{From: max(d, q.Days.From), To: min(whole.To, q.Days.To)})
		}
	}
	return out
}

// bands fills in the bands for the last day of each bucket of the columns, if
// requested.
func (v *View) bands(t *table, q Query) {
	if !slices.Contains(q.Sections, SectionBands) {
		return
	}
	resolution := q.Resolution
	if v.Days != nil {
		resolution = v.Days.Resolution
	} else if resolution == "" {
		resolution = q.finest(1)
	}
	b := &Bands{Dates: q.index(resolution)}
	if v.Days != nil {
		b.Dates = v.Days.Dates
	}
	ends := make([]training.Day, len(b.Dates))
	for i, d := range b.Dates {
		ends[i] = min(q.after(d, resolution)-1, q.Days.To)
	}
	variability := along(t.line(training.WellnessHRVRmssdMs, t.days.From), ends, func(of []point, days []training.Day) []*heart.Band {
		return heart.ReadinessAlong(mornings(of), days)
	})
	resting := along(t.line(training.WellnessRestingHRBpm, t.days.From), ends, func(of []point, days []training.Day) []*heart.Band {
		return heart.RestingAlong(rests(of), days)
	})
	b.HRVMean, b.HRVLow, b.HRVHigh = columnsOf(variability, ms)
	b.RestMean, b.RestLow, b.RestHigh = columnsOf(resting, func(x float64) float64 { return answers.Round(x, 1) })
	b.Weight, b.Parts = t.smoothed(ends), q.parts(b.Dates, resolution)
	v.Bands = b
}

// ms converts ln rMSSD to HRV in ms.
func ms(x float64) float64 { return answers.Round(math.Exp(x), 1) }

// columnsOf returns the means and the limits of bands, or nil if there are no bands.
func columnsOf(all []*heart.Band, shown func(float64) float64) (mean, low, high []*float64) {
	some := false
	mean, low, high = make([]*float64, len(all)), make([]*float64, len(all)), make([]*float64, len(all))
	for i, b := range all {
		if b != nil {
			some = true
			mean[i], low[i], high[i] = new(shown(b.Mean)), new(shown(b.Low)), new(shown(b.High))
		}
	}
	if !some {
		return nil, nil, nil
	}
	return mean, low, high
}

// along calls f for the values of each source with the days on which it counts, and returns the
// bands of all days.
func along(l line, days []training.Day, f func([]point, []training.Day) []*heart.Band) []*heart.Band {
	if !l.mixed {
		return f(l.points, days)
	}
	out := make([]*heart.Band, len(days))
	for source, at := range l.bySource(days) {
		of := make([]training.Day, len(at))
		for i, k := range at {
			of[i] = days[k]
		}
		for i, b := range f(l.of(source), of) {
			out[at[i]] = b
		}
	}
	return out
}

func mornings(of []point) []heart.Morning {
	out := make([]heart.Morning, len(of))
	for i, p := range of {
		out[i] = heart.Morning{Day: p.day, RMSSD: p.value}
	}
	return out
}

func rests(of []point) []heart.Resting {
	out := make([]heart.Resting, len(of))
	for i, p := range of {
		out[i] = heart.Resting{Day: p.day, Bpm: p.value}
	}
	return out
}

// heldDays is the number of days for which a smoothed weight remains valid.
const heldDays = 14

// smoothed returns the smoothed weight on the given days, which are in order;
// nil after more than heldDays without a weight. It starts again with each source.
func (t *table) smoothed(ends []training.Day) []*float64 {
	l := t.line(training.WellnessWeightKg, t.days.From)
	out, some := make([]*float64, len(ends)), false
	for source, at := range l.bySource(ends) {
		points := l.of(source)
		ema, on, next := 0.0, training.Day(0), 0
		for _, i := range at {
			for ; next < len(points) && points[next].day <= ends[i]; next++ {
				ema = smooth(ema, points[next].value, points[next].day-on, next > 0)
				on = points[next].day
			}
			if next > 0 && ends[i]-on <= heldDays {
				out[i], some = new(answers.Round(ema, 2)), true
			}
		}
	}
	if !some {
		return nil
	}
	return out
}

// smooth returns the smoothed weight in kg after a new value, which was measured after
// days later. Without a smoothed weight, it returns the value.
func smooth(ema, value float64, after training.Day, have bool) float64 {
	if !have {
		return value
	}
	return ema + (1-math.Exp(-float64(after)/emaDays))*(value-ema)
}

// lookBack is the number of days before a range whose values are needed for the bands and
// means of the range.
const lookBack = 7 + 60

// maxRemarks is the maximum number of texts in an answer; the newest are kept.
const maxRemarks = 20

// Answer returns the wellness data that q asks for.
func (b *Cache) Answer(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*View, error) {
	t, err := b.read(ctx, s, training.DayRange{From: q.Days.From - lookBack, To: q.Days.To})
	if err != nil {
		return nil, err
	}
	// An answer about a few days does not report missing weekly means.
	few := len(q.Sections) == 0 && q.Days.Days() < aWeek
	known := len(t.known) > 0
	asked := q
	if known { // the range begins before the first known value
		q.Days.From = max(q.Days.From, min(t.known[0].Day, q.Days.To))
	}
	q.week = f.Week
	span := answers.SpanOf(q.Days)
	v := &View{Heading: f.Heading(), Range: &span}
	if err := v.explainHidden(ctx, b.r, s, q.Fields...); err != nil {
		return nil, err
	}
	if err := v.weightSettings(ctx, b.r, s, asked); err != nil {
		return nil, err
	}
	wanted := func(x Section) bool { return len(q.Sections) == 0 || slices.Contains(q.Sections, x) }
	if wanted(SectionReadiness) {
		if known {
			v.readiness(t, q.Days.To)
		}
		then := f
		then.Today = q.Days.To
		if err := v.outrank(ctx, b.r, s, then); err != nil {
			return nil, err
		}
	}
	if !known {
		v.Missing = v.Missing.Add("days", "nothing is known about these days or the weeks before them")
		v.Narrow = "Import a Garmin or Apple Health export, connect a service, or enter values with update_wellness."
		return v, nil
	}
	if few {
		v.shorten()
	}
	if wanted(SectionTrends) && !few {
		v.trends(t, q)
	}
	if wanted(SectionDays) {
		v.columns(t, q)
		v.remarks(t, q, f.TimeZone)
	}
	if slices.Contains(q.Sections, SectionSources) {
		v.told(t, q)
	}
	v.bands(t, q)
	if v.Days != nil && q.Days.Days() == 1 {
		v.Range, v.Days.Resolution = nil, ""
	}
	v.tellScales()
	return v, nil
}

// shorten leaves out what an answer about a few days does not need.
func (v *View) shorten() {
	v.Weight = nil // the columns contain it
	if v.Readiness == nil && v.HRV == nil && v.RestingHR == nil {
		for _, why := range []string{"readiness", "hrv_band", "resting_hr_band"} {
			delete(v.Missing, why)
		}
	}
}

// tellScales explains the scales of the displayed fields.
func (v *View) tellScales() {
	var shown []string
	if v.Trends != nil {
		shown = slices.Clone(v.Trends.Field)
	}
	if v.Days != nil {
		shown = slices.AppendSeq(shown, maps.Keys(v.Days.Values))
	}
	slices.Sort(shown)
	var scales []string
	rated := false
	for _, name := range slices.Compact(shown) {
		switch scale := training.WellnessField(name).Scale(); scale {
		case "":
		case training.ScaleOfRatings:
			rated = true
		default:
			scales = append(scales, name+" "+scale)
		}
	}
	if rated {
		scales = slices.Insert(scales, 0, "ratings "+training.ScaleOfRatings)
	}
	v.Scales = strings.Join(scales, "; ")
}

// explainHidden adds notes on data that the athlete hides from assistants, and on fields that were
// asked for and are hidden.
func (v *View) explainHidden(ctx context.Context, r store.Reader, s training.Scope, asked ...training.WellnessField) error {
	if s.Audience != training.AudienceModel {
		return nil
	}
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return err
	}
	if !who.Sharing.Weight {
		v.Missing = v.Missing.Add("weight", answers.HiddenWeight)
	}
	if !who.Sharing.Notes {
		v.Missing = v.Missing.Add(string(training.WellnessComments), answers.HiddenNotes)
	}
	for _, f := range asked { // most athletes record neither
		switch {
		case !who.Sharing.Food && slices.Contains(document.Wellness.About().Food, "numbers."+string(f)):
			v.Missing = v.Missing.Add(string(f), answers.HiddenFood)
		case !who.Sharing.Glucose && f == training.WellnessGlucoseMmolL:
			v.Missing = v.Missing.Add(string(f), answers.HiddenSugar)
		}
	}
	return nil
}

func (q Query) wants(f training.WellnessField) bool {
	return len(q.Fields) == 0 || slices.Contains(q.Fields, f)
}

func (v *View) remarks(t *table, q Query, zone string) {
	all := slices.DeleteFunc(t.remarks(q.Days.From), func(r remark) bool { return !q.wants(r.field) })
	if len(all) > maxRemarks {
		all = all[:maxRemarks]
		v.cut("Only the newest texts are shown; ask for fewer days or name fields.")
	}
	home, err := time.LoadLocation(zone)
	if err != nil {
		home = time.UTC
	}
	for _, r := range all {
		v.Words = append(v.Words, Remark{
			Day: r.day, Field: string(r.field),
			Text: textclean.Text(r.at(home), textclean.NameRunes), Source: r.source,
		})
	}
	const most = 60
	v.Locked = t.locked(q.Days.From)
	v.Locked = v.Locked[:min(len(v.Locked), most)]
}

// at returns the text. If it is a sleep time in UTC from a source without a location, it
// is converted to the athlete's time zone.
func (r remark) at(home *time.Location) string {
	if r.field != training.WellnessSleepStart && r.field != training.WellnessSleepEnd || !strings.HasSuffix(r.text, "Z") {
		return r.text
	}
	t, err := time.Parse(time.RFC3339, r.text)
	if err != nil {
		return r.text
	}
	return t.In(home).Format(time.RFC3339)
}

func (v *View) cut(how i18n.Sentence) {
	v.Cut = true
	if v.Narrow == "" {
		v.Narrow = how
	}
}
