package dashboard

// powerModels are models of what power can be held for how long, and how well each
// fits the bests.
type powerModels struct {
	Duration []num `json:"duration_s"`
	Power    []num `json:"power_w"`
	Index    []num `json:"power_index"`
	Fits     []struct {
		Model    string `json:"model"`
		CP       num    `json:"critical_power_w"`
		CPError  num    `json:"critical_power_se_w"`
		W        num    `json:"w_prime_j"`
		WError   num    `json:"w_prime_se_j"`
		PMax     num    `json:"p_max_w"`
		RMS      num    `json:"rms_residual_w"`
		Residual []num  `json:"residual_w"`
	} `json:"fits"`
	One struct {
		EFTP     num    `json:"eftp_w"`
		Duration num    `json:"duration_s"`
		Power    num    `json:"power_w"`
		ID       string `json:"activity_id"`
		Date     string `json:"local_date"`
	} `json:"one_effort"`
}

// modelName is what a model is called.
func (p *page) modelName(name string) string {
	switch name {
	case "cp_2p_work_time":
		return p.say("Critical power, work by time")
	case "cp_2p_inverse_time":
		return p.say("Critical power, power by 1/time")
	case "cp_2p_time":
		return p.say("Critical power, time by power")
	case "morton_3p":
		return p.say("Morton, three parameters")
	case "omni_domain":
		return p.say("All durations (omni-domain)")
	}
	return clean(name)
}

func (p *page) modelTable(v *curvesView) *table {
	t := &table{ID: "models", Caption: p.say("Critical power and W′"), Columns: []column{
		{Key: "model", Title: p.say("Model"), Text: true},
		{Key: "critical_power_w", Title: p.say("Critical power")},
		{Key: "critical_power_se_w", Title: p.say("± its error")},
		{Key: "w_prime_j", Title: p.say("W′")},
		{Key: "w_prime_se_j", Title: p.say("± its error")},
		{Key: "p_max_w", Title: p.say("Highest power")},
		{Key: "rms_residual_w", Title: p.say("Off by, on average")},
	}}
	for _, f := range v.answer.V.Models.Fits {
		name := words(f.Model)
		name.Text = p.modelName(f.Model)
		t.Rows = append(t.Rows, row{Cells: []cell{
			name, p.cell("critical_power_w", f.CP), p.cell("critical_power_se_w", f.CPError), p.cell("w_prime_j", f.W),
			p.cell("w_prime_se_j", f.WError), p.cell("p_max_w", f.PMax), p.cell("rms_residual_w", f.RMS),
		}})
	}
	return t
}

// residualTable has the efforts that the models rest on, and by how much each
// misses them.
func (p *page) residualTable(v *curvesView) *table {
	m, c := v.answer.V.Models, v.answer.V.Curve
	t := &table{ID: "residuals", Caption: p.say("The efforts, and how far each model is off"), Folded: true, Columns: []column{
		{Key: "duration_s", Title: p.say("Duration")},
		{Key: "power_w", Title: p.say("Best")},
	}}
	for _, f := range m.Fits {
		t.Columns = append(t.Columns, column{Key: "residual_" + f.Model + "_w", Title: p.modelName(f.Model)})
	}
	t.Columns = append(t.Columns, column{Key: "local_date", Title: p.say("Date"), Text: true})
	where := map[string]int{}
	for i, d := range c.Duration {
		where[d.String()] = i
	}
	for i, d := range m.Duration {
		if i >= len(m.Power) {
			break
		}
		r := row{Cells: []cell{p.cell("duration_s", d), p.cell("power_w", m.Power[i])}}
		for _, f := range m.Fits {
			var off num
			if i < len(f.Residual) {
				off = f.Residual[i]
			}
			r.Cells = append(r.Cells, p.cell("residual_w", off))
		}
		effort := words("")
		if at, ok := where[d.String()]; ok {
			effort, _ = p.effort(c, at)
		}
		r.Cells = append(r.Cells, effort)
		t.Rows = append(t.Rows, r)
	}
	return t
}
