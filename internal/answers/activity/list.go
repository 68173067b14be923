package activity

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ListQuery selects activities. Filter holds what the store can select. Limits on
// load are separate, because load is computed from the thresholds of each day.
type ListQuery struct {
	Filter store.ActivityFilter
	// Skip is the number of activities to skip, as an alternative to a cursor.
	Skip int
	// Around is the id, in any form, of the activity whose neighbours are listed.
	Around string
	// MinLoad and MaxLoad are the minimum and maximum load, both inclusive; nil means no limit.
	MinLoad, MaxLoad *float64
	// SortByLoad sorts by load, regardless of Filter.SortBy.
	SortByLoad bool
	// Odd selects activities with or without notes on their data; nil selects both.
	Odd *bool
	// Totals requests the totals of all selected activities.
	Totals bool
	// Known keeps loads from one query to the next; it may be nil.
	Known *Memory
	// Timed finds activities that passed the athlete's own segments; it may be nil.
	Timed Timekeeper
	// Fields lists the keys of the rows; empty means [DefaultFields].
	Fields []string
	// MostBytes is the maximum size of the rows; 0 means [listBytes].
	MostBytes int
}

// List is a page of activities. Each row has the requested fields that are known.
type List struct {
	Activities []Facts `json:"activities"`
	Total      int     `json:"total"`
	// Sports holds the number of activities by sport, over all pages.
	Sports map[training.Sport]int `json:"sports,omitempty"`
	// Totals holds the totals of all activities that match, over all pages.
	Totals *fitness.Totals `json:"totals,omitempty"`
	// StopReason is the reason why the list ends.
	StopReason StopReason `json:"stop_reason"`
	// Races is the number of races, if the query selects races. The rows show
	// each leg of a race as a separate activity.
	Races      int    `json:"races,omitempty"`
	NextCursor string `json:"next_cursor,omitempty"`
	Truncated  bool   `json:"truncated,omitempty"`
	// Narrow explains how to get all other rows, or what to try if there are no results.
	Narrow i18n.Sentence `json:"narrow,omitempty"`
	// Withheld lists activities on these days about which a service reveals only
	// that they exist. Total does not include them.
	Withheld []training.Withheld `json:"withheld,omitempty"`
	Notes    []i18n.Sentence     `json:"notes,omitempty"`
}

// StopReason is the reason why a list of activities ends.
type StopReason string

// These are the reasons why a list ends: there are no more activities, the
// requested number is reached, or no more fit into an answer.
const (
	StoppedAtEnd   StopReason = "end"
	StoppedByLimit StopReason = "limit"
	StoppedBySize  StopReason = "size"
)

// Stopped returns why a list ends. more means that the list continues; cut means that the
// size limit ended it.
func Stopped(more, cut bool) StopReason {
	switch {
	case !more:
		return StoppedAtEnd
	case cut:
		return StoppedBySize
	}
	return StoppedByLimit
}

// listBytes is the maximum size of the rows on a page. An answer is limited to 32 KB.
const listBytes = 30_000

// ListActivities returns the page that q asks for. If the page is too long, it
// returns fewer rows, and its cursor continues after the last of them.
func ListActivities(ctx context.Context, r store.Reader, s training.Scope, q ListQuery) (*List, error) {
	if err := checkFields(q.Fields); err != nil {
		return nil, err
	}
	if q.Around != "" {
		id, err := r.Resolve(ctx, s, q.Around)
		if err != nil {
			return nil, err
		}
		q.Filter.Around = id
	}
	var err error
	if q.Timed != nil {
		if q.Filter.Passed, err = q.Timed.PassedBy(ctx, s, q.Filter.Text); err != nil {
			return nil, err
		}
	}
	by, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	notes, err := q.oddities(ctx, r, s)
	if err != nil {
		return nil, err
	}
	read := func(limit int) (store.ActivityPage, error) { return q.page(ctx, r, s, limit) }
	if out, err := skip(&q, read); out != nil || err != nil {
		return out, err
	}
	for limit := q.Filter.Limit; ; limit = max(1, limit/2) {
		page, err := read(limit)
		if err != nil {
			return nil, err
		}
		out := &List{
			Activities: []Facts{}, Total: page.Total, Sports: page.Sports, NextCursor: page.Next, Truncated: page.Next != "",
			StopReason: Stopped(page.Next != "" || q.Filter.Around != "" && len(page.Rows) < page.Total, limit < q.Filter.Limit),
		}
		if err := out.fill(ctx, r, s, page.Rows, by, q.Fields); err != nil {
			return nil, err
		}
		for _, f := range out.Activities {
			if of := notes[training.ActivityID(f["id"].(string))]; len(of) > 0 {
				f.Put("data_quality", of)
			}
		}
		if limit > 1 && Longer(out.Activities, cmp.Or(q.MostBytes, listBytes)) {
			continue
		}
		out.explain()
		return out, out.tellRest(ctx, r, s, q, &page)
	}
}

// tellRest adds the number of races, and notes on activities that the list does not contain.
func (l *List) tellRest(ctx context.Context, r store.Reader, s training.Scope, q ListQuery, page *store.ActivityPage) (err error) {
	if race := q.Filter.Race; race != nil && *race && q.MinLoad == nil && q.MaxLoad == nil {
		if l.Races, err = races(ctx, r, s, q.Filter); err != nil {
			return err
		}
	}
	if q.Totals && q.Filter.Around == "" {
		if l.Totals, err = q.totals(ctx, r, s); err != nil {
			return err
		}
	}
	if l.Notes, err = leftOut(ctx, r, s, q); err != nil {
		return err
	}
	l.Withheld, err = withheldOf(ctx, r, s, q, page)
	return err
}

// oddities returns the notes on the data of activities, and limits the filter to activities
// with or without such notes. It returns nil if the query does not ask for this.
func (q *ListQuery) oddities(
	ctx context.Context, r store.Reader, s training.Scope,
) (map[training.ActivityID][]i18n.Sentence, error) {
	if q.Odd == nil {
		return nil, nil //nolint:nilnil // the filter is not changed
	}
	within, err := r.Selected(ctx, s, q.Filter)
	if err != nil {
		return nil, err
	}
	span, _, err := r.DaySpan(ctx, s)
	if err != nil {
		return nil, err
	}
	if q.Filter.Days != nil {
		span = *q.Filter.Days
	}
	notes := map[training.ActivityID][]i18n.Sentence{}
	for p, err := range r.Primitives(ctx, s, derive.Report, span) {
		if err != nil {
			return nil, err
		}
		found, err := derive.DecodeReport(p.Data)
		if err != nil {
			continue // damaged findings will be derived again and must not hide others
		}
		if within[p.Activity] && len(found.Notes) > 0 {
			notes[p.Activity] = found.Notes
		}
	}
	q.Filter.IDs = []training.ActivityID{}
	for id := range within { // within belongs to the store and must not be changed
		if (len(notes[id]) > 0) == *q.Odd {
			q.Filter.IDs = append(q.Filter.IDs, id)
		}
	}
	return notes, nil
}

// page reads one page of activities of at most limit rows.
func (q *ListQuery) page(ctx context.Context, r store.Reader, s training.Scope, limit int) (store.ActivityPage, error) {
	f := q.Filter
	f.Limit = limit
	if len(q.Fields) == 0 {
		f.Metrics = DefaultMetrics()
	}
	if b := (Bounds{Least: q.MinLoad, Most: q.MaxLoad, Sorted: q.SortByLoad}); !b.None() {
		return Page(ctx, r, s, f, b, q.Known, func() (fitness.Loads, error) { return fitness.ReadLoads(ctx, r, s) })
	}
	return r.Activities(ctx, s, f)
}

// digestField is the key of the digest, a summary in one line.
const digestField = "digest"

// fill creates the rows of a page, including digests if they are requested.
func (l *List) fill(
	ctx context.Context, r store.Reader, s training.Scope, rows []store.ActivityRow, by fitness.Loads, fields []string,
) error {
	for i := range rows {
		l.Activities = append(l.Activities, listRow(&rows[i], by, fields))
	}
	if slices.Contains(fields, polylineField) {
		if err := l.draw(ctx, r, s); err != nil {
			return err
		}
	}
	if !slices.Contains(fields, digestField) {
		return nil
	}
	views, err := digest.Of(ctx, r, s, rows)
	for i := range views {
		l.Activities[i].Put(digestField, views[i].Line)
	}
	return err
}

// races counts the races that a filter selects. All legs of a race together count as one.
func races(ctx context.Context, r store.Reader, s training.Scope, f store.ActivityFilter) (int, error) {
	f.After, f.Around, f.SortBy, f.Limit = "", "", "", mostRaces
	f.Metrics = DefaultMetrics()
	page, err := r.Activities(ctx, s, f)
	seen := map[training.ActivityID]bool{}
	for i := range page.Rows {
		id := page.Rows[i].ParentID
		if id == "" {
			id = page.Rows[i].ID
		}
		seen[id] = true
	}
	return len(seen), err
}

// mostRaces is the maximum number of race legs that are read. No athlete has this many.
const mostRaces = 5000

func (l *List) explain() {
	switch {
	case l.Total == 0:
		l.Narrow = "Nothing matches. Widen the date range, remove a filter, or call get_status to see which days and sports have data."
	case l.NextCursor != "":
		l.Narrow = "For more, pass next_cursor as cursor, or narrow by dates, sport or text."
	}
}

// rowFacts maps the keys that are not metrics to functions that add them to a row.
var rowFacts = map[string]func(row *store.ActivityRow, f Facts){
	"local_date":  func(r *store.ActivityRow, f Facts) { f["local_date"] = r.LocalDay.String() },
	"start_local": func(r *store.ActivityRow, f Facts) { f["start_local"] = localTime(&r.Activity) },
	"time_zone":   func(r *store.ActivityRow, f Facts) { f["time_zone"] = ZoneName(&r.Activity) },
	"sport":       func(r *store.ActivityRow, f Facts) { f["sport"] = string(r.Sport) },
	"sub_sport":   func(r *store.ActivityRow, f Facts) { f.Put("sub_sport", r.SubSport) },
	"name":        func(r *store.ActivityRow, f Facts) { f.Put("name", textclean.Line(r.Name, listNameRunes)) },
	"description": func(r *store.ActivityRow, f Facts) {
		f.Put("description", textclean.Text(r.Description, textclean.NameRunes))
	},
	"tags":      func(r *store.ActivityRow, f Facts) { f.Put("tags", cleanAll(r.Tags)) },
	"race":      func(r *store.ActivityRow, f Facts) { f.Put("race", r.Race) },
	"commute":   func(r *store.ActivityRow, f Facts) { f.Put("commute", r.Commute) },
	"indoor":    func(r *store.ActivityRow, f Facts) { f.Put("indoor", r.Indoor()) },
	"gear_id":   func(r *store.ActivityRow, f Facts) { f.Put("gear_id", r.GearID) },
	"more_gear": func(r *store.ActivityRow, f Facts) { f.Put("more_gear", moreGear(&r.Activity)) },
	"parent_id": func(r *store.ActivityRow, f Facts) { f.Put("parent_id", string(r.ParentID)) },
	"sources":   func(r *store.ActivityRow, f Facts) { f.Put("sources", r.Sources) },
	"external_ids": func(r *store.ActivityRow, f Facts) {
		f.Put("external_ids", r.ExternalIDs)
	},
}

const listNameRunes = 80

// listMetrics lists the metrics that a row can have.
var listMetrics = []training.Metric{
	training.MetricDistanceKM, training.MetricDurationS, training.MetricMovingTimeS, training.MetricElapsedTimeS,
	training.MetricTSS, training.MetricIntensityFactor, training.MetricAvgPowerW, training.MetricMaxPowerW,
	training.MetricNormalizedPowerW, training.MetricVariabilityIndex, training.MetricEfficiencyFactor,
	training.MetricDecouplingPct, training.MetricPaceDecouplingPct, training.MetricGAPDecouplingPct, training.MetricWorkKJ,
	training.MetricAvgHRBpm, training.MetricMaxHRBpm,
	training.MetricAvgCadenceRPM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH, training.MetricPaceSPerKM,
	training.MetricElevationGainM, training.MetricElevationLossM, training.MetricAvgTempC, training.MetricCaloriesKcal,
	training.MetricLengths, training.MetricAvgSWOLF, training.MetricPerceivedExertion,
	training.MetricXPowerW, training.MetricGAPSPerKM, training.MetricNGPSPerKM, training.MetricAvgCadenceSPM,
	training.MetricPaceSPer100M, training.MetricAvgStrokesPerMin, training.MetricFeel, training.MetricCarbsG, training.MetricFluidML,
}

// DefaultFields returns the keys of a row if the query specifies none. The id is always included.
func DefaultFields() []string {
	return []string{
		"local_date", "start_local", "time_zone", "sport", "sub_sport", "indoor", "name", "race", "distance_km", "duration_s", "tss",
		"load_method", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "elevation_gain_m",
	}
}

// DefaultMetrics returns the metrics to read for the default fields and the load.
func DefaultMetrics() []training.Metric {
	return []training.Metric{
		training.MetricDistanceKM, training.MetricDurationS, training.MetricAvgPowerW, training.MetricNormalizedPowerW,
		training.MetricAvgHRBpm, training.MetricElevationGainM, training.MetricAvgSpeedKMH,
	}
}

// ListFields returns all keys that a row can have.
func ListFields() []string {
	out := []string{"load_method", digestField, polylineField}
	for k := range rowFacts {
		out = append(out, k)
	}
	return sorted(append(out, training.Texts(listMetrics)...))
}

// listRow returns the row of a list for an activity.
func listRow(row *store.ActivityRow, by fitness.Loads, fields []string) Facts {
	if row.AsSaid != nil {
		return saidRow(row)
	}
	if len(fields) == 0 {
		fields = DefaultFields()
	}
	f := make(Facts, len(fields)+1)
	f["id"] = string(row.ID)
	said := saidCalories(row)
	values, method, _ := valuesAt(row, by)
	for _, k := range fields {
		if put, ok := rowFacts[k]; ok {
			put(row, f)
		} else if v, ok := values[training.Metric(k)]; ok && answers.Finite(v) {
			f[k] = answers.Round(v, answers.Decimals(training.Metric(k)))
			if k == string(training.MetricCaloriesKcal) {
				f.Put(caloriesFrom, said)
			}
		} else if k == "load_method" {
			f.Put(k, method)
		}
	}
	return f
}

func cleanAll(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if w = textclean.Line(w, listNameRunes); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// Facts is a row of an answer.
type Facts = FactsRow

// localTime returns the local start time of an activity to the second. It uses
// the stored offset, because loading a time zone reads a file.
func localTime(a *training.Activity) string {
	return a.Start.In(time.FixedZone("", a.OffsetS)).Format(time.RFC3339)
}

// ZoneName returns the IANA name of the time zone, or the offset if the zone is not known.
func ZoneName(a *training.Activity) string {
	if a.Zone != "" {
		return a.Zone
	}
	return a.Start.In(a.Location()).Format("-07:00")
}

// Find returns the row of an activity, given its id in any form.
func Find(ctx context.Context, r store.Reader, s training.Scope, id string) (store.ActivityRow, error) {
	// An id usually belongs to a visible activity, and no alias equals such an id.
	if row, err := r.Activity(ctx, s, training.ActivityID(id)); err == nil || training.KindOf(err) != training.KindNotFound {
		return row, err
	}
	own, err := r.Resolve(ctx, s, id)
	if err != nil {
		return store.ActivityRow{}, hidden(ctx, r, s, id, err)
	}
	return r.Activity(ctx, s, own)
}

// skip makes q continue after the activities to be skipped. If no others
// follow, it returns an empty list.
func skip(q *ListQuery, read func(limit int) (store.ActivityPage, error)) (*List, error) {
	switch {
	case q.Skip == 0:
		return nil, nil //nolint:nilnil // nothing to skip
	case q.Skip < 0:
		return nil, training.Errorf(training.KindInvalid, "offset cannot be %d.", q.Skip).
			WithFix("Give the number of activities to skip, 0 or more.")
	case q.Filter.After != "" || q.Around != "":
		return nil, training.Errorf(training.KindInvalid, "offset counts from the start of a list, so it cannot be combined with cursor "+
			"or around.").
			WithFix("Give one of them.")
	}
	page, err := read(q.Skip)
	if err != nil {
		return nil, err
	}
	if q.Filter.After = page.Next; page.Next != "" {
		return nil, nil //nolint:nilnil // q continues
	}
	out := &List{Activities: []Facts{}, Total: page.Total, Sports: page.Sports, StopReason: StoppedAtEnd}
	if out.explain(); out.Narrow == "" {
		out.Narrow = i18n.Sentencef("There are %d activities, none after offset %d.", page.Total, q.Skip)
	}
	return out, nil
}
