package limitedrows

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Page holds activities of a service with the service's own values, newest first. No
// other answer includes them.
type Page struct {
	Source     string                 `json:"source"`
	Total      int                    `json:"total"`
	Sports     map[training.Sport]int `json:"sports,omitempty"` // counts over all pages
	Activities []activity.Facts       `json:"activities"`
	// StopReason is the reason why the rows end; absent if none may be shown.
	StopReason activity.StopReason `json:"stop_reason,omitempty"`
	NextCursor string              `json:"next_cursor,omitempty"`
	Words      []i18n.Sentence     `json:"words"`
}

const (
	cursorPrefix = "apart:"
	pageBytes    = 10_000 // a part of a result's 32 KB, since another list may follow
)

// IsCursor reports whether a cursor belongs to a [Page].
func IsCursor(cursor string) bool { return strings.HasPrefix(cursor, cursorPrefix) }

// listed returns a reader of the activities that a service listed on the given days;
// nil means all days. It returns nil if name is not a service with limited rows.
func (d Remote) listed(ctx context.Context, s training.Scope, name string, days *training.DayRange) (*reader, error) {
	of, ok := d.named(name)
	if !ok || !d.Rows.There() {
		return nil, nil
	}
	r := &reader{of: of}
	if err := d.opens(ctx, s, of); err != nil {
		return r, err
	}
	rows, err := d.Rows.Rows(ctx, place(s, of, limited.Activity), days)
	if err != nil {
		return r, err
	}
	all := make([]source.Activity, len(rows))
	for i := range rows {
		if all[i], err = connection.ReadActivity(rows[i].Body); err != nil {
			return r, err
		}
	}
	*r, err = d.reader(ctx, s, of, all...)
	return r, err
}

// List returns a page of a service's activities, or nil if the source is not a
// service with limited rows.
func (d Remote) List(ctx context.Context, s training.Scope, q activity.ListQuery) (*Page, error) {
	r, err := d.listed(ctx, s, q.Filter.Source, q.Filter.Days)
	if r == nil {
		return nil, err
	}
	out, all := &Page{Source: r.of.Title, Activities: []activity.Facts{}, Words: []i18n.Sentence{}}, &activity.List{}
	if err == nil {
		q.Known, q.Fields, q.MostBytes = nil, nil, pageBytes
		all, err = activity.ListActivities(ctx, r, s, q)
	}
	if why := refusal(err); why != "" {
		out.Words = append(out.Words, why)
		return out, nil
	}
	if err != nil || all.Total == 0 {
		return out, err
	}
	out.Total, out.Sports, out.Activities = all.Total, all.Sports, all.Activities
	out.StopReason, out.NextCursor = all.StopReason, all.NextCursor
	r.tellFiles(out.Activities)
	out.Words = append(out.Words, i18n.Sentencef(
		"These values are from %s and kept for %d days after they were read. They are not part of any total, load, curve or "+
			"record.", r.of.Title, r.of.Days))
	out.Words = append(out.Words, r.of.attributed()...)
	return out, nil
}

// tellFiles adds the service's ids to the athlete's own activities on a page.
func (r *reader) tellFiles(page []activity.Facts) {
	for i := range r.rows {
		x := &r.rows[i]
		if x.own == nil {
			continue
		}
		at := slices.IndexFunc(page, func(f activity.Facts) bool { return f["id"] == string(x.own.ID) })
		if at >= 0 {
			page[at]["source"], page[at]["also"] = "file", string(x.said.ID)
		}
	}
}

// Impulses are the training impulses of one service's activities, each from its
// own average heart rate and moving time. No other answer adds them up.
type Impulses struct {
	Source string               `json:"source"`
	TRIMP  *fitness.TRIMPReport `json:"trimp,omitempty"`
	Words  []i18n.Sentence      `json:"words"`
}

// Impulses returns the training impulses of the activities that a filter
// selects, or nil if its source is not a service with limited rows. It skips
// activities that the athlete also has from a file. If impulses are not wanted,
// it returns only a sentence which states that nothing else is computed.
func (d Remote) Impulses(ctx context.Context, s training.Scope, f store.ActivityFilter, wanted bool) (*Impulses, error) {
	r, err := d.listed(ctx, s, f.Source, f.Days)
	if r == nil {
		return nil, err
	}
	out, page := &Impulses{Source: r.of.Title, Words: []i18n.Sentence{}}, store.ActivityPage{}
	if err == nil && !wanted {
		out.Words = append(out.Words,
			i18n.Sentencef("Nothing is computed from the data from %s except the section trimp, if you ask for it.", r.of.Title))
		return out, nil
	}
	if err == nil {
		page, err = r.Activities(ctx, s, f)
	}
	switch why := refusal(err); {
	case why != "":
		out.Words = append(out.Words, why)
		return out, nil
	case err != nil:
		return nil, err
	case page.Total == 0:
		out.Words = append(out.Words, i18n.Sentencef("%s has no activities for these days and filters.", r.of.Title))
		return out, nil
	}
	by, err := fitness.ReadLoads(ctx, r, s)
	if err == nil {
		out.report(r.of, page.Rows, by)
	}
	return out, err
}

func (out *Impulses) report(of Service, all []store.ActivityRow, by fitness.Loads) {
	var rated []fitness.TRIMPRow
	for i := range slices.Backward(all) { // in order of day
		if all[i].AsSaid != nil {
			rated = append(rated, impulse(&all[i], by))
		}
	}
	if len(rated) > 0 {
		out.TRIMP = fitness.ReportTRIMP(rated, by.Rules.Sex)
		out.Words = append(out.Words, i18n.Sentencef(
			"TRIMP computed from %s data, using each average heart rate and moving time: lower than from samples wherever heart rate "+
				"varied.", of.Title))
	}
	if fromFiles := len(all) - len(rated); fromFiles > 0 {
		out.Words = append(out.Words, i18n.Sentencef("%s also imported from a file; only the report without source counts them.",
			i18n.Numbered(fromFiles, "activity is", "activities are")))
	}
	out.Words = append(out.Words, of.attributed()...)
}

// impulse returns the impulse of one activity, using the thresholds of its day.
func impulse(row *store.ActivityRow, by fitness.Loads) fitness.TRIMPRow {
	v := row.Summary.Values
	moving, ok := v[training.MetricMovingTimeS]
	if !ok {
		moving = v[training.MetricDurationS]
	}
	in := store.LoadInput{
		ID: row.ID, Day: row.LocalDay, Sport: row.Sport, SubSport: row.SubSport, TimerS: moving, AvgHR: v[training.MetricAvgHRBpm],
		Indoor: row.Indoor(),
	}
	if in.AvgHR > 0 {
		in.HRSeconds = moving
	}
	r := fitness.RateTRIMP(&in, zones.Histogram{}, by.At(&in), by.Rules.Sex)
	if in.AvgHR <= 0 || moving <= 0 {
		r.Fix = "" // a value that the service lacks cannot be set here
	}
	return r
}
