package own

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

const segmentsPath = "/segments"

type segmentsView struct {
	page.Answer[segments.List]

	kind  string
	table *page.Table
	last  *page.Change
}

// Segments shows climbs and segments with the athlete's best times. Climbs come first,
// because they need neither a service nor a saved segment.
func Segments(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &segmentsView{kind: cmp.Or(p.Query("kind"), segments.Climbs)}
	v.last = p.LastOf(ctx, "", "save_segment", "star_segment", "delete_segment")
	in := page.Args{"kind": v.kind}
	page.Take(in, p.Request.URL.Query(), "text", "cursor")
	v.Answer = page.Ask[segments.List](ctx, p, "list_segments", in)
	v.table = p.Show(page.TableOf("segments", page.Called(segmentKinds(p), v.kind), v.V.Segments,
		page.TextField("name", p.Say("Name"), func(s *segments.Head) page.Cell {
			return page.NameCell(s.Name, segmentName(p, s), page.Link(segmentsPath+"/", s.ID))
		}),
		page.SportField(p, func(s *segments.Head) training.Sport { return s.Sport }),
		page.Numbers[segments.Head](p, "distance_km", "elevation_gain_m", "avg_grade_pct"),
		page.TextField("category", p.Say("Category"), func(s *segments.Head) page.Cell { return page.Words(s.Category) }),
		page.Numbers[segments.Head](p, "times_ridden", "own_best_s"),
	))
	if len(v.table.Rows) == 0 {
		p.FindData(ctx)
	}
	return segmentsBody(p, v), nil
}

func segmentKinds(p *page.Page) [][2]string {
	return [][2]string{
		{segments.Climbs, p.Say("Climbs")},
		{segments.OwnMade, p.Say("Saved segments")},
		{segments.Proposed, p.Say("Ridden repeatedly")},
		{segments.Starred, p.Say("Starred")},
	}
}

// segmentName returns the name of a segment, or its height or length if it has none.
func segmentName(p *page.Page, s *segments.Head) string {
	switch {
	case s.Name != "":
		return page.Clean(s.Name)
	case s.ElevationGainM != nil:
		return p.Say("Climb of %s", p.Number("elevation_gain_m", s.ElevationGainM).Whole())
	case s.DistanceKm != nil:
		return p.Say("Stretch of %s", p.Number("distance_km", s.DistanceKm).Whole())
	}
	return p.Say("Without a name")
}

type segmentView struct {
	segments.Detail

	times, efforts, ranking *page.Table
	last                    *page.Change
}

// Segment shows one segment or climb with each time on it.
func Segment(ctx context.Context, p *page.Page) (templ.Component, error) {
	id := p.Request.PathValue("id")
	a := page.Ask[segments.Detail](ctx, p, "get_segment", page.Args{"id": id})
	if err := a.Failure(); err != nil {
		return nil, err
	}
	v := &segmentView{Detail: a.V, last: p.LastOf(ctx, id, "save_segment", "star_segment")}
	p.Title, p.Doing = segmentName(p, &v.Head), string(v.Sport)
	times := slices.Clone(v.Own)
	slices.Reverse(times) // a chart begins with the earliest
	day := page.DoneField(p, func(e *segments.Effort) (training.Day, string) { return e.Date, e.ActivityID })
	v.times = p.Show(page.TableOf("times", p.Say("Time by date"), times,
		day, page.Numbers[segments.Effort](p, "time_s")))
	v.times.Chart, v.times.Folded = "days", true
	if len(v.times.Columns) > 1 {
		v.times.Columns[1].Line, v.times.Columns[1].Color, v.times.Columns[1].Scale = "points", "ctl", "value"
	}
	v.efforts = p.Show(page.TableOf("efforts", p.Say("Your times"), v.Own,
		day,
		page.Numbers[segments.Effort](p, "rank", "time_s", "avg_speed_kmh", "avg_power_w", "avg_hr_bpm", "vam_m_per_h"),
		page.TextField("gear", p.Say("Gear"), func(e *segments.Effort) page.Cell { return page.Words(e.Gear) }),
		page.Numbers[segments.Effort](p, "weather_temp_c", "wind_speed_kmh"),
	))
	v.ranking = page.TableOf("fastest", p.Say("Fastest at the service"), v.Fastest,
		page.Numbers[segments.Rank](p, "rank"),
		page.TextField("name", p.Say("Name"), func(r *segments.Rank) page.Cell { return page.Words(r.Name) }),
		page.Numbers[segments.Rank](p, "time_s"),
		page.TextField("date", p.Say("Date"), func(r *segments.Rank) page.Cell { return p.DayCell(r.Date) }),
	)
	if v.Service == "" {
		v.ranking.Rows = nil // these are the athlete's own times again
	}
	p.Show(v.ranking)
	return segmentBody(p, v), nil
}

// changeable reports whether the segment is the athlete's own.
func (v *segmentView) changeable() bool { return v.Service == "" && !v.Proposed }

// getting returns the direction of the trend as a word, a CSS class and a mark.
func (v *segmentView) getting(p *page.Page) (word, class, shape string) {
	switch {
	case !v.Trend.Clear:
		return p.Say("no clear trend"), "plain", "–"
	case v.Trend.SPerMonth < 0:
		return p.Say("getting faster"), "good", "▲"
	}
	return p.Say("getting slower"), "warn", "▼"
}

// SaveSegment reads the forms that save, rename, star and remove a segment.
func SaveSegment(p *page.Page, fields url.Values) (page.FormAction, error) {
	id := p.Request.PathValue("id")
	out := page.FormAction{Tool: "save_segment", In: page.Args{"id": id}, Then: page.Same(page.Link(segmentsPath+"/", id))}
	switch do := page.Trimmed(fields, "do"); do {
	case doStar, doUnstar:
		out.Tool, out.In["starred"] = "star_segment", strconv.FormatBool(do == doStar)
	case page.OpRemove:
		out.Tool, out.Then = "delete_segment", page.Same(segmentsPath+"?kind="+segments.OwnMade)
	default:
		out.In["name"] = page.Trimmed(fields, "name")
		out.Then = savedSegment
	}
	return out, nil
}

const doStar, doUnstar = "star", "unstar"

// savedSegment returns the address of a segment that was saved, given the tool's answer.
func savedSegment(answer json.RawMessage) string {
	var saved struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(answer, &saved); err != nil || saved.ID == "" {
		return segmentsPath
	}
	return page.Link(segmentsPath+"/", saved.ID)
}
