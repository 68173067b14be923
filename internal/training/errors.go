package training

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kind classifies a failure. MCP, HTTP and the command line each map kinds to their
// own codes in one place.
type Kind uint8

// These are the kinds of failures.
const (
	KindInternal     Kind = iota // a bug in Lapkeep; its text is not shown to a model
	KindInvalid                  // the caller's input is wrong; the text explains valid input
	KindNotFound                 // this athlete has no such thing, or this audience may not see it
	KindConflict                 // the target changed or exists already
	KindForbidden                // refused by a policy, a setting or the write mode
	KindNeedsConsent             // a person must agree first
	KindUnsupported              // understood, but not supported by Lapkeep
	KindCorrupt                  // stored data or input is damaged
	KindTooLarge                 // above a limit on size, count, ratio, depth or time
	KindUnavailable              // disk full, read-only home, store locked, service down
	KindCanceled                 // the caller cancelled
	KindUnknown                  // written here, but it is not known whether it will be kept
)

var kindNames = [...]string{
	"internal", "invalid", "not_found", "conflict", "forbidden", "needs_consent",
	"unsupported", "corrupt", "too_large", "unavailable", "canceled", "unknown",
}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "internal"
}

// Error describes one failure in two sentences: What happened, and how to Fix it.
// Err is the cause, if there is one; it is meant for logs and is never shown by itself.
type Error struct {
	Kind Kind
	What string
	Fix  string
	Err  error
	// Field is the path of the wrong argument, if any. Want describes valid
	// values without the argument's name, which some callers do not know.
	Field, Want string

	what, fix sentence // untranslated
}

// sentence holds the parts of a text, so that it can be translated.
type sentence struct {
	format string
	args   []any
	text   string
}

func (s sentence) in(text string, say func(format string, args ...any) string) string {
	if s.format == "" || s.text != text { // What or Fix was changed after the sentence had been created
		return text
	}
	return say(s.format, s.args...)
}

// In returns both sentences in the language of say, which formats the operands and
// handles %w like fmt.Errorf.
func (e *Error) In(say func(format string, args ...any) string) (what, fix string) {
	return e.what.in(e.What, say), e.fix.in(e.Fix, say)
}

// Say returns the whole error, with its sentences translated by say.
func (e *Error) Say(say func(format string, args ...any) string) string { return Sentences(e.In(say)) }

func (e *Error) Error() string { return Sentences(e.What, e.Fix) }

// Sentences joins what happened and how to fix it, if fix is not empty. It puts a
// space between the two sentences, unless the first ends with a Chinese full stop.
func Sentences(what, fix string) string {
	if fix == "" || strings.HasSuffix(what, "。") { // a Chinese full stop includes the space
		return what + fix
	}
	return what + " " + fix
}

func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error of the given kind with a sentence about what happened. The
// operand of a %w verb becomes the cause.
func Errorf(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	what := err.Error()
	return &Error{Kind: kind, What: what, Err: errors.Unwrap(err), what: sentence{format, args, what}}
}

// WithFix returns a copy of e with a sentence about how to fix it.
func (e *Error) WithFix(format string, args ...any) *Error {
	c := *e
	c.Fix = fmt.Sprintf(format, args...)
	c.fix = sentence{format, args, c.Fix}
	return &c
}

// Of returns a copy of e for the argument at the given path. Want describes valid
// values without the argument's name.
func (e *Error) Of(path, want string) *Error {
	c := *e
	c.Field, c.Want = path, want
	return &c
}

// KindOf returns the kind of err: that of the first [Error] in its chain, KindCanceled
// for a cancelled or expired context, and otherwise KindInternal.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return KindCanceled
	}
	return KindInternal
}

// UnlessNotFound returns err, or nil if its kind is [KindNotFound].
func UnlessNotFound(err error) error {
	if err != nil && KindOf(err) == KindNotFound {
		return nil
	}
	return err
}

// Goal is an athlete's target for a period: for every week, month or year, or
// for one season.
type Goal struct {
	Name    string      `json:"name,omitempty"`
	Measure GoalMeasure `json:"measure"`
	// Target is the target value, in the unit at the end of the measure's name.
	Target float64    `json:"target"`
	Period GoalPeriod `json:"period"`
	Sport  Discipline `json:"sport,omitzero"` // empty means all
	// From and To are the first and the last day of a season.
	From Day `json:"from,omitzero"`
	To   Day `json:"to,omitzero"`
}

// GoalMeasure is the quantity that a goal sums up.
type GoalMeasure string

// These are the measures of goals.
const (
	GoalDistanceKm     GoalMeasure = "distance_km"
	GoalDurationH      GoalMeasure = "duration_h" // timer time
	GoalElevationGainM GoalMeasure = "elevation_gain_m"
	GoalTSS            GoalMeasure = "tss"
	GoalActivities     GoalMeasure = "activities"
	GoalActiveDays     GoalMeasure = "active_days"
)

// GoalMeasures returns all measures of goals.
func GoalMeasures() []GoalMeasure {
	return []GoalMeasure{GoalDistanceKm, GoalDurationH, GoalElevationGainM, GoalTSS, GoalActivities, GoalActiveDays}
}

// Counts reports whether the measure is a whole number.
func (m GoalMeasure) Counts() bool { return m == GoalActivities || m == GoalActiveDays }

// GoalPeriod is the period of a goal.
type GoalPeriod string

// These are the periods of goals.
const (
	GoalWeek   GoalPeriod = "week"
	GoalMonth  GoalPeriod = "month"
	GoalYear   GoalPeriod = "year"
	GoalSeason GoalPeriod = "season"
)

// GoalPeriods returns all periods of goals.
func GoalPeriods() []GoalPeriod { return []GoalPeriod{GoalWeek, GoalMonth, GoalYear, GoalSeason} }

// MaxGoalTarget is the maximum target, which is more than anyone achieves in two years by
// any measure. MostSeasonDays is the maximum length of a season.
const (
	MaxGoalTarget  = 1e7
	MostSeasonDays = 731
)

// Check returns an error that explains why the goal is invalid, or nil if it is valid.
func (g Goal) Check() error {
	season, days := g.Period == GoalSeason, DayRange{From: g.From, To: g.To}
	switch {
	case !slices.Contains(GoalMeasures(), g.Measure):
		return Errorf(KindInvalid, "A goal needs a measure, and %q is not one.", g.Measure).WithFix("Give one of %v.", GoalMeasures())
	case !slices.Contains(GoalPeriods(), g.Period):
		return Errorf(KindInvalid, "A goal needs a period, and %q is not one.", g.Period).WithFix("Give one of %v.", GoalPeriods())
	case !(g.Target > 0) || g.Target > MaxGoalTarget:
		return Errorf(KindInvalid, "A goal needs a target above 0.").
			WithFix("Give target in the unit of the measure, such as 200 with distance_km.")
	case g.Measure.Counts() && g.Target != math.Trunc(g.Target):
		return Errorf(KindInvalid, "The target %g is not a whole number.", g.Target).WithFix("Give a whole number of %s.", g.Measure)
	case season && (g.From == 0 || g.To == 0):
		return Errorf(KindInvalid, "A season needs its first and its last day.").WithFix("Give from and to.")
	case season && days.Days() == 0:
		return Errorf(KindInvalid, "The season %s ends before it begins.", days).WithFix("Put the earlier date first.")
	case season && days.Days() > MostSeasonDays:
		return Errorf(KindInvalid, "The season %s is longer than %d days.", days, MostSeasonDays).
			WithFix("Give fewer days, or a goal for each year.")
	case !season && (g.From != 0 || g.To != 0):
		return Errorf(KindInvalid, "Only a season has its own dates.").WithFix("Leave from and to out, or give period season.")
	}
	return nil
}

// Digest is a line that somebody wrote about an activity. It replaces the line
// computed from the activity's data.
type Digest struct {
	Line string `json:"line"`
	// By is the author of the line: a model, or the athlete.
	By string `json:"by"`
}

// DigestTag is the purpose of an activity.
type DigestTag string

// These are the tags. The rules for choosing them are in answers/digest.
const (
	DigestEasy        DigestTag = "easy"
	DigestRecovery    DigestTag = "recovery"
	DigestLong        DigestTag = "long"
	DigestLongWorkout DigestTag = "long-workout"
	DigestWorkout     DigestTag = "workout"
	DigestProgression DigestTag = "progression"
	DigestRace        DigestTag = "race"
	DigestShakeout    DigestTag = "shakeout"
)

// DigestTags returns all tags of digests.
func DigestTags() []DigestTag {
	return []DigestTag{
		DigestEasy, DigestRecovery, DigestLong, DigestLongWorkout, DigestWorkout, DigestProgression, DigestRace, DigestShakeout,
	}
}

// MaxDigestRunes is the maximum length of a line.
const MaxDigestRunes = 240

// Tag returns the known tag that the line ends with, or "".
func (d Digest) Tag() DigestTag {
	at := strings.LastIndexByte(d.Line, '[')
	tag, ok := strings.CutSuffix(d.Line[at+1:], "]")
	if at < 0 || !ok || !slices.Contains(DigestTags(), DigestTag(tag)) {
		return ""
	}
	return DigestTag(tag)
}

// Check returns an error unless the digest is a single line of numbers and words that
// ends with a known tag.
func (d Digest) Check() error {
	switch {
	case strings.TrimSpace(d.Line) == "":
		return Errorf(KindInvalid, "A digest needs one line of text.").WithFix("Describe what was done in one line.")
	case strings.ContainsAny(d.Line, "\n\r"):
		return Errorf(KindInvalid, "A digest must be one line, and this one has several.").WithFix("Separate its parts with \" | \".")
	case len([]rune(d.Line)) > MaxDigestRunes:
		return Errorf(KindInvalid, "A digest may have at most %d characters, and this one has %d.", MaxDigestRunes, len([]rune(d.Line))).
			WithFix("Leave out the least important ones.")
	case strings.Count(d.Line, "[") != 1 || d.Tag() == "":
		return Errorf(KindInvalid, "A digest must end with one tag in brackets, and this one does not end with a known tag.").
			WithFix("End it with one of [%s].", strings.Join(Texts(DigestTags()), "], ["))
	}
	return nil
}

// Drawn holds the intervals of an activity that the athlete drew and named on a service,
// with the service's values for each. Zero or empty means unknown.
type Drawn struct {
	Ref    string `json:"ref"`    // "intervals:i55"
	Source string `json:"source"` // "intervals"
	Day    Day    `json:"date"`
	// Version changes when the service is known to have changed the intervals.
	Version string `json:"version"`
	// Found is set if the service detected the intervals and nobody drew them.
	Found     bool            `json:"found,omitempty"`
	Intervals []DrawnInterval `json:"intervals"`
	Groups    []DrawnGroup    `json:"groups,omitempty"`
}

// DrawnGroup summarises intervals that belong together by their sums, means and maxima.
type DrawnGroup struct {
	Count int `json:"count"`
	DrawnInterval
}

// DrawnInterval is one interval. The stretches between drawn intervals are rests.
type DrawnInterval struct {
	Name  string `json:"name,omitempty"`
	Group string `json:"group,omitempty"` // the service's own label for intervals that belong together
	Rest  bool   `json:"rest,omitempty"`
	// StartS and EndS are seconds on the activity's clock; EndS is exclusive.
	StartS  float64 `json:"start_s"`
	EndS    float64 `json:"end_s"`
	MovingS float64 `json:"moving_time_s,omitempty"`

	DistanceM        float64 `json:"distance_m,omitempty"`
	AvgPowerW        float64 `json:"avg_power_w,omitempty"`
	MaxPowerW        float64 `json:"max_power_w,omitempty"`
	NormalizedPowerW float64 `json:"normalized_power_w,omitempty"`
	Intensity        float64 `json:"intensity_factor,omitempty"`
	Load             float64 `json:"load,omitempty"`
	AvgHRBpm         float64 `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm         float64 `json:"max_hr_bpm,omitempty"`
	CadenceRPM       float64 `json:"avg_cadence_rpm,omitempty"`
	SpeedMPS         float64 `json:"avg_speed_mps,omitempty"`
	ClimbM           float64 `json:"elevation_gain_m,omitempty"`
	Zone             int     `json:"zone,omitempty"`
	// More holds other values from the service. Their names include the unit.
	More map[string]float64 `json:"more,omitempty"`
}

// Texts converts words or sentences to plain strings for storage; it returns nil if
// there are none.
func Texts[T ~string](words []T) (out []string) {
	for _, w := range words {
		out = append(out, string(w))
	}
	return out
}
