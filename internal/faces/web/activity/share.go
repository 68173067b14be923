package activity

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Choice holds what the athlete chose to show.
type Choice struct {
	Name              string
	Month             bool // only the month, not the day
	ClipM             int
	Numbers, Charts   []string
	Track, Laps, Said bool
}

// The fields of the form.
const (
	chosenField  = "share"
	nameField    = "name"
	dateField    = "date"
	clipField    = "clip"
	numberField  = "number"
	chartField   = "chart"
	partField    = "part"
	trackPart    = "track"
	lapsPart     = "laps"
	wordsPart    = "description"
	monthOnly    = "month"
	defaultClipM = 300
)

// clips returns the choices for the length to cut off at both ends, in metres.
func clips() []int { return []int{0, 200, defaultClipM, 500, 1000} }

// ReadShare reads the choice from the form's fields. Anything that the form
// does not offer is ignored.
func ReadShare(q url.Values, a *Activity) Choice {
	if !q.Has(chosenField) {
		return a.usual()
	}
	c := Choice{
		Name: textclean.Line(q.Get(nameField), textclean.NameRunes), Month: q.Get(dateField) == monthOnly, ClipM: defaultClipM,
		Track: slices.Contains(q[partField], trackPart) && a.records(training.Latitude),
		Laps:  slices.Contains(q[partField], lapsPart), Said: slices.Contains(q[partField], wordsPart),
	}
	if m, err := strconv.Atoi(q.Get(clipField)); err == nil && slices.Contains(clips(), m) {
		c.ClipM = m
	}
	c.Numbers = shareAmong(a.offered(), q[numberField])
	c.Charts = shareAmong(a.charts(), q[chartField])
	return c
}

// usual returns the default choice.
func (a *Activity) usual() Choice {
	c := Choice{
		Name: page.Clean(a.Name), ClipM: defaultClipM, Track: a.records(training.Latitude),
		Charts: shareAmong(a.charts(), []string{training.Altitude.String(), training.Speed.String()}),
	}
	for _, k := range a.offered() {
		switch k {
		case "duration_s", "distance_km", "elevation_gain_m", page.FastKey(a.Sport):
			c.Numbers = append(c.Numbers, k)
		}
	}
	return c
}

func shareAmong(all, chosen []string) (out []string) {
	for _, x := range all {
		if slices.Contains(chosen, x) {
			out = append(out, x)
		}
	}
	return out
}

// offered returns the activity's numbers that may be shown, in their order.
func (a *Activity) offered() (out []string) {
	for _, k := range []string{
		"duration_s", "distance_km", "elevation_gain_m", "avg_speed_kmh", "pace_s_per_km", "pace_s_per_100m", "gap_s_per_km",
		"moving_time_s", "elapsed_time_s", "max_speed_kmh", "elevation_loss_m", "avg_power_w", "normalized_power_w", "max_power_w",
		"work_kj", "avg_hr_bpm", "max_hr_bpm", "avg_cadence_rpm", "avg_cadence_spm", "calories_kcal", "tss",
	} {
		if a.figure(k) != "" && !slices.Contains(page.Unread(a.Sport), k) {
			out = append(out, k)
		}
	}
	return out
}

// charts returns the activity's channels that may be drawn.
func (a *Activity) charts() (out []string) {
	for _, ch := range []training.Channel{training.Altitude, training.Speed, training.Power, training.HeartRate, training.Cadence} {
		if a.records(ch) {
			out = append(out, ch.String())
		}
	}
	return out
}

// FileName returns the name of the file. It shows no more of the date than the
// page does.
func (c *Choice) FileName(a *Activity) string {
	day := a.LocalDate
	if c.Month && len(day) >= len("2006-01") {
		day = day[:len("2006-01")]
	}
	const most = 60
	name := slug(c.Name)
	if name == "" {
		name = slug(a.Sport)
	}
	return strings.Trim("lapkeep-"+slug(day)+"-"+name[:min(most, len(name))], "-") + ".html"
}

// slug returns a text in characters that every system allows in file names.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

func dateChoice(c Choice) string {
	if c.Month {
		return monthOnly
	}
	return "day"
}

// clipChoices returns the lengths that can be cut off, in the reader's units.
func clipChoices(p *page.Page) (out [][2]string) {
	for _, m := range clips() {
		text := strconv.Itoa(m) + " m"
		switch {
		case m == 0:
			text = p.Say("nothing")
		case p.Miles:
			text = i18n.Fixed(float64(m)/i18n.MPerYard, 0) + " yd"
		}
		out = append(out, [2]string{strconv.Itoa(m), text})
	}
	return out
}

// parts returns the parts that the activity has.
func (a *Activity) parts(p *page.Page) (out [][2]string) {
	if a.records(training.Latitude) {
		out = append(out, [2]string{trackPart, p.Say("Track")})
	}
	if len(a.Laps) > 1 {
		out = append(out, [2]string{lapsPart, p.Say("Laps")})
	}
	if a.Description != "" {
		out = append(out, [2]string{wordsPart, p.Say("Description")})
	}
	return out
}

func (c *Choice) parts() (out []string) {
	for name, is := range map[string]bool{trackPart: c.Track, lapsPart: c.Laps, wordsPart: c.Said} {
		if is {
			out = append(out, name)
		}
	}
	return out
}

func labelled(p *page.Page, keys []string) (out [][2]string) {
	for _, k := range keys {
		out = append(out, [2]string{k, p.Label(k)})
	}
	return out
}

func (a *Activity) chartNames(p *page.Page) (out [][2]string) {
	for _, name := range a.charts() {
		ch, _ := training.ParseChannel(name)
		out = append(out, [2]string{name, chartOf(p, training.Sport(a.Sport), ch).name})
	}
	return out
}

// shareLapTable returns the laps that are at least partly shown, with the numbers chosen for
// the whole activity, or nil if there are fewer than two.
func shareLapTable(p *page.Page, a *Activity, c *Choice, columns *training.Columns, left *remains) *laps {
	keys := []string{"lap", "duration_s", "distance_km"}
	if k := page.FastKey(a.Sport); k != "" {
		keys = append(keys, k)
	}
	for _, k := range []string{"elevation_gain_m", "avg_power_w", "avg_hr_bpm"} {
		if slices.Contains(c.Numbers, k) {
			keys = append(keys, k)
		}
	}
	keys = slices.DeleteFunc(keys, func(k string) bool {
		return !slices.ContainsFunc(a.Laps, func(l views.Facts) bool { return figure(l[k]) != "" })
	})
	t := &laps{}
	for _, k := range keys {
		t.titles = append(t.titles, p.Label(k))
	}
	for _, l := range a.Laps {
		if !left.shows(columns, page.Float(figure(l["start_offset_s"])), page.Float(figure(l["elapsed_time_s"]))) {
			continue
		}
		var row []number
		for _, k := range keys {
			m := p.Number(k, figure(l[k]))
			row = append(row, number{p.Label(k), m.Text, m.Unit})
		}
		t.rows = append(t.rows, row)
	}
	if len(t.rows) < 2 {
		return nil
	}
	return t
}

// shows reports whether any part of a period of seconds is shown.
func (r *remains) shows(c *training.Columns, fromS, tookS float64) bool {
	if !r.cut {
		return true
	}
	return slices.ContainsFunc(r.stretches, func(s stretch) bool {
		return float64(c.TimeS[s.from]) < fromS+tookS && float64(c.TimeS[s.to-1]) > fromS
	})
}

// ShareView is the page for others.
type ShareView struct {
	title, kind, sport string
	description        string
	numbers            []number
	way                *drawnWay
	charts             []chart
	across             *across
	laps               *laps
	notes              []string // what was left out
}

// number is a number as shown to others.
type number struct{ name, text, unit string }

// laps is the table of laps.
type laps struct {
	titles []string
	rows   [][]number
}

// Channels returns the channels of the recording that a choice needs.
func (c *Choice) Channels() (out []training.Channel) {
	out = []training.Channel{training.Latitude, training.Longitude}
	for _, name := range c.Charts {
		if ch, ok := training.ParseChannel(name); ok {
			out = append(out, ch)
		}
	}
	return out
}

// MakeShare builds the page of an activity. columns is its recording, or nil if
// it has none, and hidden are the places that the athlete hides from others.
func MakeShare(p *page.Page, a *Activity, c *Choice, columns *training.Columns, hidden document.HiddenPlaces) *ShareView {
	v := &ShareView{sport: a.Sport, title: page.Clean(c.Name), kind: p.Sport(a.Sport) + " · " + date(p, a.LocalDate, c.Month)}
	p.Doing = a.Sport
	if v.title == "" {
		v.title = p.Sport(a.Sport)
	}
	if c.Said {
		v.description = page.Prescription(a.Description)
	}
	if columns == nil {
		columns = &training.Columns{}
	}
	k := Cutting{Places: hidden, ClipM: float64(c.ClipM), More: MoreOf(a.ID), Sport: training.Sport(a.Sport)}
	left := k.cut(columns)
	for _, key := range c.Numbers {
		v.numbers = append(v.numbers, shareSaid(p, key, a.figure(key)))
	}
	if c.Track {
		v.way = left.draw(columns)
	}
	if v.across = left.axis(p, columns); v.across != nil {
		v.charts = charts(p, training.Sport(a.Sport), c.Charts, columns, v.across)
	}
	if c.Laps {
		v.laps = shareLapTable(p, a, c, columns, &left)
	}
	v.notes = notes(p, c, &left, v)
	return v
}

// notes returns sentences about what was left out, without any details.
func notes(p *page.Page, c *Choice, left *remains, v *ShareView) (out []string) {
	switch {
	case !left.cut || !c.Track && len(c.Charts) == 0:
	case len(left.stretches) == 0:
		out = append(out, p.Say("The track and its charts are left out: too little is left after cutting the start and the end."))
	case c.ClipM > 0:
		out = append(out, p.Say("The start and the end of the track, and possibly other parts, are left out of the drawing and the "+
			"charts."))
	default:
		out = append(out, p.Say("Parts of the track are left out of the drawing and the charts."))
	}
	if v.way != nil {
		out = append(out, p.Say("Positions are rounded to 10 m."))
	}
	return out
}

// date returns the day, or only its month, with the year.
func date(p *page.Page, text string, monthOnly bool) string {
	d, err := training.ParseDay(text)
	if err != nil {
		return ""
	}
	t := d.Time(time.UTC)
	month := p.Month(int(t.Month()))
	if monthOnly {
		return p.Say("%s %d", month, t.Year())
	}
	return p.Say("%s %d", p.Say("%s, %s %d", p.Weekday(d), month, t.Day()), t.Year())
}

// shareSaid returns a number for others. A distance rounded to 100 m hides how
// much of the track is not drawn.
func shareSaid(p *page.Page, key string, v page.Num) number {
	if key != "distance_km" || v == "" {
		m := p.Number(key, v)
		return number{p.Label(key), m.Text, m.Unit}
	}
	rounded := i18n.Fixed(page.Float(v), 1)
	m := p.Number(key, page.Num(rounded))
	if !p.Miles {
		m.Text = rounded
	}
	return number{p.Label(key), m.Text, m.Unit}
}
