package routes_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	view "lapkeep/internal/answers/routes"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/routes"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

const who training.AthleteID = "ada"

// fixture is a real store with routes and rides, and the table over it.
type fixture struct {
	*testing.T
	db    *store.DB
	table *tools.Table
	dir   string
}

// circle returns a loop of some kilometres around a place.
func circle(lat, lon, radiusDeg float64) (out []training.RoutePoint) {
	for i := range 201 {
		a := 2 * math.Pi * float64(i) / 200
		out = append(out, training.RoutePoint{LatDeg: lat + radiusDeg*math.Sin(a), LonDeg: lon + radiusDeg*math.Cos(a)/math.Cos(lat*math.Pi/180)})
	}
	return out
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db := storetest.Open(t)
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: training.Sharing{Position: true}})
	})
	h := &fixture{T: t, db: db, dir: filepath.Join(t.TempDir(), "exports")}
	h.table = tools.NewTable(routes.Rows(routes.Deps{
		Store: db, Ways: structure.NewSimilarIndex(db, structure.NewIndex(db)),
		ExportDir: h.dir,
	})...)
	high := 512.34
	lake := training.Route{Name: "Lake\u202e", Description: "Flat", Sport: training.Cycling, DistanceKm: 20.96, Points: circle(47, 8, 0.03)}
	lake.Points[0].AltitudeM = &high
	storetest.Write(t, db, func(tx *store.Tx) error {
		for id, r := range map[string]training.Route{
			"lake": lake, "strava:7": {Name: "Hills", DistanceKm: 60, Points: circle(46, 7, 0.08)},
			"stub": {Name: "Stub", Points: circle(46, 7, 0.0001)},
		} {
			if _, err := tx.PutStatement(who, document.Statement{Collection: document.Routes, ID: id, Source: "file", Body: r}); err != nil {
				return err
			}
		}
		return nil
	})
	back := circle(47, 8, 0.03)
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	h.ride("monday", 0, circle(47, 8, 0.03))
	h.ride("tuesday", 1, back)
	h.ride("wednesday", 2, append(circle(47, 7.9, 0.01), circle(47, 8, 0.0302)...))
	h.ride("thursday", 3, circle(47, 8, 0.04))
	h.ride("hidden", 4, circle(47, 8, 0.03))
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(who, "hidden", "hidden_from_models", []byte("true"))
		return err
	})
	return h
}

func (h *fixture) ride(id training.ActivityID, after int, way []training.RoutePoint) {
	h.Helper()
	var line []route.Point
	for _, p := range way {
		line = append(line, route.Point{Lat: int32(p.LatDeg * 1e5), Lon: int32(p.LonDeg * 1e5)})
	}
	line = route.Simplified(line)
	s := route.Sketch{Line: line, Extent: route.ExtentOf(line)}
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		if err := tx.PutActivity(who, storetest.Activity(id, storetest.Noon().AddDate(0, 0, after))); err != nil {
			return err
		}
		if err := tx.PutSummary(who, id, storetest.Summary()); err != nil {
			return err
		}
		return tx.PutPrimitive(who, store.Primitive{Activity: id, Kind: derive.Route, Version: 1, Data: derive.EncodeRoute(&s)})
	})
}

func call(a training.Audience) *tools.Call {
	now := storetest.Noon()
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: a}, Now: now, Location: time.UTC,
		Today: training.DayOf(now), Week: time.Monday, Face: "mcp",
	}
}

func (h *fixture) get(a training.Audience, args string) (out view.Detail) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(a), "get_route", args, &out)
	return out
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(newFixture(t).table) {
		t.Error(p)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for args, want := range map[string]string{
		`{}`: "Hills Lake Stub", `{"text":"FLAT"}`: "Lake", `{"min_distance_km":15}`: "Hills Lake",
		`{"max_distance_km":30}`: "Lake Stub", `{"text":"sea"}`: "",
	} {
		var out view.List
		tooltest.Decode(t, h.table, call(training.AudienceModel), "list_routes", args, &out)
		var names []string
		for _, r := range out.Routes {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want || out.Total != len(names) {
			t.Errorf("%s: %q of %d, want %q", args, got, out.Total, want)
		}
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		for i := range 200 {
			s := document.Statement{
				Collection: document.Routes, ID: fmt.Sprint("many", i), Source: "file",
				Body: training.Route{Name: strings.Repeat("n", 500)},
			}
			if _, err := tx.PutStatement(who, s); err != nil {
				return err
			}
		}
		return nil
	})
	var out view.List
	tooltest.Decode(t, h.table, call(training.AudienceModel), "list_routes", `{}`, &out)
	if out.Total != 203 || len(out.Routes) != 80 || !out.Truncated || out.Narrow == "" {
		t.Errorf("%d of %d", len(out.Routes), out.Total)
	}
}

func TestWhoFollowedARoute(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	told := func(d view.Detail) (out string) {
		for _, a := range d.Activities {
			out += " " + a.ID
			if a.Reversed {
				out += "(back)"
			}
		}
		return strings.TrimSpace(out)
	}
	d := h.get(training.AudienceModel, `{"id":"lake"}`)
	if got := told(d); got != "wednesday tuesday(back) monday" || d.Followed != 3 || d.Way != nil ||
		d.Activities[2].OverlapPct != 100 || d.Activities[0].DurationS == nil {
		t.Errorf("an assistant is told %q: %+v", got, d)
	}
	if d := h.get(training.AudiencePage, `{"id":"lake"}`); told(d) != "hidden wednesday tuesday(back) monday" {
		t.Errorf("the athlete is told %q", told(d))
	}
	if d := h.get(training.AudienceModel, `{"id":"strava:7"}`); d.Followed != 0 || d.Missing != nil {
		t.Errorf("nobody followed it: %+v", d)
	}
	if d := h.get(training.AudienceModel, `{"id":"stub"}`); d.Missing["activities"] == "" {
		t.Errorf("too short: %+v", d)
	}
}

func TestTheWayIsShownAsFarAsItIsShared(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	d := h.get(training.AudienceModel, `{"id":"lake","points":21}`)
	w := d.Way
	if w == nil || len(w.LatitudeDeg) != 21 || w.LatitudeDeg[5] != 47.03 || math.Abs(w.DistanceKm[20]-20.9) > 0.2 ||
		*w.AltitudeM[0] != 512.3 || w.AltitudeM[1] != nil {
		t.Fatalf("%+v", w)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.PrivacyZones, "home", document.Own{Fields: []byte(`{"lat_deg":47.03,"lon_deg":8,"radius_m":900}`)})
		return err
	})
	d = h.get(training.AudienceModel, `{"id":"lake","points":200}`)
	for i, lat := range d.Way.LatitudeDeg {
		if math.Hypot(lat-47.03, (d.Way.LongitudeDeg[i]-8)*0.68)*111_195 < 890 {
			t.Errorf("a point near home: %g %g", lat, d.Way.LongitudeDeg[i])
		}
	}
	if d.Followed != 3 || d.Points >= 201 {
		t.Errorf("%d points, followed by %d", d.Points, d.Followed)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: who}) })
	d = h.get(training.AudienceModel, `{"id":"lake","points":20}`)
	if d.Way != nil || !strings.Contains(d.Missing["way"].String(), "hidden from assistants") || d.Followed != 3 || d.Points != 0 {
		t.Errorf("who shares no position: %+v", d)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for _, f := range []string{"gpx", "tcx", "fit"} {
		var out struct{ Path string }
		tooltest.Decode(t, h.table, call(training.AudienceModel), "export_route", `{"id":"strava:7","format":"`+f+`"}`, &out)
		data, err := os.ReadFile(out.Path)
		if err != nil || filepath.Base(out.Path) != "route-strava-7."+f {
			t.Fatal(out, err)
		}
		res, err := recording.Read(t.Context(), "x", data, recording.Limits{})
		if err != nil || len(res.Routes) != 1 || res.Routes[0].Name != "Hills" || len(res.Routes[0].Points) != 201 {
			t.Errorf("%s comes back as %+v, %v", f, res, err)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
	}{
		{"get_route", `{"id":"none"}`, training.KindNotFound},
		{"get_route", `{"id":""}`, training.KindNotFound},
		{"get_route", `{"id":"lake","points":500}`, training.KindInvalid},
		{"list_routes", `{"min_distance_km":10,"max_distance_km":5}`, training.KindInvalid},
		{"export_route", `{"id":"none"}`, training.KindNotFound},
		{"export_route", `{"id":"lake","format":"kml"}`, training.KindInvalid},
	} {
		if p := tooltest.Fails(t, h.table, call(training.AudienceModel), tt.tool, tt.args); p.Kind != tt.kind || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range h.table.Rows() {
		if _, err := h.table.Call(ctx, r.Name, call(training.AudienceModel), []byte(`{"id":"lake"}`)); err == nil {
			t.Errorf("%s goes on", r.Name)
		}
	}
}

// TestTracksOfTheList: a route's small track has points of the route, from its first to its
// last, and none where the audience may not see it.
func TestTracksOfTheList(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	tracks := func(a training.Audience) map[string][]route.Point {
		t.Helper()
		s, f := training.Scope{Athlete: who, Audience: a}, (&tools.Call{Location: time.UTC}).Frame()
		l, err := view.NewLister().Find(t.Context(), h.db, s, f, view.Query{})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string][]route.Point{}
		for _, r := range l.Routes {
			line, ok := route.ParsePolyline(r.Track)
			if !ok {
				t.Errorf("%s has the track %q", r.ID, r.Track)
			}
			out[r.ID] = line
		}
		return out
	}
	lake := tracks(training.AudiencePage)["lake"]
	if n := len(lake); n < 8 || n > 40 || lake[0] != lake[n-1] || lake[0] != (route.Point{Lat: 4700000, Lon: lake[0].Lon}) {
		t.Errorf("the lake is %v", lake)
	}
	for _, p := range lake {
		y, x := float64(p.Lat)/1e5-47, (float64(p.Lon)/1e5-8)*math.Cos(47*math.Pi/180)
		if d := math.Hypot(x, y); math.Abs(d-0.03) > 0.0001 {
			t.Errorf("%v is %g from the middle", p, d)
		}
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin"})
	})
	for id, line := range tracks(training.AudienceModel) {
		if len(line) > 0 {
			t.Errorf("an assistant sees %s", id)
		}
	}
}
