package syncer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Apart keeps what a service says whose terms let rows stay for some days only:
// in a file of their own, and nowhere else.
type Apart struct {
	Athlete training.AthleteID
	Source  source.Service
	Title   string // the service's proper name; empty is that of Source
	Rows    *limited.DB
}

// place is that of rows of a kind, for the athlete: who reads them here hands
// them to nobody.
func (a *Apart) place(kind string) limited.Place {
	return limited.Place{
		Scope: training.Scope{Athlete: a.Athlete, Audience: training.AudiencePage}, Source: string(a.Source.Name()), Kind: kind,
	}
}

func (a *Apart) put(ctx context.Context, rows ...limited.Row) (fresh int, err error) {
	return a.Rows.Put(ctx, a.Athlete, string(a.Source.Name()), rows...)
}

// row is an activity in the form that [ReadActivity] reads.
func row(kind string, act *source.Activity) (limited.Row, error) {
	body, err := json.Marshal(act)
	return limited.Row{Kind: kind, ID: act.ID, Day: act.Day, Body: body}, err
}

// ReadActivity reads the body of an activity's row, listed or alone.
func ReadActivity(body []byte) (act source.Activity, err error) {
	err = json.Unmarshal(body, &act)
	return act, err
}

// ReadStreams reads the body of a row of streams.
func ReadStreams(ctx context.Context, body []byte) (training.Recording, error) {
	r, err := reading.ReadSamples(ctx, body, reading.Limits{})
	if err != nil {
		return training.Recording{}, err
	}
	if len(r.Recordings) == 0 {
		return training.Recording{}, errors.New("a row of streams has no recording")
	}
	return *r.Recordings[0], nil
}

// Detail asks the service for an activity alone, and keeps it under the version
// that it is listed with. What the service no longer has goes at once.
func (a *Apart) Detail(ctx context.Context, id, version string) (act source.Activity, err error) {
	reader, ok := a.Source.(source.ActivityReader)
	if !ok {
		return act, a.unshown()
	}
	found, err := reader.Activities(ctx, id)
	if err == nil && len(found) == 0 {
		err = source.Fail(source.Failure{Fault: source.NotFound, Source: a.Source.Name(), Title: a.Title}, "")
	}
	if err != nil {
		return act, a.lost(ctx, id, err)
	}
	act = found[0]
	if version != "" {
		act.Version = version
	}
	r, err := row(limited.Detail, &act)
	if err == nil {
		_, err = a.put(ctx, r)
	}
	return act, err
}

// Said keeps an activity as the service just said it, listed or alone.
func (a *Apart) Said(ctx context.Context, act source.Activity) error {
	listed, ok, err := a.Rows.Row(ctx, a.place(limited.Activity), act.ID)
	if err != nil {
		return err
	}
	kinds := []string{limited.Detail}
	if was, rerr := ReadActivity(listed.Body); ok && rerr == nil {
		act.Version, kinds = was.Version, append(kinds, limited.Activity)
	}
	for _, kind := range kinds {
		r, err := row(kind, &act)
		if err != nil {
			return err
		}
		if _, err := a.put(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// Listed keeps an activity as its list would have it, where a reading of the
// list has not come to it yet.
func (a *Apart) Listed(ctx context.Context, act source.Activity) error {
	r, err := row(limited.Activity, &act)
	if err == nil {
		_, err = a.put(ctx, r)
	}
	return err
}

// Gone wipes what is here of an activity that the service does not have any more.
func (a *Apart) Gone(ctx context.Context, id string) error {
	_, err := a.Rows.Delete(ctx, a.Athlete, string(a.Source.Name()), id)
	return err
}

// Streams asks the service for the recording of an activity, and keeps it.
func (a *Apart) Streams(ctx context.Context, id string, day training.Day) (rec training.Recording, err error) {
	fetcher, ok := a.Source.(source.StreamFetcher)
	if !ok {
		return rec, a.unshown()
	}
	if rec, err = fetcher.FetchStreams(ctx, id); err != nil {
		return rec, err
	}
	body, err := reading.WriteSamples([]*training.Recording{&rec})
	if err == nil {
		_, err = a.put(ctx, limited.Row{Kind: limited.Streams, ID: id, Day: day, Body: body})
	}
	return rec, err
}

func (a *Apart) unshown() error {
	return training.Errorf(training.KindUnsupported, "%s does not hand this out.", cmp.Or(a.Title, string(a.Source.Name())))
}

// lost wipes what is here of an activity that the service does not have.
func (a *Apart) lost(ctx context.Context, id string, err error) error {
	if !none(err) {
		return err
	}
	_, wiped := a.Rows.Delete(ctx, a.Athlete, string(a.Source.Name()), id)
	return errors.Join(err, wiped)
}

// listing is how far the listing of everything came. It lies among the rows, since
// where a listing goes on may name one.
type listing struct {
	Begun time.Time `json:"begun,omitzero"` // zero while none goes on
	After string    `json:"after,omitempty"`
	Ended time.Time `json:"ended,omitzero"` // of the last one that came to its end
}

const (
	// wholeEvery is how often everything is listed anew, so that what was deleted
	// there is gone here long before two days are over; stalePass is after how
	// long one that was cut off begins anew.
	wholeEvery = 24 * time.Hour
	stalePass  = 24 * time.Hour
	// youngDays are those whose activities are read alone without being asked for.
	youngDays = 7
)

// limited reads a service whose rows lie apart.
func (s *Syncer) limited(ctx context.Context) error {
	l, ok := s.o.Source.(source.ActivityLister)
	if !ok {
		return nil
	}
	a := &Apart{s.o.Athlete, s.o.Source, s.o.Title, s.o.Limited}
	var at listing
	kept, ok, err := a.Rows.Row(ctx, a.place(limited.Cursor), activityCursor)
	if err == nil && ok {
		err = json.Unmarshal(kept.Body, &at)
	}
	if err != nil {
		return err
	}
	today := s.today()
	recent := training.DayRange{From: today - training.Day(s.o.Overlap), To: today + 1}
	switch now := s.o.Now(); {
	case !at.Begun.IsZero() && now.Sub(at.Begun) < stalePass && !at.Begun.After(now):
	case s.o.Full || at.Ended.IsZero() || now.Sub(at.Ended) >= wholeEvery || at.Ended.After(now):
		at = listing{Begun: now, Ended: at.Ended}
	default:
		if err := s.mirror(ctx, a, l, recent, &listing{Begun: now}, func() error { return nil }); err != nil {
			return err
		}
		return s.young(ctx, a)
	}
	err = s.mirror(ctx, a, l, training.DayRange{From: s.o.Earliest, To: today + 1}, &at, func() error {
		body, err := json.Marshal(at)
		if err == nil {
			_, err = a.put(ctx, limited.Row{Kind: limited.Cursor, ID: activityCursor, Body: body})
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.young(ctx, a)
}

// mirror lists days page by page to the end. What was here and is not listed is
// wiped. A page that moves meanwhile may hide an activity that is there; the next
// listing has it again.
func (s *Syncer) mirror(
	ctx context.Context, a *Apart, l source.ActivityLister, days training.DayRange, at *listing, keep func() error,
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
			*at = listing{Ended: at.Begun}
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

// takeApart keeps a page.
func (s *Syncer) takeApart(ctx context.Context, a *Apart, page []source.Activity) error {
	var rows []limited.Row
	for i := range page {
		if page[i].Withheld != "" {
			s.tally.Withheld++
			continue
		}
		r, err := row(limited.Activity, &page[i])
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	fresh, err := a.put(ctx, rows...)
	if s.tally.Stored += fresh; s.o.Progress != nil && len(page) > 0 {
		s.o.Progress(s.tally, page[len(page)-1].Day)
	}
	return err
}

// young reads the activities of the last days alone, each once: nothing is
// fetched again only to be kept.
func (s *Syncer) young(ctx context.Context, a *Apart) error {
	today := s.today()
	days := training.DayRange{From: today - youngDays + 1, To: today + 1}
	all, err := a.Rows.Rows(ctx, a.place(limited.Activity), limited.Filter{Days: &days})
	if err != nil {
		return err
	}
	for i := range all {
		act, err := ReadActivity(all[i].Body)
		if err != nil {
			return err
		}
		if err := s.aloneOf(ctx, a, &act); err != nil {
			return err
		}
	}
	return nil
}

// aloneOf reads what is not here of one activity. A mark without words stands
// for what could not be read, so that only who wants it asks for it again.
func (s *Syncer) aloneOf(ctx context.Context, a *Apart, act *source.Activity) error {
	for _, part := range []struct {
		kind string
		read func(ctx context.Context, a *Apart, act *source.Activity) error
	}{{limited.Detail, s.detail}, {limited.Streams, s.streams}} {
		err := part.read(ctx, a, act)
		switch {
		case err == nil:
			continue
		case part.kind == limited.Detail && none(err): // it is gone
			s.tally.Gone++
			return nil
		case !none(err) && s.ends(ctx, err):
			return err
		case !none(err):
			s.tally.Failed++
		}
		if _, err := a.put(ctx, limited.Row{Kind: part.kind, ID: act.ID, Day: act.Day, Body: []byte{}}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Syncer) detail(ctx context.Context, a *Apart, act *source.Activity) error {
	if _, can := a.Source.(source.ActivityReader); !can {
		return nil
	}
	kept, ok, err := a.Rows.Row(ctx, a.place(limited.Detail), act.ID)
	if err != nil || ok && !changedSince(kept.Body, act) {
		return err
	}
	if err := s.hold(ctx); err != nil {
		return err
	}
	_, err = a.Detail(ctx, act.ID, act.Version)
	return err
}

func (s *Syncer) streams(ctx context.Context, a *Apart, act *source.Activity) error {
	if _, can := a.Source.(source.StreamFetcher); !can || !act.HasStreams {
		return nil
	}
	if _, ok, err := a.Rows.Row(ctx, a.place(limited.Streams), act.ID); err != nil || ok {
		return err
	}
	if err := s.hold(ctx); err != nil {
		return err
	}
	_, err := a.Streams(ctx, act.ID, act.Day)
	return err
}

// changedSince reports whether an activity was edited there since it was read alone.
func changedSince(detail []byte, listed *source.Activity) bool {
	act, err := ReadActivity(detail)
	return err == nil && act.Version != listed.Version
}
