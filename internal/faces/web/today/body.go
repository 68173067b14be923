package today

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// The marks on the body, and their authors.
const (
	byCoach = "coach"

	BodyPath   = "/body"
	regionName = "region" // the field's name in the address and the form
)

// bodyPage is the map of the body.
type bodyPage struct {
	answer  page.Answer[bodymap.Map]
	days    string
	chosen  []string // regions in the address
	marks   *page.Table
	history *page.Table
	muscles *muscles // nil without strength training
}

// Body shows the body map with everything marked on it.
func Body(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &bodyPage{days: p.Query("range"), chosen: p.Request.URL.Query()[regionName]}
	if v.days == "" {
		v.days = "last 90 days"
	}
	page.Together(
		func() {
			v.answer = page.Ask[bodymap.Map](ctx, p, "get_body_map", page.Args{"range": v.days, "regions": true})
		},
		func() { v.muscles = trained(ctx, p, v.days) },
	)
	v.marks = p.Show(markTable(p, "marks", p.Say("Marked now"), v.answer.V.Marks))
	v.history = p.Show(markTable(p, "body-history", p.Say("History of marks"), v.answer.V.History))
	v.marks.Narrow, v.history.Narrow = true, true
	if len(v.marks.Rows) == 0 {
		p.FindData(ctx)
	}
	return bodyBody(p, v), nil
}

func markTable(p *page.Page, id, caption string, all []bodymap.Mark) *page.Table {
	t := &page.Table{ID: id, Caption: caption, Columns: []page.Column{
		{Key: "date", Title: p.Say("Date"), Text: true},
		{Key: "label", Title: p.Say("Region"), Text: true},
		{Key: "by", Title: p.Say("Marked by"), Text: true},
		{Key: "pain", Title: p.Say("Pain, 0 to 10")},
		{Key: "kind", Title: p.Say("Kind"), Text: true},
		{Key: "note", Title: p.Say("Note"), Text: true},
		{Key: "until", Title: p.Say("Until"), Text: true},
	}}
	for _, m := range all {
		since := m.Date
		if m.Since != nil {
			since = *m.Since
		}
		until := page.Words("")
		if end := endOf(m, all); end != nil {
			until = p.DateCell(end.String())
		}
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			p.DateCell(since.String()), page.Words(m.Label.String()).Of("name"), page.Words(markedBy(p, m.By)), p.Cell("pain", m.Pain),
			page.Words(bodyKind(p, m.Kind)), page.Words(m.Note), until,
		}})
	}
	return t
}

// endOf returns the day on which a mark was cleared, or replaced by a later one
// of the same author, or nil if it is still valid.
func endOf(m bodymap.Mark, all []bodymap.Mark) *training.Day {
	end := m.Cleared
	for i, x := range all {
		if x.Region == m.Region && x.By == m.By && x.Date > m.Date && (end == nil || x.Date < *end) {
			end = &all[i].Date
		}
	}
	return end
}

func markedBy(p *page.Page, who training.BodyMarkAuthor) string {
	switch who {
	case page.ByAthlete:
		return p.Say("you")
	case byCoach:
		return p.Say("the coach")
	}
	return string(who)
}

// bodyKinds returns the kinds of marks, as named by the tool and as shown on
// pages.
func bodyKinds(p *page.Page) [][2]string {
	return [][2]string{
		{"pain", p.Say("pain")},
		{"soreness", p.Say("soreness")},
		{"tightness", p.Say("tightness")},
		{"stiffness", p.Say("stiffness")},
		{"swelling", p.Say("swelling")},
		{"numbness", p.Say("numbness")},
		{"weakness", p.Say("weakness")},
		{"wound", p.Say("wound")},
		{"watch", p.Say("keep an eye on")},
	}
}

func bodyKind(p *page.Page, name string) string {
	for _, k := range bodyKinds(p) {
		if k[0] == name {
			return k[1]
		}
	}
	return strings.ReplaceAll(name, "_", " ")
}

func bodyGroup(p *page.Page, name string) string {
	return map[string]string{
		"head": p.Say("Head and neck"), "trunk": p.Say("Trunk"), "arm": p.Say("Arm and hand"), "hip": p.Say("Hip"), "thigh": p.Say("Thigh"),
		"knee": p.Say("Knee"), "lower_leg": p.Say("Lower leg"), "foot": p.Say("Foot"),
	}[name]
}

func viewName(p *page.Page, view bodymap.View) string {
	if view == "back" {
		return p.Say("Back of the body")
	}
	return p.Say("Front of the body")
}

// of returns the marks of a region, the athlete's first.
func (v *bodyPage) of(region string) (out []bodymap.Mark) {
	for _, m := range v.answer.V.Marks {
		if m.Region == region {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b bodymap.Mark) int { return cmp.Compare(a.By, b.By) })
	return out
}

func (v *bodyPage) isChosen(region string) bool { return slices.Contains(v.chosen, region) }

// toggled returns the address with a region selected, or deselected.
func (v *bodyPage) toggled(p *page.Page, region string) string {
	q := p.Request.URL.Query()
	if i := slices.Index(q[regionName], region); i >= 0 {
		q[regionName] = slices.Delete(q[regionName], i, i+1)
	} else {
		q.Add(regionName, region)
	}
	return BodyPath + "?" + q.Encode()
}

// told returns the marks on a region as text.
func told(p *page.Page, marks []bodymap.Mark) string {
	var out []string
	for _, m := range marks {
		said := bodyKind(p, m.Kind)
		switch {
		case said == "" && m.Pain == nil:
			said = p.Say("marked")
		case said == "":
			said = strconv.Itoa(*m.Pain) + "/10"
		case m.Pain != nil:
			said += " " + strconv.Itoa(*m.Pain) + "/10"
		}
		out = append(out, p.Say("%s (by %s)", said, markedBy(p, m.By)))
	}
	return page.Clean(strings.Join(out, "; "))
}

// regionTitle returns the name of a region with the marks on it.
func (v *bodyPage) regionTitle(p *page.Page, r bodymap.Region) string {
	if said := told(p, v.of(r.ID)); said != "" {
		return page.Clean(r.Label.String()) + ": " + said
	}
	return page.Clean(r.Label.String())
}

// regionClass returns the class that colours a region: by the athlete's level
// of pain, with a different line for the coach's marks.
func (v *bodyPage) regionClass(r bodymap.Region) string {
	class := "part"
	for _, m := range v.of(r.ID) {
		if m.By == byCoach {
			class += " by-coach"
			continue
		}
		class += " by-athlete pain-" + strconv.Itoa(min(max(page.Or(m.Pain), 0)/3, 3))
	}
	if v.isChosen(r.ID) {
		class += " chosen"
	}
	return class
}

// shape returns the outline of a region, or "" for a region of a later version.
func shape(r bodymap.Region) string {
	return bodyShapes()[strings.TrimPrefix(r.ID, r.Side+"_")]
}

// turned mirrors a region on the left of the picture: seen from the front, that
// is the athlete's right.
func turned(r bodymap.Region) string {
	if r.Side == "right" && r.View == "front" || r.Side == "left" && r.View == "back" {
		return "matrix(-1 0 0 1 " + bodyWidth + " 0)"
	}
	return "matrix(1 0 0 1 0 0)"
}

// seen returns the regions of a view.
func (v *bodyPage) seen(view bodymap.View) (out []bodymap.Region) {
	for _, r := range v.answer.V.Regions {
		if r.View == view {
			out = append(out, r)
		}
	}
	return out
}

// bodyGroupRows holds the regions of a group in one view, left beside right.
type bodyGroupRows struct {
	group string
	rows  [][]bodymap.Region
}

// rows returns the regions of a view as a table: one body part per row, with its sides
// next to each other.
func (v *bodyPage) rows(view bodymap.View) (out []bodyGroupRows) {
	all := v.seen(view)
	for i, r := range all {
		at := slices.IndexFunc(out, func(g bodyGroupRows) bool { return g.group == r.Group })
		if at < 0 {
			at, out = len(out), append(out, bodyGroupRows{group: r.Group})
		}
		rows := &out[at].rows
		if r.Side == "right" && i > 0 && all[i-1].Side == "left" {
			last := len(*rows) - 1
			(*rows)[last] = append((*rows)[last], r)
			continue
		}
		*rows = append(*rows, []bodymap.Region{r})
	}
	return out
}

// chosenNames returns the names of the selected regions.
func (v *bodyPage) chosenNames() string {
	var out []string
	for _, r := range v.answer.V.Regions {
		if v.isChosen(r.ID) {
			out = append(out, page.Clean(r.Label.String()))
		}
	}
	return strings.Join(out, ", ")
}

// MarkBody handles the page's form without a script: it marks the selected
// regions or clears them, and returns to the page.
func MarkBody(_ *page.Page, fields url.Values) (page.FormAction, error) {
	return page.FormAction{Tool: "mark_body_regions", In: markArguments(fields), Then: page.Same(BodyPath)}, nil
}

func markArguments(fields url.Values) page.Args {
	regions := fields[regionName]
	if fields.Get("do") == "clear" {
		return page.Args{"by": page.ByAthlete, "clear": append([]string{}, regions...)}
	}
	marks := []page.Args{}
	for _, id := range regions {
		m := page.Args{"region": id}
		for _, k := range []string{"pain", "kind", "note"} {
			if v := page.Trimmed(fields, k); v != "" {
				m[k] = v
			}
		}
		marks = append(marks, m)
	}
	return page.Args{"by": page.ByAthlete, "marks": marks}
}

// sideLetter returns the letter for the athlete's left or right in a picture.
func sideLetter(p *page.Page, left bool) string {
	if left {
		return p.Say("L")
	}
	return p.Say("R")
}
