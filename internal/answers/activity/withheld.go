package activity

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// longestWithheld is how many withheld activities a page names.
const longestWithheld = 20

// withheldOf are those of a page's days, the latest first, where the question
// is about days alone: of what sport or name they are nobody says.
func withheldOf(ctx context.Context, r Reader, s training.Scope, q ListQuery, page *store.ActivityPage) ([]training.Withheld, error) {
	if filtered(q) {
		return nil, nil
	}
	all, err := serviced.Withheld(ctx, r, s, pageDays(q.Filter, page))
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	return all[:min(len(all), longestWithheld)], nil
}

// filtered says that a question is about more than days.
func filtered(q ListQuery) bool {
	f := q.Filter
	words := f.Text != "" || f.GearID != "" || f.Source != "" || f.Around != "" || len(f.Sports)+len(f.Tags)+len(f.Min)+len(f.Max) > 0
	flags := slices.ContainsFunc([]*bool{f.Race, f.Commute, f.HasPower, f.HasHR, f.HasGPS, f.Indoor}, func(b *bool) bool { return b != nil })
	return words || flags || f.SortBy != "" || q.SortByLoad || q.MinLoad != nil || q.MaxLoad != nil
}

// leftOut says on the first page how many withheld activities of the days a
// question with other conditions could not look at.
func leftOut(ctx context.Context, r Reader, s training.Scope, q ListQuery) ([]i18n.Sentence, error) {
	if !filtered(q) || q.Filter.Around != "" || q.Filter.After != "" {
		return nil, nil
	}
	all, err := serviced.Withheld(ctx, r, s, pageDays(q.Filter, &store.ActivityPage{}))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return []i18n.Sentence{i18n.Sentencef("%s withheld by the service, without sport or values: they are not listed here, "+
		"though some may belong.", i18n.Numbered(len(all), "activity of these days is", "activities of these days are"))}, nil
}

// pageDays are the days that a page is about: no more than those between its
// rows where other pages come before or behind it.
func pageDays(f store.ActivityFilter, page *store.ActivityPage) training.DayRange {
	days := training.DayRange{From: 1, To: math.MaxInt32}
	if f.Days != nil {
		days = *f.Days
	}
	n := len(page.Rows)
	if n == 0 {
		return days
	}
	begin, end := &days.To, &days.From
	if f.Ascending {
		begin, end = end, begin
	}
	if f.After != "" {
		*begin = page.Rows[0].LocalDay
	}
	if page.Next != "" {
		*end = page.Rows[n-1].LocalDay
	}
	return days
}

// hidden says of an id that names no activity here that a service has one and
// does not show it.
func hidden(ctx context.Context, r Finder, s training.Scope, id string, err error) error {
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	w, ok, readErr := serviced.OneWithheld(ctx, r, s, id)
	if readErr != nil || !ok {
		return err
	}
	return training.Errorf(training.KindForbidden, "%s has an activity of %s under this id, and shows nothing of it. %s",
		w.Source, w.Day, i18n.Sentence(w.Reason)).
		WithFix("analyze_training_load shows what %s itself says of fitness.", w.Source)
}
