package fitness

import (
	"context"
	"slices"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ZonedMonth holds the activities of a month that have a histogram of a kind,
// with their time in the zones of their day. It is immutable.
type ZonedMonth struct {
	days      training.DayRange
	stretches []zonedStretch
	rows      []zonedRow // in order of day and id, without those that have no zones
	seconds   []uint32
}

type zonedRow struct {
	id      training.ActivityID
	day     training.Day
	stretch uint16
	session int8
	at      int32 // index of its first value in seconds
}

// unknown marks an activity of unknown intensity.
const unknown = -1

// Holds reports whether the month includes the activity.
func (m *ZonedMonth) Holds(id training.ActivityID) bool {
	return m != nil && slices.ContainsFunc(m.rows, func(r zonedRow) bool { return r.id == id })
}

// add sorts every second of an activity into zones. It skips a damaged
// histogram, which will be derived again. It uses h as memory for decoding.
func (m *ZonedMonth) add(c *zoneCounter, a *store.Primitive, done training.Discipline, h *zones.Histogram) {
	i := m.stretch(c, done, a.Day)
	s := &m.stretches[i]
	if s.None || derive.DecodeHistogramInto(h, a.Data) != nil {
		return
	}
	//nolint:gosec // a month has few stretches and seconds
	r := zonedRow{id: a.Activity, day: a.Day, stretch: uint16(i), session: unknown, at: int32(len(m.seconds))}
	times := s.Scheme.TimeIn(*h)
	for _, t := range times {
		m.seconds = append(m.seconds, uint32(t))
	}
	if thirds, ok := zones.Group(times); ok && thirds.Total() > 0 {
		r.session = int8(thirds.Session()) //nolint:gosec // 0 to 2
	}
	m.rows = append(m.rows, r)
}

// stretch returns the index of the zones on a day.
func (m *ZonedMonth) stretch(c *zoneCounter, p training.Discipline, day training.Day) int {
	for i := range m.stretches {
		if s := &m.stretches[i]; s.place == p && s.From <= day && day < s.To {
			return i
		}
	}
	m.stretches = append(m.stretches, c.within(p, day, m.days))
	return len(m.stretches) - 1
}

// current reports whether the month is empty or was counted in the current zones.
func (m *ZonedMonth) current(c *zoneCounter) bool {
	if m == nil {
		return true
	}
	for i := range m.stretches {
		s := &m.stretches[i]
		if now := c.within(s.place, s.From, m.days); !now.same(s) {
			return false
		}
	}
	return true
}

// Activity is an activity in a month of zones.
type Activity struct {
	ID      training.ActivityID
	Day     training.Day
	Sport   training.Discipline
	Scheme  *zones.Scheme
	Seconds []uint32 // in each zone
	// Session is the activity's intensity as defined by [zones.Thirds.Session]; Known is
	// false if it is unknown.
	Session int
	Known   bool
}

// Each calls f for the activities with zones on the given days, in order of day and id.
func (m *ZonedMonth) Each(days training.DayRange, f func(a Activity)) {
	if m == nil {
		return
	}
	for _, r := range m.rows {
		if !days.Contains(r.day) {
			continue
		}
		s := &m.stretches[r.stretch]
		f(Activity{
			ID: r.id, Day: r.day, Sport: s.place, Scheme: &s.Scheme, Seconds: m.seconds[r.at:][:len(s.Scheme.Lower)+1],
			Session: int(r.session), Known: r.session != unknown,
		})
	}
}

// Stretch holds the zones of a discipline and the days [From, To) to which they apply.
type Stretch struct {
	From, To training.Day
	Scheme   zones.Scheme
	None     bool // the discipline has no zones on these days
}

// zonedStretch is the part of a stretch within a month.
type zonedStretch struct {
	place training.Discipline
	Stretch
}

// within returns the zones on a day, with the days of a month to which they apply.
func (c *zoneCounter) within(p training.Discipline, day training.Day, of training.DayRange) zonedStretch {
	s := c.Around(p, day)
	s.From, s.To = max(s.From, of.From), min(s.To, of.To+1)
	return zonedStretch{p, s}
}

func (s *zonedStretch) same(o *zonedStretch) bool {
	return s.place == o.place && s.From == o.From && s.To == o.To && s.None == o.None &&
		s.Scheme.Kind == o.Scheme.Kind && s.Scheme.Method == o.Scheme.Method && slices.Equal(s.Scheme.Lower, o.Scheme.Lower)
}

// zonedIn returns a view of months that are counted in the zones of the question.
func (h *Histograms) zonedIn(c *zoneCounter) view[*ZonedMonth] {
	return view[*ZonedMonth]{
		good: func(m *ZonedMonth) bool { return m.current(c) },
		read: func(ctx context.Context, s training.Scope, kind string, first, last MonthlyMonth) (map[MonthlyMonth]*ZonedMonth, error) {
			return h.readZoned(ctx, s, kind, first.Span(last), newZoneCounter(c.kind, nil, c.timeline.again()))
		},
	}
}

// readZoned reads a range of months and counts the time in zones.
func (h *Histograms) readZoned(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter,
) (map[MonthlyMonth]*ZonedMonth, error) {
	out := map[MonthlyMonth]*ZonedMonth{}
	done, err := ReadRefined(ctx, h.r, s, days)
	if err != nil {
		return nil, err
	}
	var now *ZonedMonth
	var decoded zones.Histogram
	for p, err := range h.r.Primitives(ctx, s, kind, days) {
		if err != nil {
			return nil, err
		}
		if now == nil || !now.days.Contains(p.Day) {
			m := MonthlyOf(p.Day)
			now = &ZonedMonth{days: m.Days()}
			out[m] = now
		}
		now.add(c, &p, done.Of(p.Activity, p.Sport), &decoded)
	}
	return out, ctx.Err()
}

// Refined holds the disciplines of activities that are more specific than a sport.
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

// Of returns the discipline of an activity of the given sport.
func (r Refined) Of(id training.ActivityID, sport training.Sport) training.Discipline {
	if d, ok := r[id]; ok && d.Sport == sport {
		return d
	}
	return sport.Plain()
}

// nameZones gives zones the athlete's names, if all sports that they apply to share the
// same names, one per zone.
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
