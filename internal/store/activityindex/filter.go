package activityindex

import (
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Filter selects activities. Zero fields do not filter.
type Filter struct {
	IDs      []training.ActivityID
	Days     *training.DayRange
	Sports   []training.Sport
	Text     string // every word, case and accents aside, in name, description or tags
	Tags     []string
	Race     *bool
	Commute  *bool
	GearID   string // among others, or alone
	Source   string
	HasPower *bool
	HasHR    *bool
	HasGPS   *bool
	Indoor   *bool
	Marked   bool // with intervals that the athlete marked
	// Min and Max bound metrics of the summary, ends included.
	Min, Max training.Values
	// Around selects the activities nearest in time to this one, itself
	// included; Limit says how many, and After does not apply.
	Around  training.ActivityID
	Parent  training.ActivityID
	Deleted bool // include deleted ones
	// SortBy is a metric, or empty for the start time; Ascending turns it.
	// Activities without the metric come last.
	SortBy    training.Metric
	Ascending bool
	Limit     int // 0 is no limit
	// Metrics are those with a column of their own that rows need; nil is all.
	Metrics []training.Metric
	// After continues behind the row whose cursor it is.
	After string
}

// ListingView limits the rows that a query on activities may see.
type ListingView struct {
	training.Scope
	// Bit selects rows by their seen mask; WithDeleted selects deleted ones too.
	Bit, WithDeleted int64
	Notes            bool // whether descriptions may be searched
}

// Where collects the conditions of a query on activities a.
type Where struct {
	conds []string
	Args  []any
}

// Add requires one more condition.
func (w *Where) Add(cond string, args ...any) {
	w.conds = append(w.conds, cond)
	w.Args = append(w.Args, args...)
}

// SQL is the conditions, joined.
func (w Where) SQL() string { return strings.Join(w.conds, " AND ") }

// Clone is a copy to which more can be added.
func (w Where) Clone() Where { return Where{slices.Clone(w.conds), slices.Clone(w.Args)} }

// Where turns a filter into conditions on what the view may see.
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
		w.Add("a.sport IN (SELECT value FROM json_each(?))", jsonList(f.Sports))
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

// MoreGear is the condition on activities a that the index activities_more_gear
// holds: that they name further gear.
const MoreGear = `instr(a.words, '"more_gear":')>0`

// Starts are the first and the last start, in ms since 1970, that an activity
// of some days can have: a start bounds an index and lies within a day of the
// local day.
func Starts(days training.DayRange) (first, last int64) {
	const dayMS = 86_400_000
	return (int64(days.From) - 1) * dayMS, (int64(days.To) + 2) * dayMS
}

// listingByHand is the source of activities that were typed in.
const listingByHand = "manual"

func (v ListingView) whereText(w *Where, f Filter) {
	for _, word := range strings.Fields(Words(f.Text)) {
		if v.Notes {
			w.Add("(instr(a.title_words, ?)>0 OR instr(a.note_words, ?)>0)", word, word)
		} else {
			w.Add("instr(a.title_words, ?)>0", word)
		}
	}
	for _, tag := range f.Tags {
		w.Add("EXISTS (SELECT 1 FROM json_each(a.tags) t WHERE t.value=? COLLATE NOCASE)", tag)
	}
	switch f.Source {
	case "":
	case listingByHand: // no recording names a source
		w.Add("a.sources='null'")
	default:
		w.Add(`EXISTS (SELECT 1 FROM links l JOIN recordings r ON r.athlete=l.athlete AND r.id=l.Recording
			WHERE l.athlete=a.athlete AND l.activity=a.id AND r.source=? AND r.removed=0 AND r.audience&?<>0)`, f.Source, v.Bit)
	}
}

// whereChannels asks for what the view may see, of derived activities less
// what says nothing; of those that were typed in it is what is known of them.
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

// CheckMetric refuses metrics without a column; their names go into the query.
func CheckMetric(m training.Metric) error {
	if slices.Contains(MetricColumns(), m) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Activities cannot be sorted or bounded by %q.", m).
		WithFix("The metrics are %s.", strings.TrimPrefix(MetricList(MetricColumns(), ", "), ", "))
}

// jsonList is a list as one argument, so that a query's text does not depend on its length.
func jsonList[T ~string](list []T) string {
	b, _ := json.Marshal(list) // texts always encode
	return string(b)
}
