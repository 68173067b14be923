package strava

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Facts returns a page of one kind of the service's data for which there is no type here.
func (c *Client) Facts(ctx context.Context, q source.FactsQuery) (source.FactsPage, error) {
	of, ok := c.kinds()[q.Kind]
	if !ok {
		return source.FactsPage{}, training.Errorf(training.KindUnsupported, "%s does not provide %s.", title, string(q.Kind))
	}
	if of.one {
		if err := ours(q.ID); err != nil {
			return source.FactsPage{}, err
		}
	}
	return of.read(ctx, q)
}

// ofKind describes how to read a kind of facts; the field one is set if the facts are about
// one thing.
type ofKind struct {
	one  bool
	read reading
}

type reading = func(context.Context, source.FactsQuery) (source.FactsPage, error)

func (c *Client) kinds() map[source.FactKind]ofKind {
	return map[source.FactKind]ofKind{
		source.FactsProfile:    {read: c.single(opAthlete, ofProfile())},
		source.FactsZones:      {read: c.zones},
		source.FactsTotals:     {read: c.totals},
		source.FactsClubs:      {read: c.paged(opClubs, ofClub())},
		source.FactsClub:       {one: true, read: c.single(opClub, ofClub())},
		source.FactsGear:       {read: c.gear},
		source.FactsLaps:       {one: true, read: c.whole(opLaps, ofLap())},
		source.FactsZoneTimes:  {one: true, read: c.zoneTimes},
		source.FactsKudos:      {one: true, read: c.paged(opKudos, ofPerson())},
		source.FactsStarred:    {read: c.paged(opStarred, ofSegment())},
		source.FactsExplore:    {read: c.explore},
		source.FactsEffort:     {one: true, read: c.single(opEffort, ofEffort())},
		source.FactsRoutes:     {read: c.routes},
		source.FactsRoute:      {one: true, read: c.single(opRoute, ofRoute())},
		source.FactsSegmentWay: {one: true, read: c.way(opSegmentStreams)},
		source.FactsRouteWay:   {one: true, read: c.way(opRouteStreams)},
		source.FactsEffortWay:  {one: true, read: c.way(opEffortStreams)},
	}
}

// at returns the values for an operation's path.
func at(q source.FactsQuery) []string {
	if q.ID == "" {
		return nil
	}
	return []string{q.ID}
}

func (c *Client) single(op client.Operation, fields []field) reading {
	return func(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
		o, err := client.Ask[object](ctx, c.api, request{Op: op, At: at(q)})
		if err == nil {
			p.Rows = []map[string]any{facts(o, fields)}
		}
		return p, err
	}
}

// whole returns a reader of a list without pages.
func (c *Client) whole(op client.Operation, fields []field) reading {
	return func(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
		all, err := client.Ask[[]object](ctx, c.api, request{Op: op, At: at(q)})
		for _, o := range all {
			p.Rows = append(p.Rows, facts(o, fields))
		}
		return p, err
	}
}

// paged returns a reader of a list that ends with an empty page.
func (c *Client) paged(op client.Operation, fields []field) reading {
	return func(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
		page, err := pageOf(q.After)
		if err != nil {
			return p, err
		}
		all, err := client.Ask[[]object](ctx, c.api, request{Op: op, At: at(q), Query: url.Values{
			"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size(q.Limit))},
		}})
		for _, o := range all {
			p.Rows = append(p.Rows, facts(o, fields))
		}
		if len(all) > 0 {
			p.Next = strconv.Itoa(page + 1)
		}
		return p, err
	}
}

func (c *Client) routes(ctx context.Context, q source.FactsQuery) (source.FactsPage, error) {
	me, err := c.who(ctx)
	if err != nil {
		return source.FactsPage{}, err
	}
	q.ID = string(me.ID)
	return c.paged(opRoutes, ofRoute())(ctx, q)
}

// gear returns one piece of gear, or all gear in the profile.
func (c *Client) gear(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
	if q.ID != "" {
		if len(q.ID) < 2 || !strings.ContainsRune("bg", rune(q.ID[0])) || !isID(id(q.ID[1:])) {
			return p, training.Errorf(training.KindInvalid, "%q is not a gear id on %s.", q.ID, title).
				WithFix("Give it as strava:b123, or for shoes as strava:g123.")
		}
		return c.single(opGear, ofGear())(ctx, q)
	}
	o, err := client.Ask[map[string]json.RawMessage](ctx, c.api, request{Op: opAthlete})
	if err != nil {
		return p, err
	}
	for _, kind := range []string{"bikes", "shoes"} {
		var all []object
		if raw := o[kind]; len(raw) > 0 && json.Unmarshal(raw, &all) != nil {
			return p, c.api.NotAsDescribed(opAthlete, nil)
		}
		for _, one := range all {
			row := facts(one, ofGear())
			row["kind"] = strings.TrimSuffix(kind, "s")
			if kind == "shoes" {
				row["kind"] = kind
			}
			p.Rows = append(p.Rows, row)
		}
	}
	return p, nil
}

// limits holds the limits of a zone; the last zone has no upper limit.
type limits struct {
	Min, Max float64
	Time     *float64
}

// row converts a zone to a row, with the unit in its field names.
func (z limits) row(kind, unit string, n int) map[string]any {
	row := map[string]any{"of": kind, "zone": n + 1, "from_" + unit: z.Min}
	if z.Max > z.Min {
		row["to_"+unit] = z.Max
	}
	if z.Time != nil {
		row["time_s"] = *z.Time
	}
	return row
}

// unitOf returns the unit of a kind of zones.
func unitOf(kind string) string {
	switch kind {
	case "heartrate", "heart_rate":
		return "bpm"
	case "power":
		return "w"
	case "pace":
		return "m_per_s"
	}
	return "value"
}

func (c *Client) zones(ctx context.Context, _ source.FactsQuery) (p source.FactsPage, err error) {
	all, err := client.Ask[map[string]struct{ Zones []limits }](ctx, c.api, request{Op: opZones})
	for _, kind := range []string{"heart_rate", "power", "pace"} {
		for n, z := range all[kind].Zones {
			p.Rows = append(p.Rows, z.row(kind, unitOf(kind), n))
		}
	}
	return p, err
}

// zoneTimes returns the time that an activity spent in each zone.
func (c *Client) zoneTimes(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
	type zone struct {
		Type    string   `json:"type"`
		Buckets []limits `json:"distribution_buckets"`
	}
	all, err := client.Ask[[]zone](ctx, c.api, request{Op: opActivityZones, At: at(q)})
	for _, z := range all {
		for n, b := range z.Buckets {
			p.Rows = append(p.Rows, b.row(z.Type, unitOf(z.Type), n))
		}
	}
	return p, err
}

// totals returns the service's totals of public activities: recent, year, all
// time.
func (c *Client) totals(ctx context.Context, _ source.FactsQuery) (p source.FactsPage, err error) {
	me, err := c.who(ctx)
	if err != nil {
		return p, err
	}
	o, err := client.Ask[object](ctx, c.api, request{Op: opStats, At: []string{string(me.ID)}})
	for _, period := range []string{"recent", "ytd", "all"} {
		for _, sport := range []string{"ride", "run", "swim"} {
			var one object
			if raw := o[period+"_"+sport+"_totals"]; len(raw) == 0 || json.Unmarshal(raw, &one) != nil || one == nil {
				continue
			}
			row := facts(one, ofTotals())
			row["period"], row["sport"] = map[string]string{"recent": "last 4 weeks", "ytd": "this year", "all": "all time"}[period], sport
			p.Rows = append(p.Rows, row)
		}
	}
	return p, err
}

// explore returns the segments in a rectangle.
func (c *Client) explore(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
	var bounds []string
	for _, x := range q.Bounds {
		bounds = append(bounds, strconv.FormatFloat(x, 'f', -1, 64))
	}
	said, err := client.Ask[struct{ Segments []object }](ctx, c.api, request{
		Op: opExplore, Query: url.Values{"bounds": {strings.Join(bounds, ",")}},
	})
	told := []source.Fault{source.Forbidden, source.Unpaid, source.NotFound}
	if f, failed := source.FailureOf(err); failed && slices.Contains(told, f.Fault) {
		f.Fault = source.Forbidden
		return p, source.Fail(f, "%s allows only applications on its Extended Access tier to search for segments on the map.", title)
	}
	for _, o := range said.Segments {
		p.Rows = append(p.Rows, facts(o, ofSegment()))
	}
	return p, err
}

// mostPoints is the maximum number of points that are returned for a track.
const mostPoints = 200

// way returns a reader of evenly chosen points of a track, including both ends.
func (c *Client) way(op client.Operation) reading {
	named := map[string]string{
		"time": "time_s", "altitude": "altitude_m", "heartrate": "hr_bpm", "watts": "power_w", "cadence": "cadence_rpm",
	}
	return func(ctx context.Context, q source.FactsQuery) (p source.FactsPage, err error) {
		r := request{Op: op, At: at(q), Query: url.Values{"keys": {wayKeys(op)}, "key_by_type": {"true"}}}
		if op == opRouteStreams {
			r.Query = nil
		}
		got, err := client.Ask[streams](ctx, c.api, r)
		if err != nil {
			return p, err
		}
		km, err := source.Numbers(got["distance"])
		lat, lng, perr := places(got[ofPlace])
		if err = cmp.Or(err, perr); err != nil {
			return p, c.api.NotAsDescribed(op, err)
		}
		n := max(len(km), len(lat))
		if n == 0 {
			return p, c.api.NotFound("points of this route")
		}
		columns := map[string][]*float64{"latitude_deg": lat, "longitude_deg": lng}
		for name, to := range named {
			if columns[to], err = source.Numbers(got[name]); err != nil {
				return p, c.api.NotAsDescribed(op, fmt.Errorf("%s: %w", name, err))
			}
		}
		shown := min(cmp.Or(q.Limit, mostPoints), mostPoints, n)
		for k := range shown {
			i := k * (n - 1) / max(shown-1, 1)
			row := map[string]any{}
			if i < len(km) && km[i] != nil {
				row["at_km"] = *km[i] * kilo
			}
			for to, list := range columns {
				if i < len(list) && list[i] != nil { // a stream may be shorter than the others
					row[to] = *list[i]
				}
			}
			p.Rows = append(p.Rows, row)
		}
		return p, nil
	}
}

// wayKeys returns the streams to request; for an effort, there are more.
func wayKeys(op client.Operation) string {
	keys := []string{"distance", ofPlace, "altitude"}
	if op == opEffortStreams {
		keys = append(keys, ofTime, "heartrate", "watts", "cadence")
	}
	return strings.Join(keys, ",")
}

// RouteFile returns a route as a file.
func (c *Client) RouteFile(ctx context.Context, text, form string) (source.File, error) {
	if err := ours(text); err != nil {
		return source.File{}, err
	}
	op, ok := map[string]client.Operation{"gpx": opRouteGPX, "tcx": opRouteTCX}[form]
	if !ok {
		return source.File{}, training.Errorf(training.KindUnsupported, "%s provides routes only as GPX and TCX.", title).
			WithFix("Set format to gpx or tcx.")
	}
	return c.api.File(ctx, request{Op: op, At: []string{text}}, "route-"+text+"."+form)
}

// Star stars a segment or removes the star.
func (c *Client) Star(ctx context.Context, text string, starred bool) (bool, error) {
	if err := ours(text); err != nil {
		return false, err
	}
	form := url.Values{"starred": {strconv.FormatBool(starred)}}
	now, err := client.Ask[struct{ Starred *bool }](ctx, c.api, request{
		Op: opStar, At: []string{text}, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())}, Repeatable: true,
	})
	if now.Starred != nil {
		starred = *now.Starred
	}
	return starred, err
}

// Starred reports whether a segment is starred, and returns its name.
func (c *Client) Starred(ctx context.Context, text string) (starred bool, name string, err error) {
	if err := ours(text); err != nil {
		return false, "", err
	}
	s, err := client.Ask[struct {
		Starred bool
		Name    string
	}](ctx, c.api, request{Op: opSegment, At: []string{text}})
	return s.Starred, s.Name, err
}
