package fitness

import (
	"lapkeep/internal/faces/web/page"
)

// powerModels are models of what power can be held for how long, and how well each
// fits the bests.
type powerModels struct {
	Duration []page.Num `json:"duration_s"`
	Power    []page.Num `json:"power_w"`
	Index    []page.Num `json:"power_index"`
	Fits     []struct {
		Model    string     `json:"model"`
		CP       page.Num   `json:"critical_power_w"`
		CPError  page.Num   `json:"critical_power_se_w"`
		W        page.Num   `json:"w_prime_j"`
		WError   page.Num   `json:"w_prime_se_j"`
		PMax     page.Num   `json:"p_max_w"`
		RMS      page.Num   `json:"rms_residual_w"`
		Residual []page.Num `json:"residual_w"`
	} `json:"fits"`
	One struct {
		EFTP     page.Num `json:"eftp_w"`
		Duration page.Num `json:"duration_s"`
		Power    page.Num `json:"power_w"`
		ID       string   `json:"activity_id"`
		Date     string   `json:"local_date"`
	} `json:"one_effort"`
}

// modelName is what a model is called.
func modelName(p *page.Page, name string) string {
	switch name {
	case "cp_2p_work_time":
		return p.Say("Critical power, work by time")
	case "cp_2p_inverse_time":
		return p.Say("Critical power, power by 1/time")
	case "cp_2p_time":
		return p.Say("Critical power, time by power")
	case "morton_3p":
		return p.Say("Morton, three parameters")
	case "omni_domain":
		return p.Say("All durations (omni-domain)")
	}
	return page.Clean(name)
}

func modelTable(p *page.Page, v *curvesView) *page.Table {
	t := &page.Table{ID: "models", Caption: p.Say("Critical power and W′"), Columns: []page.Column{
		{Key: "model", Title: p.Say("Model"), Text: true},
		{Key: "critical_power_w", Title: p.Say("Critical power")},
		{Key: "critical_power_se_w", Title: p.Say("± its error")},
		{Key: "w_prime_j", Title: p.Say("W′")},
		{Key: "w_prime_se_j", Title: p.Say("± its error")},
		{Key: "p_max_w", Title: p.Say("Highest power")},
		{Key: "rms_residual_w", Title: p.Say("Off by, on average")},
	}}
	for _, f := range v.answer.V.Models.Fits {
		name := page.Words(f.Model)
		name.Text = modelName(p, f.Model)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			name, p.Cell("critical_power_w", f.CP), p.Cell("critical_power_se_w", f.CPError), p.Cell("w_prime_j", f.W),
			p.Cell("w_prime_se_j", f.WError), p.Cell("p_max_w", f.PMax), p.Cell("rms_residual_w", f.RMS),
		}})
	}
	return t
}

// residualTable has the efforts that the models rest on, and by how much each
// misses them.
func residualTable(p *page.Page, v *curvesView) *page.Table {
	m, c := v.answer.V.Models, v.answer.V.Curve
	t := &page.Table{ID: "residuals", Caption: p.Say("The efforts, and how far each model is off"), Folded: true, Columns: []page.Column{
		{Key: "duration_s", Title: p.Say("Duration")},
		{Key: "power_w", Title: p.Say("Best")},
	}}
	for _, f := range m.Fits {
		t.Columns = append(t.Columns, page.Column{Key: "residual_" + f.Model + "_w", Title: modelName(p, f.Model)})
	}
	t.Columns = append(t.Columns, page.Column{Key: "local_date", Title: p.Say("Date"), Text: true})
	where := map[string]int{}
	for i, d := range c.Duration {
		where[d.String()] = i
	}
	for i, d := range m.Duration {
		if i >= len(m.Power) {
			break
		}
		r := page.Row{Cells: []page.Cell{p.Cell("duration_s", d), p.Cell("power_w", m.Power[i])}}
		for _, f := range m.Fits {
			var off page.Num
			if i < len(f.Residual) {
				off = f.Residual[i]
			}
			r.Cells = append(r.Cells, p.Cell("residual_w", off))
		}
		effort := page.Words("")
		if at, ok := where[d.String()]; ok {
			effort, _ = effortCell(p, c, at)
		}
		r.Cells = append(r.Cells, effort)
		t.Rows = append(t.Rows, r)
	}
	return t
}
