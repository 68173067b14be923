package segments_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// TestBadSegments: each says in a sentence what is wrong and in one what is right.
func TestBadSegments(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"name":"East wall","activity_id":"ride0","from_km":2,"to_km":5}`)
	h.save(`{"name":"West wall","activity_id":"ride0","from_km":2,"to_km":4}`)
	rollers := metricstest.Recording(training.Cycling, 900)
	rollers.Start, rollers.Sessions = storetest.Noon(), 1
	h.put("indoors", storetest.Noon(), rollers)
	gpx := func(points string) string {
		return fmt.Sprintf("%q", `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>`+points+`</trkseg></trk></gpx>`)
	}
	at := func(lat, lon float64) string { return fmt.Sprintf(`<trkpt lat="%f" lon="%f"></trkpt>`, lat, lon) }
	for args, want := range map[string]struct {
		kind training.Kind
		says string
	}{
		`"gpx":` + gpx(at(47, 8)):                                        {training.KindInvalid, "0 tracks"},
		`"gpx":` + gpx(at(47, 8)+at(47.00001, 8)):                        {training.KindInvalid, "1 m"},
		`"gpx":` + gpx(at(47, 8)+at(50.6, 8)):                            {training.KindInvalid, "400 km"},
		`"gpx":"<html>not this</html>"`:                                  {training.KindUnsupported, "not in a format"},
		`"gpx":"garbage"`:                                                {training.KindUnsupported, "not a recording"},
		`"gpx":` + gpx(at(85, 8)+at(85.01, 8)):                           {training.KindInvalid, "pole"},
		`"path":"none.gpx"`:                                              {training.KindNotFound, "none.gpx"},
		`"path":"/etc/passwd"`:                                           {training.KindForbidden, "not inside"},
		`"path":"../x.gpx"`:                                              {training.KindForbidden, "not inside"},
		`"activity_id":"ride0"`:                                          {training.KindInvalid, "from_s and to_s"},
		`"activity_id":"ride0","from_s":100`:                             {training.KindInvalid, "from_s and to_s"},
		`"activity_id":"ride0","from_s":100,"to_s":200,"lap":1`:          {training.KindInvalid, "from_s and to_s"},
		`"activity_id":"ride0","from_s":100,"to_s":99999`:                {training.KindInvalid, "both from 0 to 9"},
		`"activity_id":"ride0","from_s":300,"to_s":200`:                  {training.KindInvalid, "both from 0"},
		`"activity_id":"ride0","from_km":5,"to_km":60`:                   {training.KindInvalid, "both from 0 to 6"},
		`"activity_id":"ride0","from_km":4,"to_km":4`:                    {training.KindInvalid, "both from 0"},
		`"activity_id":"ride0","from_km":2,"to_km":2.001`:                {training.KindInvalid, "too short"},
		`"activity_id":"ride0","lap":7`:                                  {training.KindInvalid, "laps are 1 to 2"},
		`"activity_id":"ride0","from_km":0.2,"to_km":1.5,"kind":"climb"`: {training.KindInvalid, "go uphill"},
		`"activity_id":"indoors","from_s":1,"to_s":100`:                  {training.KindInvalid, "no positions"},
		`"activity_id":"nobody","lap":1`:                                 {training.KindNotFound, "nobody"},
		`"activity_id":"ride0","gpx":"x","lap":1`:                        {training.KindInvalid, "2 were given"},
		`"from_s":1,"to_s":2`:                                            {training.KindInvalid, "0 were given"},
		`"gpx":"x","from_s":1,"to_s":200`:                                {training.KindInvalid, "without the activity"},
		`"id":"igpsport:5100"`:                                           {training.KindNotFound, "cannot be copied"},
		`"id":"climb:ride0@0-99999"`:                                     {training.KindInvalid, "There is no part"},
		`"id":"wall"`:                                                    {training.KindNotFound, "no proposal"},
		`"id":"East wall","lap":1,"activity_id":"ride0"`:                 {training.KindInvalid, "Only the name"},
		`"activity_id":"ride0","from_km":2,"to_km":5,"name":"\u202e  "`:  {training.KindInvalid, "name is empty"},
	} {
		if !strings.Contains(args, `"name"`) {
			args += `,"name":"x"`
		}
		p := tooltest.Fails(t, h.table, call(training.AudienceModel), "save_segment", `{`+args+`}`)
		if p.Kind != want.kind || p.Fix == "" || !strings.Contains(p.Sentence+" "+p.Fix, want.says) {
			t.Errorf("%s: %+v", args, p)
		}
	}
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
	}{
		{"star_segment", `{"id":"igpsport:5100"}`, training.KindUnsupported},
		{"star_segment", `{"id":"nothing like it"}`, training.KindNotFound},
		{"delete_segment", `{"id":"igpsport:5100"}`, training.KindUnsupported},
		{"delete_segment", `{"id":""}`, training.KindNotFound},
		{"delete_segment", `{"id":"wall"}`, training.KindNotFound},
		{"delete_segment", `{"id":"East wal"}`, training.KindNotFound},
		{"get_segment", `{"id":"wall"}`, training.KindInvalid},
		{"get_segment", `{"id":"climb:ride0@1-2"}`, training.KindNotFound},
		{"get_segment", `{"id":"way:ride0@1-2"}`, training.KindNotFound},
		{"get_segment_ranking", `{"id":"East wall","cursor":"x"}`, training.KindInvalid},
		{"list_segments", `{"cursor":"here:99"}`, training.KindInvalid},
	} {
		if p := tooltest.Fails(t, h.table, call(training.AudienceModel), tt.tool, tt.args); p.Kind != tt.kind || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
	if n := len(h.list("own").Segments); n != 2 {
		t.Errorf("%d segments", n)
	}
}

func TestWritesAreCalledOff(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for tool, args := range map[string]string{
		"save_segment": `{"name":"x","activity_id":"ride0","from_km":1,"to_km":2}`, "star_segment": `{"id":"x"}`, "delete_segment": `{"id":"x"}`,
		"list_segments": `{"kind":"proposed"}`, "get_segment": `{"id":"climb:a@1-2"}`,
	} {
		if _, err := h.table.Call(ctx, tool, call(training.AudienceModel), []byte(args)); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s goes on: %v", tool, err)
		}
	}
}

// TestAWayOfAnAssistant checks that a way of an assistant is refused unless
// positions are shared, near the athlete's rides and far from them alike, and
// nothing is kept of it.
func TestAWayOfAnAssistant(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	unshared := call(training.AudienceModel)
	unshared.Sharing = training.Sharing{Weight: true, Notes: true, Cycle: true}
	said := map[tools.Problem]bool{}
	for _, lat := range []float64{47.02, 60} {
		way := fmt.Sprintf(`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="%f" lon="8"></trkpt>`+
			`<trkpt lat="%f" lon="8"></trkpt></trkseg></trk></gpx>`, lat, lat+0.02)
		if err := os.WriteFile(filepath.Join(h.rides, "way.gpx"), []byte(way), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, dry := range []string{"", `,"dry_run":true`} {
			said[tooltest.Fails(t, h.table, unshared, "save_segment", fmt.Sprintf(`{"name":"Door","gpx":%q%s}`, way, dry))] = true
			tooltest.Fails(t, h.table, unshared, "save_segment", `{"name":"Door","path":"way.gpx"`+dry+`}`)
		}
	}
	for p := range said {
		if len(said) != 1 || p.Kind != training.KindForbidden || !strings.Contains(p.Fix, `lapkeep call update_athlete_settings '{"share": ["position"]}'`) {
			t.Errorf("%d answers: %+v", len(said), p)
		}
	}
	if p := tooltest.Fails(t, h.table, unshared, "list_segments", `{"source":"strava","bounds":[47,8,48,9]}`); p.Kind != training.KindForbidden {
		t.Errorf("bounds: %+v", p)
	}
	if own := h.list("own").Segments; len(own) != 0 {
		t.Errorf("%+v", own)
	}
	var out saved
	tooltest.Decode(t, h.table, unshared, "save_segment", `{"name":"Hill","activity_id":"ride0","from_km":2,"to_km":5,"gpx":""}`, &out)
	if out.Segment.Ridden != 4 {
		t.Errorf("a part of a ride: %+v", out)
	}
}

// reading counts how often efforts are read.
type reading struct {
	*store.DB
	efforts int
}

func (r *reading) SegmentEfforts(ctx context.Context, s training.Scope, f store.EffortFilter) ([]training.SegmentEffort, error) {
	r.efforts++
	return r.DB.SegmentEfforts(ctx, s, f)
}

// TestBestsAreReadAnewWhereAnEffortMayDiffer, and not when a threshold is set.
func TestBestsAreReadAnewWhereAnEffortMayDiffer(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"activity_id":"ride0","from_km":2,"to_km":5,"name":"Hill","kind":"climb"}`)
	db := &reading{DB: h.db}
	catalog := segments.NewCatalog(db, servicevalues.Remote{}, segments.NewIndex(h.db))
	bests := func(ridden int) {
		t.Helper()
		days := training.DayRange{From: 0, To: 1 << 20}
		all, err := catalog.Bests(t.Context(), storetest.Model(who), training.Cycling.Plain(), days, nil)
		if err != nil || len(all) != 1 || all[0].Ridden != ridden {
			t.Fatalf("%+v %v, want %d times", all, err, ridden)
		}
	}
	bests(4)
	read := db.efforts
	for i := range 3 {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			return tx.PutThreshold(who, training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(20_000 + i), Values: []float64{250}})
		})
		bests(4)
	}
	if db.efforts != read {
		t.Errorf("efforts were read %d times again after thresholds were set", db.efforts-read)
	}
	hide := func(hidden string) {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			_, err := tx.SetOverride(who, "ride2", "hidden_from_models", []byte(hidden))
			return err
		})
	}
	hide("true")
	bests(3)
	hide("false")
	bests(4)
	h.ride("ride9", storetest.Noon(), 5, 8)
	if err := derive.SegmentsFollow(t.Context(), h.db); err != nil {
		t.Fatal(err)
	}
	bests(5)
	for i := range 300 { // more than are looked at
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			return tx.PutThreshold(who, training.ThresholdEntry{Key: training.KeyFTP, From: training.Day(21_000 + i), Values: []float64{250}})
		})
	}
	hide("true")
	bests(4)
}

// TestBestsAreThoseOfTheQuestion, also when other days and places were asked about in between.
func TestBestsAreThoseOfTheQuestion(t *testing.T) {
	t.Parallel()
	h := newHill(t)
	h.save(`{"activity_id":"ride0","from_km":2,"to_km":5,"name":"Hill","kind":"climb"}`)
	ask := func(from, to training.Day, indoor *bool) (best segments.Best) {
		t.Helper()
		days := training.DayRange{From: from, To: to}
		all, err := h.catalog.Bests(t.Context(), storetest.Model(who), training.Cycling.Plain(), days, indoor)
		if err != nil || len(all) > 1 {
			t.Fatalf("%+v %v", all, err)
		}
		for i := range all {
			best = all[i]
		}
		return best
	}
	const ever = training.Day(1 << 20)
	all := ask(0, ever, nil)
	day, yes, no := all.LocalDate, true, false
	for round := range 2 {
		before, on, after := ask(0, day-1, nil), ask(day, day, nil), ask(day+1, ever, nil)
		if all.Ridden != 4 || on.ID != all.ID || before.Ridden+on.Ridden+after.Ridden != 4 || before.ID == all.ID || after.ID == all.ID {
			t.Errorf("round %d: %+v %+v %+v, of all %+v", round, before, on, after, all)
		}
		if in, out := ask(0, ever, &yes), ask(0, ever, &no); in.Ridden != 0 || out.ID != all.ID || out.Ridden != 4 {
			t.Errorf("round %d: indoors %+v, outdoors %+v", round, in, out)
		}
		for i := range training.Day(20) { // more questions than are kept
			if one := ask(i, ever, nil); one.ID != all.ID {
				t.Errorf("since day %d: %+v", i, one)
			}
		}
		if again := ask(0, ever, nil); again.ID != all.ID || again.Ridden != 4 {
			t.Errorf("round %d: %+v", round, again)
		}
	}
}
