package fitness

import (
	"context"
	"slices"
	"sync"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// content is the activities of a month that have a histogram of a kind.
type content struct {
	days   training.DayRange
	rows   []row // in order of day and id
	places []training.Discipline

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

func (c *content) add(id training.ActivityID, day training.Day, p training.Discipline, data []byte) {
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

// in returns the month counted in zones; nil if it was counted in others, and
// its histograms have to be read again.
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

// count sorts every second of the month into zones. A damaged histogram is left
// out: it will be derived again.
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

// stretch returns the index of the zones of a day.
func (m *ZonedMonth) stretch(z Zones, p training.Discipline, day training.Day) int {
	for i := range m.stretches {
		if s := &m.stretches[i]; s.place == p && s.From <= day && day < s.To {
			return i
		}
	}
	m.stretches = append(m.stretches, around(z, p, day, m.content.days))
	return len(m.stretches) - 1
}

// current reports whether the month was counted in these zones.
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
	Sport   training.Discipline
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
			ID: r.id, Day: r.day, Sport: s.place, Scheme: &s.Scheme, Seconds: m.seconds[n.at:][:len(s.Scheme.Lower)+1],
			Session: int(n.session), Known: n.session != unknown,
		})
	}
}

// Stretch is the zones of a discipline and the days [From, To) that they hold for.
type Stretch struct {
	From, To training.Day
	Scheme   zones.Scheme
	None     bool // there are no zones
}

// Zones returns the zones that hold around a day.
type Zones interface {
	Around(p training.Discipline, day training.Day) Stretch
}

// zonedStretch is the part of one within a month.
type zonedStretch struct {
	place training.Discipline
	Stretch
}

func around(z Zones, p training.Discipline, day training.Day, of training.DayRange) zonedStretch {
	s := z.Around(p, day)
	s.From, s.To = max(s.From, of.From), min(s.To, of.To+1)
	return zonedStretch{p, s}
}

func (s *zonedStretch) same(o *zonedStretch) bool {
	return s.place == o.place && s.From == o.From && s.To == o.To && s.None == o.None &&
		s.Scheme.Kind == o.Scheme.Kind && s.Scheme.Method == o.Scheme.Method && slices.Equal(s.Scheme.Lower, o.Scheme.Lower)
}

// ZonedCache keeps months by their time in zones. It is safe for concurrent use.
type ZonedCache struct {
	r      store.Reader
	months *MonthlyCache[*content]
}

// NewZoned makes an empty cache.
func NewZoned(r store.Reader) *ZonedCache {
	c := &ZonedCache{r: r}
	c.months = NewMonthly(r, c.read)
	return c
}

// Months returns the months of the days within the athlete's history, from the
// first on; nil is one without a histogram of the kind.
func (c *ZonedCache) Months(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, z Zones,
) (from MonthlyMonth, out []*ZonedMonth, err error) {
	from, all, err := c.months.Months(ctx, s, kind, days)
	if err != nil {
		return 0, nil, err
	}
	out, behind := inZones(all, z)
	if !behind {
		return from, out, nil
	}
	c.months.Drop(s, kind, func(v *content) bool { return v != nil && v.in(z) == nil })
	if from, all, err = c.months.Months(ctx, s, kind, days); err != nil {
		return 0, nil, err
	}
	out, _ = inZones(all, z)
	for i, v := range all {
		if v != nil && out[i] == nil { // counted meanwhile for somebody who asked before the zones changed
			if out[i], err = c.apart(ctx, s, kind, from+MonthlyMonth(i), z); err != nil {
				return 0, nil, err
			}
		}
	}
	return from, out, nil
}

// Held returns the months of the days if all of them were counted in the zones
// before and nothing has to be read.
func (c *ZonedCache) Held(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, z Zones,
) (from MonthlyMonth, out []*ZonedMonth, ok bool, err error) {
	from, all, ok, err := c.months.Held(ctx, s, kind, days)
	if err != nil || !ok {
		return 0, nil, false, err
	}
	out, behind := inZones(all, z)
	return from, out, !behind, nil
}

func inZones(all []*content, z Zones) (out []*ZonedMonth, behind bool) {
	out = make([]*ZonedMonth, len(all))
	for i, v := range all {
		if v == nil {
			continue
		}
		out[i] = v.in(z)
		behind = behind || out[i] == nil
	}
	return out, behind
}

// apart reads and counts a month for one question alone.
func (c *ZonedCache) apart(ctx context.Context, s training.Scope, kind string, m MonthlyMonth, z Zones) (*ZonedMonth, error) {
	read, err := c.read(ctx, s, kind, m, m)
	if err != nil || read[m] == nil {
		return nil, err
	}
	return read[m].in(z), nil
}

// read reads a run of months.
func (c *ZonedCache) read(ctx context.Context, s training.Scope, kind string, first, last MonthlyMonth) (map[MonthlyMonth]*content, error) {
	out := map[MonthlyMonth]*content{}
	done, err := ReadRefined(ctx, c.r, s, first.Span(last))
	if err != nil {
		return nil, err
	}
	var now *content
	for p, err := range c.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		if now == nil || !now.days.Contains(p.Day) {
			m := MonthlyOf(p.Day)
			now = &content{days: m.Days()}
			out[m] = now
		}
		now.add(p.Activity, p.Day, done.Of(p.Activity, p.Sport), p.Data)
	}
	return out, ctx.Err()
}

// Refined is what activities were done in, where that is more than their sport.
type Refined map[training.ActivityID]training.Discipline

// ReadRefined reads the refined disciplines of the activities in a range of
// days.
func ReadRefined(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) (Refined, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	out := Refined{}
	for i := range inputs {
		if d := inputs[i].Discipline(); d.Refined() {
			out[inputs[i].ID] = d
		}
	}
	return out, err
}

// Of returns what an activity of a sport was done in.
func (r Refined) Of(id training.ActivityID, sport training.Sport) training.Discipline {
	if d, ok := r[id]; ok && d.Sport == sport {
		return d
	}
	return sport.Plain()
}

// nameZones calls zones as the athlete does, where all sports that are counted
// in them have the same names, one a zone.
func nameZones(ctx context.Context, r store.Reader, s training.Scope, all []ZoneTotals) error {
	known := map[training.Sport]map[training.ZoneKind][]string{}
	for i := range all {
		z := &all[i]
		var names []string
		for n, sport := range z.Sports {
			if known[sport] == nil {
				own, err := servicevalues.ZoneNames(ctx, r, s, sport.Plain())
				if err != nil {
					return err
				}
				known[sport] = own
			}
			if own := known[sport][z.Kind]; n == 0 || slices.Equal(own, names) {
				names = own
				continue
			}
			names = nil
			break
		}
		if len(names) > 0 && len(names) == len(z.Seconds) {
			z.Names = names
		}
	}
	return nil
}
