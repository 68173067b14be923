package connection

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Apart stores the data of a service whose terms allow rows to be kept only for
// a few days. It stores them in a separate database, and nowhere else.
type Apart struct {
	Athlete training.AthleteID
	Source  source.Service
	Title   string // the service's display name; empty means the name of Source
	Rows    *limited.DB
}

// Place selects the store's rows of a kind for the athlete. Only the athlete may see them.
func (a *Apart) Place(kind string) limited.Place {
	return limited.Place{
		Scope: training.Scope{Athlete: a.Athlete, Audience: training.AudiencePage}, Source: string(a.Source.Name()), Kind: kind,
	}
}

// Put stores rows, replacing former ones, and returns the number of new ones.
func (a *Apart) Put(ctx context.Context, rows ...limited.Row) (fresh int, err error) {
	return a.Rows.Put(ctx, a.Athlete, string(a.Source.Name()), rows...)
}

// Row converts an activity to a row, which [ReadActivity] parses.
func Row(kind string, act *source.Activity) (limited.Row, error) {
	body, err := json.Marshal(act)
	return limited.Row{Kind: kind, ID: act.ID, Day: act.Day, Body: body}, err
}

// ReadActivity parses the body of an activity's row, whether it came from the list or was
// requested individually.
func ReadActivity(body []byte) (act source.Activity, err error) {
	err = json.Unmarshal(body, &act)
	return act, err
}

// ReadStreams parses the body of a row of streams.
func ReadStreams(ctx context.Context, body []byte) (training.Recording, error) {
	r, err := reading.ReadSamples(ctx, body, reading.Limits{})
	if err != nil {
		return training.Recording{}, err
	}
	if len(r.Recordings) == 0 {
		return training.Recording{}, errors.New("a streams row has no recording")
	}
	return *r.Recordings[0], nil
}

// Detail requests one activity from the service and stores it with the version
// from the list. An activity that the service no longer has is deleted at once.
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
	return act, a.keep(ctx, &act, limited.Detail)
}

// keep stores an activity as one row of each kind.
func (a *Apart) keep(ctx context.Context, act *source.Activity, kinds ...string) error {
	rows := make([]limited.Row, len(kinds))
	for i, kind := range kinds {
		var err error
		if rows[i], err = Row(kind, act); err != nil {
			return err
		}
	}
	_, err := a.Put(ctx, rows...)
	return err
}

// Said stores an activity that the service has just returned, in a list or individually.
func (a *Apart) Said(ctx context.Context, act source.Activity) error {
	listed, ok, err := a.Rows.Row(ctx, a.Place(limited.Activity), act.ID)
	if err != nil {
		return err
	}
	kinds := []string{limited.Detail}
	if was, rerr := ReadActivity(listed.Body); ok && rerr == nil {
		act.Version, kinds = was.Version, append(kinds, limited.Activity)
	}
	return a.keep(ctx, &act, kinds...)
}

// Listed stores an activity in the form of the list, if a sync of the list has not
// reached it yet.
func (a *Apart) Listed(ctx context.Context, act source.Activity) error {
	return a.keep(ctx, &act, limited.Activity)
}

// Gone wipes the stored rows of an activity that the service no longer has.
func (a *Apart) Gone(ctx context.Context, id string) error {
	_, err := a.Rows.Delete(ctx, a.Athlete, string(a.Source.Name()), id)
	return err
}

// Streams requests the recording of an activity from the service and stores it.
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
		_, err = a.Put(ctx, limited.Row{Kind: limited.Streams, ID: id, Day: day, Body: body})
	}
	return rec, err
}

func (a *Apart) unshown() error {
	return training.Errorf(training.KindUnsupported, "%s does not provide this.", cmp.Or(a.Title, string(a.Source.Name())))
}

// lost wipes the stored rows of an activity if err shows that it is gone.
func (a *Apart) lost(ctx context.Context, id string, err error) error {
	if training.KindOf(err) != training.KindNotFound {
		return err
	}
	_, wiped := a.Rows.Delete(ctx, a.Athlete, string(a.Source.Name()), id)
	return errors.Join(err, wiped)
}
