package ingest

import (
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// relink writes the links of an activity after its recordings changed, and
// its own row anew from its primary recording. The athlete's own words lie
// above that row and are not touched.
func (im *Importer) relink(tx *store.Tx, athlete training.Athlete, act training.Activity, members []*member,
	columns func(*member) (*training.Columns, error)) (training.Activity, error) {
	loaded := make(map[training.RecordingID]*training.Columns, len(members))
	for _, m := range members {
		cols, err := columns(m)
		if err != nil {
			return act, err
		}
		m.count(cols)
		loaded[m.id] = cols
	}
	rank(members)
	for i, chosen := range choose(members) {
		if err := tx.LinkRecording(athlete.ID, act.ID, members[i].id, i, chosen); err != nil {
			return act, err
		}
	}
	fresh := im.composed(athlete, members, loaded)
	fresh.ID, fresh.ParentID = act.ID, act.ParentID
	return fresh, tx.PutActivity(athlete.ID, fresh)
}

// composed is the activity that ranked recordings amount to: the primary's,
// with a zone by position and words from whichever file has them.
func (im *Importer) composed(athlete training.Athlete, ranked []*member, columns map[training.RecordingID]*training.Columns) training.Activity {
	var fresh training.Activity
	for i, m := range ranked {
		rec := *m.rec
		rec.Columns = *columns[m.id]
		act := normalise(&rec, athlete, im.o.Zones)
		if i == 0 {
			fresh = act
			fresh.Name = ""
		}
		if fresh.Name == "" {
			fresh.Name = textclean.Line(rec.Name, textclean.NameRunes)
		}
		if fresh.Description == "" {
			fresh.Description = act.Description
		}
		if zoneRank(act.ZoneSource) < zoneRank(fresh.ZoneSource) {
			fresh.Zone, fresh.ZoneSource = act.Zone, act.ZoneSource
			_, fresh.OffsetS = fresh.Start.In(act.Location()).Zone()
		}
	}
	local := fresh.Start.In(fresh.Location())
	fresh.LocalDay = training.DayOf(local)
	if fresh.Name == "" {
		fresh.Name = defaultName(fresh.Sport, fresh.SubSport, local.Hour())
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
