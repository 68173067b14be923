package limitedrows

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// reader implements [store.Reader] for the rows of one service, for the audience for which
// they were read. Each row is marked as the service's, so that no value is computed from
// it. It refuses questions that the rows cannot answer. Settings are the athlete's own.
type reader struct {
	store.Reader

	of    Service
	scope training.Scope
	rows  []shown
	// recording reads the recording; the reader then has only one row.
	recording func(ctx context.Context) (training.Recording, error)
}

// shown is an activity of a service, and the athlete's own version if there is
// one. The own version is then shown in its place.
type shown struct {
	said store.ActivityRow
	own  *store.ActivityRow
}

// reader returns a reader of the activities that the audience may see. It omits
// activities of which the athlete's own version is hidden from the audience.
func (d Remote) reader(ctx context.Context, s training.Scope, of Service, all ...source.Activity) (reader, error) {
	r := reader{Reader: d.Store, of: of, scope: s}
	if len(all) == 0 {
		return r, ctx.Err()
	}
	days := training.DayRange{From: all[0].Day, To: all[0].Day}
	for i := range all {
		days.From, days.To = min(days.From, all[i].Day), max(days.To, all[i].Day)
	}
	t, err := d.twins(ctx, s, days)
	if err != nil {
		return r, err
	}
	for i := range all {
		row := rowOf(of, &all[i])
		if own, hidden := t.of(&row); !hidden {
			r.rows = append(r.rows, shown{row, own})
		}
	}
	return r, nil
}

// rowOf returns an activity with the service's own values.
func rowOf(of Service, act *source.Activity) store.ActivityRow {
	said, ref := &act.Statement, of.Name.Ref(act.ID)
	row := store.ActivityRow{
		Activity: training.Activity{
			ID: training.ActivityID(ref), ExternalIDs: []string{ref}, Sport: said.Sport, SubSport: said.SubSport,
			Start: act.Start, LocalDay: act.Day, Name: said.Name, Description: said.Description, Race: said.Race, Commute: said.Commute,
		},
		AsSaid: &store.AsSaid{Service: of.Title, Device: act.Device, Kudos: act.Kudos, Comments: act.Comments},
	}
	if act.StartLocal != "" {
		row.OffsetS = int(act.StartLocal.In(time.UTC).Sub(act.Start) / time.Second)
	}
	values := training.Values{}
	if e := said.Entry; e != nil {
		for m, x := range e.Values {
			values = values.Put(m, x)
		}
		if e.TimerS > 0 {
			values = values.Put(training.MetricDurationS, e.TimerS)
		}
		if e.ElapsedS > 0 {
			values = values.Put(training.MetricElapsedTimeS, e.ElapsedS)
		}
	}
	row.Summary.Values = values
	return row
}

// refused returns the error for a question that a service's rows cannot answer.
func (r reader) refused(condition string) error {
	return training.Errorf(training.KindUnsupported, "Rows from %s cannot be selected by %s; leave it out to see "+
		"them.", r.of.Title, condition)
}

// Activities lists the rows that a filter selects, newest first.
func (r reader) Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (page store.ActivityPage, err error) {
	if s != r.scope {
		return page, none(r.of.Name.Ref(""))
	}
	if condition := unanswered(&f); condition != "" {
		return page, r.refused(condition)
	}
	page.Sports = map[training.Sport]int{}
	begun, last := f.After == "", ""
	for i := range r.rows {
		row := &r.rows[i].said
		if !selects(&f, row) {
			continue
		}
		page.Total++
		page.Sports[row.Sport]++
		cursor := fmt.Sprintf("%s%d:%s", cursorPrefix, row.LocalDay, strings.TrimPrefix(string(row.ID), r.of.Name.Ref("")))
		switch {
		case !begun:
			begun = cursor == f.After
		case page.Next != "":
		case f.Limit > 0 && len(page.Rows) == f.Limit:
			page.Next = last
		case r.rows[i].own != nil:
			page.Rows, last = append(page.Rows, *r.rows[i].own), cursor
		default:
			page.Rows, last = append(page.Rows, *row), cursor
		}
	}
	return page, ctx.Err()
}

// unanswered returns the name of a condition that these rows have no data for.
func unanswered(f *store.ActivityFilter) string {
	switch {
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
	case f.Device != "":
		return "device"
	case f.Around != "":
		return "around"
	case f.SortBy != "" || f.Ascending:
		return "order"
	}
	return ""
}

// selects reports whether a filter selects a row based on the service's values.
func selects(f *store.ActivityFilter, row *store.ActivityRow) bool {
	is := func(asked *bool, said bool) bool { return asked == nil || *asked == said }
	fits := training.AnyHas(f.Sports, row.Discipline())
	fits = fits && strings.Contains(strings.ToLower(row.Name), strings.ToLower(f.Text))
	fits = fits && is(f.Race, row.Race) && is(f.Commute, row.Commute) && is(f.Indoor, row.Indoor())
	for m, least := range f.Min {
		x, ok := row.Summary.Values[m]
		fits = fits && ok && x >= least
	}
	for m, most := range f.Max {
		x, ok := row.Summary.Values[m]
		fits = fits && ok && x <= most
	}
	return fits
}

// Activity returns a row.
func (r reader) Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	i := slices.IndexFunc(r.rows, func(x shown) bool { return x.said.ID == id })
	if i < 0 || s != r.scope {
		return store.ActivityRow{}, none(string(id))
	}
	return r.rows[i].said, ctx.Err()
}

// LoadInputs returns an error: no row has a load.
func (r reader) LoadInputs(context.Context, training.Scope, training.DayRange) ([]store.LoadInput, error) {
	return nil, r.refused("load")
}

// Recordings returns none: only Stream reads the recording.
func (r reader) Recordings(ctx context.Context, _ training.Scope, _ training.ActivityID) ([]store.RecordingRow, error) {
	return nil, ctx.Err()
}

// Stream returns the channels of the recording.
func (r reader) Stream(ctx context.Context, s training.Scope, id training.ActivityID, _ store.ChannelSet) (*training.Columns, error) {
	if _, err := r.Activity(ctx, s, id); err != nil {
		return nil, err
	}
	if r.recording == nil {
		return nil, none(string(id))
	}
	rec, err := r.recording(ctx)
	return &rec.Columns, err
}

// Notes returns none: they are requested from the service.
func (r reader) Notes(ctx context.Context, _ training.Scope, _ training.ActivityID) ([]store.Note, error) {
	return nil, ctx.Err()
}
