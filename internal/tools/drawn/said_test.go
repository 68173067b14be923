package drawn_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
)

// streams returns five channels of noise with n values each.
func streams(n int) *activity.Streams {
	r := rand.New(rand.NewPCG(3, 46))
	s := &activity.Streams{Sport: "cycling", ResolutionS: 1, Channels: map[string][]*float64{}}
	for i := range n {
		s.OffsetS = append(s.OffsetS, int32(i))
		for _, key := range []string{"power_w", "hr_bpm", "speed_kmh", "altitude_m", "cadence_rpm"} {
			s.Channels[key] = append(s.Channels[key], pointer(r.Float64()*300))
		}
	}
	return s
}

// BenchmarkPicture draws a large picture of each tool but create_workout, whose chart has its own benchmark. None may take 25 ms.
func BenchmarkPicture(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 46))
	view, noise := loadView(r, 150, 30), streams(1200) // an answer has no room for more
	column := func(n int) (out []*float64) {
		for range n {
			out = append(out, pointer(1+math.Round(r.Float64()*3000)/10))
		}
		return out
	}
	month := &calendar.View{Range: answers.SpanOf(training.DayRange{From: today, To: today + 34})}
	for i := range 70 {
		month.Events = append(month.Events, calendar.EventRow{
			Day: today + training.Day(i/2), Name: "Intervals on the hill", Status: calendar.Upcoming,
		})
	}
	plan := &calendar.View{Range: answers.SpanOf(training.DayRange{From: today, To: today + 7*52 - 1})}
	for i := range 52 {
		plan.Weeks = append(plan.Weeks, calendar.Week{Start: today + training.Day(7*i), Phase: "base", Planned: &calendar.Sum{Load: 300}})
	}
	curve := &curves.View{Kind: curves.Power, Curve: &curves.Curve{Columns: curves.Columns{PowerW: column(60)}}}
	sum := &fitness.SummaryView{ByWeek: &fitness.Series{
		From: dates(today-7*52, 52, 7), DurationS: column(52), DistanceKM: column(52), TSS: column(52),
	}}
	sum.Totals.Activities, sum.Period.To = 200, today
	well := &wellness.View{Days: &wellness.Columns{Dates: dates(today-364, 365, 1), Values: map[string][]*float64{}}}
	for _, key := range []string{"hrv_rmssd_ms", "resting_hr_bpm", "sleep_s", "weight_kg", "steps"} {
		well.Days.Values[key] = column(365)
	}
	laps := activity.Facts{"avg_power_w": 200.0, "duration_s": 300.0}
	ride := &limitedrows.Detail{Detail: &activity.Detail{Sport: "cycling", Summary: laps, Laps: slices.Repeat([]activity.Facts{laps}, 60)}}
	both := &activity.Comparison{Activities: slices.Repeat([]activity.Facts{{"name": "Loop"}}, 5), Metrics: map[string][]*float64{}}
	for i := range 60 {
		curve.Curve.DurationS = append(curve.Curve.DurationS, math.Pow(1.15, float64(i)))
	}
	for _, key := range []string{"duration_s", "distance_km", "tss", "avg_power_w", "avg_hr_bpm", "elevation_gain_m"} {
		both.Metrics[key] = column(5)
	}
	for name, draw := range map[string]func() (*picture.Canvas, i18n.Sentence){
		"load":     func() (*picture.Canvas, i18n.Sentence) { return drawn.Load(english(), view) },
		"streams":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Streams(english(), noise) },
		"month":    func() (*picture.Canvas, i18n.Sentence) { return drawn.Events(english(), month) },
		"plan":     func() (*picture.Canvas, i18n.Sentence) { return drawn.Plan(english(), "Plan", plan) },
		"curve":    func() (*picture.Canvas, i18n.Sentence) { return drawn.Curves(english(), curve) },
		"summary":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Summary(english(), sum) },
		"wellness": func() (*picture.Canvas, i18n.Sentence) { return drawn.Wellness(english(), well) },
		"activity": func() (*picture.Canvas, i18n.Sentence) { return drawn.Activity(english(), ride) },
		"compare":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Compare(english(), both) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c, why := draw()
				if c == nil {
					b.Fatal(why)
				}
				if _, err := c.PNG(1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestGapsAndMixedSeries: days between the past and a projection stay empty, and weeks and days have an axis each.
func TestGapsAndMixedSeries(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 46))
	v := loadView(r, 20, 10)
	v.LocalDate, v.Project.Dates = today+1, dates(today+2, 10, 1)
	v.Actual.Load[19], v.Project.Load[0] = 80, 90
	c, _ := drawn.Load(english(), v)
	s := look(t, c)
	var last, first rect
	for _, b := range s.bars {
		switch {
		case b.Class == "zone-1" && b.Width != b.Height:
			last = b
		case b.Class == "zone-none projected" && b.Width != b.Height && first.Width == 0:
			first = b
		}
	}
	if free := first.X - last.X - last.Width; free < last.Width {
		t.Errorf("%g units are free, a day has %g", free, last.Width)
	}
	n := 0
	for _, l := range s.lines {
		n += strings.Count(l.D, "L")
	}
	if v.Project.Dates = dates(today+1, 10, 1); !strings.Contains(s.text(), "today") {
		t.Error("today is not named")
	}
	v.LocalDate = today
	c, _ = drawn.Load(english(), v)
	joined := 0
	for _, l := range look(t, c).lines {
		joined += strings.Count(l.D, "L")
	}
	if joined != n+3 {
		t.Errorf("%d pieces of lines with a gap, %d without", n, joined)
	}

	v.Actual.Resolution, v.Actual.Dates = fitness.ByWeek, dates(today-139, 20, 7)
	for _, d := range v.Actual.Dates {
		v.Actual.AsOf = append(v.Actual.AsOf, d+6)
	}
	v.Actual.Parts = []answers.Part{{Date: today - 6, Days: 3, Of: 7}}
	v.Range.From = today - 139
	c, _ = drawn.Load(english(), v)
	s = look(t, c)
	axis := s.ruled(t, "Load by week (TSS)")
	same(t, "weeks", axis, s.measured(axis, "zone-1"), v.Actual.Load)
	axis = s.ruled(t, "Projected: Load by day (TSS)")
	same(t, "days", axis, s.measured(axis, "zone-none projected"), v.Project.Load)
	if !strings.Contains(s.text(), "Not whole: 2024-09-28 (3 of 7 days).") {
		t.Error(s.text())
	}
}

// TestLimitsAreNamed: filters, in the words of the program or as they were given, and members that are not drawn.
func TestLimitsAreNamed(t *testing.T) {
	t.Parallel()
	v := english()
	v.Asked = map[string]any{
		"sport": "running", "indoor": false, "tag": "tempo", "load_method": "hr", "ctl_days": json.Number("30"), "range": "x",
	}
	v.Members = []string{"actual", "weeks", "model", "peak"}
	c, _ := drawn.Load(v, loadView(rand.New(rand.NewPCG(9, 46)), 20, 0))
	text := look(t, c).text()
	for _, want := range []string{
		"Days of fitness (CTL): 30 · Indoors: no · How the load was computed: Heart rate · Sport: Run · Tag: tempo",
		"Not drawn: Weeks, Highest fitness.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

// TestUnitsOfSwimmers: strokes, tenths of a pace, bars for lengths, and nothing about a climb of 0.
func TestUnitsOfSwimmers(t *testing.T) {
	t.Parallel()
	c, _ := drawn.Activity(english(), &limitedrows.Detail{Detail: &activity.Detail{
		Name: "Race", Sport: "swimming", Summary: activity.Facts{"pace_s_per_100m": 89.5, "avg_cadence_rpm": 52.9, "elevation_gain_m": 0.0},
	}})
	text := look(t, c).text()
	if !strings.Contains(text, "1:29.5/100 m") || !strings.Contains(text, "53/min") || strings.Contains(text, "Climb") {
		t.Error(text)
	}
	c, _ = drawn.Activity(english(), &limitedrows.Detail{Detail: &activity.Detail{
		Name: "Race", Sport: "transition", Summary: activity.Facts{"duration_s": 60.0},
	}})
	if text = look(t, c).text(); !strings.HasPrefix(text, "Transition · Race") {
		t.Error(text)
	}
	c, _ = drawn.Streams(english(), &activity.Streams{
		ResolutionS: 1, OffsetS: []int32{0, 1, 2},
		Channels: map[string][]*float64{
			"time_s": {pointer(0.0), pointer(600.0), nil}, "moving_time_s": {pointer(0.0), pointer(1.0), pointer(2.0)},
		},
	})
	seen := look(t, c)
	i := slices.IndexFunc(seen.lines, func(p path) bool { return strings.HasPrefix(p.Class, "zone") })
	if at := heights(t, seen.lines[i].D); at[0] <= at[1] {
		t.Error("more time is lower")
	}
	if text = seen.text(); !strings.Contains(text, "Not drawn: Moving time.") {
		t.Error(text)
	}
}

// TestACalendarNamesWhatItLeavesOut: members of rows, sessions without a load, and those of weeks that are drawn as bars.
func TestACalendarNamesWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	ride := calendar.EventRow{
		Day: today, Name: "Ride", Category: training.EventWorkout, Status: calendar.Upcoming, Time: "06:30", Tags: []string{"a"},
		Planned: &calendar.Amounts{DurationS: 1800},
	}
	week := calendar.Week{Start: today, Note: "easy", Planned: &calendar.Sum{Load: 100}}
	for days, want := range map[int][]string{
		6:  {"1 session without a load.", "Not drawn: Note, Start time, Tags."},
		99: {"Not drawn: Note, Events."},
	} {
		c, why := drawn.Events(english(), &calendar.View{
			Range:  answers.SpanOf(training.DayRange{From: today, To: today + training.Day(days)}),
			Events: []calendar.EventRow{ride}, Weeks: []calendar.Week{week},
		})
		if c == nil {
			t.Fatal(why)
		}
		text := look(t, c).text()
		for _, one := range want {
			if !strings.Contains(text, one) {
				t.Errorf("%d days: %q is not in %s", days, one, text)
			}
		}
	}
	ride.Planned.Load = 20
	c, _ := drawn.Events(english(), &calendar.View{
		Range: answers.SpanOf(training.DayRange{From: today, To: today}), Events: []calendar.EventRow{ride},
		Weeks: []calendar.Week{{Start: today - 4, Planned: &calendar.Sum{Load: 100}}},
	})
	if text := look(t, c).text(); strings.Contains(text, "without a load") || strings.Contains(text, "plan 100") ||
		strings.Count(text, "30 Sep") != 2 { // that of the day, and that of its week without sums
		t.Error(text)
	}
}

// TestAFewProjectedDaysHaveTheirOwnAxis: beside a year they would be too narrow, beside a month not.
func TestAFewProjectedDaysHaveTheirOwnAxis(t *testing.T) {
	t.Parallel()
	for past, apart := range map[int]bool{30: false, 365: true} {
		c, _ := drawn.Load(english(), loadView(rand.New(rand.NewPCG(1, 46)), past, 14))
		if text := look(t, c).text(); strings.Contains(text, "Projected fitness, fatigue, form") != apart {
			t.Errorf("%d days: %s", past, text)
		}
	}
}

// TestSwimsHavePaces: a stream of speeds is drawn as paces, rests have none, and other sports keep their speed.
func TestSwimsHavePaces(t *testing.T) {
	t.Parallel()
	view := &activity.Streams{
		Sport: "swimming", ResolutionS: 10, OffsetS: []int32{0, 10, 20, 30, 40, 50},
		Channels: map[string][]*float64{"speed_kmh": {pointer(3.6), pointer(0.0), nil, pointer(1.0), pointer(3.7), pointer(1.5)}},
	}
	c, _ := drawn.Streams(english(), view)
	s := look(t, c)
	text := s.text()
	if !strings.Contains(text, "Pace (min/100 m)") || strings.Contains(text, "km/h") || strings.Contains(text, "0:00\n1:") ||
		!strings.Contains(text, "above 2:30/100 m") {
		t.Error(text)
	}
	n := 0
	for _, b := range s.bars {
		if b.Class == "zone-3" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d bars, not those of the two paces", n)
	}
	view.Sport = "cycling"
	c, _ = drawn.Streams(english(), view)
	if text = look(t, c).text(); !strings.Contains(text, "Speed (km/h)") {
		t.Error(text)
	}
}

// TestARaceHasADayAndAProjection: with the sign of form, and the sport that was asked for.
func TestARaceHasADayAndAProjection(t *testing.T) {
	t.Parallel()
	v := english()
	view := &calendar.View{
		Range: answers.SpanOf(training.DayRange{From: today, To: today + 6}), Events: []calendar.EventRow{{Day: today, Name: "Ride"}},
		Races: []calendar.Race{{Name: "City 10 km", Day: today + 26, InDays: 26, CTL: pointer(44.0), TSB: pointer(9.4)}},
	}
	for _, want := range []string{"Race day (projected)", "Race day (projected), Run"} {
		c, _ := drawn.Events(v, view)
		if text := look(t, c).text(); !strings.Contains(text, "30 Oct: City 10 km\nin 26 days\n"+want+"\nfitness 44, form +9\n") {
			t.Error(text)
		}
		v.Asked = map[string]any{"sport": "running"}
	}
}

// TestMonthsAreNamedBelowTheirBars: and January has its year. Weeks are named below theirs too.
func TestMonthsAreNamedBelowTheirBars(t *testing.T) {
	t.Parallel()
	view := &fitness.SummaryView{ByMonth: &fitness.Series{}}
	for d := training.Day(19692); d < today; d++ { // 2023-12-01
		if _, _, day := d.Time(time.UTC).Date(); day == 1 {
			view.ByMonth.From = append(view.ByMonth.From, d)
			view.ByMonth.TSS = append(view.ByMonth.TSS, pointer(100.0))
		}
	}
	view.Totals.Activities, view.Period.To = 9, today
	c, _ := drawn.Summary(english(), view)
	s := look(t, c)
	var bars []rect
	for _, b := range s.bars {
		if b.Class == "zone-1" {
			bars = append(bars, b)
		}
	}
	below := func(s seen, bars []rect, names ...string) {
		for i, name := range names {
			k := slices.IndexFunc(s.words, func(w word) bool { return w.Text == name })
			if k < 0 || math.Abs(s.words[k].X-bars[i].X-bars[i].Width/2) > 1 {
				t.Errorf("%s is not below bar %d of %+v", name, i, bars)
			}
		}
	}
	if len(bars) != 11 {
		t.Errorf("%d bars", len(bars))
	}
	below(s, bars, "Dec", "Jan 2024", "Feb", "Mar")
	load := loadView(rand.New(rand.NewPCG(9, 46)), 8, 0) // weeks from Monday, in a range from Thursday
	load.Range.From = today - 50
	load.Actual.Resolution, load.Actual.Dates = fitness.ByWeek, dates(today-53, 8, 7)
	for _, d := range load.Actual.Dates {
		load.Actual.AsOf = append(load.Actual.AsOf, d+6)
	}
	c, _ = drawn.Load(english(), load)
	s, bars = look(t, c), nil
	for _, b := range s.bars {
		if b.Class == "zone-1" && b.Width > 20 { // no key of the legend
			bars = append(bars, b)
		}
	}
	below(s, bars[1:], "19 Aug")
}

// TestEveryMonthOfAYearIsNamed: the first with its year.
func TestEveryMonthOfAYearIsNamed(t *testing.T) {
	t.Parallel()
	view := loadView(rand.New(rand.NewPCG(9, 46)), 450, 0)
	view.Actual.Dates = dates(19723, 450, 1) // 2024-01-01
	view.Range.From = 19723
	c, _ := drawn.Load(english(), view)
	if text := look(t, c).text(); !strings.Contains(text, "Jan 2024\n") || !strings.Contains(text, "Feb\nMar\nApr\nMay") {
		t.Error(text)
	}
}

// TestTheLastSplitIsAsWideAsItIsLong: and splits of a mile have paces per mile.
func TestTheLastSplitIsAsWideAsItIsLong(t *testing.T) {
	t.Parallel()
	v := english()
	v.Asked = map[string]any{"split": "mile"}
	c, why := drawn.Activity(v, &limitedrows.Detail{Detail: &activity.Detail{Sport: "running", Splits: &activity.Splits{
		Split: []int{1, 2, 3}, Values: map[string][]*float64{
			"distance_km":   {pointer(1.609), pointer(1.609), pointer(0.8045)},
			"pace_s_per_km": {pointer(300.0), pointer(310.0), pointer(290.0)},
		},
	}}})
	if c == nil {
		t.Fatal(why)
	}
	s := look(t, c)
	var wide []float64
	for _, b := range s.bars {
		if b.Class == "zone-3" {
			wide = append(wide, b.Width)
		}
	}
	if len(wide) != 3 || math.Abs(wide[0]-2*wide[2]) > 3 || !strings.Contains(s.text(), "Splits of a mile: Pace (min/mi)") {
		t.Errorf("%v in %s", wide, s.text())
	}
}

// TestTheUsualRangeOfTheLastDay: it is drawn with its day over 7 days if the answer has no other, and not without one.
func TestTheUsualRangeOfTheLastDay(t *testing.T) {
	t.Parallel()
	low, high := 60.0, 70.0
	view := &wellness.View{
		Range: pointer(answers.SpanOf(training.DayRange{From: today - 20, To: today})),
		Days: &wellness.Columns{Dates: dates(today-20, 21, 1), Values: map[string][]*float64{
			"hrv_rmssd_ms":   slices.Repeat([]*float64{pointer(62.0), pointer(71.0), pointer(66.0)}, 7),
			"resting_hr_bpm": slices.Repeat([]*float64{pointer(50.0), pointer(51.0), pointer(49.0)}, 7),
		}},
		HRV: &wellness.Band{LowMs: &low, HighMs: &high},
	}
	c, _ := drawn.Wellness(english(), view)
	if text := look(t, c).text(); strings.Count(text, "usual range on 4 Oct") != 1 {
		t.Error(text)
	}
	_, band, _ := strings.Cut(string(c.SVG()), `<polygon points="`)
	band, class, _ := strings.Cut(band, `" `)
	if n := len(strings.Fields(band)); n != 14 || !strings.Contains(class, "usual") {
		t.Errorf("the range has %d points, not two for each of 7 days", n)
	}
	view.HRV, view.RestingHR = nil, &wellness.Band{Low: 48, High: 52}
	c, _ = drawn.Wellness(english(), view)
	if text := look(t, c).text(); strings.Count(text, "usual range on 4 Oct") != 1 {
		t.Error(text)
	}
	view.RestingHR = nil
	c, _ = drawn.Wellness(english(), view)
	if text := look(t, c).text(); strings.Contains(text, "usual range") {
		t.Error(text)
	}
}

// TestALateProjectionHasItsOwnAxis: more than a week between the past and the projection is not left empty.
func TestALateProjectionHasItsOwnAxis(t *testing.T) {
	t.Parallel()
	for days, apart := range map[training.Day]bool{7: false, 8: true} {
		v := loadView(rand.New(rand.NewPCG(4, 46)), 30, 14)
		v.LocalDate += days
		v.Project.Dates = dates(today+1+days, 14, 1)
		c, _ := drawn.Load(english(), v)
		if text := look(t, c).text(); strings.Contains(text, "Projected fitness, fatigue, form") != apart {
			t.Errorf("%d days: %s", days, text)
		}
		v.Actual = nil
		c, _ = drawn.Load(english(), v)
		if text := look(t, c).text(); !strings.Contains(text, span(today+1+days, today+14+days)) {
			t.Errorf("the days are not those of the projection: %s", text)
		}
	}
}

func span(from, to training.Day) string { return from.String() + " – " + to.String() }

// TestRunsHavePaces: walking is left out and named, and a run without it has no remark.
func TestRunsHavePaces(t *testing.T) {
	t.Parallel()
	view := &activity.Streams{
		Sport: "running", ResolutionS: 10, OffsetS: []int32{0, 10, 20, 30},
		Channels: map[string][]*float64{"speed_kmh": {pointer(12.0), pointer(10.0), pointer(4.0), pointer(12.0)}},
	}
	c, _ := drawn.Streams(english(), view)
	if text := look(t, c).text(); !strings.Contains(text, "Pace (min/km)") || !strings.Contains(text, "above 12:00/km") {
		t.Error(text)
	}
	*view.Channels["speed_kmh"][2] = 9
	c, _ = drawn.Streams(english(), view)
	if text := look(t, c).text(); strings.Contains(text, "rests") {
		t.Error(text)
	}
}

// TestComparedSpeeds: rides have speeds, runs paces, and different sports neither.
func TestComparedSpeeds(t *testing.T) {
	t.Parallel()
	two := func() []*float64 { return []*float64{pointer(120.0), pointer(240.0)} }
	for sports, want := range map[[2]string][2]bool{
		{"cycling", "cycling"}: {true, false}, {"running", "running"}: {false, true}, {"cycling", "running"}: {false, false},
	} {
		c, why := drawn.Compare(english(), &activity.Comparison{
			Activities: []activity.Facts{{"sport": sports[0]}, {"sport": sports[1]}},
			Metrics:    map[string][]*float64{"avg_speed_kmh": two(), "pace_s_per_km": two(), "tss": two()},
		})
		if c == nil {
			t.Fatal(why)
		}
		text := look(t, c).text()
		if got := [2]bool{strings.Contains(text, "speed"), strings.Contains(text, "Pace")}; got != want {
			t.Errorf("%v: %s", sports, text)
		}
	}
}

// TestModelsHaveTiles: the first one that was fitted, and the power for an hour.
func TestModelsHaveTiles(t *testing.T) {
	t.Parallel()
	view := &curves.View{Kind: curves.Power, Models: &curves.Models{
		Fits: []curves.Fit{{CPW: 251.4, WPrimeJ: 18_200}}, OneEffort: &curves.Hour{EFTPW: 249},
	}}
	view.Curve = &curves.Curve{Columns: curves.Columns{PowerW: []*float64{pointer(400.0), pointer(300.0), pointer(250.0)}}}
	view.Curve.DurationS = []float64{60, 300, 1200}
	c, _ := drawn.Curves(english(), view)
	for _, want := range []string{"251 W", "18,200 J", "249 W"} {
		if text := look(t, c).text(); !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// TestRatingsAreWholeNumbers: an axis of ratings has no halves, and long names of sessions have three lines.
func TestRatingsAreWholeNumbers(t *testing.T) {
	t.Parallel()
	c, _ := drawn.Wellness(english(), &wellness.View{Days: &wellness.Columns{
		Dates: dates(today-2, 3, 1), Values: map[string][]*float64{"soreness": {pointer(1.0), pointer(2.0), pointer(1.0)}},
	}})
	if text := look(t, c).text(); strings.Contains(text, ".5") || !strings.Contains(text, "from 1 (best) to 4 (worst)") {
		t.Error(text)
	}
	c, _ = drawn.Events(english(), &calendar.View{
		Range:  answers.SpanOf(training.DayRange{From: today, To: today}),
		Events: []calendar.EventRow{{Day: today, Name: "Steady two-hundreds at pace"}},
	})
	if text := look(t, c).text(); !strings.Contains(text, "Steady two-\nhundreds at\npace") {
		t.Error(text)
	}
}
