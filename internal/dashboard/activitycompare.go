package dashboard

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// compareView is an activity beside others, which the address names as with.
type compareView struct {
	Activities  []activityRow    `json:"activities"`
	Metrics     map[string][]num `json:"metrics"`
	Differences map[string][]num `json:"differences"`
	Notes       []string         `json:"notes"`

	with    []string
	err     *problem
	table   *table
	choices []choiceGroup
}

// choiceGroup are activities that can be chosen to compare with, and why.
type choiceGroup struct {
	name string
	rows []activityRow
}

// mostBeside is how many others the tool compares one activity with.
const mostBeside = 4

// compared asks for the comparison with those that the address names.
func (p *page) compared(ctx context.Context, id string) *compareView {
	v := &compareView{}
	for _, x := range p.request.URL.Query()["with"] {
		if x = strings.TrimSpace(x); x != "" && x != id && !slices.Contains(v.with, x) && len(v.with) < mostBeside {
			v.with = append(v.with, x)
		}
	}
	if len(v.with) == 0 {
		return v
	}
	a := ask[compareView](ctx, p, "compare_activities", args{"ids": append([]string{id}, v.with...)})
	with := v.with
	*v = a.V
	v.with, v.err = with, a.Err
	return v
}

// choose fills in what can be chosen: what is alike, else the latest of the sport.
func (p *page) choose(ctx context.Context, v *compareView, a *activityView) {
	v.choices = []choiceGroup{
		{p.say("The same way"), a.Similar.Route.Activities},
		{p.say("The same profile"), a.Similar.Profile.Activities},
		{p.say("The same intervals"), a.Similar.Structure.Activities},
	}
	seen := map[string]bool{a.ID: true}
	left := 0
	for i := range v.choices {
		g := &v.choices[i]
		g.rows = slices.DeleteFunc(slices.Clone(g.rows), func(r activityRow) bool {
			was := seen[r.ID]
			seen[r.ID] = true
			return was
		})
		left += len(g.rows)
	}
	if left > 0 || a.Sport == "" {
		return
	}
	latest := ask[activitiesView](ctx, p, "list_activities", args{"sport": a.Sport, "limit": 10}).V.Activities
	latest = slices.DeleteFunc(latest, func(r activityRow) bool { return r.ID == a.ID })
	v.choices = append(v.choices, choiceGroup{p.say("The latest of the sport"), latest})
}

// offered reports whether there is anything to choose.
func (v *compareView) offered() bool {
	return slices.ContainsFunc(v.choices, func(g choiceGroup) bool { return len(g.rows) > 0 })
}

// compareTable has a row a metric and a column an activity; beside each of the
// others stands what it has more or less.
func (p *page) compareTable(v *compareView) *table {
	if len(v.Activities) == 0 {
		return nil
	}
	t := &table{ID: "compare", Caption: p.say("Side by side"), Columns: []column{{Key: "metric", Title: p.say("Number"), Text: true}}}
	for i, a := range v.Activities {
		t.Columns = append(t.Columns, column{Key: "value_" + a.ID, Title: p.choiceName(a)})
		if i > 0 {
			t.Columns = append(t.Columns, column{Key: "difference_" + a.ID, Title: p.say("Difference")})
		}
	}
	for _, key := range ordered(v.Metrics) {
		name := words(key)
		name.Text = p.label(key)
		r := row{Cells: []cell{name}}
		for i := range v.Activities {
			r.Cells = append(r.Cells, p.cell(key, at(v.Metrics[key], i)))
			if i > 0 {
				r.Cells = append(r.Cells, cell{measure: p.difference(key, at(v.Differences[key], i))})
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return p.show(t)
}

// ordered are the metrics in the order of a summary, others behind.
func ordered(of map[string][]num) []string {
	var out []string
	for _, k := range order() {
		if len(of[k]) > 0 {
			out = append(out, k)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(of)) {
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func at(all []num, i int) num {
	if i >= 0 && i < len(all) {
		return all[i]
	}
	return ""
}

// difference is a number with its sign, whatever its unit.
func (p *page) difference(key string, v num) measure {
	size, less := strings.CutPrefix(v.String(), "-")
	m := p.number(key, num(size))
	m.Value = v.String()
	switch {
	case v == "" || float(v) == 0:
	case less:
		m.Text = "−" + m.Text
	default:
		m.Text = "+" + m.Text
	}
	return m
}

// choiceName is an activity as one of several.
func (p *page) choiceName(a activityRow) string {
	return p.say("%s, %s", p.activityName(a), p.day(a.Date))
}

// without is the page's address without one of those compared.
func (p *page) without(id string) string {
	q := p.request.URL.Query()
	q["with"] = slices.DeleteFunc(q["with"], func(x string) bool { return x == id })
	if len(q["with"]) == 0 {
		q.Del("with")
	}
	if len(q) == 0 {
		return p.request.URL.Path
	}
	return p.request.URL.Path + "?" + q.Encode()
}

// others are the values of the address but some, for a form to keep.
func (p *page) others(but []string) (out [][2]string) {
	q := p.request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if slices.Contains(but, name) || name == "as" || name == "table" {
			continue
		}
		for _, v := range q[name] {
			out = append(out, [2]string{name, v})
		}
	}
	return out
}
