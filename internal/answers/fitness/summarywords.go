package fitness

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

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
		v.Words = append(v.Words, i18n.Sentencef("Calories are known for %d of %d activities.", now.fed, now.n))
	}
	if now.told > 0 {
		v.Words = append(v.Words, i18n.Sentencef("For %d of them a connected service gives them, because the recordings have none.", now.told))
	}
}

// tell says the answer in words.
func (v *SummaryView) tell(any bool) {
	if !any {
		v.Words = append(v.Words, "There are no activities yet. Import recordings (lapkeep import PATH, or import_files) and ask again.")
		return
	}
	all := []i18n.Sentence{i18n.Sentencef("%s: %s on %s", v.Period.words(), i18n.Numbered(v.Totals.Activities, "activity", "activities"),
		i18n.Numbered(v.Totals.ActiveDays, "day", "days"))}
	if h := orZero(v.Totals.DurationS) / 3600; h > 0 {
		all = append(all, i18n.Sentencef("%.1f h", h))
	}
	if v.Totals.DistanceKM != nil {
		all = append(all, i18n.Sentencef("%s", i18n.Measured("%.1f ", *v.Totals.DistanceKM, i18n.Kilometres())))
	}
	if v.Totals.TSS != nil {
		all = append(all, i18n.Sentencef("load %.0f", *v.Totals.TSS))
	}
	v.Words = append(v.Words, i18n.Sentencef("%s.", i18n.Joined("%s, %s", all...)))
	if v.Totals.Activities == 0 {
		v.Words = append(v.Words, "Widen the range, drop the sport, or call get_status to see which days and sports there are.")
	}
	v.Words = append(v.Words, v.Coverage.tellUnknownSport()...)
	if v.Period.Partial {
		w := i18n.Sentencef("The %s runs until %s, so this is a part of it.", i18n.Word(v.Period.Kind), v.Period.FullEnd)
		if v.Previous != nil && v.Previous.Cut {
			w = i18n.Sentencef("The %s runs until %s, so this is a part of it; it is compared with the first %s of the one before.",
				i18n.Word(v.Period.Kind), v.Period.FullEnd, i18n.Numbered(v.Previous.Days, "day", "days"))
		}
		v.Words = append(v.Words, w)
	}
	if g := v.Coverage.Activities - v.Coverage.WithLoad; g > 0 {
		v.tellWithheld()
		v.Words = append(v.Words,
			i18n.Sentencef("%s without a load; load_coverage says why.", i18n.Numbered(g, "activity is", "activities are")))
	}
}

func (v *SummaryView) tellWithheld() {
	if n := v.Coverage.Withheld; n > 0 {
		v.Words = append(v.Words, i18n.Sentencef("%s shown by the service that has it, so the totals lack what was done in it.",
			i18n.Numbered(n, "more activity is there but not", "more activities are there but not")))
	}
}

func (p Period) words() i18n.Sentence {
	switch p.Kind {
	case PeriodAll:
		return i18n.Sentencef("Everything from %s to %s", p.From, p.To)
	case PeriodRange:
		return i18n.Sentencef("%s to %s", p.From, p.To)
	}
	return i18n.Sentencef("The %s of %s", i18n.Word(p.Kind), p.From)
}
