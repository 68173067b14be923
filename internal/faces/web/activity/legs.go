package activity

import (
	"slices"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// legs are all of a race of several sports, this one among them.
func (a *activityView) legs() []page.Activity {
	own := page.Activity{ID: a.ID, Sport: a.Sport, Start: a.Start, Duration: a.figure("duration_s")}
	out := append([]page.Activity{own}, a.Siblings...)
	slices.SortStableFunc(out, func(x, y page.Activity) int { return strings.Compare(x.Start, y.Start) })
	return out
}

// legText is a leg with how long it took.
func legText(p *page.Page, leg page.Activity) string {
	return p.Sport(leg.Sport) + " " + p.Number("duration_s", leg.Duration).Text
}

// sportCell is the sport of a row; that of a leg leads to the race.
func sportCell(p *page.Page, a page.Activity) page.Cell {
	c := page.Words(a.Sport)
	c.Text = p.Sport(a.Sport)
	if a.Parent != "" {
		c.Text = p.Say("%s, a leg", c.Text)
		c = c.To(page.Link("/activities/", a.Parent) + "#legs")
	}
	return c.Of("sport")
}

// climbCell is the climb of a row, empty of a sport in which nobody climbs.
func climbCell(p *page.Page, a page.Activity) page.Cell {
	if slices.Contains(climbless, a.Sport) {
		return p.Cell("elevation_gain_m", "")
	}
	return p.Cell("elevation_gain_m", a.Climb)
}
