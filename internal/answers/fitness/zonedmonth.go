package fitness

import (
	"slices"
	"sync"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// content is the activities of a month that have a histogram of a kind.
type content struct {
	days   training.DayRange
	rows   []row // in order of day and id
	places []Place

	mu sync.Mutex
	// raw holds the histograms until they are counted for the first time: they
	// are many times as large as what comes of them.
	raw     []byte
	counted *ZonedMonth
}

type row struct {
	id    training.ActivityID
	day   training.Day
	place uint8
	end   int32 // of its histogram in raw
}

// Holds reports whether the activity is one of the month.
func (c *content) Holds(id training.ActivityID) bool {
	return c != nil && slices.ContainsFunc(c.rows, func(r row) bool { return r.id == id })
}

// maxPlaces is how many places the number of a row tells apart: more than
// there are sports.
const maxPlaces = 256

func (c *content) add(id training.ActivityID, day training.Day, p Place, data []byte) {
	i := slices.Index(c.places, p)
	if i < 0 {
		if len(c.places) == maxPlaces {
			return
		}
		i, c.places = len(c.places), append(c.places, p)
	}
	c.raw = append(c.raw, data...)
	c.rows = append(c.rows, row{id, day, uint8(i), int32(len(c.raw))}) //nolint:gosec // a month of histograms
}

// in is the month counted in zones; nil if it was counted in others, and its
// histograms are to be read anew.
func (c *content) in(z Zones) *ZonedMonth {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counted != nil && c.counted.current(z) {
		return c.counted
	}
	if c.counted != nil {
		return nil
	}
	c.counted, c.raw = c.count(z), nil
	return c.counted
}

// count sorts every second of the month into zones. A histogram that cannot be
// decoded is left out: derive writes it anew.
func (c *content) count(z Zones) *ZonedMonth {
	m := &ZonedMonth{content: c, of: make([]zonedCounted, 0, len(c.rows))}
	var h zones.Histogram
	from := int32(0)
	for _, r := range c.rows {
		data := c.raw[from:r.end]
		from = r.end
		n := zonedCounted{session: unknown, at: int32(len(m.seconds))} //nolint:gosec // a month of zones
		i := m.stretch(z, c.places[r.place], r.day)
		if s := &m.stretches[i]; !s.None && derive.DecodeHistogramInto(&h, data) == nil {
			times := s.Scheme.TimeIn(h)
			for _, t := range times {
				m.seconds = append(m.seconds, uint32(t))
			}
			if thirds, ok := zones.Group(times); ok && thirds.Total() > 0 {
				n.session = int8(thirds.Session()) //nolint:gosec // 0 to 2
			}
			n.stretch, n.known = uint16(i), true //nolint:gosec // at most one a day and place
		}
		m.of = append(m.of, n)
	}
	return m
}

// ZonedMonth is the activities of a month by their time in zones. It never changes.
type ZonedMonth struct {
	content   *content
	stretches []zonedStretch
	of        []zonedCounted // of each row
	seconds   []uint32
}

type zonedCounted struct {
	stretch uint16
	known   bool // there are zones and a histogram
	session int8
	at      int32 // in seconds
}

// unknown marks a session without a known intensity.
const unknown = -1

// stretch is the place of the zones of a day.
func (m *ZonedMonth) stretch(z Zones, p Place, day training.Day) int {
	for i := range m.stretches {
		if s := &m.stretches[i]; s.place == p && s.From <= day && day < s.To {
			return i
		}
	}
	m.stretches = append(m.stretches, around(z, p, day, m.content.days))
	return len(m.stretches) - 1
}

// current says that the zones are those that the month was counted in.
func (m *ZonedMonth) current(z Zones) bool {
	for i := range m.stretches {
		s := &m.stretches[i]
		if now := around(z, s.place, s.From, m.content.days); !now.same(s) {
			return false
		}
	}
	return true
}

// Activity is one of a month with zones.
type Activity struct {
	ID      training.ActivityID
	Day     training.Day
	Sport   training.Sport
	Scheme  *zones.Scheme
	Seconds []uint32 // in each zone
	// Session is its intensity by [zones.Thirds.Session]; false if there is
	// nothing to tell it by.
	Session int
	Known   bool
}

// Each calls f for the activities of some days that have zones, in order of
// day and id.
func (m *ZonedMonth) Each(days training.DayRange, f func(a Activity)) {
	if m == nil {
		return
	}
	for i, r := range m.content.rows {
		n := m.of[i]
		if !n.known || !days.Contains(r.day) {
			continue
		}
		s := &m.stretches[n.stretch]
		f(Activity{
			ID: r.id, Day: r.day, Sport: s.place.Sport, Scheme: &s.Scheme, Seconds: m.seconds[n.at:][:len(s.Scheme.Lower)+1],
			Session: int(n.session), Known: n.session != unknown,
		})
	}
}
