package dashboard

import (
	"context"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/training"
)

// zoneTimes are the times in the zones of one scheme.
type zoneTimes struct {
	Kind       string   `json:"kind"`
	Scheme     string   `json:"scheme"`
	Sports     []string `json:"sports"`
	Names      []string `json:"names"`
	Seconds    []num    `json:"seconds"`
	Share      []num    `json:"share_pct"`
	Activities num      `json:"activities"`
}

type zonesAnswer struct {
	Period struct {
		Start string `json:"start_date"`
		End   string `json:"end_date"`
	} `json:"period"`
	Times   []zoneTimes `json:"time_in_zones"`
	Missing missing     `json:"missing"`
}

// intensityTimes are the times in three zones, of the kind and scheme of each.
type intensityTimes struct {
	Kind    string   `json:"kind"`
	Scheme  string   `json:"scheme"`
	Sports  []string `json:"sports"`
	Seconds []num    `json:"seconds"`
	Share   []num    `json:"share_pct"`
	Shape   string   `json:"shape"`
	Index   num      `json:"polarization_index"`
}

type intensityAnswer struct {
	Intensity struct {
		ByTime    []intensityTimes `json:"by_time"`
		BySession struct {
			Count []num  `json:"count"`
			Share []num  `json:"share_pct"`
			Shape string `json:"shape"`
			Index num    `json:"polarization_index"`
		} `json:"by_session"`
		Rule string `json:"rule"`
	} `json:"intensity"`
}

type zonesView struct {
	total     answer[zonesAnswer]
	weeks     []answer[zonesAnswer] // oldest first
	intensity answer[intensityAnswer]
	count     string // of weeks, as the address says
	sport     string
	of        string // the scheme that the weeks are shown by
	byWeek    *table
	sums      *table
	thirds    *table
}

func (p *page) zoneWeeks() [][2]string {
	return [][2]string{{"6", p.say("6 weeks")}, {"12", p.say("12 weeks")}, {"26", p.say("26 weeks")}}
}

func zonesPage(ctx context.Context, p *page) (templ.Component, error) {
	v := &zonesView{count: p.query("weeks"), of: p.query("by")}
	if s := p.query("sport"); slices.Contains(fitnessSports(), s) {
		v.sport = s
	}
	n := 12
	if i := slices.IndexFunc(p.zoneWeeks(), func(c [2]string) bool { return c[0] == v.count }); i >= 0 {
		n, _ = strconv.Atoi(v.count)
	}
	v.count = strconv.Itoa(n)
	v.askWeeks(ctx, p, n)
	v.lay(p)
	return zonesBody(p, v), nil
}

// askWeeks asks for each week, and then for all of their days at once.
func (v *zonesView) askWeeks(ctx context.Context, p *page, n int) {
	in := func(more args) args {
		if v.sport != "" {
			more["sport"] = v.sport
		}
		return more
	}
	v.weeks = make([]answer[zonesAnswer], n)
	var all []func()
	for i := range v.weeks {
		day := p.call.Today - training.Day(7*(n-1-i))
		all = append(all, func() {
			v.weeks[i] = ask[zonesAnswer](ctx, p, "get_training_summary", in(args{
				"period": "week", "date": day.String(), "sections": []string{"time_in_zones"},
			}))
		})
	}
	together(all...)
	from, to := v.weeks[0].V.Period.Start, p.call.Today.String()
	if from == "" {
		from = (p.call.Today - training.Day(7*n-1)).String()
	}
	together(
		func() {
			v.total = ask[zonesAnswer](ctx, p, "get_training_summary", in(args{"from": from, "to": to, "sections": []string{"time_in_zones"}}))
		},
		func() {
			v.intensity = ask[intensityAnswer](ctx, p, "analyze_training_load", in(args{"from": from, "to": to, "sections": []string{"intensity"}}))
		},
	)
}

func (z *zoneTimes) key() string { return z.Kind + "." + z.Scheme }

// zoneName is what times are by, and of which sports.
func (p *page) zoneName(kind string, sports []string) string {
	text := ""
	for _, s := range sports {
		if text == "" {
			text = p.sport(s)
		} else {
			text = p.say("%s, %s", text, p.sport(s))
		}
	}
	return p.say("%s: %s", p.zoneKind(kind), text)
}

func (p *page) zoneChoices(v *zonesView) [][2]string {
	var out [][2]string
	for _, z := range v.total.V.Times {
		out = append(out, [2]string{z.key(), p.zoneName(z.Kind, z.Sports)})
	}
	return out
}

func (a *zonesAnswer) by(key string) *zoneTimes {
	for i := range a.Times {
		if a.Times[i].key() == key {
			return &a.Times[i]
		}
	}
	return nil
}

func (v *zonesView) lay(p *page) {
	if len(v.total.V.Times) == 0 {
		return
	}
	whole := v.total.V.by(v.of)
	if whole == nil {
		whole = &v.total.V.Times[0]
	}
	v.of = whole.key()
	v.byWeek = p.show(p.zoneWeekTable(v, whole))
	v.sums = p.show(p.zoneSumTable(whole))
	v.thirds = p.show(p.thirdsTable(v))
}

func (p *page) zoneWeekTable(v *zonesView, whole *zoneTimes) *table {
	t := &table{ID: "zone-weeks", Caption: p.say("Time in zones by week"), Folded: true, Chart: "zones", Columns: []column{
		{Key: "week_start", Title: p.say("Week from"), Text: true},
	}}
	for i, name := range whole.Names {
		n := strconv.Itoa(i + 1)
		t.Columns = append(t.Columns, column{
			Key: "zone_" + n + "_s", Title: clean(name), Line: "bar", Color: "zone-" + strconv.Itoa(min(i+1, mostZones)), Scale: "bars",
		})
	}
	for i := range v.weeks {
		a := &v.weeks[i].V
		if a.Period.Start == "" {
			continue
		}
		r := row{Cells: []cell{p.dateCell(a.Period.Start).to("/calendar?view=week&date=" + a.Period.Start)}}
		z := a.by(v.of)
		for j := range whole.Names {
			var s num
			if z != nil && j < len(z.Seconds) {
				s = z.Seconds[j]
			}
			r.Cells = append(r.Cells, p.cell("duration_s", s))
		}
		t.Rows = append(t.Rows, r)
	}
	t.Said = []string{p.zoneSaid(whole)}
	return t
}

// zoneSaid is the chart in one sentence: the share of each zone.
func (p *page) zoneSaid(whole *zoneTimes) string {
	text := ""
	for i, name := range whole.Names {
		if i < len(whole.Share) {
			part := p.say("%s %s %%", clean(name), whole.Share[i].String())
			if text == "" {
				text = part
			} else {
				text = p.say("%s, %s", text, part)
			}
		}
	}
	return p.say("All weeks together: %s.", text)
}

// mostZones is how many colours zones have.
const mostZones = 7

func (p *page) zoneSumTable(whole *zoneTimes) *table {
	t := &table{ID: "zones-sums", Caption: p.zoneName(whole.Kind, whole.Sports), Columns: []column{
		{Key: "zone", Title: p.say("Zone"), Text: true},
		{Key: "duration_s", Title: p.say("Time")},
		{Key: "share_pct", Title: p.say("Share")},
	}}
	for i, name := range whole.Names {
		if i < len(whole.Seconds) && i < len(whole.Share) {
			t.Rows = append(t.Rows, row{Cells: []cell{words(name), p.cell("duration_s", whole.Seconds[i]), p.cell("share_pct", whole.Share[i])}})
		}
	}
	return t
}

// thirdsTable has what was easy, between and hard, by time and by session.
func (p *page) thirdsTable(v *zonesView) *table {
	t := &table{ID: "thirds", Caption: p.say("Easy, between and hard"), Columns: []column{
		{Key: "by", Title: p.say("By"), Text: true},
		{Key: "easy_pct", Title: p.say("Easy")},
		{Key: "between_pct", Title: p.say("Between")},
		{Key: "hard_pct", Title: p.say("Hard")},
		{Key: "shape", Title: p.say("Shape"), Text: true},
		{Key: "polarization_index", Title: p.say("Polarization index")},
	}}
	add := func(by string, share []num, shape string, index num) {
		if len(share) == 3 {
			t.Rows = append(t.Rows, row{Cells: []cell{
				words(by), p.cell("share_pct", share[0]), p.cell("share_pct", share[1]), p.cell("share_pct", share[2]),
				words(p.shape(shape)), p.cell("polarization_index", index),
			}})
		}
	}
	for _, x := range v.intensity.V.Intensity.ByTime {
		add(p.zoneName(x.Kind, x.Sports), x.Share, x.Shape, x.Index)
	}
	s := v.intensity.V.Intensity.BySession
	add(p.say("Sessions"), s.Share, s.Shape, s.Index)
	return t
}

// shape is what a distribution is called.
func (p *page) shape(name string) string {
	switch name {
	case "pyramidal":
		return p.say("pyramidal")
	case "polarized":
		return p.say("polarized")
	case "threshold":
		return p.say("threshold")
	case "high intensity":
		return p.say("high intensity")
	case "unclear":
		return p.say("unclear")
	}
	return name
}
