package activityindex

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Filter selects activities. Zero fields do not filter.
type Filter struct {
	IDs    []training.ActivityID
	Days   *training.DayRange
	Sports []training.Discipline
	Text   string // every word must be in the name, description or tags, ignoring case and accents
	// Passed holds, for each word in Text, the activities that the word also finds
	// because they passed a place or segment with it in its name.
	Passed   map[string][]training.ActivityID
	Tags     []string
	Race     *bool
	Commute  *bool
	GearID   string // alone or with other gear
	Source   string
	Device   string // every word must be in a name or maker of a recording's device or power meter
	HasPower *bool
	HasHR    *bool
	HasGPS   *bool
	Indoor   *bool
	Marked   bool // with intervals that the athlete marked
	// Min and Max bound metrics of the summary, inclusively.
	Min, Max training.Values
	// Around selects the activities nearest in time to this one, including itself; Limit is
	// their number, and After is ignored.
	Around  training.ActivityID
	Parent  training.ActivityID
	Deleted bool // include deleted ones
	// SortBy is a metric, or empty for the start time; Ascending reverses the
	// order. Activities without the metric come last.
	SortBy    training.Metric
	Ascending bool
	Limit     int // 0 means no limit
	// Metrics lists the metrics with a column that rows need; nil means all.
	Metrics []training.Metric
	// After is the cursor of the row after which the list continues.
	After string
}

// ListingView limits the rows that a query on activities may see.
type ListingView struct {
	training.Scope
	// Bit selects rows by their seen mask; WithDeleted also selects deleted rows.
	Bit, WithDeleted int64
	Notes            bool // whether descriptions may be searched
}

// Where collects the conditions of a query on the table activities, named a.
type Where struct {
	conds []string
	Args  []any
}

// Add adds a condition.
func (w *Where) Add(cond string, args ...any) {
	w.conds = append(w.conds, cond)
	w.Args = append(w.Args, args...)
}

// SQL returns the conditions, joined by AND.
func (w Where) SQL() string { return strings.Join(w.conds, " AND ") }

// Clone returns a copy to which conditions can be added.
func (w Where) Clone() Where { return Where{slices.Clone(w.conds), slices.Clone(w.Args)} }

// Where translates a filter into conditions on the data that the view may see.
func (v ListingView) Where(f Filter) (Where, error) {
	var w Where
	w.Add("a.athlete=?", v.Athlete)
	if f.Deleted {
		w.Add("a.seen&?<>0", v.WithDeleted)
	} else {
		w.Add("a.seen&?<>0", v.Bit)
	}
	if f.Days != nil {
		first, last := Starts(*f.Days)
		w.Add("a.start_ms BETWEEN ? AND ?", first, last)
		w.Add("a.day BETWEEN ? AND ?", f.Days.From, f.Days.To)
	}
	if f.IDs != nil {
		w.Add("a.id IN (SELECT value FROM json_each(?))", jsonList(f.IDs))
	}
	if len(f.Sports) > 0 {
		w.Sports(f.Sports)
	}
	if f.Race != nil {
		w.Add("a.race=?", *f.Race)
	}
	if f.Commute != nil {
		w.Add("a.commute=?", *f.Commute)
	}
	if f.Indoor != nil {
		w.Add("(a.sub_sport IN (?,?))=?", training.SubIndoor, training.SubVirtual, *f.Indoor)
	}
	if f.Marked {
		w.Add(`instr(a.words, '"intervals":')>0`)
	}
	if f.GearID != "" {
		w.Add("(a.gear=? OR "+MoreGear+" AND EXISTS (SELECT 1 FROM json_each(a.words, '$.more_gear') WHERE value=?))", f.GearID, f.GearID)
	}
	if f.Parent != "" {
		w.Add("a.parent=? AND a.parent<>''", f.Parent)
	}
	v.whereText(&w, f)
	v.whereChannels(&w, f)
	return w, v.whereMetrics(&w, f)
}

// Sports requires one of the given disciplines.
func (w *Where) Sports(of []training.Discipline) {
	var either []string
	var args []any
	for _, d := range of {
		cond := "TRUE"
		if d.Sport != "" {
			cond = "+a.sport=?" // with the index on sport, all activities of a sport would be sorted for one page
			args = append(args, d.Sport)
		}
		if d.SubSport != "" {
			cond += " AND a.sub_sport=?"
			args = append(args, d.SubSport)
		}
		if d.Indoor {
			cond += " AND a.sub_sport IN (?,?)"
			args = append(args, training.SubIndoor, training.SubVirtual)
		}
		either = append(either, cond)
	}
	w.Add("("+strings.Join(either, " OR ")+")", args...)
}

// MoreGear is the SQL condition of the index activities_more_gear, for a row a of
// activities: the activity has additional gear.
const MoreGear = `instr(a.words, '"more_gear":')>0`

// Starts returns the first and the last start, in ms since 1970, that an activity
// on these days can have. With them, a query can use the index on the start,
// because a start is within a day of the local day.
func Starts(days training.DayRange) (first, last int64) {
	const dayMS = 86_400_000
	return (int64(days.From) - 1) * dayMS, (int64(days.To) + 2) * dayMS
}

// deviceNames is SQL that joins the names of the device and the power meter of a
// recording r.
const deviceNames = `concat_ws(' ', r.body->>'$.Device.manufacturer', r.body->>'$.Device.product',
	r.body->>'$.PowerMeter.manufacturer', r.body->>'$.PowerMeter.product')`

// listingByHand is the source of activities entered by hand.
const listingByHand = "manual"

func (v ListingView) whereText(w *Where, f Filter) {
	for _, word := range strings.Fields(Words(f.Text)) {
		cond, args := "instr(a.title_words, ?)>0", []any{word}
		if v.Notes {
			cond, args = cond+" OR instr(a.note_words, ?)>0", append(args, word)
		}
		if ids := f.Passed[word]; len(ids) > 0 {
			cond, args = cond+" OR a.id IN (SELECT value FROM json_each(?))", append(args, jsonList(ids))
		}
		w.Add("("+cond+")", args...)
	}
	for _, tag := range f.Tags {
		w.Add("EXISTS (SELECT 1 FROM json_each(a.tags) t WHERE t.value=? COLLATE NOCASE)", tag)
	}
	for _, word := range strings.Fields(Words(f.Device)) {
		w.Add(`EXISTS (SELECT 1 FROM links l JOIN recordings r ON r.athlete=l.athlete AND r.id=l.Recording
			WHERE l.athlete=a.athlete AND l.activity=a.id AND r.removed=0 AND r.audience&?<>0
			AND instr(lower(`+deviceNames+`), ?)>0)`, v.Bit, word)
	}
	switch f.Source {
	case "":
	case listingByHand: // it has no recording, and so no source
		w.Add("a.sources='null'")
	default:
		w.Add(`EXISTS (SELECT 1 FROM links l JOIN recordings r ON r.athlete=l.athlete AND r.id=l.Recording
			WHERE l.athlete=a.athlete AND l.activity=a.id AND r.source=? AND r.removed=0 AND r.audience&?<>0)`, f.Source, v.Bit)
	}
}

// whereChannels requires channels that the view may see. For derived activities,
// only channels that contain information count; for activities entered by hand, the
// entered values count.
func (v ListingView) whereChannels(w *Where, f Filter) {
	seen := "a.channels_" + v.Audience.String()
	has := "(CASE WHEN a.sources='null' THEN " + seen + " | a.summary_channels WHEN a.version>0 THEN " + seen +
		" & a.summary_channels ELSE " + seen + " END & ? <> 0)=?"
	for _, c := range []struct {
		want *bool
		ch   training.Channel
	}{{f.HasPower, training.Power}, {f.HasHR, training.HeartRate}, {f.HasGPS, training.Latitude}} {
		if c.want != nil {
			w.Add(has, int64(ledger.Channels(c.ch)), *c.want)
		}
	}
}

func (v ListingView) whereMetrics(w *Where, f Filter) error {
	bounds := func(values training.Values, op string) error {
		for _, m := range sortedMetrics(values) {
			if err := CheckMetric(m); err != nil {
				return err
			}
			w.Add("a.whole&?<>0 AND a."+string(m)+op+"?", v.Bit, values[m])
		}
		return nil
	}
	if err := bounds(f.Min, ">="); err != nil {
		return err
	}
	return bounds(f.Max, "<=")
}

func sortedMetrics(values training.Values) []training.Metric {
	var ms []training.Metric
	for m := range values {
		ms = append(ms, m)
	}
	slices.Sort(ms)
	return ms
}

// CheckMetric rejects metrics without a column, because metric names become part of
// the query.
func CheckMetric(m training.Metric) error {
	if slices.Contains(MetricColumns(), m) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Activities cannot be sorted or bounded by %q.", m).
		WithFix("The metrics are %s.", strings.TrimPrefix(MetricList(MetricColumns(), ", "), ", "))
}

// jsonList returns a list as one JSON argument, so that a query's text does not
// depend on its length.
func jsonList[T ~string](list []T) string {
	b, _ := json.Marshal(list) // strings can always be encoded
	return string(b)
}

// MetricColumns returns the metrics that have their own column, in the order of the
// schema. All other metrics are stored separately and cannot be sorted by.
func MetricColumns() []training.Metric {
	return []training.Metric{
		training.MetricElapsedTimeS, training.MetricDurationS, training.MetricMovingTimeS, training.MetricDistanceKM,
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricXPowerW,
		training.MetricIntensityFactor, training.MetricVariabilityIndex, training.MetricEfficiencyFactor, training.MetricDecouplingPct,
		training.MetricTSS, training.MetricTrimp, training.MetricWorkKJ, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH,
		training.MetricPaceSPerKM,
		training.MetricElevationGainM, training.MetricElevationLossM, training.MetricAvgTempC, training.MetricCaloriesKcal,
		training.MetricThresholdPowerW,
		training.MetricTrainingEffect, training.MetricAnaerobicEffect, training.MetricPoolLengthM, training.MetricLengths, training.MetricStrokes,
		training.MetricAvgSWOLF, training.MetricPerceivedExertion,
	}
}

// MetricList returns the column names of metrics for SQL, each after separator.
func MetricList(metrics []training.Metric, separator string) string {
	var b strings.Builder
	for _, m := range metrics {
		b.WriteString(separator)
		b.WriteString(string(m))
	}
	return b.String()
}

// Words returns a text in the form that is searched: in lower case and without accents.
func Words(s string) string {
	for _, r := range s {
		if r >= unicode.MaxASCII {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return unicode.ToLower(r)
			}, norm.NFKD.String(s))
		}
	}
	return strings.ToLower(s)
}

// Input holds the values from which the load of one activity is computed. It contains no
// map, because maps would slow down the computation of series over years.
type Input struct {
	ID        training.ActivityID
	Sport     training.Sport
	SubSport  string
	Day       training.Day
	Hour      int // local hour of the start
	Indoor    bool
	TimerS    float64
	MovingS   float64
	ElapsedS  float64
	DistanceM float64
	// NP and AvgHR are 0 if they are missing.
	NP         float64
	NPWindows  int
	AvgHR      float64
	HRSeconds  float64
	AvgSpeed   float64 // m/s over timer time, 0 if unknown
	GradedMPS  float64 // normalized graded speed of a run, 0 if unknown
	GainM      float64
	WorkJ      float64
	Kcal       float64 // burnt, by the device or a service; 0 if unknown
	KcalSaid   bool    // Kcal is from a service, because the recordings have no value
	ManualLoad float64
	RPE        float64
}

// Discipline returns the discipline of the activity.
func (in *Input) Discipline() training.Discipline {
	return training.DisciplineOf(in.Sport, in.SubSport).In(in.Indoor)
}

// numbers returns the numbers in packing order: the athlete's own first, then
// those from recordings.
func (in *Input) numbers() [14]*float64 {
	return [...]*float64{
		&in.ManualLoad, &in.RPE,
		&in.TimerS, &in.MovingS, &in.ElapsedS, &in.DistanceM, &in.NP, &in.AvgHR, &in.HRSeconds, &in.AvgSpeed, &in.GainM, &in.WorkJ,
		&in.GradedMPS, &in.Kcal,
	}
}

// said is the count of numbers that the athlete entered.
const said = 2

// Marks for the last two numbers. A row that was packed before one of them was
// added lacks its mark and its value until it is packed again.
const (
	graded = 0x80
	burnt  = 0x20
	former = 12 // number of numbers in a row that has neither
)

// indoors marks an indoor activity. Rows that were packed before the mark existed
// lack it until they are packed again.
const indoors = 0x40

// reported marks, in the byte of the hour, calories that a service reported.
const reported = 0x80

// Pack encodes the input: the audiences that may see derived values, hour, day,
// windows, id, sport with sub-sport, and the numbers.
func (in *Input) Pack(whole int64) []byte {
	b := []byte{byte(whole) | graded | burnt, byte(in.Hour)} //nolint:gosec // small by construction
	if in.Indoor {
		b[0] |= indoors
	}
	if in.KcalSaid {
		b[1] |= reported
	}
	b = binary.AppendVarint(b, int64(in.Day))
	b = binary.AppendVarint(b, int64(in.NPWindows))
	b = append(binary.AppendUvarint(b, uint64(len(in.ID))), in.ID...)
	sport := string(in.Sport)
	if in.SubSport != "" {
		sport += refinedBy + in.SubSport
	}
	b = append(binary.AppendUvarint(b, uint64(len(sport))), sport...)
	for _, x := range in.numbers() {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*x))
	}
	return b
}

var errLoadRow = errors.New("a packed load row is too short")

// Unpack reads a packed row for the audience with the given bit. If the audience
// may see only a part of the activity, it leaves out derived numbers.
func (in *Input) Unpack(b []byte, bit int64, sports Sports) error {
	if len(b) < 2 {
		return sqlitedb.Damaged(errLoadRow)
	}
	whole, numbers := int64(b[0]&^(graded|burnt|indoors)), in.numbers()
	held := numbers[:]
	switch {
	case b[0]&graded == 0:
		held = numbers[:former]
	case b[0]&burnt == 0:
		held = numbers[:former+1]
	}
	in.Hour, in.Indoor, in.KcalSaid = int(b[1]&^reported), b[0]&indoors != 0, b[1]&reported != 0 && whole&bit != 0
	day, k := binary.Varint(b[2:])
	b = b[2+max(k, 0):]
	windows, k := binary.Varint(b)
	b = b[max(k, 0):]
	id, b, ok := text(b)
	sport, b, ok2 := text(b)
	if ok && ok2 && len(b) == 8*len(held) {
		if whole&bit == 0 {
			windows = 0
			b = b[:8*said]
		}
		for i := range len(b) / 8 {
			*held[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
		in.ID, in.Day, in.NPWindows = training.ActivityID(id), training.Day(day), int(windows) //nolint:gosec // as packed
		in.Sport, in.SubSport = sports.read(sport)
		return nil
	}
	return sqlitedb.Damaged(errLoadRow)
}

// refinedBy separates a sport from its sub-sport. A sport name from a file can
// contain any other character.
const refinedBy = "\x00"

// Sports caches the sports and sub-sports of packed rows: thousands of rows have
// only a few different ones.
type Sports map[string]refined

type refined struct {
	sport training.Sport
	sub   string
}

func (s Sports) read(text []byte) (training.Sport, string) {
	r, ok := s[string(text)]
	if !ok {
		sport, sub, _ := strings.Cut(string(text), refinedBy)
		r = refined{training.Sport(sport), sub}
		s[string(text)] = r
	}
	return r.sport, r.sub
}

// text reads a length and that many bytes.
func text(b []byte) (s, rest []byte, ok bool) {
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)-k) { //nolint:gosec // not negative
		return nil, nil, false
	}
	end := k + int(n) //nolint:gosec // at most len(b)
	return b[k:end], b[end:], true
}
