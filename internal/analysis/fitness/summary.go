package fitness

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// SummaryQuery asks what was done in a period.
type SummaryQuery struct {
	// Kind is week, month or year (the one that holds Days.From), all, or
	// range (Days).
	Kind   string
	Days   training.DayRange
	Sports []training.Sport // none: all
}

// Summary answers q, with loads from r.
func (h *Histograms) Summary(ctx context.Context, r LoadReader, s training.Scope, f analysis.Frame, q SummaryQuery) (*SummaryView, error) {
	if q.Days.Days() == 0 && q.Kind != PeriodAll {
		return nil, training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	}
	span, any, err := r.DaySpan(ctx, s)
	if err != nil {
		return nil, err
	}
	if !any {
		span = training.DayRange{From: f.Today, To: f.Today}
	}
	if q.Kind == PeriodRange && q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
	}
	v := &SummaryView{Heading: f.Heading(), Sports: q.Sports, Words: []phrase.Sentence{}}
	p, done, prev := periodOf(q, f, span)
	if done.Days() == 0 {
		return nil, training.Errorf(training.KindInvalid, "The period %s has not begun yet.", q.Days).
			WithFix("Ask for days up to %s; what is planned is in list_events.", f.Today)
	}
	if prev != nil && prev.To < span.From {
		v.Missing, prev = v.Missing.Add("previous", "there is no activity before the period"), nil
	}
	v.Period, v.Previous = p, prev
	read := done
	if prev != nil {
		read.From = min(read.From, prev.From)
	}
	w, err := readWork(ctx, r, s, read, q.Sports)
	if err != nil {
		return nil, err
	}
	hidden, err := serviced.Withheld(ctx, r, s, done)
	if err != nil {
		return nil, err
	}
	v.count(w, done, hidden, f.Week)
	if v.Streaks, err = w.streaks(ctx, r, s, f, q, done, span, hidden); err != nil {
		return nil, err
	}
	if v.Zones, err = timeInZones(ctx, h, s, done, q.Sports, w.Timeline); err != nil {
		return nil, err
	}
	if err := v.tellMeters(ctx, h.r, s, done); err != nil {
		return nil, err
	}
	if err := nameZones(ctx, r, s, v.Zones); err != nil {
		return nil, err
	}
	if len(v.Zones) == 0 && v.Totals.Activities > 0 {
		v.Missing = v.Missing.Add("time_in_zones", "no power or heart rate with zones for it; set ftp_w or lthr_bpm with update_athlete_settings")
	}
	v.tell(any)
	return v, ctx.Err()
}

// count fills in totals, per sport, the longest activities, and the period before.
func (v *SummaryView) count(w *work, done training.DayRange, hidden []training.Withheld, first time.Weekday) {
	var now, then sums
	var cov coverage
	sports := map[training.Sport]*sums{}
	var longest longest
	var by rhythm
	measured, before := Measured{}, Measured{}
	for i := range w.rated {
		in, l, why := w.rated[i].LoadInput, w.rated[i].load, w.rated[i].why
		switch {
		case done.Contains(in.Day):
			now.add(in, l.TSS)
			cov.add(in, l, why)
			if sports[in.Sport] == nil {
				sports[in.Sport] = &sums{}
			}
			sports[in.Sport].add(in, l.TSS)
			longest.see(in, l.TSS)
			by.add(in, l.TSS)
			measured.Add(in)
		case v.Previous != nil && in.Day >= v.Previous.From && in.Day <= v.Previous.To:
			then.add(in, l.TSS)
			before.Add(in)
		}
	}
	v.Totals = now.totals()
	for sp, s := range sports {
		v.BySport = append(v.BySport, SportTotals{Sport: sp, Totals: s.totals()})
	}
	slices.SortFunc(v.BySport, func(a, b SportTotals) int {
		if d := orZero(b.DurationS) - orZero(a.DurationS); d != 0 {
			return int(d)
		}
		return strings.Compare(string(a.Sport), string(b.Sport))
	})
	v.Longest = longest.view()
	v.tellRhythm(&by, done, first)
	v.tellCalories(&now)
	cov.withheldUnder(v.Sports, hidden)
	v.Coverage = cov.result()
	if v.Previous != nil {
		v.Previous.Totals = then.totals()
		v.Change = less(v.Totals, v.Previous.Totals)
		v.Notes = measured.Against(before)
	}
}

// tellMeters notes that another meter measured these rides than those before.
func (v *SummaryView) tellMeters(ctx context.Context, r MeterReader, s training.Scope, done training.DayRange) error {
	if v.Previous == nil || len(v.Sports) > 0 && !slices.Contains(v.Sports, training.Cycling) {
		return nil
	}
	meters, err := PowerMetersAgainst(ctx, r, s, done, training.DayRange{From: v.Previous.From, To: v.Previous.To})
	if meters != "" {
		v.Notes = append(v.Notes, meters)
	}
	return err
}

// tellCalories notes how many activities have them.
func (v *SummaryView) tellCalories(now *sums) {
	switch {
	case now.n > 0 && now.fed == 0:
		v.Missing = v.Missing.Add("calories_kcal", "no device and no service says how many calories were burnt")
	case now.fed < now.n:
		v.Words = append(v.Words, phrase.Sentencef("Calories are known for %d of %d activities.", now.fed, now.n))
	}
	if now.told > 0 {
		v.Words = append(v.Words, phrase.Sentencef("For %d of them a connected service gives them, because the recordings have none.", now.told))
	}
}

// longest keeps the longest activities, the earlier one where two are alike.
type longest struct {
	byDuration, byDistance, byLoad *Standout
	durationS, distanceM, tss      float64
}

func (l *longest) see(in *store.LoadInput, tss float64) {
	keep := func(to **Standout, v, best float64) {
		if v > 0 && (*to == nil || v > best) {
			*to = &Standout{
				ID: in.ID, LocalDate: in.Day, Sport: in.Sport, DurationS: in.TimerS,
				DistanceKM: shown(in.DistanceM, 1000, 2), TSS: shown(tss, 1, 1),
			}
		}
	}
	keep(&l.byDuration, in.TimerS, l.durationS)
	keep(&l.byDistance, in.DistanceM, l.distanceM)
	keep(&l.byLoad, tss, l.tss)
	l.durationS, l.distanceM, l.tss = max(l.durationS, in.TimerS), max(l.distanceM, in.DistanceM), max(l.tss, tss)
}

func (l *longest) view() *Longest {
	if l.byDuration == nil && l.byDistance == nil && l.byLoad == nil {
		return nil
	}
	return &Longest{ByDuration: l.byDuration, ByDistance: l.byDistance, ByLoad: l.byLoad}
}

// tell says the answer in words.
func (v *SummaryView) tell(any bool) {
	if !any {
		v.Words = append(v.Words, "There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.")
		return
	}
	all := []phrase.Sentence{phrase.Sentencef("%s: %s on %s", v.Period.words(), phrase.Numbered(v.Totals.Activities, "activity", "activities"),
		phrase.Numbered(v.Totals.ActiveDays, "day", "days"))}
	if h := orZero(v.Totals.DurationS) / 3600; h > 0 {
		all = append(all, phrase.Sentencef("%.1f h", h))
	}
	if v.Totals.DistanceKM != nil {
		all = append(all, phrase.Sentencef("%.1f km", *v.Totals.DistanceKM))
	}
	if v.Totals.TSS != nil {
		all = append(all, phrase.Sentencef("load %.0f", *v.Totals.TSS))
	}
	v.Words = append(v.Words, phrase.Sentencef("%s.", phrase.Joined("%s, %s", all...)))
	if v.Totals.Activities == 0 {
		v.Words = append(v.Words, "Widen the range, drop the sport, or call get_status to see which days and sports there are.")
	}
	v.Words = append(v.Words, v.Coverage.tellUnknownSport()...)
	if v.Period.Partial {
		w := phrase.Sentencef("The %s runs until %s, so this is a part of it.", phrase.Word(v.Period.Kind), v.Period.FullEnd)
		if v.Previous != nil && v.Previous.Cut {
			w = phrase.Sentencef("The %s runs until %s, so this is a part of it; it is compared with the first %s of the one before.",
				phrase.Word(v.Period.Kind), v.Period.FullEnd, phrase.Numbered(v.Previous.Days, "day", "days"))
		}
		v.Words = append(v.Words, w)
	}
	if g := v.Coverage.Activities - v.Coverage.WithLoad; g > 0 {
		v.tellWithheld()
		v.Words = append(v.Words,
			phrase.Sentencef("%s without a load; load_coverage says why.", phrase.Numbered(g, "activity is", "activities are")))
	}
}

func (v *SummaryView) tellWithheld() {
	if n := v.Coverage.Withheld; n > 0 {
		v.Words = append(v.Words, phrase.Sentencef("%s shown by the service that has it, so the totals lack what was done in it.",
			phrase.Numbered(n, "more activity is there but not", "more activities are there but not")))
	}
}

func (p Period) words() phrase.Sentence {
	switch p.Kind {
	case PeriodAll:
		return phrase.Sentencef("Everything from %s to %s", p.From, p.To)
	case PeriodRange:
		return phrase.Sentencef("%s to %s", p.From, p.To)
	}
	return phrase.Sentencef("The %s of %s", phrase.Word(p.Kind), p.From)
}
