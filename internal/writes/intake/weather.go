package intake

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

const (
	weatherCursor = "weather"
	weatherLag    = 6 * 24 * time.Hour // a model of the past needs some days
	weatherAtOnce = 200
)

// weather asks a service for the weather of past activities, newest first. If nothing has
// changed since all were asked about, it reads nothing.
func (s *Syncer) weather(ctx context.Context) error {
	from, ok := s.o.Source.(source.WeatherReader)
	if !ok {
		return nil
	}
	type asked struct {
		Seq int64        `json:"seq"`
		Day training.Day `json:"day"`
	}
	var before asked
	if _, err := s.o.State.Cursor(ctx, s.key, weatherCursor, &before); err != nil {
		return err
	}
	seq, err := s.o.Sink.Store.LastChange(ctx)
	now := asked{seq, s.today()}
	if err != nil || now == before {
		return err
	}
	stays, err := s.unasked(ctx)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(stays, weatherAtOnce) {
		if err := s.hold(ctx); err != nil {
			return err
		}
		s.o.Sink.Asking()
		all, err := from.Weather(ctx, some)
		if err != nil {
			return err
		}
		for i := range some {
			if err := s.o.Sink.TakeWeather(ctx, &some[i], all[i]); err != nil {
				return err
			}
			item := ledger.ConnectionItem{ID: string(some[i].Activity), Day: training.DayOf(some[i].From), State: ledger.Stored}
			if err := s.o.State.PutItem(ctx, s.key, item); err != nil {
				return err
			}
			s.tally.Stored++
		}
	}
	if len(stays) > 0 { // what was stored is a change as well
		return nil
	}
	return s.o.State.SetCursor(ctx, s.key, weatherCursor, now)
}

// unasked returns the stays about which the service has not been asked yet, newest first.
func (s *Syncer) unasked(ctx context.Context) ([]source.Stay, error) {
	items, err := s.o.State.Items(ctx, s.key, training.DayRange{From: s.o.Earliest, To: s.today()})
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for i := range items {
		asked[items[i].ID] = true
	}
	all, err := s.o.Sink.stays(ctx, s.o.Sink.Now().Add(-weatherLag), func(id training.ActivityID) bool { return asked[string(id)] })
	slices.SortFunc(all, func(a, b source.Stay) int { return b.From.Compare(a.From) })
	return all, err
}

// stays returns the outdoor activities until a time of which no sensor and no service reports
// the weather and for which skip returns false, each with its first place outside the athlete's
// privacy zones.
func (s *Sink) stays(ctx context.Context, until time.Time, skip func(training.ActivityID) bool) ([]source.Stay, error) {
	days := training.DayRange{From: training.NewDay(1940, 1, 1), To: training.DayOf(until)}
	hidden, err := s.Store.HiddenPlaces(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceModel})
	if err != nil {
		return nil, err
	}
	known, err := s.Store.Weathers(ctx, s.everything(), days)
	if err != nil {
		return nil, err
	}
	at := map[training.ActivityID]source.Stay{}
	var ids []training.ActivityID
	for p, err := range s.Store.Primitives(ctx, s.everything(), derive.Route, days) {
		if err != nil {
			return nil, err
		}
		if _, has := known[p.Activity]; has || skip(p.Activity) {
			continue
		}
		sketch, err := derive.DecodeRoute(p.Data)
		if err != nil {
			continue // it will be derived again
		}
		for _, point := range sketch.Line {
			if lat, lon := point.Degrees(); !hidden.Hold(lat, lon) {
				at[p.Activity] = source.Stay{Activity: p.Activity, Lat: lat, Lon: lon}
				ids = append(ids, p.Activity)
				break
			}
		}
	}
	var out []source.Stay
	for some := range slices.Chunk(ids, weatherAtOnce) {
		page, err := s.Store.Activities(ctx, s.everything(), store.ActivityFilter{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for i := range page.Rows {
			row := &page.Rows[i]
			stay := at[row.ID]
			stay.From = row.Start
			stay.To = row.Start.Add(time.Duration(row.Summary.Values[training.MetricElapsedTimeS]) * time.Second)
			if !row.Indoor() && row.SubSport != training.SubVirtual && stay.To.Before(until) {
				out = append(out, stay)
			}
		}
	}
	return out, nil
}

// TakeWeather stores the weather of an activity, if there is any.
func (s *Sink) TakeWeather(ctx context.Context, stay *source.Stay, v training.Values) error {
	if err := s.Policy.MayStay(s.Source); err != nil || len(v) == 0 {
		return err
	}
	return s.write(ctx, func(tx *store.Tx) error {
		_, err := tx.PutActivityStatement(s.Athlete, stay.Activity,
			training.Statement{Ref: s.Source.Ref(string(stay.Activity)), Weather: v},
			document.StatementsBy{RunID: s.Source.Run(), AsOf: s.Now(), At: stay.From})
		return err
	})
}
