package drawn

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// name returns the name of an activity, or its sport if it has none that can be written.
func (v voice) name(name, sport string) string {
	if sport == string(training.Transition) && name != "" { // it has the name of the race
		return v.label(sport) + " · " + v.Name(name, "…")
	}
	return v.Name(name, v.label(sport))
}

// Activity draws the numbers of an activity, and its laps, splits and zones.
func Activity(of tools.Voice, d *limitedrows.Detail) (*picture.Canvas, i18n.Sentence) {
	v := voice{of, d.Sport}
	s := v.headed(d, 2)
	s.Blocks = append(s.Blocks, v.laps(d.Laps)...)
	swims := d.Sport == string(training.Swimming)
	if d.Splits != nil && !swims && len(d.Splits.Split) != len(d.Laps) { // laps of a kilometre are the splits
		s.Blocks = append(s.Blocks, v.splits(d.Splits)...)
	}
	for _, kind := range slices.Sorted(maps.Keys(d.Zones)) {
		s.Blocks = append(s.Blocks, v.zones(training.ZoneKind(kind), d.Zones[kind].Zones))
	}
	s.Remarks = v.notes(slices.Concat(d.Words, d.DataQuality))
	var left []string
	if d.Name != "" && v.Name(d.Name, "") == "" {
		left = []string{v.label("name")}
	}
	drawn := "summary laps splits zones"
	if swims { // those of a kilometre contain rests
		drawn = "summary laps zones"
	}
	return v.canvas(s, "the answer has nothing to draw; ask for the sections summary, laps, splits or zones", drawn, left...)
}

// Sent draws an activity for others: its numbers, the given part of its track, and its zones.
func Sent(of tools.Voice, d *limitedrows.Detail, track [][]picture.Point, cut bool) (*picture.Canvas, i18n.Sentence) {
	v := voice{of, d.Sport}
	s := v.headed(d, 1)
	if len(track) > 0 {
		s.Blocks = append(s.Blocks, picture.Track{Lines: track, Paint: rust()})
		if cut {
			s.Remarks = []string{v.Say("The start and the end of the track are left out.")}
		}
	}
	for _, kind := range []training.ZoneKind{training.ZonesPower, training.ZonesHR} {
		if z := d.Zones[string(kind)]; z != nil && (kind == training.ZonesHR || d.Sport == string(training.Cycling)) {
			s.Blocks = append(s.Blocks, v.zones(kind, z.Zones))
			break
		}
	}
	return v.canvas(s, "the activity has no values", "")
}

// mostTiles is the maximum number of numbers of an activity.
const mostTiles = 8

// headed returns a picture with the most telling numbers of an activity. A distance with few decimals
// hides how much of a track is not drawn.
func (v voice) headed(d *limitedrows.Detail, decimals int) *picture.Sheet {
	tiles := v.tiles(d.Summary, "duration_s", "distance_km", "elevation_gain_m", pace(d.Sport), "avg_power_w", "normalized_power_w",
		"avg_hr_bpm", "tss", "work_kj", "avg_cadence_rpm")
	for i := range tiles {
		if tiles[i].Name == v.label("distance_km") && decimals < 2 {
			_, to := v.unit("distance_km")
			tiles[i].Value = workout.Decimals(to.Of(*number(d.Summary["distance_km"])), decimals) + " " + to.Shown
		}
	}
	tiles = tiles[:min(len(tiles), mostTiles)]
	s := v.sheet(v.name(d.Name, d.Sport), v.label(d.Sport)+" · "+d.LocalDate)
	if tiles != nil {
		s.Blocks = []picture.Block{tiles}
	}
	return s
}

// pace returns the number that says how fast an activity of a sport was.
func pace(sport string) string {
	switch training.Sport(sport) {
	case training.Cycling:
		return "avg_speed_kmh"
	case training.Swimming:
		return "pace_s_per_100m"
	}
	return "pace_s_per_km"
}

// telling draws the most telling number of parts of an activity.
func (v voice) telling(x axis, title i18n.Sentence, p picture.Paint, column func(key string) []*float64) []picture.Block {
	keys := []string{pace(v.sport), "avg_power_w", "avg_hr_bpm"}
	if v.sport == string(training.Cycling) {
		keys = []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"}
	}
	var all []course
	for _, key := range keys {
		all = append(all, course{
			key: key, title: v.Say(string(title), v.titled(key)), values: column(key), form: picture.Bars, paint: p,
		})
	}
	out, _ := v.plots(x, 115, 1, all...)
	return out
}

// laps draws each lap as wide as it was long.
func (v voice) laps(all []activity.Facts) []picture.Block {
	if len(all) < 2 {
		return nil
	}
	var x axis
	end := 0.0
	for _, long := range facts(all, "duration_s") {
		wide := 1.0
		if long != nil && *long > 0 {
			wide = *long
		}
		x.at, x.widths = append(x.at, end), append(x.widths, wide)
		end += wide
	}
	x.ticks = times(0, end)
	return v.telling(x, "Laps: %s", blue(), func(key string) []*float64 { return facts(all, key) })
}

// splits draws splits of equal distance.
func (v voice) splits(sp *activity.Splits) []picture.Block {
	if len(sp.Split) < 2 {
		return nil
	}
	var x axis
	for i, n := range sp.Split {
		wide := 1.0 // the last may be only a part
		if km := sp.Values["distance_km"]; i > 0 && i < len(km) && km[i] != nil && km[0] != nil && *km[0] > 0 {
			wide = min(1, *km[i] / *km[0])
		}
		x.at, x.widths = append(x.at, float64(n)), append(x.widths, wide)
		x.ticks = append(x.ticks, picture.Tick{At: float64(n) + wide/2, Text: strconv.Itoa(n)})
	}
	title := i18n.Sentence("Splits of a kilometre: %s")
	if v.Asked["split"] == "mile" {
		title, v.Miles = "Splits of a mile: %s", true
	}
	return v.telling(x, title, green(), func(key string) []*float64 { return sp.Values[key] })
}

// zones draws the time in zones.
func (v voice) zones(kind training.ZoneKind, all []activity.Facts) picture.Rows {
	var names []string
	var seconds []float64
	for i, z := range all {
		name, _ := z["name"].(string)
		names, seconds = append(names, v.Name(name, "Z"+strconv.Itoa(i+1))), append(seconds, 0)
		if x := number(z["seconds"]); x != nil {
			seconds[i] = *x
		}
	}
	return v.inZones(kind, nil, names, seconds)
}

func (v voice) inZones(kind training.ZoneKind, sports []training.Sport, names []string, seconds []float64) picture.Rows {
	titles := map[training.ZoneKind]i18n.Sentence{
		training.ZonesPower: "Time in power zones", training.ZonesHR: "Time in heart rate zones", training.ZonesPace: "Time in pace zones",
	}
	out := picture.Rows{Title: titles[kind].Say(v.Say)}
	for _, s := range sports {
		out.Title += " · " + v.label(string(s))
	}
	for _, x := range seconds {
		out.Whole += x
	}
	for len(seconds) > 1 && seconds[len(seconds)-1] == 0 { // nobody rode in the highest zones
		seconds = seconds[:len(seconds)-1]
	}
	for i, x := range seconds {
		row := picture.Row{Value: i18n.Clock(x), Size: x, Paint: picture.Zone(i + 1)}
		if i < len(names) {
			row.Name = names[i]
		}
		if out.Whole > 0 {
			share := workout.Decimals(100*x/out.Whole, 0)
			if x > 0 && share == "0" {
				share = "<1"
			}
			row.Value += " · " + share + "%"
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// Streams draws each channel of a recording over the time. A pause is a gap.
func Streams(of tools.Voice, s *activity.Streams) (*picture.Canvas, i18n.Sentence) {
	v := voice{of, s.Sport}
	n := len(s.OffsetS)
	switch {
	case n == 0:
		return nil, "the answer has no samples"
	case n < fewest:
		return nil, tooFew
	}
	from, to := float64(s.OffsetS[0]), float64(s.OffsetS[n-1])+float64(s.ResolutionS)
	note := s.LocalDate
	if from > 0 {
		note = v.Say("%s, %s to %s after the start", note, i18n.Clock(from), i18n.Clock(to))
	}
	out := v.sheet(v.label(s.Sport), note)
	s, slowest := withPaces(s)
	x := axis{widths: slices.Repeat([]float64{float64(s.ResolutionS)}, n), ticks: times(from, to)}
	for _, offset := range s.OffsetS {
		x.at = append(x.at, float64(offset))
	}
	var left []string
	out.Blocks, left = v.plots(x, 76, mostFields, v.channels(s)...)
	if known(s.Channels["latitude_deg"]) {
		left = append(left, v.Say("Position"))
	}
	if known(s.Channels["moving_time_s"]) {
		left = append(left, v.label("moving_time_s"))
	}
	if s.ResolutionS > 1 {
		out.Remarks = append(out.Remarks, v.Say("Means of %s.", v.duration(float64(s.ResolutionS))))
	}
	if slowest > 0 {
		slow := v.told(pace(s.Sport), slowest)
		out.Remarks = append(out.Remarks, v.Say("Slow paces are rests, or contain one. Those above %s are not drawn.", slow))
	}
	return v.canvas(out, "the answer has no values to draw", "offset_s channels", left...)
}

// fewest is the least number of values that show a course.
const fewest = 3

const tooFew i18n.Sentence = "the answer has fewer than three values to draw; its text has them"

// withPaces returns streams of a run or a swim with the pace instead of the speed, and the slowest pace that is drawn,
// or 0 if all are. A rest has none.
func withPaces(s *activity.Streams) (*activity.Streams, float64) {
	rest, share, factor := 300.0, 1.5, 360.0 // in s, of the median, and from km/h
	if s.Sport == string(training.Running) {
		rest, share, factor = 1200, 2, 3600
	}
	speeds := s.Channels["speed_kmh"]
	if s.Sport != string(training.Swimming) && s.Sport != string(training.Running) || speeds == nil {
		return s, 0
	}
	var moving []float64
	for _, x := range speeds {
		if x != nil && factor <= rest*(*x) {
			moving = append(moving, factor / *x)
		}
	}
	slowest := rest
	if slices.Sort(moving); len(moving) > 0 {
		slowest = min(rest, 10*math.Ceil(share/10*moving[len(moving)/2]))
	}
	out := *s
	out.Channels = maps.Clone(s.Channels)
	delete(out.Channels, "speed_kmh")
	paces, undrawn := make([]*float64, len(speeds)), false
	for i, x := range speeds {
		switch {
		case x == nil:
		case factor <= slowest*(*x):
			pace := factor / *x
			paces[i] = &pace
		default:
			undrawn = true
		}
	}
	out.Channels[pace(s.Sport)] = paces
	if !undrawn || !known(paces) {
		slowest = 0
	}
	return &out, slowest
}

// channels returns the channels that are drawn, the usual ones first. Positions are not values, and moving time only
// grows. A channel has the same paint in every picture, and a least span so that noise is not drawn as spikes.
func (v voice) channels(s *activity.Streams) []course {
	all := []course{
		{key: "power_w", paint: blue(), least: 50},
		{key: "hr_bpm", paint: rose(), least: 20},
		{key: "pace_s_per_km", paint: green()},
		{key: "pace_s_per_100m", paint: green()},
		{key: "speed_kmh", paint: green()},
		{key: "altitude_m", paint: grey()},
		{key: "cadence_rpm", paint: gold(), least: 20},
	}
	for _, key := range slices.Sorted(maps.Keys(s.Channels)) {
		usual := slices.ContainsFunc(all, func(c course) bool { return c.key == key })
		if !usual && !slices.Contains([]string{"latitude_deg", "longitude_deg", "moving_time_s"}, key) {
			all = append(all, course{key: key, paint: paints()[len(all)%len(paints())]})
		}
	}
	for i := range all {
		if all[i].values = s.Channels[all[i].key]; s.Sport == string(training.Swimming) && all[i].key != "hr_bpm" {
			all[i].form = picture.Bars // a line between a length and a rest would be neither
		}
	}
	return all
}

// compared returns the metrics that a comparison draws, the most telling first.
func compared() []string {
	return []string{
		"duration_s", "distance_km", "elevation_gain_m", "tss", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "avg_power_w",
		"normalized_power_w", "avg_hr_bpm", "efficiency_factor", "decoupling_pct",
	}
}

// mostMetrics is the maximum number of metrics in a comparison.
const mostMetrics = 8

// Compare draws each metric as one bar for each activity.
func Compare(of tools.Voice, c *activity.Comparison) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	s := v.sheet(v.Say("Comparison"), i18n.Numbered(len(c.Activities), "activity", "activities").Say(v.Say))
	var names []string
	var keys picture.Legend
	several := false // sports
	for i, a := range c.Activities {
		name, _ := a["name"].(string)
		sport, _ := a["sport"].(string)
		day, _ := a["local_date"].(string)
		short := day
		if d, err := training.ParseDay(day); err == nil {
			short = v.date(d)
		}
		names = append(names, short+" "+v.name(name, sport))
		several = several || sport != c.Activities[0]["sport"]
		v.sport = sport
		keys = append(keys, picture.Series{Name: day + " " + v.name(name, sport), Form: picture.Bars, Paint: paints()[i%len(paints())]})
	}
	if several {
		v.sport = ""
	}
	s.Blocks = []picture.Block{keys}
	for _, key := range compared() {
		fast := paced(key) || key == "avg_speed_kmh"
		own := fast || key == "efficiency_factor" // each sport has its own
		if present(c.Metrics[key]) < 2 || own && several || fast && key != pace(v.sport) || len(s.Blocks) > mostMetrics {
			continue
		}
		s.Blocks = append(s.Blocks, v.metric(key, c.Metrics[key], names, keys))
	}
	if len(s.Blocks) == 1 {
		return nil, "the activities have no metric in common"
	}
	s.Remarks = v.notes(c.Notes)
	if more := len(c.Metrics) - len(s.Blocks) + 1; more > 0 {
		s.Remarks = append(s.Remarks, v.Say("Not drawn: %s.", i18n.Numbered(more, "other metric", "other metrics")))
	}
	return v.canvas(s, "", "activities metrics")
}

// metric returns a bar for each activity. The shortest pace has the longest bar.
func (v voice) metric(key string, values []*float64, names []string, keys picture.Legend) picture.Rows {
	rows := picture.Rows{Title: v.label(key)}
	for i, x := range values {
		row := picture.Row{Name: names[i], Value: "–", Paint: keys[i].Paint}
		if x != nil {
			row.Value, row.Size = v.told(key, *x), math.Abs(*x)
			if paced(key) && *x > 0 {
				row.Size = 1 / *x
			}
		}
		rows.Rows = append(rows.Rows, row)
	}
	return rows
}
