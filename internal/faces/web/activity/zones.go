package activity

import (
	"lapkeep/internal/faces/web/page"
)

// zoneTable is the time in the zones of a kind; nil where there are none.
func zoneTable(p *page.Page, a *activityView, kind string) *page.Table {
	z, ok := a.Zones[kind]
	if !ok || len(z.Zones) == 0 {
		return nil
	}
	unit := "_w"
	switch {
	case kind == "hr":
		unit = "_bpm"
	case kind == "pace" && a.Sport == "swimming":
		unit = "_pace_s_per_100m"
	case kind == "pace":
		unit = "_pace_s_per_km"
	}
	t := &page.Table{ID: "zones-" + kind, Caption: zoneTitle(p, kind), Columns: []page.Column{
		{Key: "zone", Title: p.Say("Zone"), Text: true},
		{Key: "from" + unit, Title: p.Say("From")},
		{Key: "to" + unit, Title: p.Say("To")},
		{Key: "duration_s", Title: p.Say("Time")},
		{Key: "share_pct", Title: p.Say("Share")},
	}}
	for _, x := range z.Zones {
		low, high := x.FromW, x.ToW
		switch unit {
		case "_bpm":
			low, high = x.FromBpm, x.ToBpm
		case "_pace_s_per_km":
			low, high = x.FromPace, x.ToPace
		case "_pace_s_per_100m":
			low, high = x.From100, x.To100
		}
		from, to := p.Cell("from"+unit, low), p.Cell("to"+unit, high)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			page.Words(x.Name), from, to, p.Cell("duration_s", x.Seconds), p.Cell("share_pct", x.Percent),
		}})
	}
	return p.Show(t)
}

func zoneTitle(p *page.Page, kind string) string {
	switch kind {
	case "power":
		return p.Say("Time in power zones")
	case "hr":
		return p.Say("Time in heart rate zones")
	}
	return p.Say("Time in pace zones")
}
