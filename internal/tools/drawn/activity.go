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
	if plot := v.laps(d.Laps, d.Sport); plot != nil {
		s.Blocks = append(s.Blocks, plot)
	}
	swims := d.Sport == string(training.Swimming)
	if plot := v.splits(d.Splits, d.Sport); plot != nil && !swims && len(d.Splits.Split) != len(d.Laps) { // laps of a kilometre are the splits
		s.Blocks = append(s.Blocks, plot)
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
	var tiles picture.Tiles
	for _, key := range []string{
		"duration_s", "distance_km", "elevation_gain_m", pace(d.Sport), "avg_power_w", "normalized_power_w", "avg_hr_bpm", "tss", "work_kj",
		"avg_cadence_rpm",
	} {
		x, ok := number(d.Summary[key])
		if !ok || len(tiles) == mostTiles || key == "elevation_gain_m" && x == 0 {
			continue
		}
		tile := picture.Tile{Name: v.label(key), Value: v.told(key, x)}
		if key == "distance_km" && decimals < 2 {
			_, to := v.unit(key)
			tile.Value = workout.Decimals(to.Of(x), decimals) + " " + to.Shown
		}
		tiles = append(tiles, tile)
	}
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

// telling returns the numbers that laps are drawn by, the most telling first.
func telling(sport string) []string {
	if sport == string(training.Cycling) {
		return []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"}
	}
	return []string{pace(sport), "avg_power_w", "avg_hr_bpm"}
}

// laps draws each lap as wide as it was long.
func (v voice) laps(all []activity.Facts, sport string) *picture.Plot {
	if len(all) < 2 {
		return nil
	}
	for _, key := range telling(sport) {
		u, to := v.unit(key)
		plot := &picture.Plot{Title: v.Say("Laps: %s", v.titled(key)), Clock: u.Clock, Down: paced(key), Height: 120}
		values, at := gaps(len(all)), 0.0
		for i, lap := range all {
			long, ok := number(lap["duration_s"])
			if !ok || long <= 0 {
				long = 1
			}
			if x, ok := number(lap[key]); ok {
				values[i] = to.Of(x)
			}
			plot.At, plot.Widths = append(plot.At, at), append(plot.Widths, long)
			at += long
		}
		if empty(values) {
			continue
		}
		plot.Series = []picture.Series{{Values: values, Form: picture.Bars, Paint: blue()}}
		plot.Ticks = times(0, at)
		return plot
	}
	return nil
}

// splits draws splits of equal distance.
func (v voice) splits(sp *activity.Splits, sport string) *picture.Plot {
	if sp == nil || len(sp.Split) < 2 {
		return nil
	}
	for _, key := range telling(sport) {
		if !known(sp.Values[key]) {
			continue
		}
		u, _ := v.unit(key)
		title := v.Say("Splits of a kilometre: %s", v.titled(key))
		if v.Asked["split"] == "mile" {
			v.Miles = true
			title = v.Say("Splits of a mile: %s", v.titled(key))
		}
		plot := &picture.Plot{Title: title, Clock: u.Clock, Down: paced(key), Height: 110}
		for i, n := range sp.Split {
			wide := 1.0 // the last may be only a part
			if km := sp.Values["distance_km"]; i > 0 && i < len(km) && km[i] != nil && km[0] != nil && *km[0] > 0 {
				wide = min(1, *km[i] / *km[0])
			}
			plot.At, plot.Widths = append(plot.At, float64(n)), append(plot.Widths, wide)
			plot.Ticks = append(plot.Ticks, picture.Tick{At: float64(n) + wide/2, Text: strconv.Itoa(n)})
		}
		plot.Series = []picture.Series{{Values: v.column(key, sp.Values[key]), Form: picture.Bars, Paint: green()}}
		return plot
	}
	return nil
}

// zones draws the time in zones.
func (v voice) zones(kind training.ZoneKind, all []activity.Facts) picture.Rows {
	var names []string
	var seconds []float64
	for i, z := range all {
		name, _ := z["name"].(string)
		x, _ := number(z["seconds"])
		names, seconds = append(names, v.Name(name, "Z"+strconv.Itoa(i+1))), append(seconds, x)
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
	all := total(seconds)
	for len(seconds) > 1 && seconds[len(seconds)-1] == 0 { // nobody rode in the highest zones
		seconds = seconds[:len(seconds)-1]
	}
	for i, x := range seconds {
		row := picture.Row{Value: i18n.Clock(x), Paint: picture.Zone(i + 1)}
		if i < len(names) {
			row.Name = names[i]
		}
		if all > 0 {
			row.Share = x / all
			share := workout.Decimals(100*row.Share, 0)
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
	var left []string
	slowest := 0.0
	if s.Sport == string(training.Swimming) {
		s, slowest = swum(s)
	}
	for _, key := range order(s.Channels) {
		if !known(s.Channels[key]) {
			continue
		}
		if len(out.Blocks) == mostFields {
			left = append(left, v.label(key))
			continue
		}
		out.Blocks = append(out.Blocks, v.stream(s, key, channelPaint(key, len(out.Blocks))))
	}
	if k := len(out.Blocks); k > 0 {
		out.Blocks[k-1].(*picture.Plot).Ticks = times(from, to)
	}
	if known(s.Channels["latitude_deg"]) {
		left = append(left, v.Say("Position"))
	}
	if known(s.Channels["moving_time_s"]) {
		left = append(left, v.label("moving_time_s"))
	}
	if s.ResolutionS > 1 {
		out.Remarks = append(out.Remarks, v.Say("Means of %d s.", s.ResolutionS))
	}
	if slowest > 0 && known(s.Channels["pace_s_per_100m"]) {
		out.Remarks = append(out.Remarks, v.Say(
			"Slow paces are rests, or contain one. Those above %s are not drawn.", v.told("pace_s_per_100m", slowest)))
	}
	return v.canvas(out, "the answer has no values to draw", "offset_s channels", left...)
}

// fewest is the least number of values that show a course.
const fewest = 3

const tooFew i18n.Sentence = "the answer has fewer than three values to draw; its text has them"

// swum returns streams with the pace of a swim instead of its speed, and the slowest pace that is drawn. A rest has none.
func swum(s *activity.Streams) (*activity.Streams, float64) {
	const rest, share = 300, 1.5 // in s per 100 m, and of the median
	speeds, ok := s.Channels["speed_kmh"]
	if !ok {
		return s, 0
	}
	var swimming []float64
	for _, x := range speeds {
		if x != nil && 360 <= rest*(*x) {
			swimming = append(swimming, 360 / *x)
		}
	}
	slowest := float64(rest)
	if slices.Sort(swimming); len(swimming) > 0 {
		slowest = min(rest, 10*math.Ceil(share/10*swimming[len(swimming)/2]))
	}
	out := *s
	out.Channels = maps.Clone(s.Channels)
	delete(out.Channels, "speed_kmh")
	paces := make([]*float64, len(speeds))
	for i, x := range speeds {
		if x != nil && 360 <= slowest*(*x) {
			pace := 360 / *x
			paces[i] = &pace
		}
	}
	out.Channels["pace_s_per_100m"] = paces
	return &out, slowest
}

// channelPaint returns the paint of a channel, which is the same in every picture.
func channelPaint(key string, n int) picture.Paint {
	switch key {
	case "power_w":
		return blue()
	case "hr_bpm":
		return rose()
	case "pace_s_per_km", "pace_s_per_100m", "speed_kmh":
		return green()
	case "altitude_m":
		return grey()
	case "cadence_rpm":
		return gold()
	}
	return paints()[n]
}

// order returns the names of the channels, the usual ones first. Positions are not values, and moving time only grows.
func order(channels map[string][]*float64) []string {
	usual := []string{"power_w", "hr_bpm", "pace_s_per_km", "pace_s_per_100m", "speed_kmh", "altitude_m", "cadence_rpm"}
	var rest []string
	for key := range channels {
		if !slices.Contains(usual, key) && !slices.Contains([]string{"latitude_deg", "longitude_deg", "moving_time_s"}, key) {
			rest = append(rest, key)
		}
	}
	slices.Sort(rest)
	return slices.Concat(usual, rest)
}

// stream draws one channel.
func (v voice) stream(s *activity.Streams, key string, p picture.Paint) *picture.Plot {
	u, _ := v.unit(key)
	plot := &picture.Plot{Title: v.titled(key), Wide: float64(s.ResolutionS), Height: 76, Clock: u.Clock, Down: paced(key)}
	switch key { // so that noise is not drawn as spikes
	case "power_w":
		plot.Least = 50
	case "hr_bpm", "cadence_rpm":
		plot.Least = 20
	}
	all := v.column(key, s.Channels[key])
	var values []float64
	for i, x := range s.OffsetS[:min(len(s.OffsetS), len(all))] {
		if i > 0 && int(x-s.OffsetS[i-1]) > s.ResolutionS {
			plot.At, values = append(plot.At, float64(s.OffsetS[i-1])+plot.Wide), append(values, math.NaN())
		}
		plot.At, values = append(plot.At, float64(x)), append(values, all[i])
	}
	one := picture.Series{Values: values, Paint: p}
	if s.Sport == string(training.Swimming) && key != "hr_bpm" { // a line between a length and a rest would be neither
		one.Form = picture.Bars
	}
	plot.Series = []picture.Series{one}
	return plot
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
	s := v.sheet(v.Say("Comparison"), i18n.Counted(len(c.Activities), v.Say("activity"), v.Say("activities")))
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
		keys = append(keys, picture.Series{Name: day + " " + v.name(name, sport), Form: picture.Bars, Paint: paints()[i%len(paints())]})
	}
	s.Blocks = []picture.Block{keys}
	for _, key := range compared() {
		values := c.Metrics[key]
		lone := present(values) < 2
		walked := key == "avg_speed_kmh" && known(c.Metrics["pace_s_per_km"])
		slow := paced(key)
		own := slow || key == "efficiency_factor" // each sport has its own
		if lone || walked || own && several || len(s.Blocks) > mostMetrics {
			continue
		}
		s.Blocks = append(s.Blocks, v.metric(key, values, names, keys, slow))
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

// metric returns a bar for each activity. If less is more, the least has the longest bar.
func (v voice) metric(key string, values []*float64, names []string, keys picture.Legend, slow bool) picture.Rows {
	rows, most, least := picture.Rows{Title: v.label(key)}, 0.0, math.Inf(1)
	for _, x := range values {
		if x != nil {
			most, least = max(most, math.Abs(*x)), min(least, math.Abs(*x))
		}
	}
	for i, x := range values {
		row := picture.Row{Name: names[i], Value: "–", Paint: keys[i].Paint}
		if x != nil {
			row.Value = v.told(key, *x)
			switch {
			case slow && *x > 0:
				row.Share = least / *x
			case most > 0:
				row.Share = math.Abs(*x) / most
			}
		}
		rows.Rows = append(rows.Rows, row)
	}
	return rows
}
