package plan

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Finding is a reason why planned training may be too much. The limits mark what is unusual; they are no
// medical limits.
type Finding struct {
	Name string // ramp, monotony, hard_days, long_run, red_flag, during_break, after_break or before_race
	// Week is the first day of the week that it is about, and Day the day, if it is about a single one.
	Week, Day training.Day
	Value     float64
	Why       i18n.Sentence
	// Rule is said once, after the findings that share it.
	Rule i18n.Sentence
}

// These are the limits of the gate. A limit without a source is custom.
const (
	gateHistory = 84 // days of activities that are read
	RunHistory  = 30 // days whose longest run counts (Frandsen 2025)
	RunGrowth   = 1.1
	leastRuns   = 3 // runs in these days; with fewer, nothing can be compared (custom)
	leastRunKm  = 1.0
	leastRunS   = 360
	hardInARow  = 3    // custom
	hardRate    = 75.0 // TSS an hour: an intensity of 0.87
	usualRate   = 50.0 // for a session without a load
	breakDays   = 14   // without an activity
	leastDone   = 8    // activities in the four weeks before a break; with fewer, no usual week is known
	lightWeekS  = 7200 // a week that is not too much after any break
	leastUsualS = 3600 // seconds of training in a usual week; with less, there is nothing to return to
	breakShare  = 0.6  // of the usual week, in the first week after a break
	maxFindings = 12
	// unknownGrowth applies instead of RunGrowth if no run is recorded.
	unknownGrowth = 1.3
	mostMonotony  = 10
)

// hardTypes returns the types of sessions that are hard.
func hardTypes() []Type {
	return []Type{Quality, Tempo, Intervals, RaceDay, TuneupRace, "threshold", "vo2max", "hills", "sprint", "test"}
}

var hardName = regexp.MustCompile(`(?i)interval|threshold|tempo|vo2|sprint|hill repeats|over-?unders?|间歇|阈值|冲刺`)

// bout is a session as the gate sees it, planned or done.
type bout struct {
	day              training.Day
	sport            training.Sport
	seconds, km, tss float64
	hard, long       bool
	race, key, done  bool   // a key race has the priority A or B
	plan             string // id of its training plan
}

func boutOf(e *calendar.Event, kind Type) bout {
	f := e.Figures()
	b := bout{
		day: e.Days.From, sport: e.Sport, seconds: f.DurationS, km: f.DistanceKm,
		tss: cmp.Or(f.Load, usualRate*f.DurationS/3600), race: e.Category.Race(), plan: e.Plan.ID,
		key: e.Category == training.EventRaceA || e.Category == training.EventRaceB,
	}
	b.long = isLong(e.Sport, f.DurationS, kind)
	b.hard = b.race || slices.Contains(hardTypes(), kind) || kind == "" && hardName.MatchString(e.Name) ||
		f.Load > 0 && f.DurationS > 0 && f.Load/f.DurationS*3600 >= hardRate
	return b
}

// Load is the training of the last weeks and the training to come, as the gate sees it.
type Load struct {
	frame  answers.Frame
	done   []bout
	ahead  []bout // from today on, by day
	off    []bout // planned while no training is possible
	away   []calendar.Away
	flags  []bodymap.RedFlag
	begins *fitness.Course // up to today
}

// ReadLoad returns the training of the last weeks, and the sessions of the calendar up to a day for which keeps
// returns true.
func ReadLoad(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, plans *Cache, last training.Day,
	keeps func(*calendar.Event) bool,
) (*Load, error) {
	agenda, err := calendar.Open(ctx, r, s, f, training.DayRange{From: f.Today - gateHistory, To: max(last, f.Today)})
	if err != nil {
		return nil, err
	}
	l := &Load{frame: f, done: doneOf(agenda)}
	if l.flags, err = bodymap.RedFlags(ctx, r, s, f); err != nil {
		return nil, err
	}
	there, err := unpublishedRaces(ctx, r, s, f, plans, agenda.Events())
	if err != nil {
		return nil, err
	}
	there = slices.DeleteFunc(there, func(e calendar.Event) bool { return !keeps(&e) })
	for _, e := range agenda.Events() {
		if _, paired := agenda.Paired(e.ID); !paired && keeps(&e) {
			there = append(there, e)
		}
	}
	l.begins, err = fitness.NewCourses(r, s, f).Course(ctx, training.DayRange{From: f.Today - 2*weekDays, To: f.Today}, nil)
	if err != nil {
		return nil, err
	}
	l = l.With(there, nil)
	return l, Fevered(ctx, r, s, l.away)
}

func byDay(a, b bout) int { return int(a.day - b.day) }

// With returns the load with more events, which need not be in the calendar. types holds the types of sessions
// of training plans, by the ids of their events.
func (l *Load) With(events []calendar.Event, types map[string]Type) *Load {
	out := *l
	out.away, out.ahead, out.off = append(slices.Clone(l.away), calendar.AwayOf(events)...), slices.Clone(l.ahead), slices.Clone(l.off)
	for i := range events {
		e := &events[i]
		if !e.Session() || e.Days.From < l.frame.Today {
			continue
		}
		done := e.Days.From == l.frame.Today && slices.ContainsFunc(l.done, func(b bout) bool {
			return b.day == l.frame.Today && b.sport == e.Sport
		})
		if done {
			continue
		}
		to := &out.ahead
		if off := calendar.AwayOn(out.away, e.Days.From); off != nil && off.RulesOut {
			to = &out.off
		}
		*to = append(*to, boutOf(e, types[e.ExternalID]))
	}
	slices.SortStableFunc(out.ahead, byDay)
	return &out
}

// Types returns the types of the plan's sessions by the external ids of their events.
func (p *Plan) Types(planID string) map[string]Type {
	out := map[string]Type{}
	for s := range p.Sessions {
		out[EventID(planID, s.ID)] = s.Type
	}
	return out
}

// Gate returns the reasons why the training to come may be too much. Every path that plans training calls it:
// saving, editing, creating and publishing a training plan, and planning or moving events.
func (l *Load) Gate() []Finding {
	out := slices.Concat(
		l.stopped(), l.duringBreaks(), l.afterBreaks(), l.beforeRaces(), l.ramps(), l.monotonies(), l.hardDays(), l.longRuns(),
	)
	slices.SortStableFunc(out, func(a, b Finding) int { return int(a.Week - b.Week) })
	return out
}

// NewFindings returns the findings that a write adds or makes worse.
func NewFindings(before, after []Finding) []Finding {
	out := slices.DeleteFunc(slices.Clone(after), func(f Finding) bool {
		return slices.ContainsFunc(before, func(was Finding) bool {
			return was.Name == f.Name && was.Week == f.Week && was.Day == f.Day && f.Value <= was.Value+0.05
		})
	})
	return out[:min(len(out), maxFindings)]
}

// days returns the load of each day from first on, done or planned.
func (l *Load) days(first training.Day) []float64 {
	last := l.frame.Today
	if n := len(l.ahead); n > 0 {
		last = max(last, l.ahead[n-1].day)
	}
	out := make([]float64, last-first+1)
	for _, b := range slices.Concat(l.done, l.ahead) {
		if b.day >= first && !b.race {
			out[b.day-first] += b.tss
		}
	}
	return out
}

// ramps finds weeks in which fitness rises too fast. It needs activities to begin from.
func (l *Load) ramps() (out []Finding) {
	_, now, known := l.begins.At(l.frame.Today)
	if !known || len(l.ahead) == 0 {
		return nil
	}
	ctl := func(d training.Day) float64 { // before today
		if _, state, ok := l.begins.At(d); ok {
			return state.CTL
		}
		return now.CTL
	}
	states := load.Model{Seed: load.Seed{CTL: now.CTL, ATL: now.ATL}}.Series(l.days(l.frame.Today + 1))
	for i := range states {
		d := l.frame.Today + 1 + training.Day(i)
		from := ctl(d - weekDays)
		if i >= weekDays {
			from = states[i-weekDays].CTL
		}
		rise := answers.Round(states[i].CTL-from, 1)
		if rise <= alertRamp {
			continue
		}
		out = worst(out, Finding{Name: "ramp", Week: d.WeekStart(l.frame.Week), Value: rise, Why: i18n.Sentencef(
			"Fitness (CTL) would rise by %g in the 7 days up to %s; more than %g is unusual (custom).", rise, d, alertRamp)})
	}
	return out
}

// worst adds a finding, or replaces that of the same week if it is worse.
func worst(all []Finding, f Finding) []Finding {
	if n := len(all); n > 0 && all[n-1].Week == f.Week {
		if f.Value > all[n-1].Value {
			all[n-1] = f
		}
		return all
	}
	return append(all, f)
}

// monotonies finds weeks in which all days are alike.
func (l *Load) monotonies() (out []Finding) {
	first := l.frame.Today.WeekStart(l.frame.Week)
	days := l.days(first)
	for i := 0; i+weekDays <= len(days); i += weekDays {
		if f, ok := monotony(first+training.Day(i), days[i:i+weekDays]); ok {
			out = append(out, f)
		}
	}
	return out
}

// monotony returns a finding for a week of monotonous load.
func monotony(week training.Day, days []float64) (Finding, bool) {
	sum := 0.0
	for _, tss := range days {
		sum += tss
	}
	if slices.Min(days) == slices.Max(days) && sum >= AlertLoad { // without a spread, there is no monotony to compute
		return Finding{Name: "monotony", Week: week, Value: mostMonotony, Why: i18n.Sentencef(
			"In the week of %s, every day has the same load: no day is easy (Foster 1998).", week)}, true
	}
	m, ok := load.Monotony(days)
	m = answers.Round(m, 2)
	if !ok || m <= AlertMonotony || sum < AlertLoad {
		return Finding{}, false
	}
	return Finding{Name: "monotony", Week: week, Value: m, Why: i18n.Sentencef(
		"In the week of %s, the days are too much alike: monotony %g (Foster 1998), more than %g.", week, m, AlertMonotony)}, true
}

// hardDays finds hard sessions on too many days in a row.
func (l *Load) hardDays() (out []Finding) {
	row, last := 0, training.Day(0)
	for _, b := range slices.Concat(l.done, l.ahead) {
		if !b.hard || row > 0 && b.day == last {
			continue
		}
		if row++; b.day != last+1 {
			row = 1
		}
		if last = b.day; row >= hardInARow && !b.done {
			out = worst(out, Finding{Name: "hard_days", Week: b.day.WeekStart(l.frame.Week), Value: float64(row), Why: i18n.Sentencef(
				"%d hard days in a row up to %s: put an easy day between them (custom).", row, b.day)})
		}
	}
	return out
}

// longRuns finds runs that are much longer than the longest of the 30 days before.
func (l *Load) longRuns() (out []Finding) {
	all, first := slices.Concat(l.done, l.ahead), training.Day(math.MaxInt32)
	growth := RunGrowth
	if !slices.ContainsFunc(l.done, func(b bout) bool { return b.sport == training.Running }) {
		growth = unknownGrowth
	}
	for i, b := range all {
		if b.sport == training.Running && !b.race {
			first = min(first, b.day)
		}
		if b.done || b.race || b.sport != training.Running || b.day < first+weekDays { // the first week has nothing to be compared with
			continue
		}
		share := longer(all[:i], b)
		if share > growth {
			more := math.Round(100 * (share - 1))
			out = worst(out, Finding{Name: "long_run", Week: b.day.WeekStart(l.frame.Week), Value: more, Why: i18n.Sentencef(
				"The run on %s is %g %% longer than the longest of the 30 days before; more than 10 %% goes with more injuries (Frandsen 2025).",
				b.day, more)})
		}
	}
	return out
}

// longer returns how much longer a run is than the longest of the 30 days before it, or 0 if it is not clearly longer or
// nothing is known.
func longer(all []bout, b bout) float64 {
	switch runs, km, seconds := longestRun(all, b.day); {
	case runs < leastRuns:
	case km > 0 && b.km > km+leastRunKm:
		return b.km / km
	case (b.km == 0 || km == 0) && seconds > 0 && b.seconds > seconds+leastRunS:
		return b.seconds / seconds
	}
	return 0
}

// longestRun returns the number of runs in the 30 days before a day, and the longest distance in km and time in s.
func longestRun(all []bout, before training.Day) (runs int, km, seconds float64) {
	for _, b := range all {
		if b.sport == training.Running && b.day >= before-RunHistory && b.day < before {
			runs, km, seconds = runs+1, max(km, b.km), max(seconds, b.seconds)
		}
	}
	return runs, km, seconds
}

// mostSaid is the maximum number of findings in a question.
const mostSaid = 4

// Words returns findings in words. A rule that several of them share is said once, at the end.
func Words(all []Finding) (out []i18n.Sentence) {
	var rules []i18n.Sentence
	for _, f := range all {
		if out = append(out, f.Why); f.Rule != "" && !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return append(out, rules...)
}

// GateSentence returns the findings in words, for the question whether to write anyway.
func GateSentence(all []Finding) i18n.Sentence {
	out := Words(all[:min(len(all), mostSaid)])
	if n := len(all) - mostSaid; n > 0 {
		out = append(out, i18n.Sentencef("There are %d more.", n))
	}
	return i18n.Sentencef("This may be too much training: %s", i18n.InARow(out...))
}
