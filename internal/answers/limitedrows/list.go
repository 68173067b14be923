package limitedrows

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Query selects rows of one service, newest first.
type Query struct {
	Filter store.ActivityFilter
	// Cursor is the Next of the page before, empty for the first.
	Cursor string
	// ByLoad says that they are chosen or sorted by load, which none of them has.
	ByLoad bool
}

// Page is some activities of a service as it says them. Nothing else counts them.
type Page struct {
	Source     string           `json:"source"`
	Total      int              `json:"total"`
	Sports     map[string]int   `json:"sports,omitempty"` // how many of each, of all pages
	Activities []activity.Facts `json:"activities"`
	// StopReason is why the rows end; absent where none may be shown.
	StopReason activity.StopReason `json:"stop_reason,omitempty"`
	NextCursor string              `json:"next_cursor,omitempty"`
	Words      []i18n.Sentence     `json:"words"`
}

const (
	cursorPrefix = "apart:"
	defaultPage  = 10
	nameRunes    = 80
	pageBytes    = 10_000 // of a result's 32 KB, which another list may share
)

// IsCursor reports whether a cursor is of such a page.
func IsCursor(cursor string) bool { return strings.HasPrefix(cursor, cursorPrefix) }

// List returns a page of a service's activities; nil if the name is not that of
// a service with limited rows.
func (d Desk) List(ctx context.Context, s training.Scope, q Query) (*Page, error) {
	of, ok := d.named(q.Filter.Source)
	if !ok || !d.Rows.There() {
		return nil, nil
	}
	at := place(s, of, limited.Activity)
	out := &Page{Source: of.Title, Activities: []activity.Facts{}, Words: []i18n.Sentence{}}
	if may, err := d.Rows.MayShow(ctx, at); err != nil || !may {
		out.Words = append(out.Words, shut(of))
		return out, err
	}
	if other := unanswered(&q); other != "" {
		out.Words = append(out.Words, cannot(of, other))
		return out, nil
	}
	rows, err := d.Rows.Rows(ctx, at, limited.Filter{Days: q.Filter.Days})
	if err != nil {
		return nil, err
	}
	all, err := chosen(rows, &q.Filter)
	if err != nil || len(all) == 0 {
		return out, err
	}
	t, err := d.twins(ctx, s, training.DayRange{From: all[len(all)-1].Day, To: all[0].Day})
	if err != nil {
		return nil, err
	}
	out.fill(of, all, t, &q)
	out.Words = append(out.Words, i18n.Sentencef(
		"These are what %s says, for %d days after they were read. They are in no total, load, curve or record.", of.Title, of.Days))
	if of.Attribution != "" {
		out.Words = append(out.Words, of.Attribution)
	}
	return out, ctx.Err()
}

// fill counts all and shows a page of them.
func (p *Page) fill(of Service, all []source.Activity, t twins, q *Query) {
	p.Sports = map[string]int{}
	limit, begun := cmp.Or(q.Filter.Limit, defaultPage), q.Cursor == ""
	last := ""
	for i := range all {
		act := &all[i]
		own, hidden := t.of(of, act)
		if hidden {
			continue
		}
		p.Total++
		p.Sports[string(act.Said.Sport)]++
		at := fmt.Sprintf("%s%d:%s", cursorPrefix, act.Day, act.ID)
		switch {
		case !begun:
			begun = at == q.Cursor
		case p.NextCursor != "":
		case len(p.Activities) == limit || activity.Longer(p.Activities, pageBytes):
			p.NextCursor = last
		case own != nil:
			p.Activities, last = append(p.Activities, ofFile(of, act, own)), at
		default:
			p.Activities, last = append(p.Activities, row(of, act)), at
		}
	}
	p.StopReason = activity.Stopped(p.NextCursor != "", len(p.Activities) < limit)
}

// unanswered names a condition that nothing is known of for these rows.
func unanswered(q *Query) string {
	switch f := q.Filter; {
	case q.ByLoad:
		return "load"
	case f.GearID != "":
		return "gear"
	case len(f.Tags) > 0:
		return "tag"
	case f.HasPower != nil:
		return "has_power"
	case f.HasHR != nil:
		return "has_hr"
	case f.HasGPS != nil:
		return "has_gps"
	case f.Around != "":
		return "around"
	case f.SortBy != "" || f.Ascending:
		return "order"
	}
	return ""
}

// chosen returns the activities of rows that a filter selects.
func chosen(rows []limited.Row, f *store.ActivityFilter) (all []source.Activity, err error) {
	text := strings.ToLower(f.Text)
	for i := range rows {
		act, err := syncer.ReadActivity(rows[i].Body)
		if err != nil {
			return nil, err
		}
		said, v := &act.Said, values(&act)
		fits := training.AnyHas(f.Sports, training.DisciplineOf(said.Sport, said.SubSport))
		fits = fits && (text == "" || strings.Contains(strings.ToLower(said.Name), text))
		fits = fits && (f.Race == nil || *f.Race == said.Race)
		fits = fits && (f.Commute == nil || *f.Commute == said.Commute)
		fits = fits && (f.Indoor == nil || *f.Indoor == indoor(&act))
		for m, least := range f.Min {
			x, ok := v[m]
			fits = fits && ok && x >= least
		}
		for m, most := range f.Max {
			x, ok := v[m]
			fits = fits && ok && x <= most
		}
		if fits {
			all = append(all, act)
		}
	}
	return all, nil
}

// values returns the service's own values.
func values(act *source.Activity) training.Values {
	out := training.Values{}
	e := act.Said.Entry
	if e == nil {
		return out
	}
	for m, x := range e.Values {
		out = out.Put(m, x)
	}
	if e.TimerS > 0 {
		out = out.Put(training.MetricDurationS, e.TimerS)
	}
	if e.ElapsedS > 0 {
		out = out.Put(training.MetricElapsedTimeS, e.ElapsedS)
	}
	return out
}

// row returns a service's activity as a row of the list.
func row(of Service, act *source.Activity) activity.Facts {
	f := activity.Facts{"id": of.Name.Ref(act.ID), "local_date": act.Day.String(), "source": of.Title}
	f["start_local"] = local(act).Format(time.RFC3339)
	f.Put("sport", string(act.Said.Sport))
	f.Put("sub_sport", act.Said.SubSport)
	f.Put("name", textclean.Line(act.Said.Name, nameRunes))
	f.Put("race", act.Said.Race)
	f.Put("device", textclean.Line(act.Device, nameRunes))
	for m, x := range answers.Rounded(values(act)) {
		f[string(m)] = x
	}
	given(f, act)
	return f
}

// given adds the numbers of kudos and comments, where they are known.
func given(f activity.Facts, act *source.Activity) {
	for name, n := range map[string]*int{"kudos": act.Kudos, "comments": act.Comments} {
		if n != nil {
			f[name] = *n
		}
	}
}

// ofFile returns the athlete's own version of an activity that a service has
// too.
func ofFile(of Service, act *source.Activity, own *store.ActivityRow) activity.Facts {
	f := activity.Facts{"id": string(own.ID), "local_date": own.LocalDay.String(), "source": "file", "also": of.Name.Ref(act.ID)}
	f.Put("sport", string(own.Sport))
	f.Put("name", textclean.Line(own.Name, nameRunes))
	shown := answers.Rounded(own.Summary.Values)
	for _, m := range []training.Metric{training.MetricDurationS, training.MetricDistanceKM} {
		if x, ok := shown[m]; ok {
			f[string(m)] = x
		}
	}
	return f
}

// Impulses are the training impulses of what one service says, each of its own
// average heart rate and moving time. Nothing else adds them up.
type Impulses struct {
	Source string               `json:"source"`
	TRIMP  *fitness.TRIMPReport `json:"trimp,omitempty"`
	Words  []i18n.Sentence      `json:"words"`
}

// Impulses returns the training impulses of the activities that a filter
// selects; nil if its source is not a service with limited rows. An activity
// that the athlete also has from a file counts only there. If impulses are not
// wanted, it says that there is nothing else.
func (d Desk) Impulses(ctx context.Context, s training.Scope, f store.ActivityFilter, wanted bool) (*Impulses, error) {
	of, ok := d.named(f.Source)
	if !ok || !d.Rows.There() {
		return nil, nil
	}
	at := place(s, of, limited.Activity)
	out := &Impulses{Source: of.Title, Words: []i18n.Sentence{}}
	if may, err := d.Rows.MayShow(ctx, at); err != nil || !may {
		out.Words = append(out.Words, shut(of))
		return out, err
	}
	if !wanted {
		out.Words = append(out.Words,
			i18n.Sentencef("Nothing is computed of what %s says but the section trimp, if it is asked for.", of.Title))
		return out, nil
	}
	if other := unanswered(&Query{Filter: f}); other != "" {
		out.Words = append(out.Words, cannot(of, other))
		return out, nil
	}
	rows, err := d.Rows.Rows(ctx, at, limited.Filter{Days: f.Days})
	if err != nil {
		return nil, err
	}
	all, err := chosen(rows, &f)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		out.Words = append(out.Words, i18n.Sentencef("No activity of %s is here for these days and filters.", of.Title))
		return out, nil
	}
	t, err := d.twins(ctx, s, training.DayRange{From: all[len(all)-1].Day, To: all[0].Day})
	if err != nil {
		return nil, err
	}
	by, err := fitness.ReadLoads(ctx, d.Store, s)
	if err != nil {
		return nil, err
	}
	out.report(of, all, t, by)
	return out, ctx.Err()
}

func (out *Impulses) report(of Service, all []source.Activity, t twins, by fitness.Loads) {
	var rated []fitness.TRIMPRow
	fromFiles := 0
	for i := range slices.Backward(all) { // in order of day
		switch own, hidden := t.of(of, &all[i]); {
		case hidden:
		case own != nil:
			fromFiles++
		default:
			rated = append(rated, impulse(of, &all[i], by))
		}
	}
	if len(rated) > 0 {
		out.TRIMP = fitness.ReportTRIMP(rated, by.Rules.Sex)
		out.Words = append(out.Words, i18n.Sentencef(
			"TRIMP of what %s says, from each average heart rate and moving time: less than the samples give wherever heart rate varied.", of.Title))
	}
	if fromFiles > 0 {
		out.Words = append(out.Words, i18n.Sentencef("%s here from a file too, and counted in the report without source alone.",
			i18n.Numbered(fromFiles, "activity is", "activities are")))
	}
	if of.Attribution != "" {
		out.Words = append(out.Words, of.Attribution)
	}
}

// impulse rates one activity by the thresholds of its day.
func impulse(of Service, act *source.Activity, by fitness.Loads) fitness.TRIMPRow {
	v := values(act)
	moving, ok := v[training.MetricMovingTimeS]
	if !ok {
		moving = v[training.MetricDurationS]
	}
	in := store.LoadInput{
		ID: training.ActivityID(of.Name.Ref(act.ID)), Day: act.Day, Sport: act.Said.Sport, TimerS: moving, AvgHR: v[training.MetricAvgHRBpm],
		Indoor: indoor(act),
	}
	if in.AvgHR > 0 {
		in.HRSeconds = moving
	}
	r := fitness.RateTRIMP(&in, zones.Histogram{}, by.At(&in), by.Rules.Sex)
	if in.AvgHR <= 0 || moving <= 0 {
		r.Fix = "" // what the service does not say cannot be set here
	}
	return r
}

func indoor(act *source.Activity) bool {
	return act.Said.SubSport == training.SubIndoor || act.Said.SubSport == training.SubVirtual
}

func cannot(of Service, condition string) i18n.Sentence {
	return i18n.Sentencef("Rows of %s cannot be chosen by %s; leave it out to see them.", of.Title, condition)
}
