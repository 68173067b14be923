package activityindex

import (
	"context"
	"math"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Table is the activities of one athlete, for every audience, in order of
// start and id. It is not changed once it was read, but for metrics, which are
// read when a list first needs them.
type Table struct {
	ids, titles, notes texts // title and note words as they are searched
	startMS            []int64
	day                []int32
	sport, gear        []int32
	seen, whole, marks []uint8
	has                []uint16
	sports, gears      names
	moreGear           map[int32][]int32 // of the few that name several
	metrics            []metric
}

// The marks of an activity.
const (
	race uint8 = 1 << iota
	indoor
	byHand  // no recording names a source
	derived // its summary says which channels count
	commute
)

// sensors are the channels that lists ask for, three bits of has for each
// audience and for the summary.
var sensors = [...]training.Channel{training.Power, training.HeartRate, training.Latitude}

// ofSummary is which three bits of has are the summary's.
const ofSummary = ledger.NumAudiences

const readRows = `SELECT id, start_ms, day, sport, gear, title_words, note_words,
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
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
	t := &Table{moreGear: map[int32][]int32{}}
	var ids, titles, notes writer
	var id, sport, gear, title, note, more string
	var startMS int64
	var day int32
	var seen, whole, marks uint8
	var channels [ofSummary + 1]ledger.ChannelSet
	for rows.Next() {
		err := rows.Scan(&id, &startMS, &day, &sport, &gear, &title, &note, &seen, &whole, &marks,
			&channels[training.AudienceModel], &channels[training.AudiencePage], &channels[training.AudienceExport], &channels[ofSummary], &more)
		if err != nil {
			return nil, sqlitedb.Failed(ctx, err)
		}
		ids.add(id)
		titles.add(title)
		notes.add(note)
		t.startMS, t.day = append(t.startMS, startMS), append(t.day, day)
		t.sport, t.gear = append(t.sport, t.sports.number(sport)), append(t.gear, t.gears.number(gear))
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

// metric is one of the summary, NaN where an activity has none.
type metric struct {
	name   training.Metric
	values []float64
}

// mostMetrics bounds how many are kept: 120 kB each of 15,000 activities.
const mostMetrics = 10

// usual are read together: reading one takes as long as reading all.
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

// need reads the metrics of a list that are not there yet. It is false if the
// activities are no longer those of the table.
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
	defer rows.Close() //nolint:errcheck // Err tells what went wrong
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
