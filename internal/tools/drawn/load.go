package drawn

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	n, ahead := len(a.Dates), len(p.Dates)
	switch {
	case n+ahead > 0:
	case l.Coverage.Activities == 0:
		return nil, "there are no activities in this period"
	default:
		return nil, "the answer has no series; ask for the section series"
	}
	at, widths := covered(&a.SeriesIndex, l.Range.From)
	after, more := covered(&p.SeriesIndex, l.LocalDate+1)
	s := v.sheet(v.Say("Training load"), "")
	// Loads of days and of weeks have no common axis, and on one with a year, a few days would be too narrow.
	if n > 0 && ahead > 0 && (a.Resolution != p.Resolution || total(more) < total(widths)/narrow) {
		s.Blocks = append(v.stretch(l, a, &fitness.Projection{}), v.stretch(l, &fitness.LoadSeries{}, p)...)
	} else {
		s.Blocks = v.stretch(l, a, p)
	}
	at, widths = append(at, after...), append(widths, more...)
	s.Note = span(min(l.Range.From, training.Day(at[0])), training.Day(at[n+ahead-1]+widths[n+ahead-1]-1))
	s.Description = s.Note
	if ahead > 0 {
		s.Remarks = append(s.Remarks, v.Say("Dashed: projected. %s.", i18n.Capital(p.Basis)))
	}
	if t := l.Today; t != nil {
		s.Blocks = slices.Insert(s.Blocks, 0, picture.Block(picture.Tiles{
			{Name: v.Say("Fitness (CTL)"), Value: workout.Decimals(t.CTL, 1)},
			{Name: v.Say("Fatigue (ATL)"), Value: workout.Decimals(t.ATL, 1)},
			{Name: v.Say("Form (TSB)"), Value: workout.Decimals(t.TSB, 1)},
			{Name: v.Say("Ramp per week"), Value: workout.Decimals(t.Ramp, 1)},
		}))
		s.Remarks = append(s.Remarks, v.Say("The numbers at the top are those of %s.", v.date(l.LocalDate)))
	}
	s.Remarks = slices.Concat(s.Remarks, v.parts(a.Parts, p.Parts), v.guessed(l), v.notes(l.Notes), v.cut(l.Cut))
	var left []string
	if a.BySport != nil {
		left = []string{v.label("load_by_sport")}
	}
	return v.canvas(s, "", "today actual projected", left...)
}

// narrow is the share of an axis (1/narrow) that a projection needs to be drawn beside the past.
const narrow = 6

func total(all []float64) (sum float64) {
	for _, x := range all {
		sum += x
	}
	return sum
}

// stretch draws fitness, fatigue and form above the load, of past days, of projected ones, or of both on one axis.
func (v voice) stretch(l *fitness.LoadView, a *fitness.LoadSeries, p *fitness.Projection) []picture.Block {
	n, ahead := len(a.Dates), len(p.Dates)
	at, widths := covered(&a.SeriesIndex, l.Range.From)
	after, more := covered(&p.SeriesIndex, l.LocalDate+1)
	follows := n > 0 && ahead > 0 && at[n-1]+widths[n-1] == after[0]
	at, widths = append(at, after...), append(widths, more...)
	ends := len(a.AsOf)+len(p.AsOf) > 0
	top := &picture.Plot{Title: v.Say("Fitness, fatigue and form"), At: at, Widths: widths, Ends: ends, Height: 190}
	top.Series = v.fitness(a, p, follows)
	loads := &picture.Plot{Title: loadBy(cmp.Or(a.Resolution, p.Resolution)).Say(v.Say), At: at, Widths: widths, Height: 90}
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
	loads.Ticks = v.entries(at, widths, slices.Concat(a.Dates, p.Dates)[0])
	return []picture.Block{top, loads}
}

// fitness returns the lines of form, fatigue and fitness, with dashes for what is projected. follows means that
// the projection begins on the day after the past.
func (v voice) fitness(a *fitness.LoadSeries, p *fitness.Projection, follows bool) (out []picture.Series) {
	n, ahead := len(a.Dates), len(p.Dates)
	for _, x := range []struct {
		name        i18n.Sentence
		past, ahead []float64
		paint       picture.Paint
	}{{"Form", a.TSB, p.TSB, gold()}, {"Fatigue", a.ATL, p.ATL, rose()}, {"Fitness", a.CTL, p.CTL, blue()}} {
		if n > 0 {
			out = append(out, v.line(x.name, slices.Concat(x.past, gaps(ahead)), x.paint))
		}
		if ahead == 0 {
			continue
		}
		values := slices.Concat(gaps(n), x.ahead)
		if follows { // the line goes on from the last day
			values[n-1] = x.past[n-1]
		}
		dashed := picture.Series{Values: values, Form: picture.Dashes, Paint: x.paint}
		if n == 0 {
			dashed.Name = x.name.Say(v.Say)
		}
		out = append(out, dashed)
	}
	return out
}

// loadBy names the load of days, weeks or months.
func loadBy(resolution string) i18n.Sentence {
	named := map[string]i18n.Sentence{fitness.ByWeek: "Load by week (TSS)", fitness.ByMonth: "Load by month (TSS)"}
	return cmp.Or(named[resolution], "Load by day (TSS)")
}

// covered returns the days that each entry of a series covers: its first day, of those from the
// given one on, and how many.
func covered(x *fitness.SeriesIndex, from training.Day) (at, widths []float64) {
	for i, d := range x.Dates {
		to := d
		if i < len(x.AsOf) {
			to = x.AsOf[i]
		}
		d = min(max(d, from), to)
		at, widths = append(at, float64(d)), append(widths, float64(to-d)+1)
	}
	return at, widths
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

func (v voice) line(name i18n.Sentence, values []float64, p picture.Paint) picture.Series {
	return picture.Series{Name: name.Say(v.Say), Values: values, Paint: p}
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
	if key == "duration_s" {
		title = "Best times by distance"
	}
	s := v.sheet(v.of(title.Say(v.Say), c.Sports), span(c.Curve.Range.From, c.Curve.Range.To))
	if !known(values) {
		return nil, "no activity in this range is long enough"
	}
	if c.Ranking == nil && present(values) < fewest {
		return nil, tooFew
	}
	u, _ := v.unit(key)
	plot := &picture.Plot{Title: v.titled(key), Log: true, Clock: u.Clock, Down: paced(key), Height: 260}
	if plot.At = c.Curve.DurationS; len(plot.At) == 0 {
		plot.At = c.Curve.DistanceM
		plot.Ticks = v.distances(plot.At)
	} else {
		plot.Ticks = v.durations()
	}
	if c.Compare != nil {
		if k, before := best(&c.Compare.Columns); k == key && known(before) {
			plot.Series = append(plot.Series, picture.Series{
				Name: span(c.Compare.Range.From, c.Compare.Range.To), Values: v.column(key, before), Paint: pale(),
			})
		}
	}
	if key == "power_w" && known(c.Curve.FreshW) {
		plot.Series = append(plot.Series, v.line("fresh", v.column(key, c.Curve.FreshW), pale()))
	}
	name := span(c.Curve.Range.From, c.Curve.Range.To)
	switch {
	case c.AfterKJ > 0:
		name = v.Say("after %s kJ", workout.Decimals(c.AfterKJ, 0))
	case c.AfterKJPerKg > 0:
		name = v.Say("after %s kJ/kg", workout.Decimals(c.AfterKJPerKg, 0))
	case len(plot.Series) == 0:
		name = ""
	}
	plot.Series = append(plot.Series, picture.Series{Name: name, Values: v.column(key, values), Paint: blue()})
	s.Blocks = []picture.Block{plot}
	if c.Ranking != nil { // the curve has a single step
		s.Blocks = []picture.Block{v.ranking(c.Ranking)}
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
	return v.canvas(s, "", "curve compare ranking", left...)
}

// ranking draws the best activities, the best first, with their days below.
func (v voice) ranking(r *curves.Columns) *picture.Plot {
	key, values := best(r)
	u, _ := v.unit(key)
	series := picture.Series{Values: v.column(key, values), Form: picture.Bars, Paint: blue()}
	if u.Clock { // of times and paces, less is more
		series.Form = picture.Line
	}
	plot := &picture.Plot{Title: v.titled(key), Wide: 1, Clock: u.Clock, Down: paced(key), Series: []picture.Series{series}}
	for i, day := range r.Dates { // a ranking has no gaps
		plot.At = append(plot.At, float64(i))
		plot.Ticks = append(plot.Ticks, picture.Tick{At: float64(i) + 0.5, Text: strconv.Itoa(i+1) + ". " + *day})
	}
	return plot
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

// marks returns the bests of usual durations or distances.
func (v voice) marks(c *curves.View, key string, values []*float64) picture.Tiles {
	found := map[float64]picture.Tile{}
	at, usual := c.Curve.DurationS, []float64{3600, 5, 60, 300, 1200}
	if len(at) == 0 {
		at, usual = c.Curve.DistanceM, []float64{42_195, 21_097.5, 1000, 5000, 10_000, 100, 400, 1500}
	}
	for _, x := range usual {
		if i := slices.Index(at, x); i >= 0 && i < len(values) && values[i] != nil && len(found) < mostMarks {
			ticks := v.durations()
			if len(c.Curve.DurationS) == 0 {
				ticks = v.distances(at[i : i+1])
			}
			k := slices.IndexFunc(ticks, func(t picture.Tick) bool { return t.At == x })
			tile := picture.Tile{Name: ticks[k].Text, Value: v.told(key, *values[i])}
			if len(at) == len(c.Curve.TimeS) && c.Curve.TimeS[i] != nil && len(c.Curve.DurationS) == 0 {
				tile.Value = i18n.Clock(*c.Curve.TimeS[i])
			}
			found[x] = tile
		}
	}
	var out picture.Tiles
	for _, x := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[x])
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
		{"duration_s", c.TimeS},
	} {
		if known(x.values) {
			return x.key, x.values
		}
	}
	return "", nil
}

// durations returns the labels of a logarithmic axis of durations, the roundest first.
func (v voice) durations() (out []picture.Tick) {
	for _, s := range []float64{60, 3600, 1, 300, 1200, 10, 4 * 3600, 30, 600, 1800, 2 * 3600, 5, 120, 8 * 3600, 20, 15} {
		var text string
		switch {
		case s < 60:
			text = workout.Decimals(s, 0) + " s"
		case s < 3600:
			text = v.Say("%s min", workout.Decimals(s/60, 0))
		default:
			text = v.Say("%s h", workout.Decimals(s/3600, 0))
		}
		out = append(out, picture.Tick{At: s, Text: text})
	}
	return out
}

// distances returns the labels of a logarithmic axis of distances.
func (v voice) distances(m []float64) (out []picture.Tick) {
	for _, x := range m {
		text := workout.Decimals(x, 0) + " m"
		if x >= 1000 {
			_, to := v.unit("distance_km")
			text = workout.Decimals(to.Of(x/1000), 1) + " " + to.Shown
		}
		out = append(out, picture.Tick{At: x, Text: text})
	}
	return out
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
	if w.Days == nil || len(w.Days.Dates) < 2 {
		return nil, "the answer has no days to draw; ask for several days"
	}
	dates := w.Days.Dates
	positions, wide := at(dates)
	s := v.sheet(v.Say("Wellness"), span(dates[0], dates[len(dates)-1]))
	if w.Range != nil {
		s.Note = span(w.Range.From, w.Range.To)
	}
	names := []string{"hrv_rmssd_ms", "resting_hr_bpm", "sleep_s", "weight_kg", "steps"}
	var more []string
	for name := range w.Days.Values {
		if !slices.Contains(names, name) {
			more = append(more, name)
		}
	}
	slices.Sort(more)
	var left []string
	for _, name := range slices.Concat(names, more) {
		if !known(w.Days.Values[name]) && !known(banded(w.Bands, name)) {
			continue
		}
		if len(s.Blocks) == mostFields {
			left = append(left, v.label(name))
			continue
		}
		s.Blocks = append(s.Blocks, v.field(w, name, positions, wide))
	}
	if len(s.Blocks) == 0 {
		return nil, "none of these days has a value"
	}
	if last, ok := s.Blocks[len(s.Blocks)-1].(*picture.Plot); ok {
		last.Ticks = v.entries(positions, slices.Repeat([]float64{wide}, len(dates)), dates[0])
	}
	s.Remarks = slices.Concat(v.parts(w.Days.Parts), v.notes(w.Notes), v.cut(w.Range != nil && dates[0] > w.Range.From))
	return v.canvas(s, "", "days bands", left...)
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

// lately returns a column with a value in the entries that contain one of the last seven days.
func lately(x *float64, positions []float64, last float64) []*float64 {
	const before = 6
	out := make([]*float64, len(positions))
	for i, at := range positions {
		if at > last-before {
			out[i] = x
		}
	}
	return out
}

// field draws one field of wellness.
func (v voice) field(w *wellness.View, name string, positions []float64, wide float64) *picture.Plot {
	plot := &picture.Plot{Title: v.titled(name), At: positions, Wide: wide, Height: 70}
	values := v.column(name, w.Days.Values[name])
	series := picture.Series{Name: v.Say("measured"), Values: values, Paint: blue(), Sparse: true}
	if strings.HasSuffix(name, "_s") || name == "steps" {
		series.Form, series.Paint = picture.Bars, pale()
	}
	var usual, mean picture.Series
	if b := w.Bands; b != nil && len(b.Dates) == len(positions) && banded(b, name) != nil {
		mean.Values = v.column(name, banded(b, name))
		switch name {
		case "hrv_rmssd_ms":
			usual.Values, usual.High = v.column(name, b.HRVLow), v.column(name, b.HRVHigh)
		case "resting_hr_bpm":
			usual.Values, usual.High = v.column(name, b.RestLow), v.column(name, b.RestHigh)
		}
	}
	usual.Name = v.Say("usual range")
	if day := w.Range; usual.Values == nil && day != nil { // only that of the last day is known
		usual.Name = v.Say("usual range on %s", v.date(day.To))
		same := func(x *float64) []float64 { return v.column(name, lately(x, positions, float64(day.To)-wide)) }
		switch {
		case name == "hrv_rmssd_ms" && w.HRV != nil && w.HRV.LowMs != nil:
			usual.Values, usual.High = same(w.HRV.LowMs), same(w.HRV.HighMs)
		case name == "resting_hr_bpm" && w.RestingHR != nil:
			usual.Values, usual.High = same(&w.RestingHR.Low), same(&w.RestingHR.High)
		}
	}
	if usual.Values != nil {
		usual.Form, usual.Paint = picture.Range, green().As("usual", 0.22)
		plot.Series = append(plot.Series, usual)
	}
	if mean.Values != nil {
		mean.Name, mean.Paint = v.Say("7-day mean"), green()
		if name == "weight_kg" {
			mean.Name = v.Say("smoothed")
		}
		plot.Series = append(plot.Series, mean)
	}
	switch {
	case empty(values):
		return plot
	case plot.Series == nil:
		series.Name = ""
	}
	plot.Series = append(plot.Series, series)
	return plot
}
