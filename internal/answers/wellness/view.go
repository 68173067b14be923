package wellness

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Section is a part of the answer.
type Section string

// These are the sections.
const (
	SectionDays      Section = "days"      // the values, with gaps
	SectionTrends    Section = "trends"    // means of 7 and 28 days
	SectionReadiness Section = "readiness" // bands, weight, words
	SectionBands     Section = "bands"     // bands by day; only on request
	SectionSources   Section = "sources"   // values of sources that do not count; only on request
)

// Sections returns the sections in order.
func Sections() []Section {
	return []Section{SectionReadiness, SectionTrends, SectionDays, SectionBands, SectionSources}
}

// Query asks for wellness data.
type Query struct {
	Days training.DayRange
	// Fields are the requested fields; empty means all.
	Fields   []training.WellnessField
	Sections []Section // empty means all except those only on request
	// Resolution is day, week or month; empty means the finest that fits.
	Resolution string

	week time.Weekday // first day of weeks
}

// View shows wellness data.
type View struct {
	answers.Heading
	// Range is absent for a single day; Date is shown instead.
	Range *answers.Span `json:"range,omitempty"`
	// Readiness and the bands are for the last day of the range.
	Readiness *Readiness `json:"readiness,omitempty"`
	HRV       *Band      `json:"hrv_band,omitempty"`
	RestingHR *Band      `json:"resting_hr_band,omitempty"`
	Weight    *Weight    `json:"weight,omitempty"`
	// WeightSettings are present only if the query asks for weight.
	WeightSettings *WeightSettings `json:"weight_settings,omitempty"`
	Trends         *Trends         `json:"trends,omitempty"`
	Days           *Columns        `json:"days,omitempty"`
	Bands          *Bands          `json:"bands,omitempty"`
	// Told is present only on request.
	Told *Told `json:"sources,omitempty"`
	// Scales explains numbers without a unit: first the athlete's ratings, then
	// other fields by name.
	Scales  string          `json:"scales,omitempty"`
	Words   []Remark        `json:"words,omitempty"`
	Locked  []training.Day  `json:"locked_dates,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
	Cut     bool            `json:"truncated,omitempty"`
	Narrow  i18n.Sentence   `json:"narrow,omitempty"`
	// Correlation is present only on request.
	Correlation *Correlation `json:"correlation,omitempty"`
	// Cycle shows the differences by phase of the cycle. It is present only on request.
	Cycle *CycleView `json:"cycle,omitempty"`
}

// Readiness is the athlete's state today, in words.
type Readiness struct {
	// State is as_usual, mixed or strained, or the kind of time off (sick, injured …), which takes
	// precedence over all values, or red_flag, which takes precedence over everything.
	State   string          `json:"state"`
	Meaning i18n.Sentence   `json:"meaning"`
	Because []i18n.Sentence `json:"because"`
	Rule    i18n.Sentence   `json:"rule"`
	// Noticed means that there is more than HRV and resting heart rate of the week.
	Noticed bool `json:"-"`
}

// Band compares a week with the usual range.
type Band struct {
	Unit string  `json:"unit"` // "ln ms" or "bpm"
	Mean float64 `json:"mean_7d"`
	Low  float64 `json:"usual_from"`
	High float64 `json:"usual_to"`
	// These are the same values in ms, for a band in ln ms.
	MeanMs   *float64 `json:"mean_7d_ms,omitempty"`
	LowMs    *float64 `json:"usual_from_ms,omitempty"`
	HighMs   *float64 `json:"usual_to_ms,omitempty"`
	State    string   `json:"state"` // below, within or above
	CVPct    float64  `json:"cv_7d_pct"`
	Days     int      `json:"days_of_7"`
	Baseline int      `json:"days_of_60"`
	// Restarted is present if the source changed within these days.
	Restarted i18n.Sentence `json:"restarted,omitempty"`
}

// Weight is the smoothed weight on the last day of the range.
type Weight struct {
	EMAKg    float64      `json:"weight_ema_kg"`
	LatestKg float64      `json:"weight_kg"`
	On       training.Day `json:"measured_on"`
	// Change28Kg is the smoothed weight minus the smoothed weight 28 days earlier.
	Change28Kg *float64 `json:"change_28d_kg,omitempty"`
	// Restarted is present if the source changed in the days that count.
	Restarted i18n.Sentence `json:"restarted,omitempty"`
}

// Trends holds means over the last days of the range, in columns by field.
type Trends struct {
	Field  []string       `json:"field"`
	Mean7  []*float64     `json:"mean_7d"`
	Days7  []int          `json:"days_of_7"`
	Mean28 []*float64     `json:"mean_28d"`
	Days28 []int          `json:"days_of_28"`
	Latest []float64      `json:"latest"`
	On     []training.Day `json:"latest_date"`
}

// Columns holds values in columns that share an index: days, or the first days of weeks
// or months. A gap is null.
type Columns struct {
	Resolution string                `json:"resolution,omitempty"` // empty for a single day
	Dates      []training.Day        `json:"dates"`
	Parts      []answers.Part        `json:"partial,omitempty"`
	Values     map[string][]*float64 `json:"values"`
	Source     string                `json:"source,omitempty"`  // the only source of all values
	Sources    map[string][]string   `json:"sources,omitempty"` // otherwise the sources by field
	// Runs says when the source changed, by group of fields.
	Runs map[string]*Runs `json:"source_runs,omitempty"`
}

// Remark is a comment about a day.
type Remark struct {
	Day    training.Day `json:"local_date"`
	Field  string       `json:"field"`
	Text   string       `json:"text"`
	Source string       `json:"source"`
}

// Rule explains how the readiness words are chosen.
const Rule = "HRV: mean ln rMSSD of 7 days against mean ± 0.5 standard deviations of the 60 days before (Plews " +
	"2014); resting heart rate by the same rule. " +
	"strained: HRV below and resting heart rate above; mixed: one of the two; as_usual: neither. A morning far from the earlier " +
	"ones (5 bpm or a fifth of HRV twice in a row, or twice as much once) and a rating of 4 of 4 count as a sign too, and a note " +
	"of fever or of a symptom for a doctor as two; these limits are custom. A description of trends, not a medical statement."

var meanings = map[string]i18n.Sentence{
	"as_usual": "HRV and resting heart rate are as usual",
	"mixed":    "one sign of strain; look at sleep, feel and the last days' load before a hard session",
	"strained": "HRV is below and resting heart rate above its usual band; an easy day or rest is the careful choice",
}

// redFlag is the state of an athlete whom the health rules send to a doctor.
const redFlag = "red_flag"

// flagMeaning is the meaning of readiness with a red flag in a note.
const flagMeaning = "do not train until a doctor has examined it: see one today, or call the emergency number if it is happening now"

// feverMeaning is the meaning of readiness with a fever. Its limits are custom.
const feverMeaning = "no training until it has been gone for a day; with chest pain or shortness of breath, or after more than three " +
	"days, see a doctor"

// groupWords names the groups in sentences.
var groupWords = map[training.WellnessGroup]i18n.Word{
	training.WellnessSleep: "sleep", training.WellnessHRV: "heart rate variability", training.WellnessRestingHR: "resting heart rate",
	training.WellnessStepCount: "steps", training.WellnessWeight: "body weight",
}

// These are the numbers of days over which trends are averaged.
const (
	aWeek  = 7
	aWhile = 28
)

// trends fills in the means of each field. They count the values of the source that counts today.
func (v *View) trends(t *table, q Query) {
	since := q.Days.To - aWhile + 1
	told := map[i18n.Sentence]bool{}
	for _, f := range t.fields(since) {
		if !q.wants(f) {
			continue
		}
		l := t.line(f, since)
		if v.Trends == nil {
			v.Trends = &Trends{}
		}
		v.Trends.add(f, l.of(l.sourceOn(q.Days.To)), q.Days.To)
		if why := l.restart(since, q.Days.To); why != "" {
			var what any = string(f)
			if g := f.Group(); g != "" {
				what = groupWords[g]
			}
			if s := i18n.Sentencef("Averages of %s: %s.", what, why); !told[s] {
				told[s] = true
				v.Notes = append(v.Notes, s)
			}
		}
	}
	if v.Trends == nil {
		v.Missing = v.Missing.Add(string(SectionTrends), "the last 28 days have no values")
	}
}

func (o *Trends) add(f training.WellnessField, points []point, today training.Day) {
	last := points[len(points)-1]
	o.Field, o.Latest, o.On = append(o.Field, string(f)), append(o.Latest, answers.Round(last.value, decimals(f))), append(o.On, last.day)
	of := func(first training.Day) (*float64, int) {
		i := slices.IndexFunc(points, func(p point) bool { return p.day >= first })
		if i < 0 {
			return nil, 0
		}
		mean, n := average(points[i:], f)
		return &mean, n
	}
	mean, n := of(today - aWeek + 1)
	o.Mean7, o.Days7 = append(o.Mean7, mean), append(o.Days7, n)
	mean, n = of(today - aWhile + 1)
	o.Mean28, o.Days28 = append(o.Mean28, mean), append(o.Days28, n)
}

// readiness fills in the bands of the week that ends on a day, and the
// resulting readiness.
func (v *View) readiness(t *table, today training.Day) {
	hrv, rest := t.line(training.WellnessHRVRmssdMs, t.days.From), t.line(training.WellnessRestingHRBpm, t.days.From)
	mornings, rests := mornings(hrv.of(hrv.sourceOn(today))), rests(rest.of(rest.sourceOn(today)))
	variability, noHRV := heart.Readiness(mornings, today)
	resting, noHR := heart.RestingHR(rests, today)
	if noHRV != "" && len(mornings) == 0 && slices.Contains(t.fields(t.days.From), training.WellnessHRVSdnnMs) {
		noHRV = "only SDNN was measured, which is not rMSSD and is never mixed with it"
	}
	since := today - lookBack + 1
	v.HRV = v.band("hrv_band", "ln ms", 3, variability, noHRV, hrv.restart(since, today))
	if b := v.HRV; b != nil {
		b.MeanMs, b.LowMs, b.HighMs = new(ms(variability.Mean)), new(ms(variability.Low)), new(ms(variability.High))
	}
	v.RestingHR = v.band("resting_hr_band", "bpm", 1, resting, noHR, rest.restart(since, today))
	v.judge(variability.State, resting.State, t.signs(today, vitals{mornings, rests, noHRV == "", noHR == ""}))
	v.weight(t, today)
}

// AwayRule explains why time off decides the readiness.
const AwayRule = "A red flag on the body map, and time without training in the calendar, take precedence over HRV and resting heart " +
	"rate; this is not a diagnosis."

// outrank replaces the readiness of a day with a red flag on the body map, or on which no training is possible
// according to the calendar. Advice never becomes weaker: what was noticed stays as a reason.
func (v *View) outrank(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame) error {
	flags, err := bodymap.RedFlags(ctx, r, s, f)
	if err != nil {
		return err
	}
	all, err := calendar.AwayIn(ctx, r, s, training.DayRange{From: f.Today, To: f.Today})
	if err != nil {
		return err
	}
	a := calendar.AwayOn(all, f.Today)
	if a != nil && !a.RulesOut {
		a = nil
	}
	if len(flags) > 0 {
		v.instead(&Readiness{State: redFlag, Meaning: i18n.Sentencef("a red flag outranks the other values: %s (%s): %s",
			flags[0].What, flags[0].Region.Label, flags[0].Do())})
	}
	switch {
	case a == nil:
	case v.Readiness != nil && v.Readiness.State == redFlag:
		v.Readiness.Because = append(v.Readiness.Because, a.Sentence())
	default:
		v.instead(awayReadiness(a))
	}
	return nil
}

// instead replaces the readiness, and keeps what was noticed as a reason.
func (v *View) instead(out *Readiness) {
	out.Because, out.Rule = []i18n.Sentence{}, AwayRule
	if was := v.Readiness; was != nil {
		if out.Because = was.Because; was.Noticed {
			out.Because = append(out.Because, i18n.Sentencef("%s.", was.Meaning))
		}
	}
	v.Readiness = out
	delete(v.Missing, string(SectionReadiness))
}

// awayReadiness returns the readiness on a day without training.
func awayReadiness(a *calendar.Away) *Readiness {
	out := &Readiness{State: string(a.Kind)}
	switch a.Kind {
	case calendar.AwaySick:
		out.Meaning = i18n.Sentencef("ill until %s according to the calendar: no training until it is over and any fever has been gone for a "+
			"day; with chest pain, a racing heart or shortness of breath, or with fever for more than three days, see a doctor", a.To)
	case calendar.AwayInjured:
		out.Meaning = i18n.Sentencef("injured until %s according to the calendar: the other values do not show how it heals", a.To)
	default:
		out.Meaning = i18n.Sentencef("no time for training until %s according to the calendar", a.To)
	}
	return out
}

func (v *View) band(field, unit string, digits int, b heart.Band, why, restarted i18n.Sentence) *Band {
	if why != "" {
		if restarted != "" {
			why = i18n.Joined("%s; %s", why, restarted)
		}
		v.Missing = v.Missing.Add(field, why)
		return nil
	}
	r := func(x float64) float64 { return answers.Round(x, digits) }
	return &Band{
		Unit: unit, Mean: r(b.Mean), Low: r(b.Low), High: r(b.High), State: string(b.State), CVPct: answers.Round(b.CVPct, 1),
		Days: b.Days, Baseline: b.Baseline, Restarted: restarted,
	}
}

// judge sets the words of readiness. Without both bands, there is none unless there are other signs.
func (v *View) judge(variability, resting heart.HRVState, found []sign) {
	if (variability == "" || resting == "") && len(found) == 0 {
		v.Missing = v.Missing.Add(string(SectionReadiness), "it needs both bands, HRV (rMSSD) and resting heart rate")
		return
	}
	state, signs, fever, flagged := "as_usual", 0, false, false
	out := &Readiness{Rule: Rule, Because: []i18n.Sentence{}, Noticed: len(found) > 0}
	if variability != "" {
		out.Because = append(out.Because, i18n.Sentencef("HRV is %s its usual band.", i18n.Word(variability)))
	}
	if resting != "" {
		out.Because = append(out.Because, i18n.Sentencef("Resting heart rate is %s its usual band.", i18n.Word(resting)))
	}
	if variability == heart.Below {
		signs++
	}
	if resting == heart.Above {
		signs++
	}
	var says []i18n.Sentence
	for _, f := range found {
		signs, fever, flagged = signs+f.weight, fever || f.fever, flagged || f.flag != ""
		says = append(says, f.says)
	}
	switch {
	case flagged:
		state = redFlag
	case signs == 1:
		state = "mixed"
	case signs > 1:
		state = "strained"
	}
	out.State, out.Meaning = state, meanings[state]
	switch {
	case flagged:
		out.Meaning = flagMeaning
	case fever:
		out.Meaning = feverMeaning
	case len(says) > 0 && state == "strained":
		out.Meaning = "several signs of strain; an easy day or rest is the careful choice"
	}
	if len(says) > 0 {
		out.Meaning = i18n.Sentencef("%s: %s", i18n.Capital(i18n.Joined("%s; %s", says...)), out.Meaning)
	}
	v.Readiness = out
}

// emaDays is the time constant of the smoothed weight in days.
const emaDays = 7

// weight fills in the smoothed weight of the source that counts today.
func (v *View) weight(t *table, today training.Day) {
	l := t.line(training.WellnessWeightKg, t.days.From)
	if len(l.points) == 0 {
		v.Missing = v.Missing.Add("weight", "no weight was measured in this period")
		return
	}
	w := Weight{Restarted: l.restart(t.days.From, today)}
	var before *float64
	for i, p := range l.of(l.sourceOn(today)) {
		w.EMAKg = smooth(w.EMAKg, p.value, p.day-w.On, i > 0)
		w.LatestKg, w.On = p.value, p.day
		if p.day <= today-aWhile {
			x := w.EMAKg
			before = &x
		}
	}
	if before != nil {
		c := answers.Round(w.EMAKg-*before, 2)
		w.Change28Kg = &c
	}
	w.EMAKg, w.LatestKg = answers.Round(w.EMAKg, 2), answers.Round(w.LatestKg, 2)
	v.Weight = &w
}

// WeightSettings holds the dated weights that applied in a range and are used
// for W/kg. Weights measured on single days are in the section days.
type WeightSettings struct {
	Since []training.Day `json:"since"` // the first may be before the range
	Kg    []float64      `json:"weight_kg"`
}

// mostWeights is the maximum number of weights in an answer; the latest are kept.
const mostWeights = 60

// weightSettings fills in the weight settings if the query asks for weight.
func (v *View) weightSettings(ctx context.Context, r store.Reader, s training.Scope, q Query) error {
	if !slices.Contains(q.Fields, training.WellnessWeightKg) {
		return nil
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	var in []training.ThresholdEntry
	for _, e := range history {
		if e.Key == training.KeyWeight && len(e.Values) > 0 && e.From <= q.Days.To {
			in = append(in, e)
		}
	}
	slices.SortStableFunc(in, func(a, b training.ThresholdEntry) int { return int(a.From - b.From) })
	for len(in) > 1 && in[1].From <= q.Days.From || len(in) > mostWeights {
		in = in[1:]
	}
	for _, e := range in {
		if v.WeightSettings == nil {
			v.WeightSettings = &WeightSettings{}
		}
		w := v.WeightSettings
		w.Since, w.Kg = append(w.Since, e.From), append(w.Kg, answers.Round(e.Values[0], 1))
	}
	return nil
}
