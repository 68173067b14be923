package dashboard

// zoneTable is the time in the zones of a kind; nil where there are none.
func (p *page) zoneTable(a *activityView, kind string) *table {
	z, ok := a.Zones[kind]
	if !ok || len(z.Zones) == 0 {
		return nil
	}
	unit := "_w"
	switch kind {
	case "hr":
		unit = "_bpm"
	case "pace":
		unit = "_pace_s_per_km"
	}
	t := &table{ID: "zones-" + kind, Caption: p.zoneTitle(kind), Columns: []column{
		{Key: "zone", Title: p.say("Zone"), Text: true},
		{Key: "from" + unit, Title: p.say("From")},
		{Key: "to" + unit, Title: p.say("To")},
		{Key: "duration_s", Title: p.say("Time")},
		{Key: "share_pct", Title: p.say("Share")},
	}}
	for _, x := range z.Zones {
		from, to := p.cell("from_w", x.FromW), p.cell("to_w", x.ToW)
		switch kind {
		case "hr":
			from, to = p.cell("from_bpm", x.FromBpm), p.cell("to_bpm", x.ToBpm)
		case "pace":
			from, to = p.cell("from_pace_s_per_km", x.FromPace), p.cell("to_pace_s_per_km", x.ToPace)
		}
		t.Rows = append(t.Rows, row{Cells: []cell{words(x.Name), from, to, p.cell("duration_s", x.Seconds), p.cell("share_pct", x.Percent)}})
	}
	return p.show(t)
}

func (p *page) zoneTitle(kind string) string {
	switch kind {
	case "power":
		return p.say("Time in power zones")
	case "hr":
		return p.say("Time in heart rate zones")
	}
	return p.say("Time in pace zones")
}
