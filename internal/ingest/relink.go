package ingest

import (
	"lapkeep/internal/ingest/normalise"
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
	rank(members)
	for i, chosen := range choose(members) {
		if err := tx.LinkRecording(athlete, id, members[i].id, i, chosen); err != nil {
			return nil, err
		}
	}
	return loaded, nil
}

// composed is the activity's own row that ranked recordings amount to: the
// primary's, with a zone by position and words from whichever file has them.
func (im *Importer) composed(athlete training.Athlete, act training.Activity, ranked []*member,
	columns map[training.RecordingID]*training.Columns,
) training.Activity {
	var fresh training.Activity
	for i, m := range ranked {
		rec := *m.rec
		if cols := columns[m.id]; cols != nil {
			rec.Columns = *cols
		}
		one := normalise.Recording(&rec, athlete, im.o.Zones)
		if i == 0 {
			fresh = one
			fresh.Name = ""
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
		fresh.Name = normalise.Name(fresh.Sport, fresh.SubSport, local.Hour())
	}
	return fresh
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
