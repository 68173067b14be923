package importing

import (
	"context"
	"time"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// DuplicatesStore reads activities and the decisions on their pairs.
type DuplicatesStore interface {
	match.PairReader
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Activity(ctx context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error)
	Resolve(ctx context.Context, s training.Scope, id string) (training.ActivityID, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	RecordingColumns(ctx context.Context, s training.Scope, id training.RecordingID, want store.ChannelSet) (*training.Columns, error)
}

// Doubt is two activities that may be one.
type Doubt struct {
	A, B store.ActivityRow // A began first
	// Evidence is on the two recordings that have most of their time in
	// common; of an entry there is only the overlap.
	Evidence match.Evidence
	// Entered says that nothing recorded one of them.
	Entered bool
}

// FindDuplicates lists the pairs that nothing proves to be one and that the athlete has
// not decided about, in order of time.
func FindDuplicates(ctx context.Context, db DuplicatesStore, s training.Scope) ([]Doubt, error) {
	book, err := match.ReadPair(ctx, db, s.Athlete)
	if err != nil {
		return nil, err
	}
	page, err := db.Activities(ctx, s, store.ActivityFilter{Ascending: true})
	if err != nil {
		return nil, err
	}
	f := finder{db: db, scope: s, book: book, recs: map[training.ActivityID][]store.RecordingRow{}}
	var out []Doubt
	for i := range page.Rows {
		a := &page.Rows[i]
		end := a.Start.Add(time.Duration(EnteredOf(a).ElapsedS * float64(time.Second)))
		for j := i + 1; j < len(page.Rows) && page.Rows[j].Start.Before(end); j++ {
			d, ok, err := f.doubt(ctx, a, &page.Rows[j])
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// finder looks at pairs that overlap.
type finder struct {
	db    DuplicatesStore
	scope training.Scope
	book  match.PairBook
	recs  map[training.ActivityID][]store.RecordingRow
}

func (f *finder) recordings(ctx context.Context, id training.ActivityID) ([]store.RecordingRow, error) {
	if rows, ok := f.recs[id]; ok {
		return rows, nil
	}
	rows, err := f.db.Recordings(ctx, f.scope, id)
	f.recs[id] = rows
	return rows, err
}

func (f *finder) doubt(ctx context.Context, a, b *store.ActivityRow) (d Doubt, ok bool, err error) {
	d = Doubt{A: *a, B: *b}
	as, err := f.recordings(ctx, a.ID)
	if err != nil {
		return d, false, err
	}
	bs, err := f.recordings(ctx, b.ID)
	if err != nil {
		return d, false, err
	}
	switch {
	case len(as) == 0 && len(bs) == 0:
		return d, false, nil // two entries: nothing would be won
	case len(as) == 0:
		return f.entered(d, a, b, bs)
	case len(bs) == 0:
		return f.entered(d, b, a, as)
	}
	var best *[2]*store.RecordingRow
	overlap := 0.0
	for i := range as {
		for j := range bs {
			x, y := &as[i], &bs[j]
			switch {
			case x.Original != "" && x.Original == y.Original, f.book.Between(match.Recorded(x.ID), match.Recorded(y.ID)) == match.Apart:
				return d, false, nil
			case !match.Candidate(&x.Recording, &y.Recording):
				continue
			}
			if o := match.Overlap(&x.Recording, &y.Recording); o > overlap {
				best, overlap = &[2]*store.RecordingRow{x, y}, o
			}
		}
	}
	if best == nil {
		return d, false, nil
	}
	var cols [2]*training.Columns
	for i, r := range best {
		if cols[i], err = f.db.RecordingColumns(ctx, f.scope, r.ID, match.Channels()); err != nil {
			return d, false, err
		}
	}
	d.Evidence = match.Compare(&best[0].Recording, cols[0], &best[1].Recording, cols[1])
	return d, true, nil
}

// entered compares an entry with a recorded activity.
func (f *finder) entered(d Doubt, entry, act *store.ActivityRow, recs []store.RecordingRow) (Doubt, bool, error) {
	d.Entered = true
	found := false
	for i := range recs {
		if f.book.Between(match.PairEntered(entry.ID), match.Recorded(recs[i].ID)) == match.Apart {
			return d, false, nil
		}
		e := EnteredOf(entry)
		if _, ok := match.OfEntry(e, &recs[i].Recording, act.Summary.Values[training.MetricDistanceKM]); ok {
			as := training.Recording{Start: e.Start, ElapsedS: e.ElapsedS}
			d.Evidence.Overlap = max(d.Evidence.Overlap, match.Overlap(&as, &recs[i].Recording))
			found = true
		}
	}
	return d, found, nil
}
