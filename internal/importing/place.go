package importing

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// placeConsumer is the name of the watermark for places. placeVersion is
// incremented when the rules of [Importer.place] change.
const (
	placeConsumer = "places"
	placeVersion  = 1
)

// travelled is the maximum time between two activities for which an activity
// without a position is assumed to be in the same place as the other.
const travelled = 3 * 24 * time.Hour

// placeAll sets the time zones of activities without a position that may be affected by
// changes to other activities or to the athlete's time zone.
func (im *Importer) placeAll(ctx context.Context, log store.Store) error {
	last, err := log.LastChange(ctx)
	if err != nil {
		return err
	}
	seq, version, err := log.Watermark(ctx, placeConsumer)
	if err != nil || seq >= last && version == placeVersion {
		return err
	}
	if version != placeVersion {
		seq = 0
	}
	spans, err := im.db.Unsettled(ctx, seq, last)
	if err != nil {
		return err
	}
	for _, s := range spans {
		if err := im.place(ctx, s); err != nil {
			return err
		}
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(placeConsumer, last, placeVersion) })
}

// place sets the time zones of the activities within and near a span.
func (im *Importer) place(ctx context.Context, s ledger.Span) error {
	who, err := im.db.Athlete(ctx, everything(s.Athlete))
	if err != nil {
		return err
	}
	from, to := s.From.Add(-travelled), s.To.Add(travelled)
	rows, err := im.db.Places(ctx, everything(s.Athlete), from.Add(-travelled), to.Add(travelled))
	if err != nil {
		return err
	}
	var moved []store.Place
	for i, p := range rows {
		if p.Start.Before(from) || p.Start.After(to) {
			continue
		}
		want := whereabouts(rows, i, who)
		if want == p {
			continue
		}
		entered, err := im.enteredByHand(ctx, s.Athlete, p)
		if err != nil {
			return err
		}
		if !entered {
			moved = append(moved, want)
		}
	}
	for some := range slices.Chunk(moved, im.o.GroupFiles) {
		if err := im.db.Write(ctx, func(tx *store.Tx) error { return moveTo(tx, s.Athlete, some) }); err != nil {
			return err
		}
	}
	return nil
}

// whereabouts returns the place of an activity without a position: the place of the nearest
// activity with a position if that began within three days, or else home. If the file has a
// UTC offset, the offset is kept, with the name of the home time zone if the two agree.
func whereabouts(rows []store.Place, i int, who training.Athlete) store.Place {
	p := rows[i]
	home := who.Location()
	zone, source := home, training.ZoneFromAthlete
	switch p.Source {
	case training.ZoneFromGPS:
		return p
	case training.ZoneFromFile:
		_, offset := p.Start.In(home).Zone()
		if p.Zone = ""; offset == p.OffsetS && who.TimeZone != "" {
			p.Zone = who.TimeZone
		}
		return p
	}
	if near := nearest(rows, i); near != "" {
		if loc, err := time.LoadLocation(near); err == nil {
			zone, source = loc, training.ZoneFromNearby
		}
	}
	if source == training.ZoneFromAthlete && who.TimeZone == "" {
		return p // the athlete has not entered a time zone
	}
	p.Zone, p.Source = zone.String(), source
	_, p.OffsetS = p.Start.In(zone).Zone()
	return p
}

// nearest returns the time zone of the activity with a position that began
// nearest in time, or "" if there is none within three days.
func nearest(rows []store.Place, i int) (zone string) {
	apart := travelled
	for _, way := range []int{-1, 1} {
		for k := i + way; k >= 0 && k < len(rows); k += way {
			d := rows[k].Start.Sub(rows[i].Start).Abs()
			if d >= apart {
				break
			}
			if rows[k].Source == training.ZoneFromGPS {
				zone, apart = rows[k].Zone, d
				break
			}
		}
	}
	return zone
}

// enteredByHand reports whether the athlete entered an activity, and therefore its day.
func (im *Importer) enteredByHand(ctx context.Context, athlete training.AthleteID, p store.Place) (bool, error) {
	recs, err := im.db.Recordings(ctx, everything(athlete), p.ID)
	if err != nil || len(recs) > 0 {
		return false, err
	}
	standing, err := im.db.ActivityStatements(ctx, everything(athlete), p.ID)
	return err == nil && !slices.ContainsFunc(standing, func(s document.Standing) bool { return s.Said.Entry != nil }), err
}

// moveTo writes the places of activities.
func moveTo(tx *store.Tx, athlete training.AthleteID, places []store.Place) error {
	for _, p := range places {
		act, _, err := tx.OwnRow(athlete, p.ID)
		if err != nil {
			return err
		}
		if p.Source == training.ZoneFromFile {
			act.Zone = p.Zone
		} else {
			loc, err := time.LoadLocation(p.Zone)
			if err != nil {
				return training.Errorf(training.KindInternal, "The time zone %s cannot be read: %w.", p.Zone, err)
			}
			match.Move(&act, loc, p.Source)
		}
		if err := tx.PutActivity(athlete, act); err != nil {
			return err
		}
	}
	return nil
}

// composeConsumer is the name of the watermark of [Importer.Follow].
// composeVersion is the version of its rules.
const (
	composeConsumer = "compose"
	composeVersion  = 1
)

// Follow composes again the activities whose recordings have been removed or restored since
// its last call, so that joined activities depend only on the remaining recordings,
// regardless of the runs that they came from. It also sets the time zones of activities
// without a position. If it is killed, the next call continues.
func (im *Importer) Follow(ctx context.Context, log store.Store) error {
	seq, version, err := log.Watermark(ctx, composeConsumer)
	if err != nil {
		return err
	}
	if version != composeVersion {
		seq = 0
	}
	last, err := log.LastChange(ctx)
	if err != nil || last == seq {
		return err
	}
	refs, err := log.Regrouped(ctx, seq, last)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if err := im.recompose(ctx, ref); err != nil {
			return err
		}
	}
	for range mostSettled { // settling a pair may make recordings available for another pair
		before := last
		if err := im.settleAll(ctx, log, before); err != nil {
			return err
		}
		if last, err = log.LastChange(ctx); err != nil {
			return err
		}
		if last == before {
			break
		}
	}
	if err := im.placeAll(ctx, log); err != nil {
		return err
	}
	if len(refs) == 0 && last-seq < idleChanges {
		return nil // reading these changes again is cheaper than a commit
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(composeConsumer, last, composeVersion) })
}

// pairConsumer is the name of the watermark for pairs. pairVersion is incremented when
// the rules of [Importer.pairs] change, or the way in which merged activities are shown.
const (
	pairConsumer = "pairs"
	pairVersion  = 2
)

// settleAll finds and settles the pairs of all athletes, unless nothing has
// changed since the last time.
func (im *Importer) settleAll(ctx context.Context, log store.Store, last int64) error {
	seq, version, err := log.Watermark(ctx, pairConsumer)
	if err != nil || seq >= last && version == pairVersion {
		return err
	}
	if version != pairVersion {
		if err := log.ReshowLed(ctx); err != nil {
			return err
		}
	}
	crowds, err := im.db.Crowded(ctx, seq, last)
	if err != nil {
		return err
	}
	athletes, err := log.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, a := range athletes {
		if err := im.pairs(ctx, a.ID, "", crowds); err != nil {
			return err
		}
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(pairConsumer, last, pairVersion) })
}

// mostSettled is the maximum number of rounds in one call. The next call continues.
const mostSettled = 5

// idleChanges is the maximum number of irrelevant changes that are read again
// each time, instead of being marked as read.
const idleChanges = 2000

// recompose links the recordings of an activity and writes its row, with the
// same result as if all of them were imported at once.
func (im *Importer) recompose(ctx context.Context, ref ledger.ActivityRef) error {
	j, err := im.joint(ctx, ref.Athlete, ref.ID)
	if training.KindOf(err) == training.KindNotFound || err == nil && len(j.members) == 0 {
		return nil // the whole activity was deleted, or its import undone
	}
	if err != nil {
		return err
	}
	return im.db.Write(ctx, func(tx *store.Tx) error { return im.regroup(ctx, tx, j.athlete, j.act, j.members) })
}
