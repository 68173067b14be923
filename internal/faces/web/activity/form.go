package activity

import (
	"strconv"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

func (a *Activity) tracked() bool { return a.has(training.Latitude) }

func dateChoice(c Choice) string {
	if c.Month {
		return monthOnly
	}
	return "day"
}

// clipChoices are told in the reader's unit.
func clipChoices(p *page.Page) (out [][2]string) {
	for _, m := range clips() {
		text := strconv.Itoa(m) + " m"
		switch {
		case m == 0:
			text = p.Say("nothing")
		case p.Miles:
			text = strconv.FormatFloat(float64(m)/i18n.MPerYard, 'f', 0, 64) + " yd"
		}
		out = append(out, [2]string{strconv.Itoa(m), text})
	}
	return out
}

// parts are those that the activity has.
func (a *Activity) parts(p *page.Page) (out [][2]string) {
	if a.tracked() {
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
