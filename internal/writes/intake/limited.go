package intake

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// mirrored is the progress of listing everything. It is stored with the rows,
// because its cursor may contain a row's id.
type mirrored struct {
	Begun time.Time `json:"begun,omitzero"` // zero if no listing is under way
	After string    `json:"after,omitempty"`
	Ended time.Time `json:"ended,omitzero"` // end of the last complete listing
}

const (
	// Everything is listed again every wholeEvery, so that activities deleted on the service are
	// deleted here well within two days. An interrupted listing starts over after stalePass.
	wholeEvery = 24 * time.Hour
	stalePass  = 24 * time.Hour
	// youngDays is the number of recent days for which activities are read in
	// detail before anybody asks for them.
	youngDays = 7
)

// limited reads a service whose terms limit how long its rows may be kept.
func (s *Syncer) limited(ctx context.Context) error {
	l, ok := s.o.Source.(source.ActivityLister)
	if !ok {
		return nil
	}
	a := &connection.Apart{Athlete: s.o.Sink.Athlete, Source: s.o.Source, Title: s.o.Title, Rows: s.o.Limited}
	var at mirrored
	kept, ok, err := a.Rows.Row(ctx, a.Place(limited.Cursor), activityCursor)
	if err == nil && ok {
		err = json.Unmarshal(kept.Body, &at)
	}
	if err != nil {
		return err
	}
	today := s.today()
	recent := training.DayRange{From: today - training.Day(s.o.Overlap), To: today + 1}
	switch now := s.o.Sink.Now(); {
	case !at.Begun.IsZero() && now.Sub(at.Begun) < stalePass && !at.Begun.After(now):
	case s.o.Full || at.Ended.IsZero() || now.Sub(at.Ended) >= wholeEvery || at.Ended.After(now):
		at = mirrored{Begun: now, Ended: at.Ended}
	default:
		if err := s.mirror(ctx, a, l, recent, &mirrored{Begun: now}, func() error { return nil }); err != nil {
			return err
		}
		return s.young(ctx, a)
	}
	err = s.mirror(ctx, a, l, training.DayRange{From: s.o.Earliest, To: today + 1}, &at, func() error {
		body, err := json.Marshal(at)
		if err == nil {
			_, err = a.Put(ctx, limited.Row{Kind: limited.Cursor, ID: activityCursor, Body: body})
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.young(ctx, a)
}

// mirror lists the given days page by page to the end, and deletes the stored rows that are
// not listed. If the pages shift in the meantime, mirror may miss an existing activity,
// which the next listing adds again.
func (s *Syncer) mirror(
	ctx context.Context, a *connection.Apart, l source.ActivityLister, days training.DayRange, at *mirrored, keep func() error,
) error {
	for {
		if err := s.hold(ctx); err != nil {
			return err
		}
		p, err := l.ListActivities(ctx, source.ActivityQuery{Days: days, Limit: s.o.Page, After: at.After})
		if err != nil {
			return err
		}
		if err := s.takeApart(ctx, a, p.Activities); err != nil {
			return err
		}
		if p.Next == "" {
			gone, err := a.Rows.Unlisted(ctx, a.Athlete, s.key.Source, limited.Activity, days, at.Begun)
			s.tally.Gone += gone
			if err != nil {
				return err
			}
			*at = mirrored{Ended: at.Begun}
			return keep()
		}
		if p.Next == at.After {
			return s.samePage()
		}
		at.After = p.Next
		if err := keep(); err != nil {
			return err
		}
	}
}

// takeApart stores a page of activities.
func (s *Syncer) takeApart(ctx context.Context, a *connection.Apart, page []source.Activity) error {
	var rows []limited.Row
	for i := range page {
		if page[i].Withheld != "" {
			s.tally.Withheld++
			continue
		}
		r, err := connection.Row(limited.Activity, &page[i])
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	fresh, err := a.Put(ctx, rows...)
	if s.tally.Stored += fresh; s.o.Progress != nil && len(page) > 0 {
		s.o.Progress(s.tally, page[len(page)-1].Day)
	}
	return err
}

// young reads the details of the activities of the last days, each only once:
// data is not fetched again just to keep it for longer.
func (s *Syncer) young(ctx context.Context, a *connection.Apart) error {
	today := s.today()
	days := training.DayRange{From: today - youngDays + 1, To: today + 1}
	all, err := a.Rows.Rows(ctx, a.Place(limited.Activity), &days)
	if err != nil {
		return err
	}
	for i := range all {
		act, err := connection.ReadActivity(all[i].Body)
		if err != nil {
			return err
		}
		if err := s.aloneOf(ctx, a, &act); err != nil {
			return err
		}
	}
	return nil
}

// aloneOf reads the parts of an activity that are not stored yet. If a part cannot be read,
// it stores a mark without data, and the part is not requested again until somebody needs it.
func (s *Syncer) aloneOf(ctx context.Context, a *connection.Apart, act *source.Activity) error {
	for _, part := range []struct {
		kind string
		read func(ctx context.Context, a *connection.Apart, act *source.Activity) error
	}{{limited.Detail, s.detail}, {limited.Streams, s.streams}} {
		err := part.read(ctx, a, act)
		switch {
		case err == nil:
			continue
		case part.kind == limited.Detail && none(err): // the activity is gone
			s.tally.Gone++
			return nil
		case !none(err) && s.ends(ctx, err):
			return err
		case !none(err):
			s.tally.Failed++
		}
		if _, err := a.Put(ctx, limited.Row{Kind: part.kind, ID: act.ID, Day: act.Day, Body: []byte{}}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Syncer) detail(ctx context.Context, a *connection.Apart, act *source.Activity) error {
	if _, can := a.Source.(source.ActivityReader); !can {
		return nil
	}
	kept, ok, err := a.Rows.Row(ctx, a.Place(limited.Detail), act.ID)
	if err != nil || ok && !changedSince(kept.Body, act) {
		return err
	}
	if err := s.hold(ctx); err != nil {
		return err
	}
	_, err = a.Detail(ctx, act.ID, act.Version)
	return err
}

func (s *Syncer) streams(ctx context.Context, a *connection.Apart, act *source.Activity) error {
	if _, can := a.Source.(source.StreamFetcher); !can || !act.HasStreams {
		return nil
	}
	if _, ok, err := a.Rows.Row(ctx, a.Place(limited.Streams), act.ID); err != nil || ok {
		return err
	}
	if err := s.hold(ctx); err != nil {
		return err
	}
	_, err := a.Streams(ctx, act.ID, act.Day)
	return err
}

// changedSince reports whether an activity was edited on the service since its details were
// read.
func changedSince(detail []byte, listed *source.Activity) bool {
	act, err := connection.ReadActivity(detail)
	return err == nil && act.Version != listed.Version
}
