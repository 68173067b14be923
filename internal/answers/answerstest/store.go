package answerstest

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// ActivityStore implements the reads of package activity in memory, with the
// store's rules of who may see what.
type ActivityStore struct {
	ServicedStore
	Who     training.Athlete
	Past    training.History
	Remarks []store.Note
	// Beats holds the intervals between heartbeats, by recording.
	Beats map[training.RecordingID][]uint16
	// Shed is the athlete's gear.
	Shed []training.Gear
	// Skies holds a service's weather for activities.
	Skies map[training.ActivityID]training.Values

	rows       []store.ActivityRow
	recordings []store.RecordingRow
	columns    []*training.Columns // parallel to recordings
}

// Athlete returns the athlete.
func (s *ActivityStore) Athlete(ctx context.Context, _ training.Scope) (training.Athlete, error) {
	return s.Who, ctx.Err()
}

// History returns the dated settings.
func (s *ActivityStore) History(ctx context.Context, _ training.Scope) (training.History, error) {
	return s.Past, ctx.Err()
}

// Gear returns the athlete's gear.
func (s *ActivityStore) Gear(ctx context.Context, _ training.Scope) ([]training.Gear, error) {
	return s.Shed, ctx.Err()
}

// Use sets the gear of an activity.
func (s *ActivityStore) Use(id training.ActivityID, gear string) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			s.rows[i].GearID = gear
		}
	}
}

// Indoors makes an activity an indoor one.
func (s *ActivityStore) Indoors(id training.ActivityID) { s.Refine(id, training.SubIndoor) }

// Refine sets the refinement of an activity's sport.
func (s *ActivityStore) Refine(id training.ActivityID, sub string) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			s.rows[i].SubSport = sub
		}
	}
}

// Becomes changes the sport of an activity.
func (s *ActivityStore) Becomes(id training.ActivityID, sport training.Sport) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			s.rows[i].Sport = sport
		}
	}
}

// Tag adds a tag to an activity.
func (s *ActivityStore) Tag(id training.ActivityID, tag string) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			s.rows[i].Tags = append(s.rows[i].Tags, tag)
		}
	}
}

// Fuel sets the carbohydrate and fluid taken during an activity.
func (s *ActivityStore) Fuel(id training.ActivityID, carbsG, fluidML float64) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			s.rows[i].CarbsG, s.rows[i].FluidML = carbsG, fluidML
		}
	}
}

// Unmeasure removes the power from the summary of an activity.
func (s *ActivityStore) Unmeasure(id training.ActivityID) {
	for i := range s.rows {
		if s.rows[i].ID == id {
			delete(s.rows[i].Summary.Values, training.MetricAvgPowerW)
		}
	}
}

// Lose removes channels from the recordings of an activity.
func (s *ActivityStore) Lose(id training.ActivityID, chs ...training.Channel) {
	for i := range s.recordings {
		for _, ch := range chs {
			if s.recordings[i].Activity == id {
				s.columns[i].Data[ch] = training.Column{}
			}
		}
	}
}

func (s *ActivityStore) sees(sc training.Scope, row *store.ActivityRow) bool {
	return sc.Athlete == s.Who.ID && (sc.Audience != training.AudienceModel || !row.HiddenFromModels)
}

// Resolve accepts an activity's own id and its external ids.
func (s *ActivityStore) Resolve(ctx context.Context, sc training.Scope, id string) (training.ActivityID, error) {
	for i := range s.rows {
		row := &s.rows[i]
		if s.sees(sc, row) && (string(row.ID) == id || slices.Contains(row.ExternalIDs, id)) {
			return row.ID, ctx.Err()
		}
	}
	return "", training.Errorf(training.KindNotFound, "There is no activity %q.", id).WithFix("list_activities has the ids.")
}

// Activity returns one row.
func (s *ActivityStore) Activity(ctx context.Context, sc training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	for i := range s.rows {
		if row := &s.rows[i]; row.ID == id && s.sees(sc, row) {
			return s.shown(sc, *row), ctx.Err()
		}
	}
	return store.ActivityRow{}, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
}

func (s *ActivityStore) shown(sc training.Scope, row store.ActivityRow) store.ActivityRow {
	if sc.Audience == training.AudienceModel && !s.Who.Sharing.Notes {
		row.Description = ""
	}
	return row
}

// Activities filters by days, sports, text, sensors, bounds and parent. Its
// cursor is the number of preceding rows.
func (s *ActivityStore) Activities(ctx context.Context, sc training.Scope, f store.ActivityFilter) (store.ActivityPage, error) {
	var page store.ActivityPage
	for i := range s.rows {
		if row := &s.rows[i]; s.sees(sc, row) && matches(row, &f) {
			page.Rows = append(page.Rows, s.shown(sc, *row))
		}
	}
	slices.SortStableFunc(page.Rows, func(a, b store.ActivityRow) int {
		c := a.Start.Compare(b.Start)
		if f.SortBy != "" {
			c = cmp.Compare(a.Summary.Values[f.SortBy], b.Summary.Values[f.SortBy])
		}
		if !f.Ascending {
			return -c
		}
		return c
	})
	page.Total, page.Sports = len(page.Rows), map[training.Sport]int{}
	for i := range page.Rows {
		page.Sports[page.Rows[i].Sport]++
	}
	from, _ := strconv.Atoi(f.After)
	page.Rows = page.Rows[min(from, len(page.Rows)):]
	if f.Limit > 0 && len(page.Rows) > f.Limit {
		page.Rows, page.Next = page.Rows[:f.Limit], strconv.Itoa(from+f.Limit)
	}
	return page, ctx.Err()
}

func matches(row *store.ActivityRow, f *store.ActivityFilter) bool {
	has := func(want *bool, ch training.Channel) bool {
		return want == nil || *want == row.Summary.Channels.Has(ch)
	}
	ok := (f.IDs == nil || slices.Contains(f.IDs, row.ID)) && (f.Days == nil || f.Days.Contains(row.LocalDay)) &&
		training.AnyHas(f.Sports, row.Discipline()) &&
		strings.Contains(strings.ToLower(row.Name), strings.ToLower(f.Text)) &&
		(f.Race == nil || *f.Race == row.Race) && (f.Commute == nil || *f.Commute == row.Commute) &&
		(f.Parent == "" || f.Parent == row.ParentID) &&
		(f.GearID == "" || slices.Contains(row.AllGear(), f.GearID)) && (f.Source == "" || slices.Contains(row.Sources, f.Source)) &&
		has(f.HasPower, training.Power) && has(f.HasHR, training.HeartRate) && has(f.HasGPS, training.Latitude)
	ok = ok && (f.Indoor == nil || *f.Indoor == training.IndoorSub(row.SubSport))
	for _, t := range f.Tags {
		ok = ok && slices.Contains(row.Tags, t)
	}
	for m, least := range f.Min {
		v, have := row.Summary.Values[m]
		ok = ok && have && v >= least
	}
	for m, most := range f.Max {
		v, have := row.Summary.Values[m]
		ok = ok && have && v <= most
	}
	return ok
}

// Recordings returns the recordings of an activity.
func (s *ActivityStore) Recordings(ctx context.Context, sc training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	var out []store.RecordingRow
	for _, r := range s.recordings {
		if r.Activity == id && r.Audience.May(sc.Audience) {
			out = append(out, r)
		}
	}
	return out, ctx.Err()
}

// Stream returns the columns of an activity. Assistants see the position only
// if it is shared.
func (s *ActivityStore) Stream(ctx context.Context, sc training.Scope, id training.ActivityID,
	want store.ChannelSet,
) (*training.Columns, error) {
	if sc.Audience == training.AudienceModel && !s.Who.Sharing.Position {
		want &^= store.Channels(training.Latitude, training.Longitude)
	}
	out := &training.Columns{}
	for i, r := range s.recordings {
		if r.Activity != id {
			continue
		}
		out.TimeS = s.columns[i].TimeS
		for c := range training.NumChannels {
			if want.Has(c) {
				out.Data[c] = s.columns[i].Data[c]
			}
		}
	}
	return out, ctx.Err()
}

// RR returns the intervals between heartbeats of a recording.
func (s *ActivityStore) RR(ctx context.Context, _ training.Scope, id training.RecordingID) ([]uint16, error) {
	return s.Beats[id], ctx.Err()
}

// LoadInputs returns the load inputs of the given days.
func (s *ActivityStore) LoadInputs(ctx context.Context, sc training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	var out []store.LoadInput
	for i := range s.rows {
		row := &s.rows[i]
		if !s.sees(sc, row) || !days.Contains(row.LocalDay) {
			continue
		}
		v := row.Summary.Values
		graded := 0.0
		if pace := v[training.MetricNGPSPerKM]; pace > 0 {
			graded = 1000 / pace
		}
		out = append(out, store.LoadInput{
			ID: row.ID, Sport: row.Sport, SubSport: row.SubSport, Indoor: row.Indoor(), Day: row.LocalDay, TimerS: v[training.MetricDurationS],
			NP: v[training.MetricNormalizedPowerW], NPWindows: row.Summary.NPWindows,
			AvgHR: v[training.MetricAvgHRBpm], HRSeconds: row.Summary.HRSeconds, ManualLoad: row.ManualLoad, RPE: row.PerceivedExertion,
			DistanceM: v[training.MetricDistanceKM] * 1000, AvgSpeed: v[training.MetricAvgSpeedKMH] / 3.6,
			GradedMPS: graded,
		})
	}
	return out, ctx.Err()
}

// Primitive returns an error, so that everything is computed from the streams.
func (s *ActivityStore) Primitive(ctx context.Context, _ training.Scope, _ training.ActivityID, kind string) (store.Primitive, error) {
	if err := ctx.Err(); err != nil {
		return store.Primitive{}, err
	}
	return store.Primitive{}, training.Errorf(training.KindNotFound, "There is no %s.", kind)
}

// Primitives yields nothing.
func (s *ActivityStore) Primitives(ctx context.Context, _ training.Scope, _ string, _ training.DayRange) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(store.Primitive{}, err)
		}
	}
}

// Notes returns the notes on an activity.
func (s *ActivityStore) Notes(ctx context.Context, sc training.Scope, id training.ActivityID) ([]store.Note, error) {
	return s.NotesOn(ctx, sc, store.ActivityFilter{IDs: []training.ActivityID{id}})
}

// Weather returns the weather of an activity, with "file" as its source.
func (s *ActivityStore) Weather(ctx context.Context, sc training.Scope, id training.ActivityID) (source string,
	v training.Values, err error,
) {
	if _, err := s.Activity(ctx, sc, id); err != nil {
		return "", nil, err
	}
	return "file", s.Skies[id], ctx.Err()
}

// NotesOn returns the notes on the activities that a filter selects.
func (s *ActivityStore) NotesOn(ctx context.Context, sc training.Scope, f store.ActivityFilter) ([]store.Note, error) {
	page, err := s.Activities(ctx, sc, f)
	var out []store.Note
	for _, n := range s.Remarks {
		if slices.ContainsFunc(page.Rows, func(r store.ActivityRow) bool { return r.ID == n.Activity }) {
			out = append(out, n)
		}
	}
	return out, err
}

// LastChange returns 1, since nothing changes.
func (s *ActivityStore) LastChange(ctx context.Context) (int64, error) { return 1, ctx.Err() }

// Changes returns nil.
func (s *ActivityStore) Changes(ctx context.Context, _ int64, _ int) ([]store.Change, error) {
	return nil, ctx.Err()
}

// Original returns the bytes of a file.
func (s *ActivityStore) Original(ctx context.Context, _ training.Scope, _ string) ([]byte, error) {
	return []byte("original"), ctx.Err()
}

// Watts returns the recorded power of an activity as a model sees it.
func (s *ActivityStore) Watts(t testing.TB, id training.ActivityID) []float64 {
	t.Helper()
	cols, err := s.Stream(t.Context(), ActivityModel, id, store.Channels(training.Power))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, cols.Len())
	for i := range out {
		w, _ := cols.At(training.Power, i)
		out[i] = float64(w)
	}
	return out
}

// Labels returns the tags and sources of all activities.
func (s *ActivityStore) Labels(ctx context.Context, _ training.Scope) (out store.Labels, err error) {
	for i := range s.rows {
		out.Tags, out.Sources = append(out.Tags, s.rows[i].Tags...), append(out.Sources, s.rows[i].Sources...)
	}
	return out, ctx.Err()
}

// ServicedStore holds documents. Its zero value is empty.
type ServicedStore struct {
	store.Reader // panics on any call that no test needs
	docs         map[document.Collection][]document.Document
}

// PutStatement stores a service's document about a day.
func (s *ServicedStore) PutStatement(c document.Collection, id, service string, day training.Day, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // the caller's mistake
	}
	if s.docs == nil {
		s.docs = map[document.Collection][]document.Document{}
	}
	s.docs[c] = append(s.docs[c], document.Document{
		ID: id, Days: training.DayRange{From: day, To: day}, Statements: []document.SourceLayer{{Source: service, Body: text}},
	})
}

// WithheldActivities lists the withheld activities on the given days.
func (s *ServicedStore) WithheldActivities(
	ctx context.Context, sc training.Scope, days training.DayRange,
) (out []training.Withheld, err error) {
	err = document.Each(ctx, s.Documents, sc, document.Withheld, document.Filter{Days: &days}, func(_ document.Document, w training.Withheld) {
		out = append(out, w)
	})
	return out, err
}

// Document returns one of them.
func (s *ServicedStore) Document(_ context.Context, _ training.Scope, c document.Collection, id string) (document.Document, error) {
	for _, d := range s.docs[c] {
		if d.ID == id {
			return d, nil
		}
	}
	return document.Document{}, training.Errorf(training.KindNotFound, "There is no document %q.", id).WithFix("Choose one that exists.")
}

// Documents lists the statements in the order of their insertion.
func (s *ServicedStore) Documents(
	_ context.Context, _ training.Scope, c document.Collection, f document.Filter,
) (out []document.Document, err error) {
	for _, d := range s.docs[c] {
		if (f.ID == "" || f.ID == d.ID) && (f.Days == nil || f.Days.Contains(d.Days.From)) {
			out = append(out, d)
		}
	}
	return out, nil
}

// Lists returns nil: nothing is kept.
func (s *ServicedStore) Lists(document.Collection) *document.Lists { return nil }
