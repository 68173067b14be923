package curve

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Confidence is the reliability of an estimate. Each estimator documents its rules.
type Confidence string

// These are the levels of confidence.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// lowered returns the next lower level.
func (c Confidence) lowered() Confidence {
	if c == High {
		return Medium
	}
	return Low
}

// ThresholdEffort is a best effort on which an estimate is based.
type ThresholdEffort struct {
	Activity  training.ActivityID
	Day       training.Day
	DurationS float64
	Value     float64 // W, bpm or m/s
	DistanceM float64 // 0 for efforts over a duration
	// StartS is the effort's start in the activity in s. It is valid only if Placed is set.
	StartS float64
	Placed bool
	// HeartShare is the mean heart rate as a fraction of the known maximum; 0 means
	// unknown.
	HeartShare float64
	Race       bool // the athlete marked the activity as a race
}

// Estimate is an estimated threshold.
type Estimate struct {
	Key        training.ThresholdKey
	Value      float64 // in the unit of Key
	Method     string
	Confidence Confidence
	Evidence   []ThresholdEffort
	// Notes explain why the confidence was raised or lowered.
	Notes []i18n.Sentence
	// Advice explains how to confirm the estimate.
	Advice i18n.Sentence
}

// note adds a reason, and lowers the confidence if lower is set.
func (e *Estimate) note(lower bool, why i18n.Sentence) {
	if lower {
		e.Confidence = e.Confidence.lowered()
	}
	e.Notes = append(e.Notes, why)
}

// fewActivities is the number of activities in a window below which an estimate is
// trusted less.
const fewActivities = 3

func (e *Estimate) judgeCount(n int) {
	if n < fewActivities {
		e.note(true, "Fewer than three activities have the data that this estimate needs.")
	}
}

// judge lowers the confidence to the level that the efforts allow.
func (e *Estimate) judge(in Input) {
	if in.Most != "" && in.Most.rank() < e.Confidence.rank() {
		e.Confidence = in.Most
		e.note(false, "No heart rate near a known maximum shows that the efforts were maximal.")
	}
	e.judgeCount(in.Activities)
}

func (c Confidence) rank() int { return slices.Index([]Confidence{Low, Medium, High}, c) }

// Least returns the lower of two levels.
func (c Confidence) Least(d Confidence) Confidence {
	if d.rank() < c.rank() {
		return d
	}
	return c
}

// Input holds one sport's bests over the window. Each list has one best per duration or
// distance over all activities of the window, with the activity in which it was achieved.
type Input struct {
	Sport      training.Sport
	Power      []ThresholdEffort // best mean power by duration
	HR         []ThresholdEffort // best mean heart rate by duration
	FieldTests []FieldTest
	Pace       []ThresholdEffort // best times over distances, Value is the speed
	Activities int               // number of activities in the window that have the channel
	Most       Confidence        // the highest possible confidence; empty means High
}

// at returns the effort of exactly the given duration, or false if there is none.
func at(efforts []ThresholdEffort, durationS float64) (ThresholdEffort, bool) {
	i := slices.IndexFunc(efforts, func(e ThresholdEffort) bool { return e.DurationS == durationS && e.Value > 0 })
	if i < 0 {
		return ThresholdEffort{}, false
	}
	return efforts[i], true
}

// between returns the efforts with durations between the given bounds, sorted by duration.
func between(efforts []ThresholdEffort, least, most float64) []ThresholdEffort {
	var out []ThresholdEffort
	for _, e := range efforts {
		if e.Value > 0 && e.DurationS >= least && e.DurationS <= most {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b ThresholdEffort) int { return cmp.Compare(a.DurationS, b.DurationS) })
	return out
}

// FTPVersion is the version of the rule in [FTP].
const FTPVersion = 3

// These fractions of shorter bests correspond to the power for an hour. Critical power is
// a few percent above the power that can be held for an hour.
const (
	share20Min = 0.95
	shareCP    = 0.95
)

// These are the differences between an estimate and its cross-check above which the
// confidence is lowered.
const (
	closeShare = 0.05
	farShare   = 0.10
)

// FTP estimates functional threshold power from maximal efforts, or returns the reason why
// it cannot. It uses 95 % of the best 20 minutes, or the best hour if that is higher. If it
// has neither, it uses the hour power implied by one effort of 20 to 60 minutes, or else 95
// % of critical power, or else the hour power implied by one effort of 3 minutes or more.
//
// The confidence is high for a best hour, or if 95 % of critical power is within 5 %. It
// is medium if that is within 10 %, if there are too few efforts for a cross-check, or if
// one effort of 20 to 60 minutes was used. Otherwise it is low. It is never above
// in.Most, and one level lower with fewer than three activities.
func FTP(in Input) (Estimate, i18n.Sentence) {
	fit, noFit := CriticalPower(in)
	best20, has20 := at(in.Power, 1200)
	best60, has60 := at(in.Power, hourS)
	long, hourW, hasLong := oneEffort(between(in.Power, 1200, hourS))
	e := Estimate{
		Key:    training.KeyFTP,
		Advice: "Confirm it with a 20-minute test, all out after a thorough warm-up: use 95 % of its average power.",
	}
	switch {
	case has60 && (!has20 || best60.Value >= share20Min*best20.Value):
		e.Value, e.Method, e.Confidence = best60.Value, "best_60min", High
		e.Evidence = []ThresholdEffort{best60}
	case has20:
		e.Value, e.Method, e.Evidence = share20Min*best20.Value, "best_20min_x0.95", []ThresholdEffort{best20}
		e.crossCheck(fit, noFit)
	case hasLong:
		e.oneEffort(long, hourW)
	case noFit == "":
		e.Value, e.Method, e.Confidence = shareCP*fit.CPW, "cp_x0.95", Low
		e.Evidence = fit.Points
		e.note(false, "No ride has a 20-minute best; this is derived from shorter efforts.")
	default:
		best, hourW, ok := oneEffort(in.Power)
		if !ok {
			return Estimate{}, i18n.Sentencef("no best power of 3 minutes or longer, and %s", noFit)
		}
		e.oneEffort(best, hourW)
	}
	e.judge(in)
	return e, ""
}

// oneEffort sets the estimate to the hour power implied by one effort. An effort of
// 20 minutes or more is close enough to an hour for medium confidence.
func (e *Estimate) oneEffort(best ThresholdEffort, hourW float64) {
	e.Value, e.Method, e.Confidence, e.Evidence = hourW, "one_effort_eftp", Low, []ThresholdEffort{best}
	if best.DurationS >= nearPaceS {
		e.Confidence = Medium
	}
	e.note(false, "One effort, assumed to be maximal, suggests it; a longer one is more reliable.")
}

// oneEffort returns the effort that implies the highest power for an hour, and
// that power.
func oneEffort(power []ThresholdEffort) (best ThresholdEffort, hourW float64, ok bool) {
	efforts := make([]PowerModelEffort, len(power))
	for i, e := range power {
		efforts[i] = PowerModelEffort{DurationS: e.DurationS, PowerW: e.Value}
	}
	hourW, from, ok := OneEffort(efforts)
	if !ok {
		return ThresholdEffort{}, 0, false
	}
	best, _ = at(power, from.DurationS)
	return best, hourW, true
}

// crossCheck compares an estimate with critical power.
func (e *Estimate) crossCheck(fit CPFit, noFit i18n.Sentence) {
	if noFit != "" {
		e.Confidence = Medium
		if noFit == notMaximal {
			e.Confidence = Low
		}
		e.note(false, i18n.Sentencef("No cross-check by critical power: %s.", noFit))
		return
	}
	check := shareCP * fit.CPW
	d := apart(check, e.Value)
	switch {
	case d <= closeShare:
		e.Confidence = High
	case d <= farShare:
		e.Confidence = Medium
	default:
		e.Confidence = Low
	}
	e.note(false, i18n.Sentencef("95 %% of critical power from the same days is %.0f W, which differs by %.0f %%.", check, d*100))
}

// ThresholdPaceVersion is the version of the rule in [Pace].
const ThresholdPaceVersion = 3

const (
	hourS = 3600
	// riegel is the exponent of time over distance (Riegel 1981).
	riegel = 1.06
	// minPaceS and maxPaceS are the shortest and longest durations in s of efforts that
	// indicate the speed for an hour.
	minPaceS, maxPaceS = 480, 2 * hourS
	// nearPaceS is the duration in s of the shortest effort that predicts the speed for
	// an hour with little error.
	nearPaceS = 20 * 60
)

// Pace estimates threshold speed, or returns the reason why it cannot. For running, it is
// the speed for an hour by Riegel's formula, from the best efforts of 8 minutes to 2
// hours, preferring those of 20 minutes or more. For swimming, it is critical swim speed
// from the best 200 and 400 m, or the speed of a faster effort of 20 minutes or more.
//
// The confidence is high for an effort of 40 to 80 minutes, or if an effort in another
// activity is within 3 %. It is medium for an effort of 20 minutes or more, and otherwise
// low. It is one level lower with fewer than three activities.
func Pace(in Input) (Estimate, i18n.Sentence) {
	if in.Sport == training.Swimming {
		return criticalSwim(in)
	}
	e := Estimate{
		Key:    training.KeyThresholdPace,
		Advice: "Confirm it with 30 minutes alone on flat ground at the hardest even pace that you can hold: use the average speed.",
	}
	efforts := between(in.Pace, nearPaceS, maxPaceS)
	e.Confidence = Medium
	if len(efforts) == 0 {
		efforts, e.Confidence = between(in.Pace, minPaceS, nearPaceS), Low
	}
	if len(efforts) == 0 {
		return Estimate{}, "no best effort over a distance between 8 minutes and 2 hours"
	}
	best := efforts[0]
	for _, f := range efforts[1:] {
		if hourSpeed(f) > hourSpeed(best) {
			best = f
		}
	}
	e.Value, e.Method, e.Evidence = hourSpeed(best), "best_effort_riegel_60min", []ThresholdEffort{best}
	if best.DurationS >= 40*60 && best.DurationS <= 80*60 {
		e.Confidence = High
	}
	e.confirm(best, efforts)
	e.judge(in)
	return e, ""
}

// hourSpeed returns the speed for an hour that Riegel's formula predicts from an effort.
func hourSpeed(e ThresholdEffort) float64 {
	return e.Value * math.Pow(hourS/e.DurationS, 1/riegel-1)
}

// agreeShare is the maximum relative difference at which two efforts confirm each other.
const agreeShare = 0.03

func (e *Estimate) confirm(best ThresholdEffort, efforts []ThresholdEffort) {
	for _, f := range efforts {
		if f.Activity == best.Activity || apart(hourSpeed(f), e.Value) > agreeShare {
			continue
		}
		e.Evidence = append(e.Evidence, f)
		if e.Confidence == Medium {
			e.Confidence = High
		}
		e.note(false, i18n.Sentencef("Another activity's effort over %s confirms it.",
			i18n.Measured("%.0f ", f.DistanceM, i18n.MetresOfWay())))
		return
	}
}

// criticalSwim returns the critical swim speed: the slope of distance over time
// over 200 and 400 m.
func criticalSwim(in Input) (Estimate, i18n.Sentence) {
	var points []ThresholdEffort
	var x, y []float64
	for _, d := range []float64{200, 400} {
		for _, f := range in.Pace {
			if f.DistanceM == d && f.DurationS > 0 {
				points, x, y = append(points, f), append(x, f.DurationS), append(y, d)
			}
		}
	}
	if len(points) != 2 {
		return Estimate{}, "no best efforts over the two distances of a CSS test"
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope <= 0 || l.Intercept < 0 {
		return Estimate{}, "the best efforts over 200 and 400 m do not look maximal"
	}
	e := Estimate{
		Key: training.KeyThresholdPace, Value: l.Slope, Method: "css_200_400", Confidence: Medium, Evidence: points,
		Advice: "Confirm it with a test: 400 m and 200 m all out, with full rest between them.",
	}
	for _, f := range between(in.Pace, nearPaceS, math.Inf(1)) {
		if f.Value > e.Value {
			e.Value, e.Method, e.Evidence = f.Value, "css_swum", append(points, f)
		}
	}
	if e.Value > l.Slope {
		e.note(false, i18n.Sentencef("%s were swum faster than the 200 and 400 m times predict, so that pace is the estimate.",
			i18n.Measured("%.0f ", e.Evidence[2].DistanceM, i18n.MetresOfWay())))
	}
	e.judge(in)
	return e, ""
}
