package derive

import (
	"maps"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the kinds of stored primitives. An activity has no row of a kind if
// it lacks the data for it.
const (
	PowerHistogram = "power_histogram" // [DecodeHistogram], 1 W
	WorkHistogram  = "work_histogram"  // [DecodeHistogram], 1 W, see [zones.Work]
	HRHistogram    = "hr_histogram"    // [DecodeHistogram], 1 bpm
	SpeedHistogram = "speed_histogram" // [DecodeHistogram], 1 mm/s; cycling 100 mm/s
	PowerCurve     = "power_curve"     // [DecodeCurve], W
	HRCurve        = "hr_curve"        // [DecodeCurve], bpm
	FatiguedCurve  = "fatigued_curve"  // [Curves.EachFatigued], W after kJ
	NPCurve        = "np_curve"        // [NewCoarseCurves], W
	PaceCurve      = "pace_curve"      // [NewCoarseCurves], cm/s
	Efforts        = "efforts"         // [DecodeEfforts]
	AfterBest      = "after_best"      // [DecodeAfterBest]
	Laps           = "laps"            // [DecodeLaps], the device's laps
	SplitsKM       = "splits_km"       // [DecodeLaps]
	SplitsMile     = "splits_mile"     // [DecodeLaps]
	Climbs         = "climbs"          // [DecodeClimbs]
	ClimbWays      = "climb_ways"      // [DecodeWays], one for each climb
	PowerSource    = "power_source"    // [DecodeSource], if not from a bicycle
	PowerMeter     = "power_meter"     // [DecodeSource], of a bicycle, if the recording identifies the meter
	Intervals      = "intervals"       // [DecodeIntervals]
	Route          = "route"           // [DecodeRoute]
	// GradedPaceCurve and GradedEfforts hold the grade-adjusted values of a
	// run.
	GradedPaceCurve = "graded_pace_curve" // [NewCoarseCurves], cm/s
	GradedEfforts   = "graded_efforts"    // [DecodeEfforts]
	// Report exists for every derived activity; its row contains the hash of the inputs.
	// [DecodeReport] reads it.
	Report = "report"
)

// Kinds returns all kinds of primitives.
func Kinds() []string {
	return []string{
		PowerHistogram, WorkHistogram, HRHistogram, SpeedHistogram, PowerCurve, HRCurve, FatiguedCurve, NPCurve, PaceCurve, Efforts,
		GradedPaceCurve, GradedEfforts, AfterBest,
		Laps, SplitsKM, SplitsMile, Climbs, ClimbWays, PowerSource, PowerMeter, Intervals, Route, Report,
	}
}

func damaged(kind string) error {
	return training.Errorf(training.KindCorrupt, "A stored %s cannot be decoded.", kind).
		WithFix("Run lapkeep verify; derived values are computed again from the recordings.")
}

// formVersion is the version of this package's own rules: which data it stores, and how.
const formVersion = 6

// Version returns the combined version of all rules: when any of them changes,
// everything is recomputed.
func Version() int {
	return stream.RulesetVersion(
		formVersion, stream.Version, glossary.Version(), zones.Version, curve.Version(), summary.LapsVersion(), route.TerrainVersion(),
		power.SourceVersion, stream.PlausibleVersion, efforts.Version, route.Version,
	)
}

// cyclingSpeedBin is the bin width in mm/s of a ride's speed histogram. Other
// sports need finer bins for pace zones, which rides do not have.
const cyclingSpeedBin = 100

// Inputs holds everything from which the primitives of one activity are computed.
type Inputs struct {
	Activity training.Activity
	// Recording is the activity's primary recording; its columns are those of the whole activity.
	Recording *training.Recording
	// PowerFrom is the recording that provides power, or nil if that is the primary one.
	// Its columns are not used.
	PowerFrom *training.Recording
	// Hash identifies the inputs; see [Hash].
	Hash string
}

func (in *Inputs) powerFrom() *training.Recording {
	r := in.Recording
	if in.PowerFrom != nil {
		r = in.PowerFrom
	}
	as := *r
	as.Sport = in.Activity.Sport
	return &as
}

// Single computes an activity that has only one recording, for imports. It does not change r.
func Single(act training.Activity, id training.RecordingID, r *training.Recording) (store.Summary, []store.Primitive) {
	return Compute(Inputs{
		Activity: act, Recording: r,
		Hash: Hash(act, []Link{{Recording: id, Chosen: Present(&r.Columns), ReadVersion: r.ReadVersion}}),
	})
}

// Present returns the channels that have at least one value.
func Present(c *training.Columns) store.ChannelSet {
	var set store.ChannelSet
	for ch := range training.NumChannels {
		if c.Has(ch) {
			set |= store.Channels(ch)
		}
	}
	return set
}

// silent returns the channels that were recorded without real values, such as the zeros
// of a missing power meter.
func silent(v *stream.View) store.ChannelSet {
	var set store.ChannelSet
	for ch := range training.NumChannels {
		if v.Silent[ch] != "" {
			set |= store.Channels(ch)
		}
	}
	return set
}

// Compute derives the summary and the primitives of one activity. Equal inputs result in
// equal bytes.
func Compute(in Inputs) (store.Summary, []store.Primitive) {
	rec := *in.Recording
	rec.Sport, rec.SubSport = in.Activity.Sport, in.Activity.SubSport
	out := newCollector(in)
	if rec.Columns.Len() == 0 {
		return withoutStreams(&rec, out)
	}
	rec = WithWorkOf(&rec, in.PowerFrom)
	v := stream.Of(&rec, stream.Limits{})
	stretches := summary.NewStretches(v)
	sport := summary.SportOf(v)
	res := glossary.Whole(stretches, sport)
	out.histograms(v)
	doubts := out.curves(stretches, sport, sessionOf(&rec, res.Values))
	out.tables(stretches, sport)
	findings := Findings{Missing: res.Missing, Notes: append(res.Notes, doubts...)}
	if gap, ok := v.EnergyGapPct(); ok {
		findings.EnergyGapPct = &gap
	}
	out.add(Report, EncodeReport(findings))
	// The energy burnt is not computed: it is taken from the device or is missing.
	if kcal, ok := rec.DeviceValues[training.MetricCaloriesKcal]; ok && kcal > 0 {
		res.Values = res.Values.Put(training.MetricCaloriesKcal, kcal)
	}
	return store.Summary{
		Values: res.Values, NPWindows: res.NPWindows, HRSeconds: res.HRSeconds,
		Channels: Present(&rec.Columns) &^ silent(v), Version: RulesOf(&rec),
	}, out.primitives
}

// sessionOf returns the values that are checked against human limits.
func sessionOf(rec *training.Recording, v training.Values) stream.Session {
	const metresPerKM = 1000
	return stream.Session{
		Sport: rec.Sport, TimerS: v[training.MetricDurationS], DistanceM: v[training.MetricDistanceKM] * metresPerKM,
		PowerW: v[training.MetricNormalizedPowerW],
	}
}

// withoutStreams returns the values that were entered by hand or computed by
// the device, for an activity without rows.
func withoutStreams(rec *training.Recording, out *collector) (store.Summary, []store.Primitive) {
	values := maps.Clone(rec.DeviceValues)
	if rec.ElapsedS > 0 {
		values = values.Put(training.MetricElapsedTimeS, rec.ElapsedS)
	}
	if rec.TimerS > 0 {
		values = values.Put(training.MetricDurationS, rec.TimerS)
	}
	s := store.Summary{Values: values, Version: RulesOf(rec)}
	if _, ok := values[training.MetricAvgHRBpm]; ok {
		s.HRSeconds = rec.TimerS
	}
	if _, ok := values[training.MetricNormalizedPowerW]; ok {
		s.NPWindows = max(0, int(rec.TimerS)-power.WindowS+1)
	}
	out.add(Report, EncodeReport(Findings{}))
	return s, out.primitives
}

type collector struct {
	in         Inputs
	version    int
	primitives []store.Primitive
}

// newCollector determines the version of the rules once for all primitives.
func newCollector(in Inputs) *collector { return &collector{in: in, version: Version()} }

func (c *collector) add(kind string, data []byte) {
	c.primitives = append(c.primitives, store.Primitive{
		Activity: c.in.Activity.ID, Day: c.in.Activity.LocalDay, Sport: c.in.Activity.Sport,
		Kind: kind, Version: c.version, InputHash: c.in.Hash, Data: data,
	})
}

func (c *collector) histograms(v *stream.View) {
	for _, h := range []struct {
		kind string
		ch   training.Channel
	}{
		{PowerHistogram, training.Power},
		{HRHistogram, training.HeartRate},
		{SpeedHistogram, training.Speed},
	} {
		if !v.Has(h.ch) {
			continue
		}
		hist := zones.Of(v, h.ch)
		if h.ch == training.Speed && c.in.Activity.Sport == training.Cycling {
			hist = hist.Coarse(cyclingSpeedBin)
		}
		if len(hist.Seconds) > 0 {
			c.add(h.kind, EncodeHistogram(hist))
		}
	}
	if work := zones.Work(v); len(work.Seconds) > 0 {
		c.add(WorkHistogram, EncodeHistogram(work))
	}
}

// curves adds the curves from which bests and thresholds are taken, and returns
// notes on values that are left out because they are humanly impossible.
func (c *collector) curves(stretches *summary.Stretches, sport summary.Addition, s stream.Session) (doubts []i18n.Sentence) {
	v := stretches.View()
	watts, why := c.powerCurves(v, s)
	if why != "" {
		doubts = append(doubts, i18n.Sentencef("%s: its power is not used for bests or thresholds.", why))
	}
	bpm, missing := curve.HeartRate(v)
	if missing == "" && len(bpm) > 0 {
		c.add(HRCurve, NewCurves().Encode(bpm))
	}
	if why := s.Speed(); why != "" {
		return append(doubts, i18n.Sentencef("%s: it is not used for loads, bests or thresholds.", why))
	}
	tracks := curve.TracksOf(v)
	efforts := c.distanceCurves(v, tracks, sport)
	if len(watts)+len(bpm)+len(efforts) > 0 {
		c.add(AfterBest, EncodeAfterBest(curve.AfterBestOf(v, tracks, watts, bpm, efforts)))
	}
	if climbs, missing := stretches.Relief().Climbs(); missing == "" {
		c.add(Climbs, EncodeClimbs(climbs))
		c.climbWays(v, climbs)
	}
	return doubts
}

// climbWays adds the tracks of the climbs, by which the same climb is recognised in other
// activities.
func (c *collector) climbWays(v *stream.View, climbs []route.Climb) {
	ways, any := make([][]route.Point, len(climbs)), false
	for i, x := range climbs {
		ways[i] = route.Between(v, x.Span)
		any = any || len(ways[i]) > 0
	}
	if any {
		c.add(ClimbWays, EncodeWays(ways))
	}
}

func (c *collector) tables(stretches *summary.Stretches, sport summary.Addition) {
	v := stretches.View()
	if ls := sport.Laps(summary.LapsIn(stretches)); len(ls) > 0 {
		c.add(Laps, EncodeLaps(ls))
	}
	for _, s := range []struct {
		kind    string
		lengthM float64
	}{{SplitsKM, route.KilometreM}, {SplitsMile, route.MileM}} {
		if ls, missing := summary.SplitsIn(stretches, s.lengthM); missing == "" && len(ls) > 0 {
			c.add(s.kind, EncodeSplits(sport.Splits(ls)))
		}
	}
	c.structure(v)
}

// powerCurves adds every curve that is computed from power. If the power is
// beyond human limits, it returns the reason instead.
func (c *collector) powerCurves(v *stream.View, s stream.Session) (points []curve.Point, doubt i18n.Sentence) {
	watts, first, missing := curve.PowerSeries(v)
	if missing != "" || len(watts) == 0 {
		return nil, ""
	}
	points = curve.PowerOf(watts, first, curve.Grid())
	if doubt = s.Power(); doubt == "" {
		doubt = beyond(points)
	}
	if doubt != "" {
		return points, doubt
	}
	if from := c.in.powerFrom(); c.in.Activity.Sport != training.Cycling {
		c.add(PowerSource, EncodeSource(power.SourceOf(from)))
	} else if meter := power.MeterOf(from); meter != "" {
		c.add(PowerMeter, EncodeSource(meter))
	}
	coarse := NewCoarseCurves()
	c.add(PowerCurve, NewCurves().Encode(points))
	if byLevel := curve.Fatigued(watts, first); len(byLevel) > 0 {
		c.add(FatiguedCurve, coarse.EncodeFatigued(byLevel))
	}
	if points := curve.Normalized(watts, first); len(points) > 0 {
		c.add(NPCurve, coarse.Encode(points))
	}
	return points, ""
}

// beyond returns the reason why a curve is not plausible, or "" if it is.
func beyond(points []curve.Point) i18n.Sentence {
	for _, p := range points {
		if why := stream.Power(p.Value, float64(p.DurationS)); why != "" {
			return why
		}
	}
	return ""
}

// distanceCurves adds the highest speeds and the shortest times, and returns
// the shortest times.
func (c *collector) distanceCurves(v *stream.View, tracks curve.Tracks, sport summary.Addition) []curve.Effort {
	distances := curve.Distances(c.in.Activity.Sport)
	if len(distances) == 0 {
		return nil
	}
	efforts := c.distanceCurvesOf(tracks, distances, Efforts, PaceCurve)
	if g, ok := sport.Graded(); ok {
		c.distanceCurvesOf(tracks.Worth(v, g.RowFactor), distances, GradedEfforts, GradedPaceCurve)
	}
	return efforts
}

func (c *collector) distanceCurvesOf(t curve.Tracks, distances []float64, efforts, speeds string) []curve.Effort {
	found, missing := t.Efforts(distances)
	if missing == "" && len(found) > 0 {
		c.add(efforts, EncodeEfforts(found))
	}
	if points, missing := t.Pace(); missing == "" {
		c.add(speeds, NewCoarseCurves().Encode(points))
	}
	return found
}

// structure adds the work intervals, in absolute watts and speeds, and the
// sketch by which other activities on the same route are recognised.
func (c *collector) structure(v *stream.View) {
	if s, missing := efforts.Of(v); missing == "" {
		c.add(Intervals, EncodeIntervals(&s))
	}
	if s, missing := route.Of(v); missing == "" {
		c.add(Route, EncodeRoute(&s))
	}
}
