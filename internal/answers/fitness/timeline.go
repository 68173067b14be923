package fitness

import (
	"slices"
	"sort"

	"lapkeep/internal/training"
)

// Timeline answers [training.History.At] for many activities at once: it is
// sorted once and remembers, for each sport, the stretch of days over which
// the last answer holds. It is not safe for concurrent use.
type Timeline struct {
	lists []settingList // few: they are looked through
	last  map[training.Sport]*stretch
}

// settingList holds the entries of one setting and sport in order of day.
type settingList struct {
	key     training.ThresholdKey
	sport   training.Sport
	entries []training.ThresholdEntry
}

// stretch is one answer and the days [from, to) that it holds for.
type stretch struct {
	from, to training.Day
	value    training.Thresholds
}

const (
	firstDay training.Day = -1 << 31
	lastDay  training.Day = 1<<31 - 1
)

// NewTimeline sorts an athlete's dated settings.
func NewTimeline(h training.History) *Timeline {
	t := &Timeline{last: map[training.Sport]*stretch{}}
	var counts []int
	of := make([]int, len(h)) // the list of each entry
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

// index is the place of a setting's list, -1 if it has none.
func (t *Timeline) index(k training.ThresholdKey, sport training.Sport) int {
	for i := range t.lists {
		if l := &t.lists[i]; l.key == k && l.sport == sport {
			return i
		}
	}
	return -1
}

// At gives what [training.History.At] gives.
func (t *Timeline) At(sport training.Sport, day training.Day) training.Thresholds {
	return t.around(sport, day).value
}

// around is the answer for a day with the days that it holds for.
func (t *Timeline) around(sport training.Sport, day training.Day) *stretch {
	if s := t.last[sport]; s != nil && s.from <= day && day < s.to {
		return s
	}
	s := &stretch{from: firstDay, to: lastDay}
	one := func(k training.ThresholdKey) float64 {
		if v := t.find(k, sport, day, s); len(v) > 0 {
			return v[0]
		}
		return 0
	}
	v := &s.value
	v.FTPW, v.LTHRBpm, v.MaxHRBpm, v.RestHRBpm = one(training.KeyFTP), one(training.KeyLTHR), one(training.KeyMaxHR), one(training.KeyRestHR)
	v.ThresholdMPS, v.CPW, v.WPrimeJ, v.WeightKg = one(training.KeyThresholdPace), one(training.KeyCP),
		one(training.KeyWPrime), one(training.KeyWeight)
	v.IndoorFTPW = one(training.KeyIndoorFTP)
	v.PowerZones = t.find(training.KeyPowerZones, sport, day, s)
	v.HRZones = t.find(training.KeyHRZones, sport, day, s)
	v.PaceZones = t.find(training.KeyPaceZones, sport, day, s)
	v.LactateTest = t.find(training.KeyLactateTest, sport, day, s)
	t.last[sport] = s
	return s
}

// find looks one setting up and narrows s to the days it holds for.
func (t *Timeline) find(k training.ThresholdKey, sport training.Sport, day training.Day, s *stretch) []float64 {
	l := t.list(k, sport)
	if len(l) == 0 {
		return nil
	}
	next := sort.Search(len(l), func(i int) bool { return l[i].From > day })
	if next < len(l) && next > 0 {
		s.to = min(s.to, l[next].From)
	}
	if next == 0 { // before the first entry, which holds backwards
		if len(l) > 1 {
			s.to = min(s.to, l[1].From)
		}
		return l[0].Values
	}
	if next > 1 {
		s.from = max(s.from, l[next-1].From)
	}
	return l[next-1].Values
}

// list is the sport's own entries or, if it has none, those for every sport.
func (t *Timeline) list(k training.ThresholdKey, sport training.Sport) []training.ThresholdEntry {
	i := t.index(k, sport)
	if i < 0 && sport != "" {
		i = t.index(k, "")
	}
	if i < 0 {
		return nil
	}
	return t.lists[i].entries
}

// Since is the day from which the setting in force on day holds, and the
// sport it was set for; ok is false if there is none.
func (t *Timeline) Since(k training.ThresholdKey, sport training.Sport, day training.Day) (e training.ThresholdEntry, ok bool) {
	l := t.list(k, sport)
	if len(l) == 0 {
		return e, false
	}
	next := sort.Search(len(l), func(i int) bool { return l[i].From > day })
	return l[max(0, next-1)], true
}
