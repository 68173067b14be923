package dashboard

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

type bodyMark struct {
	Region  string `json:"region"`
	Label   string `json:"label"`
	View    string `json:"view"`
	By      string `json:"by"`
	Date    string `json:"date"`
	Pain    num    `json:"pain"`
	Kind    string `json:"kind"`
	Note    string `json:"note"`
	Cleared string `json:"cleared"`
	Since   string `json:"since"`
}

type bodyRegion struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	View  string `json:"view"`
	Side  string `json:"side"`
	Group string `json:"group"`
}

type bodyView struct {
	Marks     []bodyMark   `json:"marks"`
	History   []bodyMark   `json:"history"`
	Regions   []bodyRegion `json:"regions"`
	Sides     string       `json:"sides"`
	Truncated bool         `json:"truncated"`
	Narrow    string       `json:"narrow"`
}

// What is marked of the body, and by whom.
const (
	byCoach = "coach"

	bodyPath   = "/body"
	regionName = "region" // of the address and the form
)

// bodyPage is the map of the body.
type bodyPage struct {
	answer  answer[bodyView]
	days    string
	chosen  []string // regions of the address
	marks   *table
	history *table
}

func body(ctx context.Context, p *page) (templ.Component, error) {
	v := &bodyPage{days: p.query("range"), chosen: p.request.URL.Query()[regionName]}
	if v.days == "" {
		v.days = "last 90 days"
	}
	v.answer = ask[bodyView](ctx, p, "get_body_map", args{"range": v.days, "regions": true})
	v.marks = p.show(p.markTable("marks", p.say("Marked today"), v.answer.V.Marks))
	v.history = p.show(p.markTable("body-history", p.say("What was marked"), v.answer.V.History))
	return bodyBody(p, v), nil
}

func (p *page) markTable(id, caption string, all []bodyMark) *table {
	t := &table{ID: id, Caption: caption, Columns: []column{
		{Key: "date", Title: p.say("Date"), Text: true},
		{Key: "label", Title: p.say("Region"), Text: true},
		{Key: "by", Title: p.say("Marked by"), Text: true},
		{Key: "pain", Title: p.say("Pain, 0 to 10")},
		{Key: "kind", Title: p.say("Kind"), Text: true},
		{Key: "note", Title: p.say("Note"), Text: true},
		{Key: "until", Title: p.say("Until"), Text: true},
	}}
	for _, m := range all {
		since := m.Since
		if since == "" {
			since = m.Date
		}
		until := words("")
		if m.Cleared != "" {
			until = p.dateCell(m.Cleared)
		}
		t.Rows = append(t.Rows, row{Cells: []cell{
			p.dateCell(since), words(m.Label).of("name"), words(p.markedBy(m.By)), p.cell("pain", m.Pain),
			words(p.bodyKind(m.Kind)), words(m.Note), until,
		}})
	}
	return t
}

func (p *page) markedBy(who string) string {
	switch who {
	case byAthlete:
		return p.say("you")
	case byCoach:
		return p.say("the coach")
	}
	return who
}

// bodyKinds are what a mark may be, as the tool takes them and as a page says them.
func (p *page) bodyKinds() [][2]string {
	return [][2]string{
		{"pain", p.say("pain")},
		{"soreness", p.say("soreness")},
		{"tightness", p.say("tightness")},
		{"stiffness", p.say("stiffness")},
		{"swelling", p.say("swelling")},
		{"numbness", p.say("numbness")},
		{"weakness", p.say("weakness")},
		{"wound", p.say("wound")},
		{"watch", p.say("to watch")},
	}
}

func (p *page) bodyKind(name string) string {
	for _, k := range p.bodyKinds() {
		if k[0] == name {
			return k[1]
		}
	}
	return strings.ReplaceAll(name, "_", " ")
}

func (p *page) bodyGroup(name string) string {
	return map[string]string{
		"head": p.say("Head and neck"), "trunk": p.say("Trunk"), "arm": p.say("Arm and hand"), "hip": p.say("Hip"), "thigh": p.say("Thigh"),
		"knee": p.say("Knee"), "lower_leg": p.say("Lower leg"), "foot": p.say("Foot"),
	}[name]
}

func (p *page) viewName(view string) string {
	if view == "back" {
		return p.say("Back of the body")
	}
	return p.say("Front of the body")
}

// of are the marks of a region, the athlete's first.
func (v *bodyPage) of(region string) (out []bodyMark) {
	for _, m := range v.answer.V.Marks {
		if m.Region == region {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b bodyMark) int { return strings.Compare(a.By, b.By) })
	return out
}

func (v *bodyPage) isChosen(region string) bool { return slices.Contains(v.chosen, region) }

// toggled is the address with a region chosen, or no more.
func (v *bodyPage) toggled(p *page, region string) string {
	q := p.request.URL.Query()
	if i := slices.Index(q[regionName], region); i >= 0 {
		q[regionName] = slices.Delete(q[regionName], i, i+1)
	} else {
		q.Add(regionName, region)
	}
	return bodyPath + "?" + q.Encode()
}

// told is what is marked on a region, in words.
func (p *page) told(marks []bodyMark) string {
	var out []string
	for _, m := range marks {
		said := p.bodyKind(m.Kind)
		switch {
		case said == "" && m.Pain == "":
			said = p.say("marked")
		case said == "":
			said = m.Pain.String() + "/10"
		case m.Pain != "":
			said += " " + m.Pain.String() + "/10"
		}
		out = append(out, p.say("%s (by %s)", said, p.markedBy(m.By)))
	}
	return clean(strings.Join(out, "; "))
}

// regionTitle names a region with what is marked there.
func (v *bodyPage) regionTitle(p *page, r bodyRegion) string {
	if said := p.told(v.of(r.ID)); said != "" {
		return clean(r.Label) + ": " + said
	}
	return clean(r.Label)
}

// regionClass colours a region: by the athlete's level of pain, and the coach's
// marks by another line.
func (v *bodyPage) regionClass(r bodyRegion) string {
	class := "part"
	for _, m := range v.of(r.ID) {
		if m.By == byCoach {
			class += " by-coach"
			continue
		}
		level, _ := strconv.Atoi(m.Pain.String())
		class += " by-athlete pain-" + strconv.Itoa(min(max(level, 0)/3, 3))
	}
	if v.isChosen(r.ID) {
		class += " chosen"
	}
	return class
}

// shape is the outline of a region; one of a later version has none.
func shape(r bodyRegion) string {
	return bodyShapes()[strings.TrimPrefix(r.ID, r.Side+"_")]
}

// turned mirrors a region that is on the left of the picture: seen from the
// front that is the athlete's right.
func turned(r bodyRegion) string {
	if r.Side == "right" && r.View == "front" || r.Side == "left" && r.View == "back" {
		return "matrix(-1 0 0 1 " + bodyWidth + " 0)"
	}
	return "matrix(1 0 0 1 0 0)"
}

// seen are the regions of a view.
func (v *bodyPage) seen(view string) (out []bodyRegion) {
	for _, r := range v.answer.V.Regions {
		if r.View == view {
			out = append(out, r)
		}
	}
	return out
}

// bodyGroupRows are the regions of one view and group, left beside right.
type bodyGroupRows struct {
	title string
	rows  [][]bodyRegion
}

// rows lays the regions as a table: a part a row, its sides beside each other.
func (v *bodyPage) rows(p *page) (out []bodyGroupRows) {
	last := ""
	for _, view := range []string{"front", "back"} {
		all := v.seen(view)
		for i, r := range all {
			if r.Side == "right" && i > 0 && all[i-1].Side == "left" {
				g := &out[len(out)-1]
				g.rows[len(g.rows)-1] = append(g.rows[len(g.rows)-1], r)
				continue
			}
			title := p.say("%s, %s", p.bodyGroup(r.Group), p.viewName(view))
			if title != last {
				out, last = append(out, bodyGroupRows{title: title}), title
			}
			g := &out[len(out)-1]
			g.rows = append(g.rows, []bodyRegion{r})
		}
	}
	return out
}

// chosenNames are those of what the address chose.
func (v *bodyPage) chosenNames() string {
	var out []string
	for _, r := range v.answer.V.Regions {
		if v.isChosen(r.ID) {
			out = append(out, clean(r.Label))
		}
	}
	return strings.Join(out, ", ")
}

// markBody is the form of the page without a script: it marks the chosen regions
// or clears them, and leads back.
func markBody(_ *page, fields url.Values) (deed, error) {
	return deed{tool: "mark_body_regions", in: markArguments(fields), then: same(bodyPath)}, nil
}

func markArguments(fields url.Values) args {
	regions := fields[regionName]
	if fields.Get("do") == "clear" {
		return args{"by": byAthlete, "clear": append([]string{}, regions...)}
	}
	marks := []args{}
	for _, id := range regions {
		m := args{"region": id}
		for _, k := range []string{"pain", "kind", "note"} {
			if v := trimmed(fields, k); v != "" {
				m[k] = v
			}
		}
		marks = append(marks, m)
	}
	return args{"by": byAthlete, "marks": marks}
}

// sideLetter marks whose left and right a picture shows.
func (p *page) sideLetter(left bool) string {
	if left {
		return p.say("L")
	}
	return p.say("R")
}
