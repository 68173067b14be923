package generate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/generate"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// drawn returns a wish of any kind that can be made.
func drawn(r *rand.Rand) generate.Wish {
	pick := func(low, high int) int { return low + r.IntN(high-low+1) }
	goals := generate.Goals()
	w := generate.Wish{
		Goal: goals[r.IntN(len(goals))], Start: training.NewDay(2026, 1, 1) + training.Day(r.IntN(700)),
		CTL: float64(r.IntN(121)), Ramp: float64(pick(3, 8)), LongestMin: map[training.Sport]float64{},
	}
	if r.IntN(4) == 0 {
		w.CTL = 0
	}
	for _, d := range r.Perm(7)[:r.IntN(4)] {
		w.Off = append(w.Off, time.Weekday(d))
	}
	w.Days = pick(2, 7-len(w.Off))
	w.Hours = float64(pick(2*w.Days, 60)) / 4
	if r.IntN(3) == 0 {
		w.Level = generate.Levels()[r.IntN(3)]
	}
	for _, s := range []training.Sport{training.Running, training.Cycling, training.Swimming} {
		w.LongestMin[s] = float64(r.IntN(150))
	}
	for range r.IntN(3) {
		w.Races = append(w.Races, w.Start+training.Day(r.IntN(250)))
	}
	switch w.Goal {
	case "build", "base", "return":
		w.Sport, w.Weeks = generate.Sports()[r.IntN(4)], pick(2, 40)
	default:
		w.Race = w.Start + training.Day(pick(7, 250))
		w.RaceKm = map[string]float64{"trail": float64(pick(15, 160)), "gran_fondo": float64(pick(60, 300)), "open_water": float64(pick(1,
			25))}[w.Goal]
	}
	return w
}

// TestGeneratedPlansKeepTheRules checks every rule that a plan states on plans of all kinds.
// LAPKEEP_PLANS sets the number of plans.
func TestGeneratedPlansKeepTheRules(t *testing.T) {
	t.Parallel()
	n := 300
	if said := os.Getenv("LAPKEEP_PLANS"); said != "" {
		n, _ = strconv.Atoi(said)
	}
	failed := map[string]int{}
	for i := range n {
		w := drawn(rand.New(rand.NewPCG(42, uint64(i))))
		made, err := generate.Make(w)
		if w.Race != 0 && w.Race.WeekStart(time.Monday) == w.Start.WeekStart(time.Monday) {
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", w, err)
		}
		for _, broken := range broken(&w, made) {
			rule, _, _ := cut(broken)
			if failed[rule]++; failed[rule] <= 12 {
				t.Errorf("plan %d, %s, %d days, %g h, CTL %g, off %v, race on %s: %s", i, w.Goal, w.Days, w.Hours, w.CTL, w.Off,
					w.Race.Weekday(), broken)
			}
		}
	}
	if len(failed) > 0 {
		t.Errorf("of %d plans: %v", n, failed)
	}
}

func cut(s string) (string, string, bool) {
	for i, r := range s {
		if r == ':' {
			return s[:i], s[i:], true
		}
	}
	return s, "", false
}

// checker holds a plan as a list of days, read from its text.
type checker struct {
	w        *generate.Wish
	plan     plan.Plan
	sessions []*plan.Session // without the race
	told     []string
}

// broken returns the rules that a plan breaks.
func broken(w *generate.Wish, made *generate.Made) []string {
	c := checker{w: w}
	var problems []plan.Problem
	if c.plan, problems = plan.Parse(made.Text); len(problems) > 0 {
		c.tell("text", "%v", problems[0])
	}
	for s := range c.plan.Sessions {
		if s.Type != plan.RaceDay {
			c.sessions = append(c.sessions, s)
		} else if s.Day != w.Race {
			c.tell("race", "on %s", s.Day)
		}
	}
	slices.SortStableFunc(c.sessions, func(a, b *plan.Session) int { return int(a.Day - b.Day) })
	if !slices.Equal(c.plan.Off, slices.Compact(slices.Sorted(slices.Values(w.Off)))) {
		c.tell("days off", "%v, not %v", c.plan.Off, w.Off)
	}
	lighter := false
	for i := range c.plan.Weeks {
		lighter = lighter || i > 0 && strings.HasPrefix(c.plan.Weeks[i].Focus, "Recovery") &&
			c.plan.Total(&c.plan.Weeks[i]).DurationS < c.plan.Total(&c.plan.Weeks[i-1]).DurationS
	}
	if strings.Contains(made.Text, "Every fourth week") != lighter {
		c.tell("words", "a recovery week is promised: %v", !lighter)
	}
	if strings.Contains(made.Text, "shorter race") && w.Race == 0 {
		c.tell("words", "a plan without a race names one")
	}
	c.days()
	c.ramp()
	c.lengths()
	c.steps()
	c.apart()
	c.intensity()
	c.recovery()
	c.taper()
	return c.told
}

func (c *checker) tell(rule, format string, args ...any) {
	c.told = append(c.told, rule+": "+fmt.Sprintf(format, args...))
}

// days: only on days that are free, and within the hours and the days of a week.
func (c *checker) days() {
	for i := range c.plan.Weeks {
		k := &c.plan.Weeks[i]
		days, minutes := map[training.Day]bool{}, 0.0
		for _, s := range k.Sessions {
			if s.Type == plan.RaceDay {
				continue
			}
			days[s.Day] = true
			for _, race := range c.w.Races {
				if race != c.w.Race && s.Day <= race && race-s.Day <= 2 {
					c.tell("other race", "a session on %s, and the race is on %s", s.Day, race)
				}
			}
			minutes += s.DurationS / 60
			if slices.Contains(c.w.Off, s.Day.Weekday()) || s.Day < c.w.Start || c.w.Race != 0 && s.Day >= c.w.Race {
				c.tell("days", "a session on %s, a %s", s.Day, s.Day.Weekday())
			}
			if long(&s) && s.Sport != training.Running && !c.weekend(s.Day) &&
				(!slices.Contains(c.w.Off, time.Sunday) || !slices.Contains(c.w.Off, time.Saturday)) {
				c.tell("long day", "%s", s.Day.Weekday())
			}
		}
		if len(days) > c.w.Days || minutes > 60*c.w.Hours+0.5 {
			c.tell("hours", "week %d has %d days and %g min", k.Number, len(days), minutes)
		}
	}
}

func (*checker) weekend(d training.Day) bool {
	return d.Weekday() == time.Sunday || d.Weekday() == time.Saturday
}

func long(s *plan.Session) bool { return s.Type == plan.Long || s.Type == plan.LongRun }

func hard(s *plan.Session) bool { return long(s) || s.Type == plan.Intervals || s.Type == "strides" }

// ramp: the load of days and weeks.
func (c *checker) ramp() {
	daily := make([]float64, 7*len(c.plan.Weeks))
	for _, s := range c.sessions {
		daily[s.Day-c.plan.Weeks[0].Start] += s.Load
	}
	states := load.Model{Seed: load.Seed{CTL: c.w.CTL}}.Series(daily)
	for i := 7; i < len(states); i++ {
		if rise := states[i].CTL - states[i-7].CTL; rise > c.w.Ramp+1e-9 {
			c.tell("ramp", "%g in the 7 days to day %d", rise, i)
			break
		}
	}
	heaviest := 7 * max(c.w.CTL, 20)
	for i := 0; i+7 <= len(daily); i += 7 {
		sum := 0.0
		for _, l := range daily[i : i+7] {
			sum += l
		}
		if sum > 1.1*heaviest+1 {
			c.tell("growth", "week %d has %g after %g", i/7+1, sum, heaviest)
		}
		heaviest = max(heaviest, sum)
		if m, ok := load.Monotony(daily[i : i+7]); ok && m > 2 && sum >= 150 {
			c.tell("monotony", "week %d has %.2f", i/7+1, m)
		}
	}
}

// lengths: nothing that no coach would write.
func (c *checker) lengths() {
	longest := map[training.Sport][2]float64{ // of easy and of long ones
		training.Running: {80, 240}, training.Cycling: {150, 300}, training.Swimming: {60, 120},
	}
	for _, s := range c.sessions {
		m, most := s.DurationS/60, longest[s.Sport]
		switch {
		case m < 15 || m < 20 && s.Type != "brick":
			c.tell("short", "%s of %g min", s.Type, m)
		case s.Type == plan.Easy && m > most[0], m > most[1], s.Type == plan.Intervals && m > 120:
			c.tell("length", "%s %s of %g min", s.Sport, s.Type, m)
		case s.Load <= 0 || s.Load > m/60*120:
			c.tell("load", "%s of %g min has %g", s.Name, m, s.Load)
		}
	}
	for i := range c.plan.Weeks {
		for _, a := range c.plan.Weeks[i].Sessions {
			for _, b := range c.plan.Weeks[i].Sessions {
				if a.Type == plan.Easy && long(&b) && a.Sport == b.Sport && a.DurationS > b.DurationS {
					c.tell("longer than long", "week %d: %g and %g min", i+1, a.DurationS/60, b.DurationS/60)
				}
			}
		}
	}
}

// steps: no run more than a tenth over the longest of 30 days, no ride or swim more than a fifth.
func (c *checker) steps() {
	for i, s := range c.sessions {
		floor := map[training.Sport]float64{training.Running: 25, training.Cycling: 45, training.Swimming: 25}[s.Sport]
		longest := 0.0
		if s.Day-c.w.Start < 30 {
			longest = c.w.LongestMin[s.Sport]
		}
		for _, b := range c.sessions[:i] {
			if b.Sport == s.Sport && b.Day < s.Day && s.Day-b.Day <= 30 {
				longest = max(longest, b.DurationS/60)
			}
		}
		step := 1.2
		if s.Sport == training.Running {
			step = 1.1
		}
		if m := s.DurationS / 60; m > step*max(longest, floor)+0.1 {
			c.tell("progression", "%s of %g min after %g on %s", s.Sport, m, longest, s.Day)
		}
	}
}

// apart: hard and long sessions have an easy day between them, and none is just before the race.
func (c *checker) apart() {
	var last training.Day
	for _, s := range c.sessions {
		if !hard(s) {
			continue
		}
		if last != 0 && s.Day-last == 1 {
			c.tell("adjacent", "%s and %s", last, s.Day)
		}
		last = s.Day
		if to := c.w.Race - s.Day; c.w.Race != 0 && (to <= 2 || to <= 6 && long(s)) {
			c.tell("before race", "%s %d days before", s.Type, to)
		}
	}
}

func (c *checker) hardMinutes(s *plan.Session) float64 {
	day := efforts.Day{Sport: s.Sport, Thresholds: training.Thresholds{FTPW: 200, LTHRBpm: 165, ThresholdMPS: 3}}
	if s.Sport == training.Swimming {
		day.Thresholds.ThresholdMPS = 0.8
	}
	if own := c.w.Speeds[s.Sport]; own > 0 {
		day.Thresholds.ThresholdMPS = own
	}
	if s.Name == "Run and walk" {
		return 0
	}
	return generate.HardMinutes(s.Steps, day)
}

// intensity: a fifth of a week at most is above the first threshold.
func (c *checker) intensity() {
	for i := range c.plan.Weeks {
		k := &c.plan.Weeks[i]
		sum, minutes := 0.0, 0.0
		for j := range k.Sessions {
			sum, minutes = sum+c.hardMinutes(&k.Sessions[j]), minutes+k.Sessions[j].DurationS/60
		}
		most := 0.2
		if k.Phase == "Taper" {
			most = 0.5
		}
		if sum > max(20, most*minutes)+0.5 {
			c.tell("intensity", "week %d, %s: %.0f of %.0f min", k.Number, k.Phase, sum, minutes)
		}
	}
}

func minutesIn(all []*plan.Session, from, to training.Day) float64 {
	sum := 0.0
	for _, s := range all {
		if from <= s.Day && s.Day <= to {
			sum += s.DurationS / 60
		}
	}
	return sum
}

// recovery: a lighter week after three at most.
func (c *checker) recovery() {
	since := 0
	for i := 1; i < len(c.plan.Weeks); i++ {
		a, b := c.plan.Total(&c.plan.Weeks[i-1]).DurationS, c.plan.Total(&c.plan.Weeks[i]).DurationS
		if since++; b < 0.8*a || b <= 60*25*float64(c.w.Days) || c.plan.Weeks[i].Phase == "Taper" {
			since = 0
		}
		if since > 4 {
			c.tell("recovery", "none in the %d weeks to week %d", since, i+1)
			since = 0
		}
	}
}

// taper: less time, with some intensity, in the week before the race.
func (c *checker) taper() {
	if c.w.Race == 0 {
		return
	}
	if last := &c.plan.Weeks[len(c.plan.Weeks)-1]; len(last.Sessions) == 0 || last.Sessions[len(last.Sessions)-1].Type != plan.RaceDay {
		c.tell("race", "none")
	}
	if len(c.plan.Weeks) < 6 {
		return
	}
	usual := 0.0
	for d := c.w.Race - 42; d <= c.w.Race-15; d++ {
		usual = max(usual, minutesIn(c.sessions, d, d+6))
	}
	// Another race takes days, and is hard itself.
	other := slices.ContainsFunc(c.w.Races, func(d training.Day) bool { return d >= c.w.Race-10 && d < c.w.Race+2 })
	last := minutesIn(c.sessions, c.w.Race-7, c.w.Race-1)
	if least := float64(80 + 25*c.w.Days); last > max(0.7*usual, least) || last < 0.15*usual && c.w.Days > 3 && !other {
		c.tell("taper", "%.0f of %.0f min", last, usual)
	}
	before, in := 0.0, 0.0
	for _, s := range c.sessions {
		switch to := c.w.Race - s.Day; {
		case to <= 10:
			in += c.hardMinutes(s)
		case to <= 31:
			before += c.hardMinutes(s)
		}
	}
	if before > 30 && in == 0 && c.w.Days > 2 && !other {
		c.tell("taper intensity", "%g min before, none in the last 10 days", before)
	}
}

// names returns the library sessions of a plan with their counts, and the longest session by sport.
func names(p *plan.Plan) (map[string]int, map[training.Sport]float64) {
	out, longest := map[string]int{}, map[training.Sport]float64{}
	for s := range p.Sessions {
		if s.Type != plan.RaceDay {
			out[s.Name]++
			longest[s.Sport] = max(longest[s.Sport], s.DurationS/60)
		}
	}
	return out, longest
}

// TestPlansDifferInTheSessionsThatMatter names the differences between races.
func TestPlansDifferInTheSessionsThatMatter(t *testing.T) {
	t.Parallel()
	run, ride, swim := training.Running, training.Cycling, training.Swimming
	for _, c := range []struct {
		goal    string
		has     []string
		not     []string
		longest map[training.Sport][2]float64 // of minutes
	}{
		{
			"5k",
			[]string{"Four by four", "Kilometre repeats", "Easy run with strides"},
			[]string{"Marathon pace with floats", "Tempo run"},
			map[training.Sport][2]float64{run: {60, 80}},
		},
		{"half_marathon", []string{"Half-marathon pace blocks", "Tempo run", "Cruise intervals"}, []string{
			"Kilometre repeats",
			"Marathon pace with floats",
		}, map[training.Sport][2]float64{run: {105, 125}}},
		{"marathon", []string{"Marathon pace with floats", "Long run with a marathon finish", "Tempo run"}, []string{
			"Kilometre repeats",
			"Four by four",
		}, map[training.Sport][2]float64{run: {140, 155}}},
		{"half_distance_triathlon", []string{
			"Half-distance race blocks", "Run off the bike", "Open-water changes of pace",
			"Sweet spot blocks",
		}, []string{"Full-distance race blocks"}, map[training.Sport][2]float64{
			run: {90, 110}, ride: {180, 215},
			swim: {40, 80},
		}},
		{
			"full_distance_triathlon",
			[]string{"Full-distance race blocks", "Run off the bike", "Hundreds at critical speed"},
			[]string{"Half-distance race blocks", "Four by four"},
			map[training.Sport][2]float64{run: {110, 125}, ride: {270, 305}, swim: {40, 80}},
		},
		{
			"gran_fondo",
			[]string{"Sweet spot blocks", "Long threshold blocks", "Long ride with a strong finish"},
			[]string{"Criterium bursts", "Run off the bike"},
			map[training.Sport][2]float64{ride: {240, 285}},
		},
	} {
		w := generate.Wish{
			Goal: c.goal, Start: start, Race: start + 160, Days: 6, Hours: 11, CTL: 60,
			LongestMin: map[training.Sport]float64{run: 90, ride: 150, swim: 50},
		}
		if c.goal == "gran_fondo" {
			w.RaceKm = 160.9
		}
		made, err := generate.Make(w)
		if err != nil {
			t.Fatal(err)
		}
		got, longest := names(&made.Plan)
		for _, want := range c.has {
			if got[want] == 0 {
				t.Errorf("%s: no %s in %v", c.goal, want, got)
			}
		}
		for _, no := range c.not {
			if got[no] > 0 {
				t.Errorf("%s: %s", c.goal, no)
			}
		}
		for sport, bounds := range c.longest {
			if longest[sport] < bounds[0] || longest[sport] > bounds[1] {
				t.Errorf("%s: the longest %s has %g min", c.goal, sport, longest[sport])
			}
		}
		if len(c.longest) != len(longest) {
			t.Errorf("%s: %v", c.goal, longest)
		}
	}
}

// TestWhatIsNotPlanned checks that an impossible plan is refused with the possible values.
func TestWhatIsNotPlanned(t *testing.T) {
	t.Parallel()
	sound := generate.Wish{Sport: "running", Start: 20_000, Weeks: 8, Days: 4, Hours: 5, CTL: 30}
	if _, err := generate.Make(sound); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*generate.Wish){
		"sport":      func(w *generate.Wish) { w.Sport = "chess" },
		"goal":       func(w *generate.Wish) { w.Goal = "everest" },
		"other race": func(w *generate.Wish) { w.Goal, w.Race = "criterium", 20_100 },
		"no race":    func(w *generate.Wish) { w.Goal, w.Race = "base", 20_100 },
		"level":      func(w *generate.Wish) { w.Level = "god" },
		"past":       func(w *generate.Wish) { w.Race = 19_000 },
		"weeks":      func(w *generate.Wish) { w.Weeks = 100 },
		"days":       func(w *generate.Wish) { w.Days = 6; w.Off = []time.Weekday{1, 2} },
		"hours":      func(w *generate.Wish) { w.Hours = 1 },
		"ctl":        func(w *generate.Wish) { w.CTL = -1 },
		"not ctl":    func(w *generate.Wish) { w.CTL = math.NaN() },
		"ramp":       func(w *generate.Wish) { w.Ramp = 20 },
		"race":       func(w *generate.Wish) { w.RaceKm = -5 },
	} {
		w := sound
		change(&w)
		if _, err := generate.Make(w); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestTimesAndDistancesAsPeopleWriteThem reads races and goal times.
func TestTimesAndDistancesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		race, time string
		goal       string
		km, want   float64
	}{
		{"marathon", "3:00", "marathon", 42.195, 10800},
		{"Marathon", "sub 3:30", "marathon", 42.195, 12600},
		{"5k", "19:30", "5k", 5, 1170},
		{"10 km", "45", "10k", 10, 2700},
		{"half", "1:30", "half_marathon", 21.0975, 5400},
		{"13.1 mi", "1h 45m", "half_marathon", 13.1 * 1.609344, 6300},
		{"21,1 km", "1:29:59", "half_marathon", 21.1, 5399},
		{"70.3", "5:15", "half_distance_triathlon", 113, 18900},
		{"Ironman", "10:30", "full_distance_triathlon", 226, 37800},
		{"century", "6", "gran_fondo", 160.9344, 21600},
		{"Open water swim", "55:00", "open_water", 3, 3300},
		{"3000 m", "12:30", "5k", 3, 750},
	} {
		w := generate.Wish{Start: 20_000, Race: 20_090, Days: 4, Hours: 6, CTL: 40}
		if err := w.Read(c.race, c.time); err != nil {
			t.Errorf("%s in %s: %v", c.race, c.time, err)
			continue
		}
		if w.Goal != c.goal || math.Abs(w.RaceKm-c.km) > 1e-6 || w.GoalTimeS != c.want {
			t.Errorf("%s in %s: %s, %g km in %g s", c.race, c.time, w.Goal, w.RaceKm, w.GoalTimeS)
		}
	}
	for _, c := range [][2]string{
		{"chess", ""},
		{"0 km", ""},
		{"-5 km", ""},
		{"99999 km", ""},
		{"marathon", "3:75"},
		{"marathon", "abc"},
		{"5k", "3:00:00:00"},
		{"marathon", "1:00"},
		{"5k", "0:00"},
		{"", "fast"},
	} {
		w := generate.Wish{Race: 20_090}
		if err := w.Read(c[0], c[1]); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", c, err)
		}
	}
}

// TestVerdicts checks the verdict of wishes that differ in one thing.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	sound := generate.Wish{
		Goal: "marathon", Start: start, Race: start + 139, Days: 5, Hours: 8, CTL: 50, GoalTimeS: 3.5 * 3600,
		LongestMin: map[training.Sport]float64{training.Running: 95}, Speeds: map[training.Sport]float64{training.Running: 1000.0 / 276},
	}
	for what, c := range map[string]struct {
		change func(*generate.Wish)
		want   generate.Rating
		word   string
	}{
		"sound":       {func(*generate.Wish) {}, generate.Feasible, "150 min"},
		"few weeks":   {func(w *generate.Wish) { w.Race, w.LongestMin = start+27, nil; w.CTL = 10 }, generate.NotAdvisable, "not enough"},
		"few hours":   {func(w *generate.Wish) { w.Hours = 2.5 }, generate.NotAdvisable, "5.5 h"},
		"some hours":  {func(w *generate.Wish) { w.Hours = 4.5 }, generate.Ambitious, "4."},
		"faster":      {func(w *generate.Wish) { w.GoalTimeS = 3.3 * 3600 }, generate.Ambitious, "faster"},
		"much faster": {func(w *generate.Wish) { w.GoalTimeS = 2.9 * 3600 }, generate.NotAdvisable, "faster"},
	} {
		w := sound
		c.change(&w)
		made, err := generate.Make(w)
		if err != nil {
			t.Fatal(err)
		}
		v := made.Verdict
		if v.Rating != c.want || !strings.Contains(v.Words().String(), c.word) ||
			(v.Check(false) == nil) != (c.want != generate.NotAdvisable) || v.Check(true) != nil {
			t.Errorf("%s: %+v", what, v)
		}
		if !strings.Contains(made.Text, v.Reasons[0].String()) {
			t.Errorf("%s: the text has no verdict", what)
		}
	}
}
