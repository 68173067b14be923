package fitness

import (
	"context"
	"slices"
	"sort"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Timeline does the same as [training.History.At] for many activities. It is
// sorted once and remembers, for each discipline, the range of days to which
// the last answer applies. It is not safe for concurrent use.
type Timeline struct {
	lists []settingList // few, so a linear search is fast
	last  map[training.Discipline]*stretch
}

// settingList holds the entries of one setting and sport in order of day.
type settingList struct {
	key     training.ThresholdKey
	sport   training.Discipline
	entries []training.ThresholdEntry
}

// stretch holds the thresholds that apply on the days [from, to).
type stretch struct {
	from, to training.Day
	value    training.Thresholds
}

const (
	firstDay training.Day = -1 << 31
	lastDay  training.Day = 1<<31 - 1
)

// NewTimeline returns a timeline of an athlete's dated settings.
func NewTimeline(h training.History) *Timeline {
	t := &Timeline{last: map[training.Discipline]*stretch{}}
	var counts []int
	of := make([]int, len(h)) // for each entry, the index of its list
	for i, e := range h {
		of[i] = t.index(e.Key, e.Sport)
		if of[i] < 0 {
			of[i] = len(t.lists)
			t.lists, counts = append(t.lists, settingList{key: e.Key, sport: e.Sport}), append(counts, 0)
		}
		counts[of[i]]++
	}
	for i, n := range counts {
		t.lists[i].entries = make([]training.ThresholdEntry, 0, n)
	}
	for i, e := range h {
		l := &t.lists[of[i]]
		l.entries = append(l.entries, e)
	}
	for i := range t.lists {
		l := &t.lists[i]
		slices.SortStableFunc(l.entries, func(a, b training.ThresholdEntry) int { return int(a.From) - int(b.From) })
		l.entries = slices.CompactFunc(l.entries, func(a, b training.ThresholdEntry) bool { return a.From == b.From })
	}
	return t
}

// again returns a copy of the timeline for another goroutine.
func (t *Timeline) again() *Timeline {
	return &Timeline{lists: t.lists, last: map[training.Discipline]*stretch{}}
}

// index returns the index of a setting's list, or -1 if there is none.
func (t *Timeline) index(k training.ThresholdKey, sport training.Discipline) int {
	for i := range t.lists {
		if l := &t.lists[i]; l.key == k && l.sport == sport {
			return i
		}
	}
	return -1
}

// At does the same as [training.History.At].
func (t *Timeline) At(d training.Discipline, day training.Day) training.Thresholds {
	return t.around(d, day).value
}

// around returns the thresholds on a day, with the days to which they apply.
func (t *Timeline) around(d training.Discipline, day training.Day) *stretch {
	if s := t.last[d]; s != nil && s.from <= day && day < s.to {
		return s
	}
	s := &stretch{from: firstDay, to: lastDay}
	s.value = training.ThresholdsBy(func(k training.ThresholdKey) training.ThresholdEntry { return t.find(k, d, day, s) })
	t.last[d] = s
	return s
}

// find looks up one setting and narrows s to the days to which it applies.
func (t *Timeline) find(k training.ThresholdKey, d training.Discipline, day training.Day, s *stretch) (none training.ThresholdEntry) {
	l := t.list(k, d)
	if len(l) == 0 {
		return none
	}
	next := sort.Search(len(l), func(i int) bool { return l[i].From > day })
	if next < len(l) && next > 0 {
		s.to = min(s.to, l[next].From)
	}
	if next == 0 { // before the first entry, which also applies to earlier days
		if len(l) > 1 {
			s.to = min(s.to, l[1].From)
		}
		return l[0]
	}
	if next > 1 {
		s.from = max(s.from, l[next-1].From)
	}
	return l[next-1]
}

// list returns the entries of the most specific discipline that includes d.
func (t *Timeline) list(k training.ThresholdKey, d training.Discipline) (nearest []training.ThresholdEntry) {
	var of training.Discipline
	for i := range t.lists {
		if l := &t.lists[i]; l.key == k && l.sport.Has(d) && (nearest == nil || l.sport.Nearer(of)) {
			of, nearest = l.sport, l.entries
		}
	}
	return nearest
}

// Since returns the entry that applies on day, with the day from which it
// applies and its sport; ok is false if there is none.
func (t *Timeline) Since(k training.ThresholdKey, d training.Discipline, day training.Day) (e training.ThresholdEntry, ok bool) {
	l := t.list(k, d)
	if len(l) == 0 {
		return e, false
	}
	next := sort.Search(len(l), func(i int) bool { return l[i].From > day })
	return l[max(0, next-1)], true
}

// Intensity is the distribution of training over three intensities: below the first
// threshold, between the first and the second, and above the second. The distributions by
// time and by session always differ, because most of a hard session is at low intensity.
type Intensity struct {
	ByTime    []IntensityTime `json:"by_time,omitempty"`
	BySession *Sessions       `json:"by_session,omitempty"`
	Rule      i18n.Sentence   `json:"rule"`
}

// IntensityTime is the time at the three intensities, derived from zones of one kind.
type IntensityTime struct {
	Kind       training.ZoneKind `json:"kind"`
	Scheme     string            `json:"scheme"`
	Sports     []training.Sport  `json:"sports"`
	Activities int               `json:"activities"`
	Seconds    [3]float64        `json:"seconds"`
	Spread
}

// Sessions counts activities by the intensity of their hardest part.
type Sessions struct {
	Count [3]int `json:"count"`
	Spread
	Unknown int `json:"unknown,omitempty"`
}

// Spread holds the shares in percent, the name of their distribution, and its
// polarization index (Treff 2019).
type Spread struct {
	SharePct     [3]float64 `json:"share_pct"`
	Shape        string     `json:"shape"`
	Polarization *float64   `json:"polarization_index,omitempty"`
}

func spreadOf(t zones.Thirds) Spread {
	shares, _ := t.Shares()
	s := Spread{Shape: t.Shape()}
	for i, x := range shares {
		s.SharePct[i] = one(x * 100)
	}
	if pi, _, ok := t.Polarization(); ok {
		s.Polarization = cell(pi, true)(2)
	}
	return s
}

const intensityRule = "Time: share of zones 1–2, 3–4 and above (three zones are used as they are). Sessions, by heart rate or, " +
	"without it, power: hard with at least 4 minutes or 10 % above the second threshold, otherwise threshold with at least 15 " +
	"minutes or 25 % above the first, otherwise easy."

// TrainingLoad answers q as [TrainingLoad] does, and adds the distribution of intensity
// if it is requested.
func (h *Histograms) TrainingLoad(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q LoadQuery) (*LoadView, error) {
	v, err := TrainingLoad(ctx, r, s, f, q)
	if err != nil || !q.wants(SectionIntensity) {
		return v, err
	}
	days := training.DayRange{From: v.Range.From, To: min(v.Range.To, f.Today)}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	t := NewTimeline(history)
	// Sessions are counted first, because the time in zones can then use the months that
	// were read for them.
	sessions, err := h.sessions(ctx, s, days, q.Sports, t)
	if err != nil {
		return nil, err
	}
	times, err := timeInZones(ctx, h, s, days, q.Sports, nil, t)
	if err != nil {
		return nil, err
	}
	out := &Intensity{Rule: intensityRule}
	for _, z := range times {
		if thirds, ok := zones.Group(z.Seconds); ok && thirds.Total() > 0 {
			out.ByTime = append(out.ByTime, IntensityTime{
				Kind: z.Kind, Scheme: z.Scheme, Sports: z.Sports, Activities: z.Activities, Seconds: thirds, Spread: spreadOf(thirds),
			})
		}
	}
	if len(out.ByTime) == 0 {
		v.Missing = v.Missing.Add("intensity",
			"no power or heart rate with zones of three, five or more; set ftp_w or lthr_bpm with update_athlete_settings")
		return v, ctx.Err()
	}
	out.BySession = sessions
	if n := v.Coverage.Activities - sum(out.BySession.Count); n > 0 {
		out.BySession.Unknown = n
	}
	v.Intensity = out
	return v, ctx.Err()
}

func sum(counts [3]int) int { return counts[0] + counts[1] + counts[2] }

// sessions counts activities by intensity, which comes from heart rate or else from power.
func (h *Histograms) sessions(
	ctx context.Context, s training.Scope, days training.DayRange, sports []training.Discipline, t *Timeline,
) (*Sessions, error) {
	out := &Sessions{}
	hr, power := newZoneCounter(training.ZonesHR, sports, t), newZoneCounter(training.ZonesPower, sports, t)
	from, months, err := h.zoned.monthsBy(ctx, s, derive.HRHistogram, days, h.zonedIn(hr))
	if err != nil {
		return nil, err
	}
	inputs, err := h.r.LoadInputs(ctx, s, days)
	if err != nil {
		return nil, err
	}
	all := perMonth(ofSports(inputs, sports), from, len(months))
	told, first, last := make([]map[training.ActivityID]bool, len(months)), len(months), -1
	for i, m := range months {
		if told[i] = out.count(m, days, hr, nil); len(told[i]) < all[i] { // power may determine the intensity of the others
			first, last = min(first, i), i
		}
	}
	if last >= 0 {
		left := (from + MonthlyMonth(first)).Span(from + MonthlyMonth(last))
		if _, months, err = h.zoned.monthsBy(ctx, s, derive.PowerHistogram, left, h.zonedIn(power)); err != nil {
			return nil, err
		}
		for i, m := range months {
			out.count(m, days, power, told[first+i])
		}
	}
	out.Spread = spreadOf(zones.Thirds{float64(out.Count[0]), float64(out.Count[1]), float64(out.Count[2])})
	return out, ctx.Err()
}

// perMonth returns the number of activities in each of n months.
func perMonth(inputs []store.LoadInput, from MonthlyMonth, n int) []int {
	out := make([]int, n)
	days := training.DayRange{From: 1, To: 0}
	i := 0
	for k := range inputs {
		if d := inputs[k].Day; !days.Contains(d) {
			m := MonthlyOf(d)
			i, days = int(m-from), m.Days()
		}
		if i >= 0 && i < n {
			out[i]++
		}
	}
	return out
}

// count adds the activities of a month whose intensity is known, except those
// in told, and returns the ids of those that it added.
func (c *Sessions) count(
	m *ZonedMonth, days training.DayRange, z *zoneCounter, told map[training.ActivityID]bool,
) map[training.ActivityID]bool {
	now := map[training.ActivityID]bool{}
	m.Each(days, func(a Activity) {
		if a.Known && z.wants(a.Sport) && !told[a.ID] {
			c.Count[a.Session]++
			now[a.ID] = true
		}
	})
	return now
}
