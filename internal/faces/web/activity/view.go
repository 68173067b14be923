package activity

import (
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// ShareView is a page for others.
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

// number is a number as others read it.
type number struct{ name, text, unit string }

// laps is a table.
type laps struct {
	titles []string
	rows   [][]number
}

// Channels are those of the recording that a choice needs.
func (c *Choice) Channels() (out []training.Channel) {
	out = []training.Channel{training.Latitude, training.Longitude}
	for _, name := range c.Charts {
		if ch, ok := training.ParseChannel(name); ok {
			out = append(out, ch)
		}
	}
	return out
}

// MakeShare makes the page of an activity. columns is its recording, nil if it has
// none, and hidden are the places that the athlete keeps from others.
func MakeShare(p *page.Page, a *Activity, c *Choice, columns *training.Columns, hidden document.HiddenPlaces) *ShareView {
	v := &ShareView{sport: a.Sport, title: page.Clean(c.Name), kind: p.Sport(a.Sport) + " · " + date(p, a.Date, c.Month)}
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
		v.numbers = append(v.numbers, shareSaid(p, key, a.figure(key), places(key)))
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

// notes say what was left out, and no more of it.
func notes(p *page.Page, c *Choice, left *remains, v *ShareView) (out []string) {
	switch {
	case !left.cut || !c.Track && len(c.Charts) == 0:
	case len(left.stretches) == 0:
		out = append(out, p.Say("The track and its charts are left out: too little remains of it once its ends are cut."))
	case c.ClipM > 0:
		out = append(out, p.Say("The beginning and the end of the track, and perhaps other parts, are left out of the drawing and the charts."))
	default:
		out = append(out, p.Say("Parts of the track are left out of the drawing and the charts."))
	}
	if v.way != nil {
		out = append(out, p.Say("Positions are rounded to 10 m."))
	}
	return out
}

// date is the day, or the month alone, with its year.
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

// shareSaid is a number rounded to what others want to know. A distance to 100 m also
// keeps them from learning how much of the way is not drawn.
func shareSaid(p *page.Page, key string, v page.Num, places int) number {
	m := p.Number(key, v)
	if f, err := strconv.ParseFloat(m.Text, 64); err == nil {
		m.Text = strconv.FormatFloat(f, 'f', places, 64)
	}
	return number{p.Label(key), m.Text, m.Unit}
}

func places(key string) int {
	if strings.HasSuffix(key, "_km") || strings.HasSuffix(key, "_kmh") {
		return 1
	}
	return 0
}
