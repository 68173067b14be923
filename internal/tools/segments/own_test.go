package segments_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	view "lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/segments"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/metricstest"
)

// hill is a store of rides up one hill: 2 km flat, 3 km at 7 %, 1 km flat.
type hill struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
	catalog view.Catalog
	rides   string // the folder that files may be read from
}

const (
	footM, topM, endM = 2000.0, 5000.0, 6000.0
	gainM             = 210.0
)

func newHill(t *testing.T) *hill {
	t.Helper()
	h := &hill{T: t, db: storetest.Open(t), rides: t.TempDir()}
	storetest.Write(t, h.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin"}) })
	n := 0
	newID := func() string { n++; return fmt.Sprint("seg", n) }
	h.journal = journal.New(h.db, newID)
	h.catalog = view.NewCatalog(h.db, servicevalues.Remote{}, view.NewIndex(h.db))
	h.table = tools.NewTable(segments.Rows(segments.Deps{
		Catalog: h.catalog, Store: h.db, Journal: h.journal, ImportRoots: []string{h.rides}, NewID: newID,
		Match: func(ctx context.Context) error { return derive.SegmentsFollow(ctx, h.db) },
	})...)
	for i, mps := range []float64{5, 5.5, 6, 4.8} { // a month apart
		h.ride(training.ActivityID(fmt.Sprint("ride", i)), storetest.Noon().AddDate(0, i-4, 0), mps, 8)
	}
	return h
}

// ride goes up the hill at a speed, with 10 m/s on the flat.
func (h *hill) ride(id training.ActivityID, start time.Time, mps, lon float64) {
	h.Helper()
	var lat, lons, alt, dist []float64
	const perDegree = 6_371_000 * math.Pi / 180
	for d := 0.0; d <= endM; {
		lat, lons = append(lat, 47+d/perDegree), append(lons, math.Remainder(lon+0.001*math.Sin(d/300)+1e-7, 360))
		alt = append(alt, 400+math.Min(math.Max(d-footM, 0), topM-footM)*gainM/(topM-footM))
		dist = append(dist, d)
		if d >= footM && d < topM {
			d += mps
		} else {
			d += 10
		}
	}
	rec := metricstest.Recording(training.Cycling, len(dist))
	rec.Start, rec.Sessions = start, 1
	for ch, values := range map[training.Channel][]float64{
		training.Latitude: lat, training.Longitude: lons, training.Altitude: alt, training.Distance: dist,
		training.Power: metricstest.Repeat(200+mps, len(dist)), training.HeartRate: metricstest.Repeat(150, len(dist)),
	} {
		metricstest.Put(rec, ch, values)
	}
	half := float64(len(dist) / 2)
	rec.Laps = []training.Lap{{EndS: half, ElapsedS: half}, {StartS: half, EndS: float64(len(dist) - 1), ElapsedS: half}}
	h.put(id, start, rec)
}

func (h *hill) put(id training.ActivityID, start time.Time, rec *training.Recording) {
	h.Helper()
	act := storetest.Activity(id, start)
	rid := training.RecordingID("r-" + string(id))
	summary, primitives := derive.Single(act, rid, rec)
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		err := tx.PutRecording(who, store.NewRecording{
			ID: rid, Audience: store.EveryAudience, RunID: "run", Recording: rec,
			Origin: store.Origin{Source: "file", ExternalID: string(id), FileName: "x.fit"},
		})
		if err != nil {
			return err
		}
		if err := tx.PutActivity(who, act); err != nil {
			return err
		}
		if err := tx.LinkRecording(who, id, rid, 0, store.AllChannels); err != nil {
			return err
		}
		for _, p := range primitives {
			if err := tx.PutPrimitive(who, p); err != nil {
				return err
			}
		}
		return tx.PutSummary(who, id, summary)
	})
}

type saved struct {
	ID      string
	Segment view.Head
	Notes   []string
	DryRun  bool `json:"dry_run"`
}

func (h *hill) save(args string) (out saved) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(training.AudienceModel), "save_segment", args, &out)
	return out
}

func (h *hill) list(kind string) (out view.List) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(training.AudienceModel), "list_segments", `{"kind":"`+kind+`"}`, &out)
	return out
}

func (h *hill) get(a training.Audience, id string) (out view.Detail) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(a), "get_segment", fmt.Sprintf(`{"id":%q}`, id), &out)
	return out
}

func near(x *float64, want, tolerance float64) bool {
	return x != nil && math.Abs(*x-want) <= tolerance
}

// TestAClimbTakesAName: it is found by itself, asked of, saved with a name, and
// known by the name then.
func TestAClimbTakesAName(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	found := h.list("climbs")
	if len(found.Segments) != 1 || found.Total != 1 {
		t.Fatalf("%+v", found)
	}
	c := found.Segments[0]
	if !c.Proposed || c.Kind != "climb" || c.Ridden != 4 || !near(c.DistanceKm, 3, 0.1) || !near(c.AvgGradePct, 7, 0.3) || c.Category != "3" ||
		!near(c.OwnBestS, 500, 12) {
		t.Errorf("%+v", c)
	}
	if p := h.list("proposed"); len(p.Segments) == 0 || p.Segments[0].ID != c.ID {
		t.Errorf("%+v", p)
	}
	before := h.get(training.AudienceModel, c.ID)
	if len(before.Own) != 4 || before.Best.ActivityID != "ride2" || before.Own[0].ActivityID != "ride3" || before.Own[0].Rank != 4 ||
		before.Trend == nil || before.Trend.Months != 4 || !near(before.Best.AvgPowerW, 206, 0.6) || !near(before.Best.VAM, 1510, 60) {
		t.Errorf("%+v", before)
	}
	dry := h.save(`{"id":"` + c.ID + `","name":"Mont Test","dry_run":true}`)
	if dry.ID != "" || !dry.DryRun || !near(dry.Segment.ElevationGainM, 207, 6) || len(h.list("own").Segments) != 0 {
		t.Errorf("%+v", dry)
	}
	s := h.save(`{"id":"` + c.ID + `","name":"Mont\u202e Test"}`)
	if s.ID == "" || s.Segment.Name != "Mont Test" || s.Segment.Ridden != 4 ||
		s.Segment.Category != "3" || !near(s.Segment.OwnBestS, 500, 12) {
		t.Errorf("%+v", s)
	}
	if all := h.list("climbs"); len(all.Segments) != 1 || all.Segments[0].ID != s.ID || all.Segments[0].Ridden != 4 {
		t.Errorf("%+v", all)
	}
	if p := h.list("proposed"); len(p.Segments) > 0 && p.Segments[0].Kind == "climb" {
		t.Errorf("proposed again: %+v", p)
	}
	for _, name := range []string{"Mont Test", "mont test", "mont", "Mnot Test"} {
		d := h.get(training.AudienceModel, name)
		if d.ID != s.ID || d.Best == nil || d.Best.ActivityID != "ride2" || len(d.Fastest) != 4 || !d.Fastest[0].You {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if again := h.save(`{"id":"` + c.ID + `","name":"Once more"}`); len(again.Notes) != 1 || !strings.Contains(again.Notes[0], "Mont Test") {
		t.Errorf("%+v", again)
	}
}

// TestWaysToCut: seconds, kilometres, a lap and a file give the part that is meant.
func TestWaysToCut(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	var gpx strings.Builder
	gpx.WriteString(`<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>`)
	for i := range 101 {
		d := footM + float64(i)*30
		fmt.Fprintf(&gpx, `<trkpt lat="%.7f" lon="%.7f"><ele>%.1f</ele></trkpt>`, 47+d/(6_371_000*math.Pi/180), 8+0.001*math.Sin(d/300), 400+(d-footM)*0.07)
	}
	gpx.WriteString(`</trkseg></trk></gpx>`)
	if err := os.WriteFile(filepath.Join(h.rides, "hill.gpx"), []byte(gpx.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]struct{ km, timeS, gain float64 }{
		`"activity_id":"ride0","from_km":2,"to_km":5`:               {3.0, 500, 210},
		`"activity_id":"ride0","from_s":200,"to_s":800`:             {3.0, 500, 210},
		`"activity_id":"ride0","lap":2,"kind":"segment"`:            {2.75, 0, 0},
		`"activity_id":"latest","from_km":"3","to_km":"4"`:          {1.0, 167, 70},
		`"path":"hill.gpx","kind":"climb"`:                          {3.0, 500, 210},
		`"gpx":` + fmt.Sprintf("%q", gpx.String()):                  {3.0, 500, 210},
		`"activity_id":"ride2","from_km":0.5,"to_km":1.5`:           {1.0, 100, 0},
		`"activity_id":"ride2","from_s":0.5,"to_s":"100"`:           {1.0, 99.5, 0},
		`"activity_id":"ride0","from_km":2,"to_km":5,"sport":"run"`: {3.0, 0, 210},
	} {
		s := h.save(`{"name":"A` + fmt.Sprint(len(args)) + `",` + args + `}`)
		if !near(s.Segment.DistanceKm, want.km, 0.06) {
			t.Errorf("%s: %+v", args[:min(60, len(args))], s.Segment)
		}
		if want.timeS > 0 && (s.Segment.Ridden != 4 || !near(s.Segment.OwnBestS, want.timeS, 4)) {
			t.Errorf("%s: %d times, best %v", args[:min(60, len(args))], s.Segment.Ridden, s.Segment.OwnBestS)
		}
		if want.gain > 0 && !near(s.Segment.ElevationGainM, want.gain, 8) {
			t.Errorf("%s: gain %v", args[:min(60, len(args))], s.Segment.ElevationGainM)
		}
	}
}

// TestStarRenameDeleteAndUndo: each is journaled and taken back.
func TestStarRenameDeleteAndUndo(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	s := h.save(`{"name":"Wall","activity_id":"ride0","from_km":2,"to_km":5,"kind":"climb"}`)
	run := func(tool, args string) {
		t.Helper()
		tooltest.Call(t, h.table, call(training.AudienceModel), tool, args)
	}
	undo := func() {
		t.Helper()
		if _, err := h.journal.Undo(t.Context(), storetest.Export(who), "", storetest.Noon()); err != nil {
			t.Fatal(err)
		}
	}
	state := func() string {
		t.Helper()
		if err := derive.SegmentsFollow(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, x := range h.list("own").Segments {
			out = append(out, fmt.Sprint(x.Name, " ", x.Starred, " ", x.Ridden))
		}
		return strings.Join(out, ", ")
	}
	run("star_segment", `{"name":"wall","dry_run":true}`)
	run("star_segment", `{"name":"wall"}`)
	if got := state(); got != "Wall true 4" || len(h.list("starred").Segments) != 1 {
		t.Error(got)
	}
	run("star_segment", `{"id":"`+s.ID+`"}`) // again
	undo()
	run("save_segment", `{"id":"`+s.ID+`","name":"The Wall"}`)
	if got := state(); got != "The Wall false 4" {
		t.Error(got)
	}
	undo()
	run("delete_segment", `{"id":"Wall"}`)
	if got := state(); got != "" {
		t.Error(got)
	}
	undo()
	if got := state(); got != "Wall false 4" {
		t.Error(got)
	}
	undo() // of the save
	if got := state(); got != "" {
		t.Error(got)
	}
}

// TestAnOwnRanking checks the ranking of the athlete's own times, page by page.
func TestAnOwnRanking(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"name":"Wall","activity_id":"ride0","from_km":2,"to_km":5}`)
	var ids []string
	cursor := ""
	for range 9 {
		var out view.Ranking
		tooltest.Decode(t, h.table, call(training.AudienceModel), "get_segment_ranking", fmt.Sprintf(`{"id":"Wall","limit":3,"cursor":%q}`, cursor), &out)
		for _, r := range out.Rows {
			ids = append(ids, fmt.Sprint(r.Rank, r.ActivityID))
		}
		if out.Own == nil || out.Own.ActivityID != "ride2" || out.Total != 4 || out.Truncated != (out.Cursor != "") {
			t.Errorf("%+v", out)
		}
		if cursor = out.Cursor; cursor == "" {
			break
		}
	}
	if got := strings.Join(ids, " "); got != "1ride2 2ride1 3ride0 4ride3" {
		t.Error(got)
	}
	var out view.Ranking
	tooltest.Decode(t, h.table, call(training.AudienceModel), "get_segment_ranking", `{"id":"Wall","period":"year"}`, &out)
	if out.Period != "year" || out.Total != 4 {
		t.Errorf("%+v", out)
	}
}

// TestWhatIsHiddenIsNotTold: not an activity, not a place, and no number that
// follows from one.
func TestWhatIsHiddenIsNotTold(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"name":"Wall","activity_id":"ride0","from_km":2,"to_km":5,"kind":"climb"}`)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(who, "ride2", "hidden_from_models", []byte("true"))
		return err
	})
	d := h.get(training.AudienceModel, "Wall")
	if len(d.Own) != 3 || d.Best.ActivityID != "ride1" || d.Ridden != 3 {
		t.Errorf("an assistant: %+v", d)
	}
	if d = h.get(training.AudiencePage, "Wall"); len(d.Own) != 4 || d.Best.ActivityID != "ride2" {
		t.Errorf("the athlete: %+v", d)
	}
	if p := tooltest.Fails(t, h.table, call(training.AudienceModel), "save_segment", `{"name":"x","activity_id":"ride2","from_km":1,"to_km":2}`); p.Kind != training.KindNotFound {
		t.Errorf("%+v", p)
	}
	id := `climb:ride2@200-700`
	if p := tooltest.Fails(t, h.table, call(training.AudienceModel), "save_segment", `{"name":"x","id":"`+id+`"}`); p.Kind != training.KindNotFound {
		t.Errorf("%+v", p)
	}
	tooltest.Call(t, h.table, call(training.AudienceModel), "delete_segment", `{"id":"Wall"}`)
	zone := fmt.Sprintf(`{"lat_deg":%f,"lon_deg":8,"radius_m":400}`, 47+footM/(6_371_000*math.Pi/180))
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.PrivacyZones, "home", document.Own{Fields: []byte(zone)})
		return err
	})
	if l := h.list("climbs"); len(l.Segments) != 0 {
		t.Errorf("a climb that begins at home: %+v", l)
	}
	h.save(`{"name":"Home hill","activity_id":"ride0","from_km":2,"to_km":5}`)
	if d = h.get(training.AudienceModel, "Home hill"); len(d.Own) != 0 || d.Best != nil || d.OwnBestS != nil ||
		d.Missing["own_efforts"] == "" {
		t.Errorf("from a gate at home: %+v", d)
	}
	if d := h.get(training.AudiencePage, "Home hill"); len(d.Own) != 4 {
		t.Errorf("the athlete: %+v", d)
	}
}

func (h *hill) activity(id string) *activity.Detail {
	h.Helper()
	d, err := activity.Describe(h.Context(), h.db, training.Scope{Athlete: who, Audience: training.AudienceModel}, activity.DetailQuery{
		ID: id, Sections: []activity.Section{activity.SectionClimbs, activity.SectionSegments}, Timed: h.catalog,
	})
	if err != nil {
		h.Fatal(err)
	}
	return d
}

// TestAnActivitySaysHowItsTimesStand: of a climb that nobody named too.
func TestAnActivitySaysHowItsTimesStand(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	d := h.activity("ride1")
	if len(d.Climbs) != 1 || d.Segments != nil || d.Missing["segments"] == "" {
		t.Fatalf("%+v", d)
	}
	c := d.Climbs[0]
	if c["times_ridden"] != 4 || c["rank"] != 2 || c["best_activity_id"] != "ride2" || c["name"] != nil || c["behind_best_s"].(float64) < 40 {
		t.Errorf("%v", c)
	}
	h.save(fmt.Sprintf(`{"id":%q,"name":"Wall"}`, c["segment_id"]))
	h.save(`{"activity_id":"ride0","from_km":0.5,"to_km":1.5,"name":"Run-up"}`)
	d = h.activity("ride1")
	if c = d.Climbs[0]; c["name"] != "Wall" || c["rank"] != 2 || c["times_ridden"] != 4 {
		t.Errorf("%v", c)
	}
	if len(d.Segments) != 2 || d.Segments[0]["name"] != "Run-up" || d.Segments[1]["name"] != "Wall" ||
		d.Segments[1]["best_activity_id"] != "ride2" || d.Segments[1]["avg_power_w"] == nil || d.Missing["segments"] != "" {
		t.Errorf("%v", d.Segments)
	}
	if d = h.activity("ride2"); d.Segments[1]["rank"] != 1 || d.Segments[1]["behind_best_s"] != 0.0 {
		t.Errorf("%v", d.Segments)
	}
	ever := training.DayRange{From: 0, To: 99999}
	bests, err := h.catalog.Bests(t.Context(), storetest.Export(who), training.Cycling.Plain(), ever, nil)
	if err != nil || len(bests) != 2 || bests[1].Name != "Wall" || bests[1].ID != "ride2" || bests[1].Ridden != 4 {
		t.Errorf("%+v %v", bests, err)
	}
	if none, err := h.catalog.Bests(t.Context(), storetest.Export(who), training.Running.Plain(), ever, nil); len(none) > 0 || err != nil {
		t.Errorf("%+v %v", none, err)
	}
}

// TestTheDevicesOwnTimes stand beside ours.
func TestTheDevicesOwnTimes(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	rec := metricstest.Recording(training.Cycling, 900)
	rec.Start, rec.Sessions = storetest.Noon(), 1
	rec.DeviceEfforts = []training.DeviceEffort{
		{Name: "Alp\u202e", StartS: 100, EndS: 400, ElapsedS: 300.5, TimerS: 290},
		{Name: "Cut", StartS: 500, EndS: 600, ElapsedS: 100, GivenUp: true},
	}
	h.put("timed", storetest.Noon(), rec)
	d := h.activity("timed")
	if len(d.DeviceSegments) != 2 || d.DeviceSegments[0]["name"] != "Alp" || d.DeviceSegments[0]["time_s"] != 300.5 ||
		d.DeviceSegments[0]["timer_s"] != 290.0 || d.DeviceSegments[1]["given_up"] != true {
		t.Errorf("%+v", d.DeviceSegments)
	}
}

// TestAcrossTheDateLine: a segment is cut, ridden and known again there.
func TestAcrossTheDateLine(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.ride("fiji1", storetest.Noon(), 5, 180)
	h.ride("fiji2", storetest.Noon().AddDate(0, 0, 1), 6, -180)
	s := h.save(`{"name":"Taveuni","activity_id":"fiji1","from_km":1,"to_km":5}`)
	if s.Segment.Ridden != 2 || !near(s.Segment.DistanceKm, 4, 0.1) {
		t.Errorf("%+v", s)
	}
	for _, c := range h.list("climbs").Segments {
		if c.Ridden != 4 && c.Ridden != 2 {
			t.Errorf("%+v", c)
		}
	}
}

// TestManySegments: ten thousand are listed page by page, each once.
func TestManySegments(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	const many = 10_000
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		for i := range many {
			body := fmt.Sprintf(`{"name":"S%05d","kind":"segment","distance_km":1,"points":[[47,8],[47.01,8]]}`, i)
			if _, err := tx.PutOwn(who, document.Segments, fmt.Sprint("many", i), document.Own{Fields: []byte(body)}); err != nil {
				return err
			}
		}
		return nil
	})
	cursor, seen := "", map[string]bool{}
	for range 3 {
		var out view.List
		tooltest.Decode(t, h.table, call(training.AudienceModel), "list_segments", fmt.Sprintf(`{"kind":"own","cursor":%q}`, cursor), &out)
		for _, s := range out.Segments {
			seen[s.ID] = true
		}
		if cursor = out.Cursor; out.Total != many || !out.Truncated {
			t.Fatalf("%d of %d", len(out.Segments), out.Total)
		}
	}
	if len(seen) != 60 {
		t.Errorf("%d", len(seen))
	}
	var out view.List
	tooltest.Decode(t, h.table, call(training.AudienceModel), "list_segments", `{"text":"s0999"}`, &out)
	if out.Total != 10 || out.Truncated {
		t.Errorf("%+v", out)
	}
}
