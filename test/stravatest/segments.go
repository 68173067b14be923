package stravatest

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// segment is a stretch of road. Everyone rides it at the same share of a
// recording, so that each ride has some segments.
type segment struct {
	id                int64
	name              string
	kind              string // Ride or Run
	lat, lng          float64
	metres, grade     float64
	category          int // 0 is none, 5 hors catégorie
	private           bool
	athletes, efforts int
}

// firstEffort and the ids above it do not fit a float64.
const firstEffort = 9_223_372_036_854_000_001

func (g *segment) recording() *recording {
	r := &recording{}
	for i := range 50 {
		along := g.metres * float64(i) / 49
		r.distance = append(r.distance, round(along, 1))
		r.altitude = append(r.altitude, round(100+along*g.grade/100, 1))
		r.latlng = append(r.latlng, [2]float64{round(g.lat+along/111_320, 6), round(g.lng+0.001*math.Sin(along/200), 6)})
	}
	return r
}

func (g *segment) summary(m *Athlete) Doc {
	r := g.recording()
	return Doc{
		"id": g.id, "resource_state": 2, "name": g.name, "activity_type": g.kind, "distance": g.metres, "average_grade": g.grade,
		"maximum_grade": g.grade + 4, "elevation_high": r.altitude[49], "elevation_low": r.altitude[0], "start_latlng": r.latlng[0],
		"end_latlng": r.latlng[49], "elevation_profile": nil, "climb_category": g.category, "city": "Potsdam", "state": "Brandenburg",
		"country": "Germany", "private": g.private, "hazardous": false, "starred": m.Starred[g.id],
	}
}

func (c *call) segmentDetail(g *segment) Doc {
	r := g.recording()
	d := g.summary(c.athlete)
	d["resource_state"], d["created_at"], d["updated_at"] = 3, "2014-05-01T09:00:00Z", "2026-02-15T09:04:18Z"
	d["total_elevation_gain"] = round(g.metres*g.grade/100, 1)
	d["map"] = Doc{"id": fmt.Sprintf("s%d", g.id), "polyline": polyline(r.latlng), "resource_state": 3}
	d["effort_count"], d["athlete_count"], d["star_count"] = g.efforts, g.athletes, g.athletes/7
	if c.may("read_all") {
		d["athlete_segment_stats"] = c.record(g)
	}
	return d
}

// record returns the athlete's own best on a segment.
func (c *call) record(g *segment) Doc {
	d := Doc{"effort_count": 0, "pr_elapsed_time": nil, "pr_date": nil, "pr_activity_id": nil}
	efforts := c.server.effortsOn(c.athlete, g)
	for _, e := range efforts {
		if have, ok := d["pr_elapsed_time"].(int); !ok || e.elapsed < have {
			d["pr_elapsed_time"], d["pr_activity_id"] = e.elapsed, e.activity.ID
			d["pr_date"] = e.start.In(e.activity.zone.at).Format(time.DateOnly)
		}
	}
	d["effort_count"] = len(efforts)
	return d
}

// segment returns the segment in the path, if it may be seen.
func (c *call) segment() (*segment, error) {
	for _, g := range c.server.segments {
		if g.id == c.id && (!g.private || c.may("read_all")) {
			return g, nil
		}
	}
	return nil, missing("Segment")
}

func getSegment(c *call) (any, error) {
	g, err := c.segment()
	if err != nil {
		return nil, err
	}
	return c.segmentDetail(g), nil
}

func listStarred(c *call) (any, error) {
	rows := []*segment{}
	for _, g := range c.server.segments {
		if c.athlete.Starred[g.id] && (!g.private || c.may("read_all")) {
			rows = append(rows, g)
		}
	}
	rows, err := paged(c, rows)
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	for _, g := range rows {
		d := g.summary(c.athlete)
		d["starred_date"] = "2025-07-01T10:00:00Z"
		d["athlete_pr_effort"] = c.record(g)
		out = append(out, d)
	}
	return out, nil
}

func starSegment(c *call) (any, error) {
	g, err := c.segment()
	if err != nil {
		return nil, err
	}
	starred, ok := flag(c.form.Get("starred"))
	if !ok || !c.form.Has("starred") {
		return nil, bad("Segment", "starred", "invalid")
	}
	c.athlete.Starred[g.id] = starred
	return c.segmentDetail(g), nil
}

// exploreSegments returns at most ten, the ones with the most climb first.
func exploreSegments(c *call) (any, error) {
	var b [4]float64
	parts := strings.Split(c.query.Get("bounds"), ",")
	if len(parts) != 4 {
		return nil, bad("Segment", "bounds", "invalid")
	}
	for i, p := range parts {
		v, err := strconv.ParseFloat(strings.Trim(p, " []"), 64)
		if err != nil {
			return nil, bad("Segment", "bounds", "invalid")
		}
		b[i] = v
	}
	kind, ok := map[string]string{"": "", "riding": "Ride", "running": "Run"}[c.query.Get("activity_type")]
	if !ok {
		return nil, bad("Segment", "activity_type", "invalid")
	}
	low, high := int64(0), int64(5)
	if c.query.Has("min_cat") {
		low, _ = number(c.query, "min_cat")
	}
	if c.query.Has("max_cat") {
		high, _ = number(c.query, "max_cat")
	}
	rows := []Doc{}
	sorted := slices.SortedFunc(slices.Values(c.server.segments), func(x, y *segment) int { return y.efforts - x.efforts })
	for _, g := range sorted {
		inside := g.lat >= b[0] && g.lng >= b[1] && g.lat <= b[2] && g.lng <= b[3]
		if !inside || g.private || kind != "" && g.kind != kind || int64(g.category) < low || int64(g.category) > high || len(rows) == 10 {
			continue
		}
		r := g.recording()
		rows = append(rows, Doc{
			"id": g.id, "resource_state": 2, "name": g.name, "climb_category": g.category,
			"climb_category_desc": []string{"NC", "4", "3", "2", "1", "HC"}[g.category], "avg_grade": g.grade, "start_latlng": r.latlng[0],
			"end_latlng": r.latlng[49], "elev_difference": round(g.metres*g.grade/100, 1), "distance": g.metres,
			"points": polyline(r.latlng), "starred": c.athlete.Starred[g.id],
		})
	}
	return Doc{"segments": rows}, nil
}

// The service's limits for pages.
const (
	standardPage = 30
	longestPage  = 200
)

// number returns a whole number among values; ok is false if there is none.
func number(v url.Values, name string) (n int64, ok bool) {
	n, err := strconv.ParseInt(v.Get(name), 10, 64)
	return n, err == nil
}

// positive returns a number from the query that counts from 1, or the default.
func (c *call) positive(name string, standard int) (int, error) {
	if !c.query.Has(name) {
		return standard, nil
	}
	n, ok := number(c.query, name)
	if !ok || n < 1 {
		return 0, bad("Application", name, "invalid")
	}
	return int(n), nil
}

// size returns the number of rows of a page.
func (c *call) size(name string) (int, error) {
	n, err := c.positive(name, standardPage)
	if err != nil || n <= longestPage {
		return n, err
	}
	c.server.Violated("%s: %s is %d, over %d", c.op.name, name, n, longestPage)
	return longestPage, nil
}

// paged cuts the requested page out of rows. Every GapEvery-th element is
// hidden, so that pages are short although more follow; a page after the end is
// empty.
func paged[T any](c *call, rows []T) ([]T, error) {
	page, err := c.positive("page", 1)
	if err != nil {
		return nil, err
	}
	size, err := c.size("per_page")
	if err != nil {
		return nil, err
	}
	gap := c.server.options.GapEvery
	if gap < 2 || size < 2 { // a page within the list is never empty
		gap = 0
	}
	out := []T{}
	for place := (page - 1) * size; place < page*size; place++ {
		at := place
		if gap > 0 {
			if place%gap == gap-1 {
				continue
			}
			at = place - place/gap
		}
		if at >= len(rows) {
			break
		}
		out = append(out, rows[at])
	}
	return out, nil
}

// flag reads a boolean as in forms; ok is false if it is not one.
func flag(text string) (v, ok bool) {
	switch strings.ToLower(text) {
	case "1", "true":
		return true, true
	case "0", "false", "":
		return false, true
	}
	return false, false
}
