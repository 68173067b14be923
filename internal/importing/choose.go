package importing

import (
	"cmp"
	"slices"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// member is one recording of an activity, as a merge sees it.
type member struct {
	id       training.RecordingID
	activity training.ActivityID
	original string
	runID    string
	rec      *training.Recording // may lack its columns
	file     *work               // of one that is not stored yet
	channels store.ChannelSet
	filled   [training.NumChannels]int // rows with a value
	begun    bool                      // the activity has one that goes on from it
	rows     int
}

// channelGroups are taken from one recording together: half a position, or a
// speed and a distance of two sensors, would contradict each other.
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

// coverage is the share of the recording's own rows with a value, in steps of
// a twentieth, so that a few lost samples do not move a channel from the
// primary recording to another.
func (m *member) coverage(ch training.Channel) int {
	if m.rows == 0 {
		return 0
	}
	return (m.filled[ch]*20 + m.rows - 1) / m.rows
}

// rank orders the recordings of an activity. The first is its primary, whose
// clock, laps and device values are the activity's: what is only the beginning
// of another comes last, one with power before one without, then one whose
// device computed its own figures from that power, since ours can be checked
// against them, then the one with more channels, then the one with more rows,
// then by id, so that the order does not depend on which came first.
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

// setBegun notes which members are no more than the beginning of another.
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

// computed is 1 for a recording with the device's own normalised power.
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

// choose takes each group of channels from the ranked recording that covers
// the group's first channel best, then the group as a whole, then the earlier.
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

// count fills in what a choice needs from the columns.
func (m *member) count(c *training.Columns) {
	m.rows, m.channels = c.Len(), 0
	for ch := range training.NumChannels {
		m.filled[ch] = c.Data[ch].Valid.Count()
		if m.filled[ch] > 0 {
			m.channels |= store.Channels(ch)
		}
	}
}
