package fitness

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Streaks holds runs of consecutive days and weeks with an activity. A withheld
// activity counts as an activity of unknown sport.
type Streaks struct {
	Runs

	BySport []SportStreak `json:"by_sport,omitempty"`
}

// Runs are the streaks of one sport, or of all sports.
type Runs struct {
	// A current streak ends on this day or the day before (or in this week or the week
	// before). It may begin before the period. It is absent if the period ended before today.
	CurrentDays  *int `json:"current_days,omitempty"`
	CurrentWeeks *int `json:"current_weeks,omitempty"`
	// These are the longest streaks within a period of more than a week.
	LongestDays  *Streak `json:"longest_days,omitempty"`
	LongestWeeks *Streak `json:"longest_weeks,omitempty"`
}

// Streak is a number of days or weeks, with its last day or the first day of
// its last week.
type Streak struct {
	Count int          `json:"count"`
	Last  training.Day `json:"last"`
}

// SportStreak holds the lengths of one sport's streaks.
type SportStreak struct {
	Sport        training.Sport `json:"sport"`
	CurrentDays  *int           `json:"current_days,omitempty"`
	CurrentWeeks *int           `json:"current_weeks,omitempty"`
	LongestDays  int            `json:"longest_days"`
	LongestWeeks int            `json:"longest_weeks"`
}

// allSports stands for all sports together.
const allSports training.Sport = ""

// streakStep is the number of days that are read first to find the beginning of a
// current streak. mostStreaks is the maximum number of sports with their own streaks.
const (
	streakStep  = 91
	mostStreaks = 3
)

// active holds the days with an activity, by sport and for [allSports], in
// order and without duplicates.
type active struct {
	frame answers.Frame
	days  map[training.Sport][]training.Day
}

// streaks returns the streaks of a period. It follows a current streak back to
// its beginning.
func (d summarised) streaks(ctx context.Context) (*Streaks, error) {
	a := active{frame: d.f, days: map[training.Sport][]training.Day{allSports: nil}}
	a.add(daysOf(d.rows()), d.unseen(d.hidden))
	longest := map[training.Sport]Runs{}
	if d.done.Days() >= rhythmDays && len(a.days[allSports]) > 0 {
		for sport := range a.days {
			longest[sport] = a.longest(sport)
		}
	}
	if d.done.To == d.f.Today {
		from := d.done.From
		for step := training.Day(streakStep); from > d.span.From && a.openBefore(from); step *= 2 {
			earlier := training.DayRange{From: max(d.span.From, from-step), To: from - 1}
			if err := d.readDays(ctx, &a, earlier); err != nil {
				return nil, err
			}
			from = earlier.From
		}
	}
	if len(a.days[allSports]) == 0 || d.done.To != d.f.Today && len(longest) == 0 {
		return nil, nil
	}
	out := &Streaks{Runs: a.view(allSports, longest, d.done)}
	if len(d.c.q.Sports) == 0 && d.done.Days() >= rhythmDays {
		out.BySport = a.bySport(longest, d.done)
	}
	return out, nil
}

// unseen returns the withheld activities that may count. Their sport and gear
// are unknown, so only a question without conditions has any.
func (d summarised) unseen(hidden []training.Withheld) []training.Withheld {
	if d.c.all() {
		return hidden
	}
	return nil
}

// readDays adds the active days of a range that lies before all days read so far.
func (d summarised) readDays(ctx context.Context, a *active, days training.DayRange) error {
	hidden, err := d.r.WithheldActivities(ctx, d.s, days)
	if err != nil {
		return err
	}
	var more map[training.Sport][]training.Day
	if d.c.selected == nil && !slices.ContainsFunc(d.c.q.Sports, training.Discipline.Refined) {
		more, err = d.activeDays(ctx, days)
	} else {
		var inputs []store.LoadInput
		inputs, err = d.r.LoadInputs(ctx, d.s, days)
		more = daysOf(d.c.among(inputs))
	}
	if err == nil {
		a.add(more, d.unseen(hidden))
	}
	return err
}

// activeDays returns the active days of a range by sport, without reading
// activities.
func (d summarised) activeDays(ctx context.Context, days training.DayRange) (map[training.Sport][]training.Day, error) {
	all, err := d.r.ActiveDays(ctx, d.s)
	more := map[training.Sport][]training.Day{}
	for sport, list := range all {
		if training.AnyHas(d.c.q.Sports, sport.Plain()) {
			from, _ := slices.BinarySearch(list, days.From)
			to, _ := slices.BinarySearch(list, days.To+1)
			if from < to {
				more[sport] = slices.Clone(list[from:to])
			}
		}
	}
	return more, err
}

// daysOf returns the days of activities by sport.
func daysOf(all iter.Seq[*store.LoadInput]) map[training.Sport][]training.Day {
	out := map[training.Sport][]training.Day{}
	for in := range all {
		list := out[in.Sport]
		if n := len(list); n == 0 || list[n-1] != in.Day {
			out[in.Sport] = append(list, in.Day)
		}
	}
	return out
}

// add adds days before the existing ones.
func (a *active) add(more map[training.Sport][]training.Day, hidden []training.Withheld) {
	more[allSports] = slices.Concat(slices.Collect(maps.Values(more))...)
	for _, w := range hidden {
		more[allSports] = append(more[allSports], w.Day)
	}
	for sport, list := range more {
		slices.Sort(list)
		a.days[sport] = append(slices.Compact(list), a.days[sport]...)
	}
}

// weeks returns the numbers of the weeks with an activity. This week is 0.
func (a *active) weeks(sport training.Sport) []int {
	var out []int
	for _, d := range a.days[sport] {
		out = append(out, a.week(d))
	}
	return slices.Compact(out)
}

func (a *active) week(d training.Day) int {
	return int(d.WeekStart(a.frame.Week)-a.frame.Today.WeekStart(a.frame.Week)) / 7
}

// openBefore reports whether days before d, which are not read yet, may extend
// a current streak.
func (a *active) openBefore(d training.Day) bool {
	for sport := range a.days {
		weeks, first := a.weeks(sport), 0
		if n := current(weeks, 0); n > 0 {
			first = weeks[len(weeks)-n]
		}
		if a.week(d-1) >= first-1 {
			return true
		}
	}
	return false
}

func (a *active) longest(sport training.Sport) Runs {
	days, day := longestRun(a.days[sport])
	weeks, week := longestRun(a.weeks(sport))
	return Runs{
		LongestDays:  &Streak{days, day},
		LongestWeeks: &Streak{weeks, a.frame.Today.WeekStart(a.frame.Week) + training.Day(7*week)},
	}
}

// view returns a sport's streaks.
func (a *active) view(sport training.Sport, longest map[training.Sport]Runs, done training.DayRange) Runs {
	v := longest[sport]
	if done.To == a.frame.Today {
		days, weeks := current(a.days[sport], a.frame.Today), current(a.weeks(sport), 0)
		v.CurrentDays, v.CurrentWeeks = &days, &weeks
	}
	return v
}

// bySport returns the streaks of the sports with the most days, if there are
// several sports.
func (a *active) bySport(longest map[training.Sport]Runs, done training.DayRange) []SportStreak {
	var sports []training.Sport
	for sport := range longest {
		if sport != allSports && sport != training.Transition {
			sports = append(sports, sport)
		}
	}
	if len(sports) < 2 {
		return nil
	}
	slices.SortFunc(sports, func(x, y training.Sport) int {
		return cmp.Or(len(a.days[y])-len(a.days[x]), strings.Compare(string(x), string(y)))
	})
	var out []SportStreak
	for _, sport := range sports[:min(len(sports), mostStreaks)] {
		r := a.view(sport, longest, done)
		out = append(out, SportStreak{sport, r.CurrentDays, r.CurrentWeeks, r.LongestDays.Count, r.LongestWeeks.Count})
	}
	return out
}

// longestRun returns the length and the last number of the longest run of consecutive
// numbers. If several runs are equally long, it returns the earliest.
func longestRun[T ~int | ~int32](list []T) (n int, last T) {
	run := 0
	for i, x := range list {
		if i > 0 && x != list[i-1]+1 {
			run = 0
		}
		if run++; run > n {
			n, last = run, x
		}
	}
	return n, last
}

// current returns the length of the run that ends with now or with the number before.
func current[T ~int | ~int32](list []T, now T) (n int) {
	for i := len(list) - 1; i >= 0; i-- {
		switch {
		case n == 0 && list[i] < now-1, n > 0 && list[i] != list[i+1]-1:
			return n
		case list[i] <= now:
			n++
		}
	}
	return n
}

// Best is the activity with the highest value of a metric in the period.
type Best struct {
	Most  training.Metric `json:"most"` // its name includes the unit
	Value float64         `json:"value"`
	Sport training.Sport  `json:"sport"`
	training.Refinement
	ID        training.ActivityID `json:"activity_id"`
	Name      string              `json:"name,omitempty"`
	LocalDate training.Day        `json:"local_date"`
}

// longEnoughS is the minimum duration in s of an activity whose averages are compared.
const longEnoughS = 20 * 60

// bestValues are the values by which an activity can be the best: totals, and
// averages of activities that are long enough.
var bestValues = []struct {
	metric  training.Metric
	average bool
	of      func(in *store.LoadInput) float64
}{
	{training.MetricDistanceKM, false, func(in *store.LoadInput) float64 { return in.DistanceM / metresPerKM }},
	{training.MetricDurationS, false, func(in *store.LoadInput) float64 { return in.TimerS }},
	{training.MetricElevationGainM, false, func(in *store.LoadInput) float64 { return in.GainM }},
	{training.MetricAvgSpeedKMH, true, func(in *store.LoadInput) float64 { return in.AvgSpeed * 3.6 }},
	{training.MetricNormalizedPowerW, true, func(in *store.LoadInput) float64 { return in.NP }},
}

// bests returns the bests of a period: totals over all sports, and averages and maxima, which
// compare only within a sport, by sport. If several activities are equal, the earliest counts.
// It skips implausible values.
func bests(ctx context.Context, d summarised) ([]Best, error) {
	type of struct {
		value int
		sport training.Sport
	}
	best, done := map[of]*store.LoadInput{}, map[training.Sport]int{}
	for in := range d.rows() {
		done[in.Sport]++
		for k, v := range bestValues {
			x, at := v.of(in), of{value: k}
			if v.average {
				at.sport = in.Sport
			}
			if x <= 0 || v.average && in.TimerS < longEnoughS || best[at] != nil && x <= v.of(best[at]) {
				continue
			}
			if session := answers.LoadInput(in).Session(); session.Speed() == "" && session.Power() == "" {
				best[at] = in
			}
		}
	}
	sports := slices.SortedFunc(maps.Keys(done), func(a, b training.Sport) int {
		return cmp.Or(cmp.Compare(done[b], done[a]), cmp.Compare(a, b))
	})
	var out []Best
	for k, v := range bestValues {
		for _, sport := range append([]training.Sport{""}, sports...) {
			if in := best[of{k, sport}]; in != nil {
				out = append(out, Best{
					v.metric, answers.Round(v.of(in), answers.Decimals(v.metric)), in.Sport, in.Discipline().Refinement(),
					in.ID, "", in.Day,
				})
			}
		}
	}
	for _, m := range []training.Metric{training.MetricMaxSpeedKMH, training.MetricMaxPowerW} {
		for _, sport := range sports {
			b, err := d.top(ctx, m, sport)
			if err != nil {
				return nil, err
			}
			if b.Value > 0 {
				out = append(out, b)
			}
		}
	}
	return out, nil
}

// top returns the best activity of a sport by a metric that needs no load. If several
// activities are equal, it returns the first.
func (d summarised) top(ctx context.Context, m training.Metric, sport training.Sport) (b Best, err error) {
	f := d.c.q.Only.Filter()
	f.SortBy, f.Days, f.Limit, f.Metrics = m, &d.done, 2, []training.Metric{m}
	for _, asked := range d.c.q.Sports {
		if asked.Sport == "" || asked.Sport == sport {
			asked.Sport = sport
			f.Sports = append(f.Sports, asked)
		}
	}
	if len(f.Sports) == 0 {
		f.Sports = training.Discipline{Sport: sport}.Alone()
	}
	page, err := d.r.Activities(ctx, d.s, f)
	if err != nil || len(page.Rows) == 0 || page.Rows[0].Summary.Values[m] <= 0 {
		return b, err
	}
	if len(page.Rows) > 1 && page.Rows[0].Summary.Values[m] == page.Rows[1].Summary.Values[m] {
		f.Min = training.Values{m: page.Rows[0].Summary.Values[m]}
		f.SortBy, f.Ascending = "", true
		if page, err = d.r.Activities(ctx, d.s, f); err != nil || len(page.Rows) == 0 {
			return b, err
		}
	}
	row := &page.Rows[0]
	return Best{
		m, answers.Round(row.Summary.Values[m], answers.Decimals(m)), row.Sport, row.Discipline().Refinement(), row.ID,
		"", row.LocalDay,
	}, nil
}
