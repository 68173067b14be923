package drawn

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Load draws fitness, fatigue and form above the load, with the projected days behind the
// past ones.
func Load(of tools.Voice, l *fitness.LoadView) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	a, p := l.Actual, l.Project
	if a == nil {
		a = &fitness.LoadSeries{}
	}
	if p == nil {
		p = &fitness.Projection{}
	}
	past, ahead := covered(&a.SeriesIndex, l.Range.From), covered(&p.SeriesIndex, l.LocalDate+1)
	both := axis{at: slices.Concat(past.at, ahead.at), widths: slices.Concat(past.widths, ahead.widths)}
	switch {
	case len(both.at) > 0:
	case l.Coverage.Activities == 0:
		return nil, "there are no activities in this period"
	case l.Coverage.WithLoad == 0:
		return nil, "no activity in this period has a load"
	default:
		return nil, "the answer has no series; ask for the section series"
	}
	from := training.Day(both.at[0])
	if len(past.at) > 0 {
		from = min(from, l.Range.From)
	}
	days := span(from, training.Day(both.end())-1)
	if len(past.at) > 0 && len(ahead.at) > 0 && ahead.at[0] > past.end() {
		days = span(from, training.Day(past.end())-1) + ", " + span(training.Day(ahead.at[0]), training.Day(ahead.end())-1)
	}
	s := v.sheet(v.Say("Training load"), days)
	if t := l.Today; t != nil {
		s.Blocks = append(s.Blocks, picture.Tiles{
			{Name: v.Say("Fitness (CTL)"), Value: workout.Decimals(t.CTL, 1)},
			{Name: v.Say("Fatigue (ATL)"), Value: workout.Decimals(t.ATL, 1)},
			{Name: v.Say("Form (TSB)"), Value: workout.Decimals(t.TSB, 1)},
			{Name: v.Say("Ramp per week"), Value: workout.Decimals(t.Ramp, 1)},
		})
	}
	if len(past.at) > 0 && len(ahead.at) > 0 && (a.Resolution != p.Resolution || apart(past, ahead)) {
		s.Blocks = append(s.Blocks, v.stretch(l, a, &fitness.Projection{}, past)...)
		s.Blocks = append(s.Blocks, v.stretch(l, &fitness.LoadSeries{}, p, ahead)...)
	} else {
		s.Blocks = append(s.Blocks, v.stretch(l, a, p, both)...)
	}
	if len(ahead.at) > 0 {
		s.Remarks = append(s.Remarks, v.Say("Dashed: projected. %s.", i18n.Capital(p.Basis)))
	}
	if l.Today != nil {
		s.Remarks = append(s.Remarks, v.Say("The numbers at the top are those of %s.", v.date(l.LocalDate)))
	}
	s.Remarks = slices.Concat(s.Remarks, v.parts(a.Parts, p.Parts), v.guessed(l), v.notes(l.Notes), v.cut(l.Cut))
	var left []string
	if a.BySport != nil {
		left = []string{v.label("load_by_sport")}
	}
	return v.canvas(s, "", "today actual projected", left...)
}

// apart reports whether a projection needs an axis of its own, because its few days would be too narrow beside a
// year, or because many days between the past and the projection would be empty.
func apart(past, ahead axis) bool {
	const narrow, longest = 6, 7
	long := ahead.end() - ahead.at[0]
	return long < (past.end()-past.at[0])/narrow || ahead.at[0]-past.end() > longest
}

// stretch draws fitness, fatigue and form above the load, of past days, of projected ones, or of both on one axis.
func (v voice) stretch(l *fitness.LoadView, a *fitness.LoadSeries, p *fitness.Projection, x axis) []picture.Block {
	n, ahead := len(a.Dates), len(p.Dates)
	ends := len(a.AsOf)+len(p.AsOf) > 0
	top := &picture.Plot{Title: v.Say("Fitness, fatigue and form"), At: x.at, Widths: x.widths, Ends: ends, Height: 190}
	for _, of := range []struct {
		name        i18n.Sentence
		past, ahead []float64
		paint       picture.Paint
	}{{"Form", a.TSB, p.TSB, gold()}, {"Fatigue", a.ATL, p.ATL, rose()}, {"Fitness", a.CTL, p.CTL, blue()}} {
		line := picture.Series{Name: of.name.Say(v.Say), Values: slices.Concat(of.past, gaps(ahead)), Paint: of.paint}
		dashes := picture.Series{Values: slices.Concat(gaps(n), of.ahead), Form: picture.Dashes, Paint: of.paint}
		switch {
		case n == 0:
			dashes.Name = line.Name
		case ahead > 0 && x.at[n-1]+x.widths[n-1] == x.at[n]: // the line goes on from the last day
			dashes.Values[n-1] = of.past[n-1]
		}
		if n > 0 {
			top.Series = append(top.Series, line)
		}
		if ahead > 0 {
			top.Series = append(top.Series, dashes)
		}
	}
	loads := &picture.Plot{Title: loadBy(cmp.Or(a.Resolution, p.Resolution)).Say(v.Say), At: x.at, Widths: x.widths, Height: 90}
	if n > 0 {
		loads.Series = []picture.Series{
			{Name: v.Say("done"), Values: slices.Concat(a.Load, gaps(ahead)), Form: picture.Bars, Paint: pale()},
		}
	}
	if ahead > 0 {
		loads.Series = append(loads.Series, picture.Series{
			Name: v.Say("projected"), Values: slices.Concat(gaps(n), p.Load), Form: picture.Bars, Paint: faded(grey()),
		})
	}
	switch {
	case n == 0:
		top.Title, top.Height = v.Say("Projected fitness, fatigue, form"), 130
		loads.Title, loads.Series[0].Name = v.Say("Projected: %s", loads.Title), ""
	case ahead > 0:
		top.Now, top.NowName = float64(l.LocalDate)+0.5, v.Say("today")
		loads.Now = top.Now
	}
	loads.Ticks = v.labelled(x, slices.Concat(a.Dates, p.Dates)[0]).ticks
	return []picture.Block{top, loads}
}

// loadBy names the load of days, weeks or months.
func loadBy(resolution string) i18n.Sentence {
	named := map[string]i18n.Sentence{fitness.ByWeek: "Load by week (TSS)", fitness.ByMonth: "Load by month (TSS)"}
	return cmp.Or(named[resolution], "Load by day (TSS)")
}

// covered returns the days that each entry of a series covers, of those from the given one on.
func covered(x *fitness.SeriesIndex, from training.Day) (out axis) {
	for i, d := range x.Dates {
		to := d
		if i < len(x.AsOf) {
			to = x.AsOf[i]
		}
		d = min(max(d, from), to)
		out.at, out.widths = append(out.at, float64(d)), append(out.widths, float64(to-d)+1)
	}
	return out
}

// guessed says which loads of a series are estimated or missing.
func (v voice) guessed(l *fitness.LoadView) (out []string) {
	if l.Actual == nil {
		return nil
	}
	days := map[training.Day]bool{}
	for _, all := range l.Actual.Estimated {
		for _, d := range all {
			days[d] = true
		}
	}
	if len(days) > 0 {
		out = append(out, v.Say("Estimated: the load of %s.", i18n.Numbered(len(days), "day", "days")))
	}
	if n := l.Coverage.Activities - l.Coverage.WithLoad; n > 0 {
		out = append(out, v.Say("%s without a load.", i18n.Numbered(n, "activity", "activities")))
	}
	return out
}

// Curves draws the bests by duration or distance, and those of a second range behind them.
func Curves(of tools.Voice, c *curves.View) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if c.Curve == nil {
		return nil, "the answer has no curve"
	}
	titles := map[string]i18n.Sentence{
		curves.Power: "Power curve", curves.NP: "Normalized power curve", curves.HR: "Heart rate curve", curves.Pace: "Pace curve",
		curves.Distance: "Best pace by distance",
	}
	title := cmp.Or(titles[c.Kind], "Power curve")
	key, values := best(&c.Curve.Columns)
	if key == "time_s" {
		title = "Best times by distance"
	}
	s := v.sheet(v.of(title.Say(v.Say), c.Sports), span(c.Curve.Range.From, c.Curve.Range.To))
	if !known(values) {
		return nil, "no activity in this range is long enough"
	}
	if c.Ranking == nil && present(values) < fewest {
		return nil, tooFew
	}
	x := axis{at: c.Curve.DurationS, ticks: ticks(durations(), v.duration)}
	if len(x.at) == 0 {
		x = axis{at: c.Curve.DistanceM, ticks: ticks(c.Curve.DistanceM, v.distance)}
	}
	one := course{key: key, values: values, paint: blue()}
	if c.Compare != nil {
		if k, before := best(&c.Compare.Columns); k == key && known(before) {
			name := span(c.Compare.Range.From, c.Compare.Range.To)
			one.behind = append(one.behind, picture.Series{Name: name, Values: v.column(key, before), Paint: pale()})
		}
	}
	if key == "power_w" && known(c.Curve.FreshW) {
		one.behind = append(one.behind, picture.Series{Name: v.Say("fresh"), Values: v.column(key, c.Curve.FreshW), Paint: pale()})
	}
	switch {
	case c.AfterKJ > 0:
		one.name = v.Say("after %s kJ", workout.Decimals(c.AfterKJ, 0))
	case c.AfterKJPerKg > 0:
		one.name = v.Say("after %s kJ/kg", workout.Decimals(c.AfterKJPerKg, 0))
	case one.behind != nil:
		one.name = s.Note
	}
	s.Blocks, _ = v.plots(x, 260, 1, one)
	s.Blocks[0].(*picture.Plot).Log = true
	if c.Ranking != nil { // the curve has a single step
		s.Blocks = v.ranking(c.Ranking)
	}
	if tiles := v.marks(c, key, values); len(tiles) > 0 {
		s.Blocks = slices.Insert(s.Blocks, 0, picture.Block(tiles))
	}
	s.Remarks = append(v.notes(c.Notes), v.Say("From %s.", i18n.Numbered(c.Curve.Activities, "activity", "activities")))
	var left []string
	if key == "power_w_per_kg" {
		left = []string{v.titled("power_w")}
	}
	if known(c.Curve.Durability) {
		left = append(left, v.label("durability_index"))
	}
	return v.canvas(s, "", "curve compare ranking models", left...)
}

// ranking draws the best activities, the best first, with their days below.
func (v voice) ranking(r *curves.Columns) []picture.Block {
	key, values := best(r)
	one := course{key: key, values: values, form: picture.Bars, paint: blue()}
	if i18n.UnitOf(key).Clock { // of times and paces, less is more
		one.form = picture.Line
	}
	var x axis
	for i, day := range r.Dates { // a ranking has no gaps
		x.at, x.widths = append(x.at, float64(i)), append(x.widths, 1)
		x.ticks = append(x.ticks, picture.Tick{At: float64(i) + 0.5, Text: strconv.Itoa(i+1) + ". " + *day})
	}
	out, _ := v.plots(x, 150, 1, one)
	return out
}

// of adds the sports to a title, if the caller did not choose them.
func (v voice) of(title string, sports []training.Discipline) string {
	if v.Asked["sport"] != nil {
		return title
	}
	if len(sports) == 0 {
		return title + " · " + v.Say("all sports")
	}
	for _, s := range sports {
		title += " · " + v.label(string(s.Sport))
	}
	return title
}

// marks returns the bests of usual durations or distances, and what the first model says.
func (v voice) marks(c *curves.View, key string, values []*float64) (out picture.Tiles) {
	at, usual, named := c.Curve.DurationS, []float64{3600, 5, 60, 300, 1200}, v.duration
	if len(at) == 0 {
		at, usual, named = c.Curve.DistanceM, []float64{42_195, 21_097.5, 1000, 5000, 10_000, 100, 400, 1500}, v.distance
	}
	usual = slices.DeleteFunc(usual, func(x float64) bool {
		i := slices.Index(at, x)
		return i < 0 || i >= len(values) || values[i] == nil
	})
	for _, x := range slices.Sorted(slices.Values(usual[:min(len(usual), mostMarks)])) {
		i := slices.Index(at, x)
		tile := picture.Tile{Name: named(x), Value: v.told(key, *values[i])}
		if len(c.Curve.DurationS) == 0 && len(at) == len(c.Curve.TimeS) && c.Curve.TimeS[i] != nil {
			tile.Value = i18n.Clock(*c.Curve.TimeS[i])
		}
		out = append(out, tile)
	}
	if m := c.Models; m != nil {
		fitted := activity.Facts{}
		if len(m.Fits) > 0 {
			fitted["critical_power_w"], fitted["w_prime_j"] = m.Fits[0].CPW, m.Fits[0].WPrimeJ
		}
		if m.OneEffort != nil {
			fitted["eftp_w"] = m.OneEffort.EFTPW
		}
		out = append(out, v.tiles(fitted, "critical_power_w", "w_prime_j", "eftp_w")...)
	}
	return out
}

// mostMarks is the maximum number of bests above a curve; the most telling are kept.
const mostMarks = 4

// best returns the column to draw, and its name.
func best(c *curves.Columns) (string, []*float64) {
	for _, x := range []struct {
		key    string
		values []*float64
	}{
		{"power_w_per_kg", c.WPerKg},
		{"power_w", c.PowerW},
		{"normalized_power_w", c.NPW},
		{"hr_bpm", c.HRBpm},
		{"pace_s_per_km", c.PaceKM},
		{"pace_s_per_100m", c.Pace100M},
		{"avg_speed_kmh", c.SpeedKMH},
		{"time_s", c.TimeS},
	} {
		if known(x.values) {
			return x.key, x.values
		}
	}
	return "", nil
}

// ticks returns the labels of a logarithmic axis, the first ones first where there is no room for all.
func ticks(at []float64, named func(float64) string) (out []picture.Tick) {
	for _, x := range at {
		out = append(out, picture.Tick{At: x, Text: named(x)})
	}
	return out
}

// durations are labelled on the axis of a curve, the roundest first.
func durations() []float64 {
	return []float64{60, 3600, 1, 300, 1200, 10, 4 * 3600, 30, 600, 1800, 2 * 3600, 5, 120, 8 * 3600, 20, 15}
}

// duration returns a round duration.
func (v voice) duration(s float64) string {
	switch {
	case s < 60:
		return workout.Decimals(s, 0) + " s"
	case s < 3600:
		return v.Say("%s min", workout.Decimals(s/60, 0))
	}
	return v.Say("%s h", workout.Decimals(s/3600, 0))
}

// distance returns a distance of a curve. Runners and swimmers call those of whole kilometres by them everywhere.
func (v voice) distance(m float64) string {
	if m < 1000 {
		return workout.Decimals(m, 0) + " m"
	}
	if v.Miles = v.Miles && math.Mod(m, 1000) != 0; v.Miles {
		return workout.Decimals(m/1000/i18n.KmPerMile, 1) + " mi"
	}
	return workout.Decimals(m/1000, 1) + " km"
}

// mostFields is the maximum number of plots of wellness fields.
const mostFields = 5

// Wellness draws the fields of an answer, one below the other, with the athlete's usual range.
func Wellness(of tools.Voice, w *wellness.View) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if w.Days == nil && w.Bands != nil {
		copied := *w
		copied.Days, w = &wellness.Columns{Dates: w.Bands.Dates}, &copied
	}
	switch {
	case w.Correlation != nil && w.Days == nil:
		return nil, "a correlation has no picture; ask for days without correlate"
	case w.Days == nil || len(w.Days.Dates) < 2:
		return nil, "the answer has no days to draw; ask for several days"
	}
	dates := w.Days.Dates
	x := v.entries(dates)
	s := v.sheet(v.Say("Wellness"), span(dates[0], dates[len(dates)-1]))
	if w.Range != nil {
		s.Note = span(w.Range.From, w.Range.To)
	}
	var all []course
	names := []string{"hrv_rmssd_ms", "resting_hr_bpm", "sleep_s", "weight_kg", "steps"}
	for _, name := range slices.Concat(names, slices.Sorted(maps.Keys(w.Days.Values))) {
		if !slices.ContainsFunc(all, func(c course) bool { return c.key == name }) {
			all = append(all, v.field(w, name, x))
		}
	}
	var left []string
	s.Blocks, left = v.plots(x, 70, mostFields, all...)
	s.Remarks = slices.Concat(v.parts(w.Days.Parts), v.notes(w.Notes), v.cut(w.Range != nil && dates[0] > w.Range.From))
	if slices.ContainsFunc(all, func(c course) bool {
		return training.WellnessField(c.key).Scale() == training.ScaleOfRatings && known(c.values) && !slices.Contains(left, v.label(c.key))
	}) {
		s.Remarks = append(s.Remarks, v.Say("Ratings are from 1 (best) to 4 (worst)."))
	}
	return v.canvas(s, "none of these days has a value", "days bands", left...)
}

// banded returns the means of a field in the bands.
func banded(b *wellness.Bands, name string) []*float64 {
	switch {
	case b == nil:
		return nil
	case name == "hrv_rmssd_ms":
		return b.HRVMean
	case name == "resting_hr_bpm":
		return b.RestMean
	case name == "weight_kg":
		return b.Weight
	}
	return nil
}

// lately returns a column with a value in the entries that contain one of the last seven days up to the given one.
func lately(value *float64, x axis, last training.Day) []*float64 {
	const before = 6
	out := make([]*float64, len(x.at))
	for i, at := range x.at {
		if at+x.widths[i] > float64(last-before) {
			out[i] = value
		}
	}
	return out
}

// field returns the course of one field of wellness, with what is usual behind it.
func (v voice) field(w *wellness.View, name string, x axis) course {
	c := course{key: name, values: w.Days.Values[name], paint: blue(), sparse: true}
	if strings.HasSuffix(name, "_s") || name == "steps" {
		c.form, c.paint = picture.Bars, pale()
	}
	var mean, low, high []*float64
	usual := v.Say("usual range")
	if b := w.Bands; b != nil && len(b.Dates) == len(x.at) {
		mean = banded(b, name)
		switch name {
		case "hrv_rmssd_ms":
			low, high = b.HRVLow, b.HRVHigh
		case "resting_hr_bpm":
			low, high = b.RestLow, b.RestHigh
		}
	}
	if low == nil && w.Range != nil { // only that of the last day is known
		usual = v.Say("usual range on %s", v.date(w.Range.To))
		switch {
		case name == "hrv_rmssd_ms" && w.HRV != nil && w.HRV.LowMs != nil:
			low, high = lately(w.HRV.LowMs, x, w.Range.To), lately(w.HRV.HighMs, x, w.Range.To)
		case name == "resting_hr_bpm" && w.RestingHR != nil:
			low, high = lately(&w.RestingHR.Low, x, w.Range.To), lately(&w.RestingHR.High, x, w.Range.To)
		}
	}
	if low != nil {
		c.behind = append(c.behind, picture.Series{
			Name: usual, Values: v.column(name, low), High: v.column(name, high), Form: picture.Range, Paint: green().As("usual", 0.22),
		})
	}
	if mean != nil {
		smooth := picture.Series{Name: v.Say("7-day mean"), Values: v.column(name, mean), Paint: green()}
		if name == "weight_kg" {
			smooth.Name = v.Say("smoothed")
		}
		c.behind = append(c.behind, smooth)
	}
	switch {
	case !known(c.values) && !known(mean):
		c.behind = nil
	case c.behind != nil:
		c.name = v.Say("measured")
	}
	return c
}
