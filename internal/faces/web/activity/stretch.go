package activity

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/page"
)

// stretchView is the part of an activity that was selected, with its numbers as the
// tool gives them. The addresses' from and to are its state.
type stretchView struct {
	Stretch map[string]json.RawMessage `json:"stretch"`
	Missing page.Missing               `json:"missing"`
	Sport   string                     `json:"sport"`

	from, to string // as they stand in the address
	err      *page.Problem
	table    *page.Table
}

// selected asks for the numbers of what the address selects.
func selected(ctx context.Context, p *page.Page, id string) *stretchView {
	v := &stretchView{from: p.Query("from"), to: p.Query("to")}
	if v.from == "" && v.to == "" {
		return v
	}
	from, ok := seconds(v.from)
	to, okTo := seconds(v.to)
	if !ok || !okTo {
		v.err = &page.Problem{
			What: p.Say("The selection has no beginning or no end."),
			Fix:  p.Say("Give both as times since the start, such as 10:00 or 1:05:00."),
		}
		return v
	}
	if v.to != "" && to <= from {
		v.err = &page.Problem{What: p.Say("The selection ends before it begins."), Fix: p.Say("Give an end that is after the beginning.")}
		return v
	}
	a := page.Ask[stretchView](ctx, p, "get_activity_streams", page.Args{
		"id": id, "channels": []string{"hr"}, "resolution": "1min", "start_offset_s": from, "end_offset_s": to,
	})
	v.Stretch, v.Sport, v.err = a.V.Stretch, a.V.Sport, a.Err
	if why := a.V.Missing["stretch"]; why != "" {
		v.err = &page.Problem{What: why}
	}
	return v
}

// seconds reads a time since the start: 90, 1:30 or 1:05:00; empty is the start.
func seconds(text string) (int, bool) {
	total := 0
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.Atoi(part)
		if text != "" && (err != nil || n < 0 || n > 1<<20 || total > 1<<20) {
			return 0, false
		}
		total = 60*total + n
	}
	return total, true
}

// keys are the numbers of a stretch in their order.
func (v *stretchView) keys() []string {
	of := activityView{Numbers: v.Stretch, Sport: v.Sport}
	var out []string
	for _, k := range of.keys() {
		if k != "start_offset_s" && k != "end_offset_s" {
			out = append(out, k)
		}
	}
	return out
}

// whole is one of its times in whole seconds.
func (v *stretchView) whole(key string) string { return strconv.Itoa(int(page.Float(v.number(key)))) }

// number is one of its numbers.
func (v *stretchView) number(key string) page.Num { return figure(v.Stretch[key]) }

func stretchTable(p *page.Page, v *stretchView) *page.Table {
	if len(v.Stretch) == 0 {
		return nil
	}
	t := &page.Table{ID: "stretch", Caption: p.Say("The selection in numbers"), Folded: true}
	var r page.Row
	for _, k := range append([]string{"start_offset_s", "end_offset_s"}, v.keys()...) {
		t.Columns = append(t.Columns, page.Column{Key: k, Title: stretchLabel(p, k)})
		r.Cells = append(r.Cells, p.Cell(k, v.number(k)))
	}
	t.Rows = []page.Row{r}
	return p.Show(t)
}

func stretchLabel(p *page.Page, key string) string {
	switch key {
	case "start_offset_s":
		return p.Say("From")
	case "end_offset_s":
		return p.Say("To")
	}
	return p.Label(key)
}

// wrong marks the field of what is wrong with the selection.
func (v *stretchView) wrong() templ.Attributes {
	if v.err == nil {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "selection-why"}
}

// said is the selection in a sentence.
func selection(p *page.Page, v *stretchView) string {
	at := func(key string) string { return p.Number(key, v.number(key)).Text }
	return p.Say("Selected: %s to %s, %s long.", at("start_offset_s"), at("end_offset_s"), at("duration_s"))
}

// typed is a time of the address as a person writes it.
func typed(p *page.Page, text string) string {
	if n, ok := seconds(text); ok && text != "" {
		return p.Number("duration_s", page.Num(strconv.Itoa(n))).Text
	}
	return text
}
