package activityindex

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Table holds the activities of one athlete, for every audience, in order of start
// and id. It is immutable once it has been read, except that metrics are read when
// a list first needs them.
type Table struct {
	ids, titles, notes texts // the searched form of titles and notes
	startMS            []int64
	day                []int32
	sport, gear        []int32
	seen, whole, marks []uint8
	has                []uint16
	sports, gears      names
	moreGear           map[int32][]int32 // for the few that have additional gear
	metrics            []metric
}

// The flags of an activity.
const (
	race uint8 = 1 << iota
	indoor
	byHand  // it has no recording, and so no source
	derived // its summary determines which channels count
	commute
)

// sensors are the channels that filters ask for. For each of them, has keeps
// three bits per audience and three for the summary.
var sensors = [...]training.Channel{training.Power, training.HeartRate, training.Latitude}

// ofSummary is the position of the summary's three bits in has.
const ofSummary = ledger.NumAudiences

const readRows = `SELECT id, start_ms, day, sport, sub_sport, gear, title_words, note_words,
	seen, whole, (race<>0) + 2*(sub_sport IN (?,?)) + 4*(sources='null') + 8*(version>0) + 16*(commute<>0),
	channels_model, channels_page, channels_export, summary_channels,
	CASE WHEN ` + MoreGear + ` THEN json_extract(words, '$.more_gear') ELSE '' END
	FROM activities a WHERE athlete=? ORDER BY start_ms, id`

// read reads the activities of an athlete.
func read(ctx context.Context, db *sqlitedb.DB, athlete training.AthleteID) (*Table, error) {
	rows, err := db.Query(ctx, readRows, training.SubIndoor, training.SubVirtual, athlete)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	t := &Table{moreGear: map[int32][]int32{}}
	var ids, titles, notes writer
	var id, sport, sub, gear, title, note, more string
	var startMS int64
	var day int32
	var seen, whole, marks uint8
	var channels [ofSummary + 1]ledger.ChannelSet
	for rows.Next() {
		err := rows.Scan(&id, &startMS, &day, &sport, &sub, &gear, &title, &note, &seen, &whole, &marks,
			&channels[training.AudienceModel], &channels[training.AudiencePage], &channels[training.AudienceExport], &channels[ofSummary], &more)
		if err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		ids.add(id)
		titles.add(title)
		notes.add(note)
		t.startMS, t.day = append(t.startMS, startMS), append(t.day, day)
		t.sport, t.gear = append(t.sport, t.sports.number(sport+refinedBy+sub)), append(t.gear, t.gears.number(gear))
		t.seen, t.whole, t.marks = append(t.seen, seen), append(t.whole, whole), append(t.marks, marks)
		t.has = append(t.has, packed(channels))
		named, err := sqlitedb.List(more)
		if err != nil {
			return nil, err
		}
		for _, gear := range named {
			i := int32(len(t.day) - 1) //nolint:gosec // a place in the table
			t.moreGear[i] = append(t.moreGear[i], t.gears.number(gear))
		}
	}
	t.ids, t.titles, t.notes = ids.texts(), titles.texts(), notes.texts()
	return t, sqlitedb.Failed(ctx, rows.Err())
}

func packed(channels [ofSummary + 1]ledger.ChannelSet) (has uint16) {
	for g, set := range channels {
		for k, ch := range sensors {
			if set.Has(ch) {
				has |= 1 << (len(sensors)*g + k)
			}
		}
	}
	return has
}

// metric holds one metric of the summary, NaN where an activity has none.
type metric struct {
	name   training.Metric
	values []float64
}

// mostMetrics bounds the cached metrics; each takes 120 kB for 15,000
// activities.
const mostMetrics = 10

// usual returns the metrics that are always read together, because reading one of
// them takes as long as reading all.
func usual() []training.Metric {
	return []training.Metric{
		training.MetricDurationS, training.MetricDistanceKM, training.MetricAvgPowerW, training.MetricNormalizedPowerW,
		training.MetricAvgHRBpm, training.MetricAvgSpeedKMH, training.MetricElevationGainM,
	}
}

func (t *Table) metric(name training.Metric) []float64 {
	for _, m := range t.metrics {
		if m.name == name {
			return m.values
		}
	}
	return nil
}

// need reads the missing metrics of a list. It returns false if the activities
// have changed since the table was read.
func (t *Table) need(ctx context.Context, db *sqlitedb.DB, athlete training.AthleteID, wanted []training.Metric) (bool, error) {
	for _, m := range wanted {
		if t.metric(m) != nil {
			continue
		}
		names := []training.Metric{m}
		for _, u := range usual() {
			if u == m {
				names = usual()
			}
		}
		if ok, err := t.readMetrics(ctx, db, athlete, names); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (t *Table) readMetrics(ctx context.Context, db *sqlitedb.DB, athlete training.AthleteID, names []training.Metric) (bool, error) {
	rows, err := db.Query(ctx, "SELECT id"+MetricList(names, ", ")+" FROM activities WHERE athlete=? ORDER BY start_ms, id", athlete)
	if err != nil {
		return false, err
	}
	defer rows.Close() //nolint:errcheck // Err reports what went wrong
	more := make([]metric, len(names))
	var id string
	cells := make([]*float64, len(names))
	dest := []any{&id}
	for i, name := range names {
		more[i] = metric{name, make([]float64, 0, t.ids.len())}
		dest = append(dest, &cells[i])
	}
	n := 0
	for ; rows.Next(); n++ {
		if err := rows.Scan(dest...); err != nil {
			return false, sqlitedb.Failed(ctx, err)
		}
		if n >= t.ids.len() || t.ids.at(n) != id {
			return false, nil
		}
		for i, x := range cells {
			if x == nil {
				more[i].values = append(more[i].values, math.NaN())
			} else {
				more[i].values = append(more[i].values, *x)
			}
		}
	}
	if len(t.metrics)+len(more) > mostMetrics {
		t.metrics = nil
	}
	t.metrics = append(t.metrics, more...)
	return n == t.ids.len(), sqlitedb.Failed(ctx, rows.Err())
}

// condition reports whether an activity is selected.
type condition func(i int) bool

// conditions returns the conditions of a filter, the cheapest first.
func (t *Table) conditions(v ListingView, f *Filter) []condition {
	bits := uint8(v.Bit) //nolint:gosec // one bit of seven
	if f.Deleted {
		bits = uint8(v.WithDeleted) //nolint:gosec // two bits of seven
	}
	all := []condition{func(i int) bool { return t.seen[i]&bits != 0 }}
	add := func(c condition) { all = append(all, c) }
	if d := f.Days; d != nil {
		add(func(i int) bool { return d.Contains(training.Day(t.day[i])) })
	}
	if len(f.Sports) > 0 {
		wanted := make([]bool, len(t.sports.list))
		for k, s := range t.sports.list {
			wanted[k] = training.AnyHas(f.Sports, disciplineOf(s))
		}
		add(func(i int) bool { return wanted[t.sport[i]] })
	}
	if f.GearID != "" {
		k, ok := t.gears.of[f.GearID]
		add(func(i int) bool { return ok && (t.gear[i] == k || slices.Contains(t.moreGear[int32(i)], k)) }) //nolint:gosec // a place in the table
	}
	for _, m := range []struct {
		want *bool
		mark uint8
	}{{f.Race, race}, {f.Commute, commute}, {f.Indoor, indoor}} {
		if m.want != nil {
			add(func(i int) bool { return t.marks[i]&m.mark != 0 == *m.want })
		}
	}
	all = append(all, t.withSensors(v, f)...)
	all = append(all, t.withinBounds(v, f)...)
	for _, word := range strings.Fields(Words(f.Text)) {
		found, passed := t.holding(word, v.Notes), setOf(f.Passed[word])
		add(func(i int) bool { return found[i] || passed[t.ids.at(i)] })
	}
	if f.IDs != nil {
		wanted := setOf(f.IDs)
		add(func(i int) bool { return wanted[t.ids.at(i)] })
	}
	return all
}

func setOf(ids []training.ActivityID) map[string]bool {
	out := make(map[string]bool, len(ids))
	for _, id := range ids {
		out[string(id)] = true
	}
	return out
}

// disciplineOf parses an entry of the list of sports.
func disciplineOf(name string) training.Discipline {
	sport, sub, _ := strings.Cut(name, refinedBy)
	return training.DisciplineOf(training.Sport(sport), sub)
}

// withSensors returns conditions on the channels that the audience may see, by the
// rules of [ListingView.Where].
func (t *Table) withSensors(v ListingView, f *Filter) (all []condition) {
	for k, want := range [len(sensors)]*bool{f.HasPower, f.HasHR, f.HasGPS} {
		if want == nil {
			continue
		}
		recorded := uint16(1) << (len(sensors)*int(v.Audience) + k)
		summed := uint16(1) << (len(sensors)*ofSummary + k)
		all = append(all, func(i int) bool {
			has, sums := t.has[i]&recorded != 0, t.has[i]&summed != 0
			if t.marks[i]&byHand != 0 {
				has = has || sums
			} else if t.marks[i]&derived != 0 {
				has = has && sums
			}
			return has == *want
		})
	}
	return all
}

func (t *Table) withinBounds(v ListingView, f *Filter) (all []condition) {
	bit := uint8(v.Bit) //nolint:gosec // one of three bits
	for m, least := range f.Min {
		values := t.metric(m)
		all = append(all, func(i int) bool { return t.whole[i]&bit != 0 && values[i] >= least })
	}
	for m, most := range f.Max {
		values := t.metric(m)
		all = append(all, func(i int) bool { return t.whole[i]&bit != 0 && values[i] <= most })
	}
	return all
}

// holding marks the activities that have a word in their title or, if notes may
// be searched, in their notes.
func (t *Table) holding(word string, notes bool) []bool {
	found := make([]bool, t.ids.len())
	t.titles.mark(word, found)
	if notes {
		t.notes.mark(word, found)
	}
	return found
}

// texts holds many short texts in one string.
type texts struct {
	all  string
	ends []uint32
}

// writer collects texts.
type writer struct {
	all  strings.Builder
	ends []uint32
}

func (w *writer) add(s string) {
	w.all.WriteString(s)
	w.ends = append(w.ends, uint32(w.all.Len())) //nolint:gosec // far below 4 GB
}

func (w *writer) texts() texts { return texts{w.all.String(), w.ends} }

func (t texts) len() int { return len(t.ends) }

func (t texts) from(i int) int {
	if i == 0 {
		return 0
	}
	return int(t.ends[i-1])
}

func (t texts) at(i int) string { return t.all[t.from(i):t.ends[i]] }

// mark marks the texts that contain a word, in a single search through all joined
// texts. A match across the end of a text does not count.
func (t texts) mark(word string, found []bool) {
	i, at := 0, 0
	for i < len(t.ends) {
		k := strings.Index(t.all[at:], word)
		if k < 0 {
			return
		}
		at += k
		for i < len(t.ends) && int(t.ends[i]) <= at {
			i++
		}
		if i == len(t.ends) {
			return
		}
		if at+len(word) <= int(t.ends[i]) {
			found[i] = true
			at = int(t.ends[i])
		} else {
			at++
		}
	}
}

// names assigns numbers to the few texts that many activities share.
type names struct {
	list []string
	of   map[string]int32
}

func (n *names) number(s string) int32 {
	if i, ok := n.of[s]; ok {
		return i
	}
	if n.of == nil {
		n.of = map[string]int32{}
	}
	i := int32(len(n.list)) //nolint:gosec // as many as there are activities at most
	n.list, n.of[s] = append(n.list, s), i
	return i
}
