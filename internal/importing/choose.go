package importing

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// member is a recording of an activity, with the data needed for merging.
type member struct {
	id       training.RecordingID
	activity training.ActivityID
	original string
	runID    string
	rec      *training.Recording // its columns may be missing
	file     *work               // file of a recording that is not stored yet
	channels store.ChannelSet
	filled   [training.NumChannels]int // number of rows with a value
	begun    bool                      // it is only the beginning of another member
	rows     int
}

// channelGroups lists the groups of channels that must come from the same recording. Half a
// position would be wrong, and speed and distance from two sensors would contradict each other.
var channelGroups = [][]training.Channel{
	{training.Power, training.LeftBalance},
	{training.HeartRate},
	{training.Cadence},
	{training.Speed, training.Distance},
	{training.Altitude},
	{training.Temperature},
	{training.Latitude, training.Longitude},
	{training.VerticalOscillation, training.GroundContact, training.StepLength, training.GroundContactBalance},
	{training.RespirationRate},
	{training.CoreTemperature},
}

// coverage returns the share of the recording's rows that have a value, in
// twentieths. It is rounded up, so that a few lost samples do not move a
// channel from the primary recording to another.
func (m *member) coverage(ch training.Channel) int {
	if m.rows == 0 {
		return 0
	}
	return (m.filled[ch]*20 + m.rows - 1) / m.rows
}

// rank sorts the recordings of an activity. The first becomes the primary recording,
// which provides clock, laps and device values. A recording that is only the
// beginning of another comes last. Apart from that, recordings with power come first;
// then those whose device computed its own values from power, because our values can
// be checked against these; then those with more channels; then those with more rows.
// The id decides last, so that the order does not depend on the order of import.
func rank(members []*member) {
	slices.SortFunc(members, func(a, b *member) int {
		return cmp.Or(
			cmp.Compare(a.behind(), b.behind()),
			-cmp.Compare(min(a.coverage(training.Power), 1), min(b.coverage(training.Power), 1)),
			-cmp.Compare(a.computed(), b.computed()),
			-cmp.Compare(count(a.channels), count(b.channels)),
			-cmp.Compare(a.rows, b.rows),
			cmp.Compare(a.id, b.id),
		)
	})
}

// setBegun finds the members that are only the beginning of another member.
func setBegun(members []*member, columns map[training.RecordingID]*training.Columns) {
	for _, m := range members {
		m.begun = slices.ContainsFunc(members, func(o *member) bool {
			return m.rows < o.rows && m.channels&^o.channels == 0 && match.Begins(m.rec, columns[m.id], o.rec, columns[o.id])
		})
	}
}

func (m *member) behind() int {
	if m.begun {
		return 1
	}
	return 0
}

// computed returns 1 if the recording has the device's normalized power, and 0 otherwise.
func (m *member) computed() int {
	if _, ok := m.rec.DeviceValues[training.MetricNormalizedPowerW]; ok {
		return 1
	}
	return 0
}

func count(s store.ChannelSet) int {
	n := 0
	for ch := range training.NumChannels {
		if s.Has(ch) {
			n++
		}
	}
	return n
}

// choose returns the channels that each recording provides. For each group of
// channels, it chooses the recording that best covers the group's first channel,
// then the one that best covers the whole group, then the one with the best rank.
func choose(ranked []*member) []store.ChannelSet {
	chosen := make([]store.ChannelSet, len(ranked))
	for _, group := range channelGroups {
		at, best := -1, 0
		for i, m := range ranked {
			if m.begun {
				continue
			}
			all := 0
			for _, ch := range group {
				all += m.coverage(ch)
			}
			if score := 1000*m.coverage(group[0]) + all; score > best {
				at, best = i, score
			}
		}
		if at < 0 {
			continue
		}
		for _, ch := range group {
			if ranked[at].channels.Has(ch) {
				chosen[at] |= store.Channels(ch)
			}
		}
	}
	return chosen
}

// count sets the numbers of rows and values, given the columns.
func (m *member) count(c *training.Columns) {
	m.rows, m.channels = c.Len(), 0
	for ch := range training.NumChannels {
		m.filled[ch] = c.Data[ch].Valid.Count()
		if m.filled[ch] > 0 {
			m.channels |= store.Channels(ch)
		}
	}
}

// relink ranks the recordings of a changed activity again and writes their
// links. It returns the columns that it has read.
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

// composed returns the activity's own row, composed from ranked recordings. It
// has the values of the primary recording. Sport, time zone by position, name
// and description come from the first recording that has them.
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
	fresh.Sets = bestSets(ranked, fresh.Start)
	fresh.ID, fresh.ParentID = act.ID, act.ParentID
	local := fresh.Start.In(fresh.Location())
	fresh.LocalDay = training.DayOf(local)
	if fresh.Name == "" {
		fresh.Name = training.DefaultName(fresh.Sport, fresh.SubSport, local.Hour())
	}
	return fresh, nil
}

// bestSets returns the sets of the recording that describes the session best, on the clock
// of the activity.
func bestSets(members []*member, start time.Time) []training.StrengthSet {
	var from *training.Recording
	for _, m := range members {
		if !m.begun && (from == nil || training.SetsOf(m.rec) > training.SetsOf(from)) {
			from = m.rec
		}
	}
	if from == nil || len(from.Sets) == 0 {
		return nil
	}
	out := slices.Clone(from.Sets)
	for i := range out {
		if at := out[i].StartS; at != nil {
			on := max(0, *at+from.Start.Sub(start).Seconds())
			out[i].StartS = &on
		}
	}
	return out
}

// amountsTo returns the activity that a recording would form by itself. A leg without a
// position gets the time zone of another leg in the same file.
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

// siblings returns the other recordings in a member's file, with positions.
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
			continue // the recording's activity was deleted
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
