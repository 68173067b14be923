package strava

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

// told are the facts of a kind.
func told(t *testing.T, c *Client, q source.FactsQuery) []map[string]any {
	t.Helper()
	p, err := c.Facts(t.Context(), q)
	if err != nil || len(p.Rows) == 0 {
		t.Fatalf("%s %s: %+v %v", q.Kind, q.ID, p, err)
	}
	return p.Rows
}

// theirs is the service's own id in a fact.
func theirs(row map[string]any, name string) string {
	text := fmt.Sprint(row[name])
	return text[strings.LastIndexAny(text, ":/")+1:]
}

// TestEverythingThatIsHandedOut is told by names with units, and by ids.
func TestEverythingThatIsHandedOut(t *testing.T) {
	t.Parallel()
	for _, o := range []stravatest.Options{
		{Tier: stravatest.Extended},
		{Tier: stravatest.Extended, RoutesKeyed: true, StreamsAsArray: true, UnequalStreams: true},
	} {
		s := stravatest.New(t, o)
		c := connected(t, s)
		has := func(q source.FactsQuery, names ...string) map[string]any {
			t.Helper()
			rows := told(t, c, q)
			for _, name := range names {
				if rows[0][name] == nil {
					t.Errorf("%s does not say %s: %v", q.Kind, name, rows[0])
				}
			}
			return rows[0]
		}
		has(source.FactsQuery{Kind: source.FactsProfile}, "id", "weight_kg", "first_name", "ftp_w")
		has(source.FactsQuery{Kind: source.FactsZones}, "of", "zone", "from_bpm", "to_bpm")
		has(source.FactsQuery{Kind: source.FactsTotals}, "period", "sport", "activities", "distance_km")
		club := has(source.FactsQuery{Kind: source.FactsClubs}, "id", "name")
		has(source.FactsQuery{Kind: source.FactsClub, ID: theirs(club, "id")}, "name", "members")
		gear := has(source.FactsQuery{Kind: source.FactsGear}, "id", "name", "kind", "distance_km")
		has(source.FactsQuery{Kind: source.FactsGear, ID: theirs(gear, "id")}, "name", "brand")
		segment := has(source.FactsQuery{Kind: source.FactsStarred}, "id", "name", "distance_km")
		has(source.FactsQuery{Kind: source.FactsExplore, Bounds: [4]float64{-80, -179, 80, 179}}, "id", "name", "distance_km", "avg_grade_pct")
		has(source.FactsQuery{Kind: source.FactsSegmentWay, ID: theirs(segment, "id"), Limit: 10}, "at_km", "altitude_m", "latitude_deg")
		route := has(source.FactsQuery{Kind: source.FactsRoutes}, "id", "name", "distance_km")
		has(source.FactsQuery{Kind: source.FactsRoute, ID: theirs(route, "id")}, "name", "elevation_gain_m")
		way := told(t, c, source.FactsQuery{Kind: source.FactsRouteWay, ID: theirs(route, "id"), Limit: 7})
		if len(way) != 7 || way[6]["latitude_deg"] == nil {
			t.Errorf("%v", way)
		}
		for _, form := range []string{"gpx", "tcx"} {
			f, err := c.RouteFile(t.Context(), theirs(route, "id"), form)
			if err != nil || !strings.Contains(string(f.Body), "<") {
				t.Errorf("%s: %.200s %v", form, f.Body, err)
			}
		}
		own, err := c.Segment(t.Context(), theirs(segment, "id"))
		if err != nil {
			t.Error(err)
		}
		_ = own
	}
}

// TestWhatIsSaidOfAnActivity: its laps, the time in zones, and who liked it.
func TestWhatIsSaidOfAnActivity(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{HugeIDs: true})
	c := connected(t, s)
	all := listed(t, c, everyDay(s))
	found := map[source.FactKind]map[string]any{}
	for _, a := range all {
		for _, kind := range []source.FactKind{source.FactsLaps, source.FactsZoneTimes, source.FactsKudos} {
			if found[kind] != nil {
				continue
			}
			p, err := c.Facts(t.Context(), source.FactsQuery{Kind: kind, ID: a.ID})
			if err != nil {
				t.Fatalf("%s of %s: %v", kind, a.ID, err)
			}
			if len(p.Rows) > 0 {
				found[kind] = p.Rows[0]
			}
		}
		if len(found) == 3 {
			break
		}
	}
	for kind, name := range map[source.FactKind]string{
		source.FactsLaps: "elapsed_time_s", source.FactsZoneTimes: "time_s", source.FactsKudos: "first_name",
	} {
		if found[kind][name] == nil {
			t.Errorf("%s: %v", kind, found[kind])
		}
	}
}

// TestWhatIsRefusedIsTold: a tier, a subscription, a right, and ids that are none.
func TestWhatIsRefusedIsTold(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{NoSubscription: true})
	c := connected(t, s)
	_, err := c.Facts(t.Context(), source.FactsQuery{Kind: source.FactsExplore, Bounds: [4]float64{50, 10, 53, 14}})
	if err == nil || training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "Extended Access") {
		t.Errorf("%v", err)
	}
	a := first(t, s, func(*stravatest.Activity) bool { return true })
	if _, err := c.Facts(t.Context(), source.FactsQuery{Kind: source.FactsZoneTimes, ID: text(a.ID)}); fault(t, err).Fault != source.Unpaid {
		t.Errorf("%v", err)
	}
	weak := connected(t, s, "read")
	if _, err := weak.Facts(t.Context(), source.FactsQuery{Kind: source.FactsZones}); fault(t, err).Scope != "profile:read_all" {
		t.Errorf("%v", err)
	}
	for _, q := range []source.FactsQuery{
		{Kind: "teapots"},
		{Kind: source.FactsLaps},
		{Kind: source.FactsLaps, ID: "../x"},
		{Kind: source.FactsGear, ID: "x1"},
		{Kind: source.FactsKudos, ID: "1", After: "x"},
		{Kind: source.FactsRoute, ID: "99999999999999999999"},
	} {
		if _, err := c.Facts(t.Context(), q); training.KindOf(err) != training.KindInvalid && training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// TestASegmentIsStarred, and taken off.
func TestASegmentIsStarred(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	at := theirs(told(t, c, source.FactsQuery{Kind: source.FactsStarred})[0], "id")
	if was, name, err := c.Starred(t.Context(), at); !was || name == "" || err != nil {
		t.Errorf("%v %q %v", was, name, err)
	}
	for _, want := range []bool{false, true} {
		got, err := c.Star(t.Context(), at, want)
		now, _, rerr := c.Starred(t.Context(), at)
		if got != want || now != want || err != nil || rerr != nil {
			t.Errorf("%v, %v: %v %v", got, now, err, rerr)
		}
	}
}
