package importing

import (
	"context"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// relink ranks the recordings of an activity after they changed and writes
// their links. It returns the columns that it read.
func (im *Importer) relink(tx *store.Tx, athlete training.AthleteID, id training.ActivityID, members []*member,
	columns func(*member) (*training.Columns, error),
) (map[training.RecordingID]*training.Columns, error) {
	loaded := make(map[training.RecordingID]*training.Columns, len(members))
	for _, m := range members {
		cols, err := columns(m)
		if err != nil {
			return nil, err
		}
		m.count(cols)
		loaded[m.id] = cols
	}
	setBegun(members, loaded)
	rank(members)
	for i, chosen := range choose(members) {
		if err := tx.LinkRecording(athlete, id, members[i].id, i, chosen); err != nil {
			return nil, err
		}
	}
	return loaded, nil
}

// composed is the activity's own row that ranked recordings amount to: the
// primary's, with a sport, a zone by position and words from whichever file has
// them.
func (im *Importer) composed(ctx context.Context, athlete training.Athlete, act training.Activity, ranked []*member,
	columns map[training.RecordingID]*training.Columns,
) (training.Activity, error) {
	var fresh training.Activity
	unsaid := len(ranked) > 0 && ranked[0].rec.SportUnsaid
	for i, m := range ranked {
		if m.begun {
			continue
		}
		rec := *m.rec
		if cols := columns[m.id]; cols != nil {
			rec.Columns = *cols
		}
		one, err := im.amountsTo(ctx, athlete, m, &rec)
		if err != nil {
			return fresh, err
		}
		if i == 0 {
			fresh = one
			fresh.Name = ""
		}
		if unsaid && !m.rec.SportUnsaid {
			fresh.Sport, fresh.SubSport, unsaid = one.Sport, one.SubSport, false
		}
		if fresh.Name == "" {
			fresh.Name = textclean.Line(rec.Name, textclean.NameRunes)
		}
		if fresh.Description == "" {
			fresh.Description = one.Description
		}
		if zoneRank(one.ZoneSource) < zoneRank(fresh.ZoneSource) {
			fresh.Zone, fresh.ZoneSource = one.Zone, one.ZoneSource
			_, fresh.OffsetS = fresh.Start.In(one.Location()).Zone()
		}
	}
	fresh.ID, fresh.ParentID = act.ID, act.ParentID
	local := fresh.Start.In(fresh.Location())
	fresh.LocalDay = training.DayOf(local)
	if fresh.Name == "" {
		fresh.Name = training.DefaultName(fresh.Sport, fresh.SubSport, local.Hour())
	}
	return fresh, nil
}

// amountsTo is the activity of one recording with its columns. A leg without a
// position took place where its siblings did, which are then looked for.
func (im *Importer) amountsTo(
	ctx context.Context, athlete training.Athlete, m *member, rec *training.Recording,
) (training.Activity, error) {
	one := match.Recording(rec, athlete, im.o.Zones)
	if rec.Sessions < 2 || m.original == "" || one.ZoneSource == training.ZoneFromGPS {
		return one, nil
	}
	siblings, err := im.siblings(ctx, athlete.ID, m)
	if err != nil {
		return one, err
	}
	return match.Together(append([]*training.Recording{rec}, siblings...), nil, athlete, im.o.Zones)[0], nil
}

// siblings are the other recordings of a member's file, with their positions.
func (im *Importer) siblings(ctx context.Context, athlete training.AthleteID, m *member) ([]*training.Recording, error) {
	if m.file != nil {
		return m.file.siblings(m.rec), nil
	}
	rows, err := im.db.RecordingsByOriginal(ctx, everything(athlete), m.original)
	if err != nil {
		return nil, err
	}
	var out []*training.Recording
	for i := range rows {
		if rows[i].ID == m.id {
			continue
		}
		cols, err := im.db.RecordingColumns(ctx, everything(athlete), rows[i].ID, store.Channels(training.Latitude, training.Longitude))
		if training.KindOf(err) == training.KindNotFound {
			continue // its activity was deleted
		}
		if err != nil {
			return nil, err
		}
		rows[i].Recording.Columns = *cols
		out = append(out, &rows[i].Recording)
	}
	return out, nil
}

func zoneRank(z training.ZoneSource) int {
	switch z {
	case training.ZoneFromGPS:
		return 0
	case training.ZoneFromFile:
		return 1
	}
	return 2
}
